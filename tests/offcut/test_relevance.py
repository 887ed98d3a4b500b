"""The embedded decider computes what it was fitted with."""

from __future__ import annotations

import json

import pytest

from offcut.coefficients import local_regression
from offcut.formats import read
from offcut.provenance import Provenance, identifier_like, trace, units_of, values
from offcut.relevance import Features, probabilities, wire_probability
from support.conversations import Raw, Step, anthropic, chat
from support.counting import no_check
from support.paths import require_shared

EXAMPLE = chat(
    [
        Step('{"order_id": "A-1042", "payment_id": "pay_77123", "status": "declined", "gateway": "north-2"}',
             "get_order", '{"order_id": "A-1042"}'),
        Step("Declined payments can be retried after twenty minutes.",
             "search_docs", '{"query": "declined payments"}'),
        Step('{"payment_id": "pay_77123", "code": "E17"}', "get_payment", '{"payment_id": "pay_77123"}'),
    ],
    goal="Find why order A-1042 failed and refund it",
    end=(),
)[1:]  # fmt: skip
EXAMPLE[5]["content"] = "The payment was declined."


def traced(messages: list[Raw]) -> Provenance:
    return trace(units_of(read(messages), lambda result: result.text), no_check)


def test_all_published_feature_vectors_are_reproduced() -> None:
    shared = require_shared()
    vectors = json.loads((shared / "data" / "provenance_vectors.json").read_text())["vectors"]
    assert len(vectors) == 75
    for vector in vectors:
        messages = json.loads((shared / "corpus" / vector["transcript"]).read_text())["messages"]
        features = Features(traced(messages[: vector["t"]])).of(vector["i"])
        assert features == pytest.approx(vector["features"], abs=1e-12)
        assert local_regression().probability(features) == pytest.approx(vector["p_y"], abs=1e-12)


def test_the_worked_example_of_the_description() -> None:
    features = Features(traced(EXAMPLE))
    expected = {2: 0.258441, 4: 0.120024}
    for unit, probability in expected.items():
        assert local_regression().probability(features.of(unit)) == pytest.approx(probability, abs=1e-6)


@pytest.mark.parametrize(("raw", "wire"), [(0.0, 0.0), (0.025, 0.05), (0.05, 0.1), (0.525, 0.55), (1.0, 1.0)])
def test_raw_probabilities_map_to_the_wire_through_three_points(raw: float, wire: float) -> None:
    assert wire_probability(raw) == pytest.approx(wire)


def chances(messages: list[Raw], goal: str | None = None, next_action: str | None = None) -> list[float]:
    found = probabilities(
        traced(messages), local_regression(), goal=goal, next_action=next_action, check=no_check
    )
    return list(found.values())


def test_a_goal_takes_the_place_of_the_first_user_text() -> None:
    later = [*EXAMPLE, {"role": "user", "content": "Go on"}]
    assert chances(later, goal="look at gateway north-2") != chances(later)
    assert chances(later, goal=EXAMPLE[0]["content"]) == chances(later)


def test_the_next_action_is_part_of_the_query() -> None:
    assert chances(EXAMPLE, next_action="look at gateway north-2 declined") != chances(EXAMPLE)


def test_the_newest_result_is_never_judged_and_one_without_values_of_its_own_is_not_needed() -> None:
    repeated = chat([Step("alpha_1 beta_2"), Step("alpha_1 beta_2"), Step("gamma_3")], end=())
    assert len(chances(repeated)) == 2 and chances(repeated)[1] == 0.0 < chances(repeated)[0]


def test_both_formats_give_the_same_probabilities() -> None:
    steps = [Step(f"value_{n} other_{n * 7} shared_1") for n in range(8)]
    assert chances(chat(steps)[1:]) == pytest.approx(chances(anthropic(steps)), abs=0.02)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("./src/app.py: line-7 (ab_1) /x/", {"src/app.py", "line-7"}),
        ("mail dev@example.com #12345 a:b", {"mail", "dev@example.com", "#12345"} - {"mail"}),
        ("日本語 ORD-1 ORD-10", {"ORD-1", "ORD-10"}),
    ],
)
def test_values_are_runs_of_five_or_more_without_their_edges(text: str, found: set[str]) -> None:
    assert values(text) == found


@pytest.mark.parametrize(
    ("value", "like"),
    [
        ("order", False),
        ("Order", False),
        ("ORDER", False),
        ("orderId", True),
        ("ord_er", True),
        ("order1", True),
    ],
)
def test_an_identifier_has_a_mark_or_camel_case(value: str, like: bool) -> None:
    assert identifier_like(value) is like
