"""The time that a hook may take: after it the process ends with nothing said, and the output passes."""

from __future__ import annotations

import _thread  # not threading: every event pays for what stands here
import os
from collections.abc import Callable

#: Seconds from the start of a hook to its answer. A host gives it 60, and the user waits with it.
SECONDS = 20.0


class Deadline:
    """Ends this process with exit code 0 after ``seconds``, unless ``meet`` was called before.

    ``late`` is called just before the end. Whatever the hook is doing then is cut short, as by ``kill -9``.
    """

    def __init__(self, seconds: float, late: Callable[[], None]) -> None:
        self._seconds = seconds
        self._late = late
        self._decided = _thread.allocate_lock()
        self._met = _thread.allocate_lock()
        self._met.acquire()
        _thread.start_new_thread(self._watch, ())

    def meet(self) -> None:
        """Call the end off; if it has begun already, wait for it and never return."""
        self._decided.acquire()
        self._met.release()

    def _watch(self) -> None:
        if self._met.acquire(timeout=self._seconds) or not self._decided.acquire(blocking=False):
            return
        try:
            self._late()
        finally:
            os._exit(0)
