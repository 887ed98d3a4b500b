"""Calls of our own ``recover_source`` in a list, run again to see whether their answers are still ours."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from offcut.conversation import Place, ToolPair
from offcut.errors import ArchiveError, InvalidInput, SourceNotFound
from offcut.ports import Excerpt, NewSource, NewStandIn, Reference, SourceInfo, SourceStore, StandIn
from offcut.recovery import recover_source

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
#: Calls that cannot be run again, a pattern that does not end say, after which no more are tried.
MOST_REFUSALS = 3
RECOVER_TOOL = "recover_source"
RECOVER_ARGUMENTS = frozenset({"ref", "lines", "grep", "context", "max_matches", "offset", "limit", "raw"})


@dataclass(frozen=True, slots=True)
class RecoverCall:
    """A call that reads like one of our own tool, with its arguments; whether it is one, the answer tells."""

    pair: ToolPair
    ref: str
    arguments: dict[str, Any]

    @property
    def place(self) -> Place:
        """Where its answer stands."""
        return self.pair.result.place

    @property
    def has_header(self) -> bool:
        """Whether the answer begins with the header that names its source, or is a raw one without any."""
        return self.arguments.get("raw") is True or self.pair.result.text.startswith(f"ref: {self.ref}\n")

    def shown(self, answer: str) -> str:
        """Return the part of the source in an answer: what stands after the header, if it has one."""
        return answer if self.arguments.get("raw") is True else answer.partition("\n\n")[2]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call answers now, and what is known of the source that it is a part of."""

    text: str
    source: SourceInfo


def recover_calls(pairs: Sequence[ToolPair]) -> Iterator[RecoverCall]:
    """Yield the calls that are worth running again.

    A raw search could take seconds in every pass, for a text that folds as well as any other.
    """
    for pair in pairs:
        arguments = _arguments(pair.call.arguments) if pair.call.name.endswith(RECOVER_TOOL) else {}
        ref = arguments.get("ref")
        if not isinstance(ref, str) or not arguments.keys() <= RECOVER_ARGUMENTS:
            continue
        if "grep" not in arguments or arguments.get("raw") is not True:
            yield RecoverCall(pair, ref, arguments)


async def answers_again(
    calls: Sequence[RecoverCall], store: SourceStore
) -> AsyncIterator[tuple[RecoverCall, Answer | None]]:
    """Yield for each call what it answers now, or nothing where it cannot be run."""
    sources, refused = _ReadOnce(store), 0
    for call in calls:
        answer = None
        try:
            if refused < MOST_REFUSALS:
                text = await recover_source(sources, **call.arguments)
                answer = Answer(text, await sources.describe(call.ref))
        except InvalidInput:
            refused += 1
        except (SourceNotFound, ArchiveError, TypeError):
            pass
        yield call, answer


def same_answer(again: str, text: str) -> bool:
    """Tell whether two answers are one as they reach a host: what is no UTF-8 becomes U+FFFD on the way."""
    return _LONE_SURROGATE.sub("\ufffd", again) == _LONE_SURROGATE.sub("\ufffd", text)


def _arguments(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return {k: v for k, v in value.items() if v is not None} if isinstance(value, dict) else {}


@dataclass(frozen=True, slots=True)
class _ReadOnce:
    """A store for one pass: a whole text is read once, however many pages and searches of it there are.

    A segment is composed whenever any of it is read, so that all of it is a whole text.
    """

    store: SourceStore
    infos: dict[str, SourceInfo] = field(default_factory=dict)
    texts: dict[str, Excerpt] = field(default_factory=dict)

    async def describe(self, ref: str) -> SourceInfo:
        if ref not in self.infos:
            self.infos[ref] = await self.store.describe(ref)
        return self.infos[ref]

    async def read_text(self, ref: str) -> Excerpt:
        if ref not in self.texts:
            self.texts[ref] = await self.store.read_text(ref)
        return self.texts[ref]

    async def read_characters(self, ref: str, start: int, end: int) -> Excerpt:
        if (await self.describe(ref)).kind == "segment":
            return await self.read_text(ref)
        return await self.store.read_characters(ref, start, end)

    async def read_lines(self, ref: str, first: int, last: int) -> Excerpt:
        if (await self.describe(ref)).kind == "segment":
            return await self.read_text(ref)
        return await self.store.read_lines(ref, first, last)

    async def get(self, ref: str) -> bytes:
        return await self.store.get(ref)

    async def manifest(self, ref: str) -> bytes:
        return await self.store.manifest(ref)

    async def known(self, digests: Sequence[bytes]) -> dict[bytes, StandIn]:
        return dict(await self.store.known(digests))

    async def referencer(self) -> Reference:
        return await self.store.referencer()

    async def put_many(self, sources: Sequence[NewSource], stand_ins: Sequence[NewStandIn] = ()) -> list[str]:
        return await self.store.put_many(sources, stand_ins)
