"""Everything offcut raises on purpose.

    OffcutError
    ├── InvalidInput            the caller's arguments or messages cannot be used
    │   └── UnknownFormat       no message format, or more than one, fits the messages
    ├── SourceNotFound          a reference finds nothing; says why
    ├── ArchiveError            the archive cannot do what was asked; nothing was changed
    │   ├── ArchiveUnavailable  it cannot be opened, read or written
    │   └── SourceDamaged       stored bytes no longer match their hash
    └── Cancelled               the caller's `check` asked running CPU work to stop

A message is one sentence, or a few: what is wrong, where, and what to do next.
"""

from __future__ import annotations

from collections.abc import Iterable

SHOWN_PROBLEMS = 3


class OffcutError(Exception):
    """Base of all errors of offcut; ``str(error)`` can be shown to a user or a model."""


class InvalidInput(OffcutError):
    """The input cannot be used; nothing was stored or changed.

    At most three problems are spelled out, the rest is counted, so that a bad list of a thousand
    messages does not become a page of text.
    """

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        super().__init__(_sentence(problems))


class UnknownFormat(InvalidInput):
    """The format of the messages cannot be told, or is not one that offcut reads."""


class SourceNotFound(OffcutError):
    """The archive has no source under this reference in the caller's namespace."""


class ArchiveError(OffcutError):
    """The archive could not do what was asked; what it held before it still holds."""


class ArchiveUnavailable(ArchiveError):
    """The archive cannot be opened, read or written."""


class SourceDamaged(ArchiveError):
    """Stored bytes do not match the hash that was stored with them."""


class Cancelled(OffcutError):
    """CPU work stopped because the caller's ``check`` said so."""


def _sentence(problems: Iterable[str]) -> str:
    listed = list(problems)
    shown = "; ".join(listed[:SHOWN_PROBLEMS])
    more = len(listed) - SHOWN_PROBLEMS
    return f"{shown}; and {more} more" if more > 0 else shown
