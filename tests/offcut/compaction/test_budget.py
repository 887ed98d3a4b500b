"""A budget folds what it needs and no more."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut.compaction.budget import Budget, needed_folds
from offcut.tokens import TokenScale
from support.conversations import RECORD, Step, chat
from support.passes import compact, decisions, folded, reasons

ALL = {"drop_threshold": 1.0}
EXACT = TokenScale(1.0, "exact")


@dataclass(frozen=True)
class Saved:
    savings: int
    probability: float | None


folds = st.lists(st.builds(Saved, st.integers(1, 500), st.none() | st.floats(0, 1)), max_size=30)


@pytest.mark.requirement("R-43", "F-23")
@given(folds, st.integers(0, 9_000))
def test_a_met_budget_can_spare_none_of_its_folds_and_an_unmet_one_has_them_all(
    folds: list[Saved], limit: int
) -> None:
    budget = Budget(limit, 10_000, EXACT)
    chosen = needed_folds(folds, budget)
    saved = sum(fold.savings for fold in chosen)
    if not budget.met_by(sum(fold.savings for fold in folds)):
        assert len(chosen) == len(folds)
        return
    assert budget.met_by(saved)
    assert not any(budget.met_by(saved - fold.savings) for fold in chosen)


@pytest.mark.requirement("F-23")
def test_a_small_unlikely_result_is_put_back_when_a_larger_one_alone_meets_the_budget() -> None:
    small, large = Saved(60, 0.01), Saved(5_000, 0.02)
    assert needed_folds([small, large], Budget(6_000, 10_000, EXACT)) == [large]


def _messages() -> list[dict[str, object]]:
    return chat([Step(f"{RECORD} {n}") for n in range(4)] + [Step("new")])


@pytest.mark.requirement("R-39", "R-42", "R-58")
def test_a_budget_that_is_met_already_changes_nothing_and_says_so() -> None:
    tokens = compact(_messages()).stats.tokens_before
    found = compact(_messages(), options={**ALL, "max_output_tokens": tokens})
    assert (found.budget_met, found.changed, found.reason) == (True, False, "no_change")
    assert reasons(found) == ["within_budget"] * 4 + ["protected"]
    assert [d.probability for d in decisions(found)] == [None] * 5


@pytest.mark.requirement("R-41", "R-43", "R-58")
def test_folding_stops_as_soon_as_the_budget_is_met() -> None:
    everything = compact(_messages(), options=ALL)
    before, after = everything.stats.tokens_before, everything.stats.tokens_after
    one = compact(_messages(), options={**ALL, "max_output_tokens": before - 1})
    assert len(folded(one)) == 1 and one.budget_met is True
    assert reasons(one).count("within_budget") == 3
    all_four = compact(_messages(), options={**ALL, "max_output_tokens": after})
    assert len(folded(all_four)) == 4 and all_four.budget_met is True


@pytest.mark.requirement("R-45", "R-46")
def test_a_budget_out_of_reach_never_takes_what_may_be_needed() -> None:
    found = compact(_messages(), options={"max_output_tokens": 1, "drop_threshold": 0.0})
    assert (found.reason, found.budget_met) == ("budget_exceeded", False)
    assert "needed_or_uncertain" in reasons(found)
    assert not any(d.action == "preview" and d.reason == "needed_or_uncertain" for d in decisions(found))


@pytest.mark.requirement("R-47")
def test_without_a_budget_everything_that_qualifies_is_folded() -> None:
    found = compact(_messages(), options=ALL)
    assert len(folded(found)) == 4 and found.budget_met is None


@pytest.mark.requirement("R-37", "R-40")
@pytest.mark.parametrize("model", [None, "claude-opus-5", "gemini-3-pro"])
def test_a_budget_is_counted_by_us_in_the_models_own_tokens(model: str | None) -> None:
    full = compact(_messages(), model=model)
    at = compact(_messages(), model=model, options={**ALL, "max_output_tokens": full.stats.tokens_before})
    below = compact(
        _messages(), model=model, options={**ALL, "max_output_tokens": full.stats.tokens_before - 1}
    )
    assert (at.changed, below.changed, below.budget_met) == (False, True, True)


@pytest.mark.requirement("R-38")
def test_reported_tokens_move_the_budget_and_never_the_previews() -> None:
    plain = compact(_messages(), options=ALL)
    reported = plain.stats.tokens_before * 2
    found = compact(_messages(), reported_tokens=reported, options={**ALL, "max_output_tokens": reported})
    assert found.stats.tokens_before == reported and found.stats.token_method == "calibrated"
    assert found.changed is False
    assert compact(_messages(), reported_tokens=reported, options=ALL).messages == plain.messages
