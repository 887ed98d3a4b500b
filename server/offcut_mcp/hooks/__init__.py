"""Hooks: programs that a host runs at its own events, and whose answer it obeys.

Most events need no answer, and every one of them costs the user a start of this program. So what stands
in ``entry``, ``event``, ``limits``, ``outputs`` and the files of the hosts imports next to nothing;
archive, previews and settings are loaded by ``folding`` and ``sessions`` when there is something to do.
"""
