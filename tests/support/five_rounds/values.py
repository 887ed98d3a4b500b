"""Values for the slots of templates: numbers, names and places, drawn from a seeded source."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from support.five_rounds.material import Material

TABLES = [
    "payments",
    "invoices",
    "shipments",
    "bookings",
    "patients",
    "tenants",
    "samples",
    "refunds",
    "ledger_lines",
    "deposits",
]
FOLDERS = [
    "archive/2019",
    "vendor",
    "legacy/import",
    "contracts/signed",
    "exports/raw",
    "scans/originals",
    "keys",
    "backup",
]
FILES = [
    "rates.csv",
    "export.py",
    "ledger.xlsx",
    "menu.md",
    "itinerary.pdf",
    "samples.json",
    "settings.toml",
    "cover.docx",
]
HOSTS = ["stage", "ledger", "freezer", "depot", "intake", "mirror", "print", "vault"]
LETTERS = "ABCDEFGHKLMNPRSTVWX"

#: Slots that every language fills in the same way. Times lie in the day: those of logs in the night.
MAKERS: Mapping[str, Callable[[Random], str]] = {
    "n": lambda random: str(random.randint(12, 98)),
    "big": lambda random: str(random.randint(120, 989)),
    "port": lambda random: str(random.randint(2100, 9890)),
    "ip": lambda random: f"10.{random.randint(2, 250)}.{random.randint(2, 250)}.{random.randint(2, 250)}",
    "time": lambda random: f"{random.randint(10, 19)}:{random.choice(range(5, 60, 5)):02}",
    "code": lambda random: f"{''.join(random.sample(LETTERS, 2))}-{random.randint(1000, 9999)}",
    "branch": lambda random: f"release-{random.randint(3, 99)}",
    "version": lambda random: f"{random.randint(1, 9)}.{random.randint(0, 30)}.{random.randint(1, 19)}",
    "phone": lambda random: f"0{random.randint(30, 89)} {random.randint(200000, 999999)}",
    "table": lambda random: random.choice(TABLES),
    "dir": lambda random: random.choice(FOLDERS) + "/",
    "file": lambda random: f"q{random.randint(1, 4)}_{random.choice(FILES)}",
    "host": lambda random: f"{random.choice(HOSTS)}-{random.randint(2, 40)}.example.net",
    "mail": lambda random: f"{random.choice(HOSTS)}.{random.randint(2, 99)}@example.org",
}


class Values:
    """A source of values for one language; never gives the same number, name or place twice in a row."""

    def __init__(self, random: Random, material: Material) -> None:
        self._random = random
        self._material = material
        self._last: dict[str, str] = {}

    def draw(self, slot: str) -> str:
        """Return a value for a slot."""
        value = self._made(slot)
        while value == self._last.get(slot):
            value = self._made(slot)
        self._last[slot] = value
        return value

    def _made(self, slot: str) -> str:
        talk = self._material.talk
        match slot:
            case "person":
                return self._random.choice(talk.names.split())
            case "city":
                return self._random.choice(talk.cities.split())
            case "date":
                month = self._random.choice(talk.months.split())
                return talk.date.format(day=self._random.randint(2, 28), month=month)
            case _:
                return MAKERS[slot](self._random)
