"""The five things that can be said of a requirement, each short enough for one line of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["tested", "host", "decided difference", "statement", "planned"]


@dataclass(frozen=True, slots=True)
class Requirement:
    """One id with what it asks, in our own words, and where we stand.

    ``detail`` says how the host is enabled, what we do instead, why there is nothing to test, or what
    is planned; ``step`` is the issue (step 1 to 6) that brings a planned one.
    """

    id: str
    note: str
    kind: Kind
    detail: str = ""
    step: int | None = None

    @property
    def status(self) -> str:
        """The status as one line: ``tested``, ``host: …``, ``planned: step 5 …``."""
        if self.kind == "planned":
            return f"planned: step {self.step} {self.detail}"
        return f"{self.kind}: {self.detail}" if self.detail else self.kind

    @property
    def needs_test(self) -> bool:
        """Whether at least one test must carry this id."""
        return self.kind in ("tested", "decided difference")


def tested(id: str, note: str) -> Requirement:
    """We do it; a test that carries the id fails without it."""
    return Requirement(id, note, "tested")


def host(id: str, note: str, how: str) -> Requirement:
    """The host's task; ``how`` says what offcut gives it for that."""
    return Requirement(id, note, "host", how)


def differs(id: str, note: str, ours: str) -> Requirement:
    """We decided otherwise; a test that carries the id fails without ``ours``."""
    return Requirement(id, note, "decided difference", ours)


def statement(id: str, note: str, why: str) -> Requirement:
    """Nothing to test; ``why`` says why."""
    return Requirement(id, note, "statement", why)


def planned(id: str, step: int, note: str, what: str) -> Requirement:
    """Not there yet; ``what`` is the part of that step which brings it."""
    return Requirement(id, note, "planned", what, step)
