"""The removed messages as a summary sees them: who spoke, what was said, which tools ran."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from offcut.ports import Check
from offcut.redact import mask, redact


@dataclass(frozen=True, slots=True)
class Round:
    """A tool call with the text that its result stands for, ``None`` where there is none."""

    tool: str
    arguments: str
    result: str | None


@dataclass(frozen=True, slots=True)
class Turn:
    """One removed message: who spoke, what was said, and the rounds of tools that began there."""

    speaker: str
    text: str
    rounds: tuple[Round, ...] = ()


def without_secrets(turns: Sequence[Turn], check: Check) -> list[Turn]:
    """Return the turns with every secret masked: one that is recognised anywhere, everywhere."""
    secrets: set[str] = set()

    def redacted(text: str) -> str:
        check()
        clean = redact(text.strip())
        secrets.update(clean.secrets)
        return clean.text

    clean = [_mapped(turn, redacted) for turn in turns]
    everywhere = frozenset(secrets)
    return [_mapped(turn, lambda text: mask(text, everywhere)) for turn in clean] if secrets else clean


def _mapped(turn: Turn, change: Callable[[str], str]) -> Turn:
    rounds = [
        Round(change(r.tool), change(r.arguments), None if r.result is None else change(r.result))
        for r in turn.rounds
    ]
    return Turn(turn.speaker, change(turn.text), tuple(rounds))
