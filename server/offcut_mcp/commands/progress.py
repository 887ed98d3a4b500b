"""A status line on standard error, only for a person who waits."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Report = Callable[[str], None]


@contextmanager
def working(message: str) -> Iterator[Report]:
    """Show ``message`` while the body runs; the body may report a newer one. Silent off a terminal."""
    if not sys.stderr.isatty():
        yield lambda message: None
        return
    from rich.console import Console

    with Console(stderr=True).status(message) as status:
        yield status.update
