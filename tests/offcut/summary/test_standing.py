"""What is meant to stand outranks talk, in a language that is known and in one that is not."""

from __future__ import annotations

import pytest

from offcut.summary.standing import features

TALK = {
    "en": ["Thanks!", "How long did that take?", "Looks right to me.", "I saw it a moment ago.", "Go on."],
    "fi": ["Kiitos!", "Kauanko se kesti?", "Näyttää hyvältä.", "Näin sen hetki sitten.", "Jatka."],
}
STATED = {
    "en": ["The box answers on 10.4.7.19, port 8443.", "Hands off the ledger of the Leeds branch."],
    "fi": [
        "Laatikko vastaa osoitteessa 10.4.7.19, portissa 8443.",
        "Leedsin toimipisteen kirjanpitoon ei kosketa.",
    ],
}


def scores(statements: list[str], shown: tuple[str, ...] = ()) -> dict[str, float]:
    found = features(statements, shown)
    return {text: seen.score for text, seen in zip(statements, found, strict=True)}


@pytest.mark.parametrize("language", STATED)
def test_a_statement_outranks_the_talk_around_it(language: str) -> None:
    talk, stated = TALK[language], STATED[language]
    found = scores([*talk, *stated, *talk])
    assert min(found[text] for text in stated) > max(found[text] for text in talk)


def test_a_phrase_that_comes_again_with_other_values_is_talk() -> None:
    phrases = [f"I counted {n} rows in the file of Monday and they agree." for n in range(4)]
    [alone], *_ = [scores([phrases[0], "Something else was said here."])[phrases[0]]], None
    assert max(scores([*phrases, "Something else was said here."])[text] for text in phrases) < alone - 3


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("The report goes to ops@example.net.", "The report goes to somebody there."),
        ("Never open the gate at night alone.", "Slowly open the gate at night alone."),
        ("The third row holds the sum.", "Does the third row hold the sum?"),
        ("The crates stand in the yard behind.", "The crates stood there, I saw them."),
    ],
)
def test_each_sign_counts(more: str, less: str) -> None:
    assert scores([more, less])[more] > scores([more, less])[less]


def test_what_an_earlier_summary_showed_gives_way_only_to_more() -> None:
    texts = ["The crates stand in the yard behind.", "The barrels stand in the yard behind."]
    assert scores(texts, (texts[1],))[texts[1]] > scores(texts)[texts[1]]
    assert scores(texts, (texts[1],))[texts[0]] == scores(texts)[texts[0]]
