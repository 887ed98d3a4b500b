"""The measure of five rounds is right: its sessions are as promised, and its judge finds what is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support.compressing import size
from support.counting import counter
from support.five_rounds import KINDS, LANGUAGES, Session, Statement, chatter, judge, session
from support.five_rounds.standing import normal, stands

SEEDS = range(3)
languages = pytest.mark.parametrize("language", LANGUAGES)


def holding(talk: Session) -> list[Statement]:
    return [statement for statement in talk.statements if not statement.replaced_by]


def replaced(talk: Session) -> list[Statement]:
    return [statement for statement in talk.statements if statement.replaced_by]


def summary(statements: list[Statement]) -> str:
    """Return what a summary without a fault would say."""
    return "\n".join(["## Constraints & Preferences", *(f"- {statement.text}" for statement in statements)])


@languages
def test_a_session_is_long_and_its_statements_are_at_most_8_percent_of_it(language: str) -> None:
    for seed in SEEDS:
        talk = session(seed, language)
        said = sum(counter().count(statement.text) for statement in talk.statements)
        assert len(talk.messages) >= 60
        assert 0.04 <= said / size(talk.messages) <= 0.08
        assert {statement.kind for statement in holding(talk)} == set(KINDS)


@languages
def test_the_user_says_every_statement_once_and_what_replaces_comes_later(language: str) -> None:
    for seed in SEEDS:
        talk = session(seed, language)
        users = [m["content"] for m in talk.messages if m["role"] == "user"]
        where = {s: [at for at, text in enumerate(users) if s.text in text] for s in talk.statements}
        assert all(len(found) == 1 for found in where.values())
        assert all(where[old] < where[old.replaced_by] for old in replaced(talk) if old.replaced_by)
        assert len(replaced(talk)) == 4 and not any(0 in found for found in where.values())


@languages
def test_nothing_but_its_statement_has_a_replaced_value(language: str) -> None:
    for seed in SEEDS:
        talk = session(seed, language)
        messages = [*talk.messages, *(m for round in range(1, 5) for m in chatter(seed, round, language))]
        for old in replaced(talk):
            holders = [m for m in messages if stands(old.value, normal(str(m)))]
            assert len(holders) == 1 and old.text in holders[0]["content"]


@languages
def test_chatter_has_sixty_turns_and_hardly_repeats_itself(language: str) -> None:
    turns = [m for m in chatter(1, 1, language) if m["role"] == "user" or m.get("content")]
    for role in ("user", "assistant"):
        said = [m["content"] for m in turns if m["role"] == role]
        assert len(said) == 30 and len(set(said)) >= 28
    assert chatter(1, 1, language) != chatter(1, 2, language)


def test_the_same_seed_gives_the_same_session() -> None:
    first = session(5, "en")
    session.cache_clear()
    assert session(5, "en") == first and session(6, "en") != first


@languages
def test_a_summary_with_all_that_holds_is_without_a_fault(language: str) -> None:
    talk = session(0, language)
    verdict = judge(talk, summary(holding(talk)).upper().replace(" ", "  "))
    assert (verdict.lost, verdict.standing, verdict.unmarked) == ((), (), ())
    assert list(verdict.kept) == holding(talk)


@languages
def test_every_statement_that_is_left_out_is_found(language: str) -> None:
    talk = session(0, language)
    for left_out in holding(talk):
        rest = [statement for statement in holding(talk) if statement != left_out]
        assert [lost.statement for lost in judge(talk, summary(rest)).lost] == [left_out]


@languages
def test_a_statement_with_another_value_is_lost(language: str) -> None:
    talk = session(0, language)
    for new in (old.replaced_by for old in replaced(talk)):
        assert new is not None
        text = summary(holding(talk)).replace(new.value, "9" + new.value)
        assert new in [lost.statement for lost in judge(talk, text).lost]


Excuse = Callable[[Statement], str]
EXCUSES: dict[str, tuple[Excuse, bool, bool]] = {
    "as it was said": (lambda old: f"- {old.text}", True, True),
    "a new one in another line": (lambda old: f"- {old.text}\n- {new(old).text}", True, True),
    "a new one before it": (lambda old: f"- {new(old).text} {old.text}", True, True),
    "a new one after it": (lambda old: f"- {old.text} {new(old).text}", False, True),
    "a word about it": (lambda old: f"- {old.text} (superseded)", False, False),
    "struck out": (lambda old: f"- ~~{old.text}~~", False, False),
    "under a heading that says so": (lambda old: f"### No longer true\n- {old.text}", False, False),
}


def new(old: Statement) -> Statement:
    assert old.replaced_by is not None
    return old.replaced_by


@languages
@pytest.mark.parametrize("excuse", EXCUSES)
def test_a_replaced_value_stands_unless_something_excuses_it(excuse: str, language: str) -> None:
    write, standing, unmarked = EXCUSES[excuse]
    talk = session(0, language)
    for old in replaced(talk):
        verdict = judge(talk, f"{summary(holding(talk))}\n{write(old)}")
        assert (verdict.standing == (old,), verdict.unmarked == (old,)) == (standing, unmarked)
