"""What kind of thing a sentence is, and which rules still hold."""

from __future__ import annotations

import pytest

from offcut.summary.statements import Weight, sentences, still_valid, weigh


@pytest.mark.parametrize(
    ("sentence", "weight"),
    [
        ("Never push to main.", Weight.PROHIBITION),
        ("Please don't touch the vendor folder.", Weight.PROHIBITION),
        ("Không được xóa bảng users.", Weight.PROHIBITION),
        ("不要修改 config.yaml。", Weight.PROHIBITION),
        ("Lösche niemals die Datenbank.", Weight.PROHIBITION),
        ("The upload must stay below 5 MB.", Weight.CONSTRAINT),
        ("Luôn dùng Python 3.11.", Weight.CONSTRAINT),
        ("必须使用 UTF-8。", Weight.CONSTRAINT),
        ("I prefer short names.", Weight.PREFERENCE),
        ("Let us look at the parser.", Weight.OTHER),
    ],
)
def test_a_sentence_is_weighed_by_what_it_obliges_to(sentence: str, weight: Weight) -> None:
    assert weigh(sentence) == weight


def test_sentences_end_at_marks_and_lines_and_never_inside_a_value() -> None:
    text = "Use v1.2.3 of api.py! Then:\n- never ask\n\n不要问。 好的。"
    assert sentences(text) == ["Use v1.2.3 of api.py!", "Then:", "- never ask", "不要问。", "好的。"]


@pytest.mark.requirement("H-52")
@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Refund at most 40 EUR.", "Refund at most 60 EUR."),
        ("Use port 8080 for the server.", "Use port 9090 for the server."),
        ("Never deploy on Fridays.", "You must deploy on Fridays."),
        ("Write the tests with unittest.", "Write the tests with pytest instead."),
        ("Never refund more than 40 EUR.", "Never refund more than 60 EUR."),
        ("Phải dùng cổng 8080.", "Phải dùng cổng 9090."),
        ("The balance of A-17 is 300 EUR.", "The balance of A-17 is 450 EUR."),
        ("必须使用版本 3。", "必须使用版本 4。"),
    ],
)
def test_a_later_rule_about_the_same_thing_replaces_the_earlier_one(earlier: str, later: str) -> None:
    assert still_valid([earlier, "Thanks.", later]) == ["Thanks.", later]


@pytest.mark.requirement("H-52")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Never delete the users table.", "Never delete the orders table."),
        ("Never push to the branch main.", "Never push to the branch release."),
        ("Never restart the server srv-12.", "Never restart the server srv-40."),
        ("Không được dùng cổng 8080.", "Không được dùng cổng 9090."),
        ("The balance of A-17 is 300 EUR.", "The balance of B-22 is 450 EUR."),
        ("Không được xóa bảng users.", "Hãy đọc bảng users."),
        ("不要修改 config.yaml。", "请阅读 config.yaml。"),
        ("Never deploy on Fridays.", "We deploy on Fridays, right?"),
        ("Use port 8080 for the server.", "Use the cache for the database."),
    ],
)
def test_two_rules_that_only_sound_alike_both_hold(one: str, other: str) -> None:
    assert still_valid([one, other]) == [one, other]


def test_thousands_of_rules_that_sound_alike_all_hold() -> None:
    rules = [f"Never rename the column {word}{n} of the table." for n in range(2000) for word in "ab"]
    assert still_valid(rules) == rules
