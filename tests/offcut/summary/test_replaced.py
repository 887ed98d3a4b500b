"""Which statements a later one replaces: surely, perhaps, or not at all."""

from __future__ import annotations

import pytest

from offcut.summary.replaced import Successor, successors

#: So that words have a rarity.
AROUND = ["Look at the parser of the importer.", "Write a test for the second case."]


def follows(earlier: str, later: str) -> Successor | None:
    return successors([earlier, *AROUND, later]).get(0)


@pytest.mark.requirement("H-52")
@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Refund at most 40 EUR.", "Refund at most 60 EUR."),
        ("Never deploy on Fridays.", "You must deploy on Fridays."),
        ("Write the tests with unittest.", "Write the tests with pytest instead."),
        ("Never refund more than 40 EUR.", "Never refund more than 60 EUR."),
        ("The balance of A-17 is 300 EUR.", "The balance of A-17 is 450 EUR."),
        ("The session timeout is 30 minutes.", "Timeout of a session is now 45 minutes."),
    ],
)
def test_a_later_statement_takes_the_place_of_the_earlier_one(earlier: str, later: str) -> None:
    assert follows(earlier, later) == Successor(3, certain=True)


@pytest.mark.requirement("H-52")
@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Use port 8080 for the server.", "Use port 9090 for the server."),
        ("Phải dùng cổng 8080.", "Phải dùng cổng 9090."),
        ("Refunds stay below 40 EUR.", "Make that sixty euros when you give money back."),
        ("We have to be done by 14:50 at the gate.", "The gate people gave us a bit, 16:35 will do."),
        ("Our freight rate is 300 EUR a pallet.", "The carrier wrote, a pallet sets us back 320 EUR."),
    ],
)
def test_what_may_be_replaced_is_shown_with_its_successor(earlier: str, later: str) -> None:
    assert follows(earlier, later) == Successor(3, certain=False)


@pytest.mark.requirement("H-52")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Never delete the users table.", "Never delete the orders table."),
        ("Never push to the branch main.", "Never push to the branch release."),
        ("Never restart the server srv-12.", "Never restart the server srv-40."),
        ("Never forget to lock the alpha door.", "Never forget to lock the beta door."),
        ("Do not use mocks instead of fakes in module alpha.", "Do not use mocks instead of fakes in beta."),
        ("Refactor the billing module.", "Do not refactor the billing module tests."),
        ("Không được dùng cổng 8080.", "Không được dùng cổng 9090."),
        ("Không được xóa bảng users.", "Hãy đọc bảng users."),
        ("不要修改 config.yaml。", "请阅读 config.yaml。"),
        ("Never deploy on Fridays.", "We deploy on Fridays, right?"),
        ("Use port 8080 for the server.", "Use the cache for the database."),
    ],
)
def test_two_statements_that_only_sound_alike_both_stand_alone(one: str, other: str) -> None:
    assert follows(one, other) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Never charge customer 1001 more than 50 EUR.", "Never charge customer 1002 more than 80 EUR."),
        ("Port 8080 must stay open.", "Port 9090 must stay open."),
        ("Ticket 12 must be fixed before release.", "Ticket 15 must be fixed before release."),
        ("The balance of A-17 is 300 EUR.", "The balance of B-22 is 450 EUR."),
    ],
)
def test_of_two_things_that_a_number_tells_apart_none_is_dropped(one: str, other: str) -> None:
    found = follows(one, other)
    assert found is None or not found.certain


@pytest.mark.parametrize(
    "row",
    [
        [f"shelf {n} holds box {n * 37 % 991}" for n in range(100)],
        [f"Port {n} must stay open." for n in range(8000, 8100)],
        [f"Never rename the column {word}{n} of the table." for n in range(2000) for word in "ab"],
    ],
)
def test_a_list_of_things_is_not_one_thing_that_changed(row: list[str]) -> None:
    assert successors(row) == {}


def test_a_chain_of_changes_ends_in_the_newest() -> None:
    found = successors([*AROUND, *(f"Refund at most {amount} EUR." for amount in (40, 50, 60))])
    assert found == {2: Successor(3, certain=True), 3: Successor(4, certain=True)}
