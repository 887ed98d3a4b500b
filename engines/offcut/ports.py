"""What the core asks of the outside: a counter, a store, a decider. Protocols only, no I/O here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Protocol

SourceKind = Literal["tool_result", "message", "segment", "summary", "plan"]
StandInKind = Literal["preview", "summary"]
#: Whose sources a search looks at: those of the caller's project, or of every project of the namespace.
SearchedProjects = Literal["own", "all"]

#: Raises to stop CPU work that runs in a thread, because a thread cannot be cancelled.
Check = Callable[[], None]
#: ``bytes -> reference``, pure: the archive key is already inside.
Reference = Callable[[bytes], str]


class TokenCounter(Protocol):
    """Counts base tokens (o200k). ``method`` is ``exact``, or ``bound`` for an upper bound."""

    method: Literal["exact", "bound"]

    def count(self, text: str) -> int:
        """Return the number of tokens of ``text``; any text is fine, lone surrogates included."""
        ...


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Where a source was met. Several occurrences of one source are rows beside one copy."""

    tool: str | None = None
    call_id: str | None = None
    session: str | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True)
class NewSource:
    """Bytes to be kept.

    ``text`` is what selections and search address: ``None`` means the body itself is that text
    (UTF-8, ``surrogatepass``); a body made of ``blocks`` gives their flattened text; bytes that are
    no text at all give ``""`` and a media type of their own. ``lifetime`` is in seconds; ``None`` means until
    it is deleted.
    """

    body: bytes
    kind: SourceKind = "tool_result"
    text: str | None = None
    blocks: int = 0
    media_type: str = "text/plain"
    tokens: int | None = None
    lifetime: float | None = None
    occurrence: Occurrence = field(default_factory=Occurrence)


@dataclass(frozen=True, slots=True)
class NewStandIn:
    """A text that was shown in place of a source; ``digest`` is its sha256, ``ref`` what it stands for.

    ``characters`` and ``lines`` are those of the original. With ``by_host`` the reference is the host's
    own, and these sizes are all that offcut holds of it.
    """

    digest: bytes
    ref: str
    kind: StandInKind = "preview"
    by_host: bool = False
    characters: int = 0
    lines: int = 0


@dataclass(frozen=True, slots=True)
class StandIn:
    """A registered stand-in: what it stands for, and the original text where it is still stored."""

    ref: str
    kind: StandInKind
    by_host: bool
    original: str | None


@dataclass(frozen=True, slots=True)
class SourceInfo:
    """What is known of a stored source. ``characters`` and ``lines`` are those of its text.

    ``lines`` is the number of ``\\n`` plus 1; ``bytes`` is the size of the body; ``created`` is
    seconds since the epoch; ``tool`` is that of the first occurrence, so that it does not change.
    """

    ref: str
    kind: SourceKind
    media_type: str
    sha256: bytes
    bytes: int
    characters: int
    lines: int
    blocks: int
    tool: str | None
    created: float


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A stretch of a source's text, with the 0-based character and line at which it starts."""

    text: str
    character: int
    line: int


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A source that holds what was looked for: ``line`` is its best place, 1-based, in its text.

    ``tool`` is that of its first occurrence where the search looked, ``snippet`` a stretch of the line
    without secrets, ``score`` above 0 and up to 1 (``offcut.search.matching`` says how).
    """

    ref: str
    tool: str | None
    line: int
    snippet: str
    score: float


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The answer of a search, best first; ``searched`` is the number of sources that were looked at."""

    hits: tuple[SearchHit, ...]
    searched: int
    warnings: tuple[str, ...]

    def to_wire(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "hits": [asdict(hit) for hit in self.hits],
            "searched": self.searched,
            "warnings": list(self.warnings),
        }


class SourceStore(Protocol):
    """Keeps sources for one namespace. Every method may raise an ``ArchiveError``."""

    async def referencer(self) -> Reference:
        """Return the pure function that gives the reference of any bytes in this namespace."""
        ...

    async def put_many(self, sources: Sequence[NewSource], stand_ins: Sequence[NewStandIn] = ()) -> list[str]:
        """Store everything in one durable transaction and return the references, in order.

        When this returns, the bytes survive a kill of the process; when it raises, nothing was stored.
        """
        ...

    async def get(self, ref: str) -> bytes:
        """Return the exact bytes. Raises ``SourceNotFound`` with the reason, or ``SourceDamaged``."""
        ...

    async def manifest(self, ref: str) -> bytes:
        """Return a segment as it is stored: the references of its messages, not the messages."""
        ...

    async def describe(self, ref: str) -> SourceInfo:
        """Return what is known of a source. Raises ``SourceNotFound`` with the reason."""
        ...

    async def read_text(self, ref: str) -> Excerpt:
        """Return the whole text of a source."""
        ...

    async def read_characters(self, ref: str, start: int, end: int) -> Excerpt:
        """Return at least the code points ``start`` to ``end`` (0-based, end excluded), whole pieces."""
        ...

    async def read_lines(self, ref: str, first: int, last: int) -> Excerpt:
        """Return at least the lines ``first`` to ``last`` (1-based, inclusive), whole pieces."""
        ...

    async def known(self, digests: Sequence[bytes]) -> Mapping[bytes, StandIn]:
        """Return the registered stand-ins among these sha256 digests, with their originals."""
        ...


class SearchableStore(SourceStore, Protocol):
    """A store whose sources can be found by what they hold."""

    async def search(
        self, query: str, *, tool: str | None = None, limit: int = 10, projects: SearchedProjects = "own"
    ) -> SearchResult:
        """Return the sources that hold every word of the query, at most ``limit``, best first."""
        ...
