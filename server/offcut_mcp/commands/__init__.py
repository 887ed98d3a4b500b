"""The subcommands of ``offcut``, one file each, and what they share: options, files, printing."""
