"""Exact values and their kinds."""

from __future__ import annotations

import pytest

from offcut.summary.exact import exact_values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Refunds stay below 40 EUR.", [("money", "40 EUR")]),
        ("Make that sixty euros at most.", [("money", "sixty euros")]),
        ("退款不得超过40元", [("money", "40元")]),
        ("我们17:30之前到10.4.7.19", [("host", "10.4.7.19"), ("time", "17:30")]),
        ("The box answers on 10.4.7.19, port 8443.", [("host", "10.4.7.19"), ("number", "8443")]),
        ("The stable build is 2.3.1.", [("version", "2.3.1")]),
        ("Done by 17:30 on 4 May.", [("date", "4 May"), ("time", "17:30")]),
        ("Bis 17 Uhr am 4. Mai", [("date", "4. Mai"), ("time", "17 Uhr")]),
        ("ngày 4 tháng 5 lúc 17 giờ", [("date", "ngày 4 tháng 5"), ("time", "17 giờ")]),
        ("Mail ops@example.net the shelf RK-204.", [("address", "ops@example.net"), ("code", "RK-204")]),
        ("Ring +49 30 1234567 about 7 %.", [("percent", "7 %"), ("phone", "+49 30 1234567")]),
        ("src/app/main.py fills orders_2024", [("path", "src/app/main.py"), ("code", "orders_2024")]),
        ("Wait 30 minutes at 512 MB", [("amount", "30 minutes"), ("amount", "512 MB")]),
        ("Port 8080 must stay open, ticket 12 too", [("number", "8080"), ("number", "12")]),
        ("Nothing exact here.", []),
    ],
)
def test_values_are_found_with_their_kind(text: str, values: list[tuple[str, str]]) -> None:
    assert [(value.kind, value.text) for value in exact_values(text)] == values


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("30 minutes", "45 minutes", True),
        ("30 minutes", "45 pages", False),
        ("40 EUR", "$60", True),
        ("40 EUR", "17:30", False),
        ("seat 12", "seat 14", True),
        ("400 people", "let in 420, not more", True),
    ],
)
def test_values_are_alike_by_kind_and_unit(one: str, other: str, alike: bool) -> None:
    [first], [second] = exact_values(one), exact_values(other)
    assert first.is_like(second) is second.is_like(first) is alike
