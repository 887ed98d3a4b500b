"""Five compressions in a row: what the user stated is still there, what was replaced does not stand alone.

The sessions are generated (``support.five_rounds``): statements without telltale headings, and sixty turns of
chatter before each further compression. ``tests/benchmarks/rounds_curve.py`` prints the curve by kind.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.five_rounds import after_rounds, judge, session
from support.five_rounds.judge import Verdict
from support.five_rounds.standing import normal

#: Sessions a language, in parts that can run side by side.
SESSIONS, PART = 50, 10
#: English and German; Finnish stands for a language that no table of signs knows.
KNOWN, UNKNOWN = ("en", "de"), "fi"
PARTS = range(0, SESSIONS, PART)


def verdicts(language: str, seeds: range, share: float) -> Iterator[tuple[str, Verdict]]:
    for seed in seeds:
        made = session(seed, language)
        outcome = after_rounds(made, share)
        assert set(outcome.statuses) == {"compressed"}
        yield outcome.text, judge(made, outcome.text)


def kept_share(found: list[Verdict]) -> float:
    kept, lost = (
        sum(len(part) for part in parts) for parts in ((v.kept for v in found), (v.lost for v in found))
    )
    return kept / (kept + lost)


@pytest.mark.requirement("H-52")
@pytest.mark.parametrize("first", PARTS)
@pytest.mark.parametrize("language", KNOWN)
def test_what_was_stated_survives_five_compressions(language: str, first: int) -> None:
    found = list(verdicts(language, range(first, first + PART), 0.2))
    assert kept_share([verdict for _, verdict in found]) >= 0.95
    lost = [
        loss.statement.text
        for _, verdict in found
        for loss in verdict.lost
        if loss.statement.kind == "prohibition"
    ]
    assert lost == []


@pytest.mark.requirement("H-52")
@pytest.mark.parametrize("language", KNOWN)
def test_a_replaced_value_does_not_stand_as_current(language: str) -> None:
    """It is gone, or its successor stands after it, which the summary says holds."""
    for text, verdict in verdicts(language, range(PART), 0.2):
        for statement in verdict.unmarked:
            assert statement.replaced_by is not None
            whole = normal(text)
            assert whole.rfind(normal(statement.text)) < whole.rfind(normal(statement.replaced_by.text))
        assert "Where two lines disagree, the later one holds." in text


@pytest.mark.parametrize(("share", "least"), [(0.2, 0.9), (0.1, 0.7)])
def test_an_unknown_language_degrades_to_structure_and_not_to_nothing(share: float, least: float) -> None:
    assert kept_share([verdict for _, verdict in verdicts(UNKNOWN, range(PART), share)]) >= least
