"""A session in which offcut does all it can for an agent, told by a scripted model and checked afterwards.

Large outputs are cut when they are born; the agent takes them back page by page, lets its own session be
folded and compressed, and recovers what was folded.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support.hosts import tiny_server
from support.hosts.script import Call, Step, Turn
from support.hosts.tour import reference, structure

#: Characters of a page, which every host shows whole, and more than the hooks leave of a foreign output.
PAGE = 10_000
TINY = (sys.executable, str(Path(tiny_server.__file__)))
#: Characters that the line with the reference takes at most.
MARKER = 120
#: What is not large enough for a hook, so that the session has something to fold.
MEDIUM = 1_500
CURRENT: dict[str, Any] = {"transcript": "current"}

#: Codex says how long a call took before it gives the result.
_DRESS = re.compile(r"\AWall time: [^\n]*\nOutput:\n")


@dataclass(frozen=True, slots=True)
class Story:
    """The script for one host: how its shell is called, and how many lines are too long for its context.

    ``preview`` is what the hook leaves of an output at most, in characters, without its marker.
    ``end`` is what the host hands on of the end of the last line.
    """

    shell: Callable[[str], Call]
    lines: int
    preview: int
    end: str = ""

    @property
    def printed(self) -> str:
        """What the shell prints."""
        return numbers(self.lines) + self.end

    def script(self) -> list[Step]:
        """Return the steps."""
        steps: list[Step] = [self.shell(f"seq 1 {self.lines}")]
        steps += pages(of=0, characters=len(self.printed))
        steps.append(Call("report", server="tiny"))
        steps += pages(of=len(steps) - 1, characters=tiny_server.CHARACTERS)
        steps += [self.shell(f"seq 1 {MEDIUM}"), self.shell("echo small"), self.shell("echo smaller")]
        options = {"drop_threshold": 1.0, "preserve_recent_messages": 2}
        steps.append(Call("context_status", CURRENT))
        steps.append(Call("compact_context", {**CURRENT, "options": options}))
        steps.append(recover_medium)
        options = {"protect_last_n": 4}
        steps.append(
            Call("compress", {**CURRENT, "force": True, "context_length": 20_000, "options": options})
        )
        return steps

    def check(self, shown: Sequence[str]) -> None:
        """The model saw all of it: the previews, the exact originals, its own session made smaller."""
        assert len(shown) == len(self.script()), shown[-1]
        results = iter(shown)
        for original in (self.printed, tiny_server.report()):
            preview = next(results)
            assert len(preview) <= self.preview + MARKER, preview
            assert f"[offcut: {len(original)} chars" in preview, preview
            assert "".join(bare(next(results)) for _ in range(0, len(original), PAGE)) == original
        assert numbers(MEDIUM) in next(results).strip()
        assert [next(results).split()[-1] for _ in range(2)] == ["small", "smaller"]
        status, compacted, recovered, compressed = (bare(result) for result in results)
        assert structure(status)["tokens"] > MEDIUM
        assert structure(compacted)["applied"] is False and structure(compacted)["changed"] is True
        assert numbers(MEDIUM) in recovered
        assert structure(compressed)["status"] == "compressed", compressed
        assert structure(compressed)["applied"] is False and structure(compressed)["summary"]


def pages(*, of: int, characters: int) -> list[Step]:
    """Return the calls that recover, page by page, what the result of this number refers to."""

    def page(offset: int) -> Callable[[Sequence[str]], Turn]:
        def step(shown: Sequence[str]) -> Turn:
            selection = {"offset": offset, "limit": PAGE, "raw": True}
            return Call("recover_source", {"ref": reference(shown[of]), **selection})

        return step

    return [page(offset) for offset in range(0, characters, PAGE)]


def recover_medium(shown: Sequence[str]) -> Turn:
    """Recover the shell's medium output, which the newest result says was archived."""
    sources = structure(bare(shown[-1]))["sources"]
    [ref] = [source["ref"] for source in sources if f"seq 1 {MEDIUM}" in source["summary"]]
    return Call("recover_source", {"ref": ref, "raw": True, "limit": 100_000})


def numbers(count: int) -> str:
    """Return what ``seq`` prints, without the last line's end."""
    return "\n".join(map(str, range(1, count + 1)))


def bare(result: str) -> str:
    """Return a result without what the host puts before it."""
    return _DRESS.sub("", result)
