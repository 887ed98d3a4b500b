"""What kind of thing a sentence is, by general signs and not by its topic."""

from __future__ import annotations

import pytest

from offcut.summary.statements import Weight, sentences, weigh


@pytest.mark.parametrize(
    ("sentence", "weight"),
    [
        ("Never push to main.", Weight.PROHIBITION),
        ("Please don't touch the vendor folder.", Weight.PROHIBITION),
        ("Hands off the ledger.", Weight.PROHIBITION),
        ("Prod is off limits.", Weight.PROHIBITION),
        ("Nobody outside the team sees these numbers.", Weight.PROHIBITION),
        ("Không được xóa bảng users.", Weight.PROHIBITION),
        ("不要修改 config.yaml。", Weight.PROHIBITION),
        ("Lösche niemals die Datenbank.", Weight.PROHIBITION),
        ("Kein Deploy am Montag.", Weight.PROHIBITION),
        ("Ne touche jamais à la base.", Weight.PROHIBITION),
        ("Il est interdit de redémarrer le serveur.", Weight.PROHIBITION),
        ("The upload must stay below 5 MB.", Weight.CONSTRAINT),
        ("Luôn dùng Python 3.11.", Weight.CONSTRAINT),
        ("必须使用 UTF-8。", Weight.CONSTRAINT),
        ("I prefer short names.", Weight.PREFERENCE),
        ("Ich mag kurze Namen.", Weight.PREFERENCE),
        ("Let us look at the parser.", Weight.OTHER),
        ("Snow fell on the knot of roads.", Weight.OTHER),
    ],
)
def test_a_sentence_is_weighed_by_what_it_obliges_to(sentence: str, weight: Weight) -> None:
    assert weigh(sentence) == weight


def test_sentences_end_at_marks_and_lines_and_never_inside_a_value() -> None:
    text = "Use v1.2.3 of api.py now! Then we look again:\n- never ask anybody\n\n不要问任何人。 好的。"
    assert sentences(text) == [
        "Use v1.2.3 of api.py now!",
        "Then we look again:",
        "- never ask anybody",
        "不要问任何人。 好的。",
    ]


@pytest.mark.parametrize("text", ["Es muss am 12. Februar da sein.", "Ask first, e. g. by mail to ops."])
def test_a_short_number_or_a_letter_with_a_point_ends_no_sentence(text: str) -> None:
    assert sentences(text) == [text]


def test_a_fragment_belongs_to_the_sentence_before_it() -> None:
    assert sentences("The ledger? Hands off. Go on with the report now.") == [
        "The ledger? Hands off.",
        "Go on with the report now.",
    ]


def test_a_rule_belongs_to_the_question_that_names_what_it_is_about() -> None:
    told = "Somebody told you to use port 8081? Forget that, it is not to be used."
    assert sentences(told) == [told]
    assert len(sentences("Is the port 8081? The other one is not used on port 9090.")) == 2
