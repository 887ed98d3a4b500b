"""Reading what ``recover_source`` answers, as a model or a host would."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

import anyio

from offcut.ports import NewSource, Occurrence
from offcut.recovery import recover_source
from support.memory_store import MemoryStore

_CALL = re.compile(r"recover_source\((.*)\)")
_ARGUMENT = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|\d+)(?:, |$)')


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, taken apart by what its header announces and by nothing else."""

    header: str
    selection: str
    next: dict[str, Any] | None

    @classmethod
    def of(cls, text: str) -> Answer:
        """Take an answer apart; fails where the announced number of characters is not what follows."""
        header, _, selection = text.partition("\n\n")
        announced = re.search(r"^selection: (\d+) characters?, after the blank line$", header, re.MULTILINE)
        assert announced is not None, header
        assert int(announced[1]) == len(selection)
        return cls(header, selection, _next_call(header))


def recovered(text: str, *, piece: int = 32_768, **selection: Any) -> str:
    """Store one text and recover from it."""

    async def run() -> str:
        store = MemoryStore(piece=piece)
        [ref] = await store.put_many([tool_result(text)])
        return await recover_source(store, ref, **selection)

    return anyio.run(run)


def followed(text: str, *, piece: int = 32_768, **selection: Any) -> tuple[str, list[Answer]]:
    """Make the first call and then every announced one; return the joined selections and the answers."""

    async def run() -> tuple[str, list[Answer]]:
        store = MemoryStore(piece=piece)
        [ref] = await store.put_many([tool_result(text)])
        answers: list[Answer] = []
        whole, arguments = "", {"ref": ref, **selection}
        while True:
            answer = Answer.of(await recover_source(store, **arguments))
            # A page of whole lines ends before a line end; one that stopped inside a line goes on there.
            whole += ("\n" if answers and "lines" in arguments else "") + answer.selection
            answers.append(answer)
            if answer.next is None:
                return whole, answers
            arguments = answer.next
            assert len(answers) <= len(text) + 2, "the announced calls must come to an end"

    return anyio.run(run)


def tool_result(text: str, tool: str | None = "read_file") -> NewSource:
    """Return a result that is one text."""
    return NewSource(text.encode("utf-8", "surrogatepass"), occurrence=Occurrence(tool=tool))


def _next_call(header: str) -> dict[str, Any] | None:
    last = header.rsplit("\n", 1)[-1]
    if not last.startswith("next: "):
        return None
    call = _CALL.fullmatch(last.removeprefix("next: "))
    assert call is not None, last
    arguments = {name: json.loads(value) for name, value in _ARGUMENT.findall(call[1])}
    assert ", ".join(f"{n}={json.dumps(v, ensure_ascii=False)}" for n, v in arguments.items()) == call[1]
    return arguments
