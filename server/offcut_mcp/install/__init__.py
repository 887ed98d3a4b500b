"""Installing offcut into the configuration files of hosts: planned, shown, written in one step, undone."""
