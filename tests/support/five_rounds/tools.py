"""Rounds of tools: a call and a result of a realistic kind, about a thousand characters each."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

Raw = dict[str, Any]

PARTS = [
    "order",
    "parcel",
    "sample",
    "tenant",
    "voucher",
    "route",
    "batch",
    "clause",
    "recipe",
    "ticket",
    "invoice",
    "guest",
]
VERBS = ["load", "merge", "check", "settle", "print", "count", "pack", "label", "notify", "rebuild"]
STATES = ["settled", "open", "queued", "failed", "archived", "shipped"]
EVENTS = (
    "connection pool at {} of 64",
    "retrying request, attempt {}",
    "checkpoint written in {} ms",
    "WARN slow query took {} ms",
    "worker {} picked up a job",
    "ERROR timeout after {} ms, will not retry",
    "cache miss for key {}",
)
#: What stands in real files without anybody having told the agent so.
COMMENTS = (
    "# Never call this twice in one request.",
    "# TODO: must be moved to the settings",
    "# Please do not edit: generated",
    "# see the ticket about rounding",
    "# keeps the order of insertion",
)


def tool_round(random: Random, id: str) -> list[Raw]:
    """Return an assistant's call and the result that answers it."""
    name, arguments, make = random.choice(TOOLS)
    subject = f"{random.choice(PARTS)}_{random.choice(VERBS)}_{random.randint(100, 999)}"
    function = {"name": name, "arguments": json.dumps({arguments: subject})}
    call = {"id": id, "type": "function", "function": function}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": id, "content": make(random)},
    ]


def log(random: Random) -> str:
    return "\n".join(
        f"2026-03-{random.randint(1, 28):02}T0{random.randint(0, 6)}:{random.randint(10, 59)}:"
        f"{random.randint(10, 59)}Z {random.choice(PARTS)}-service {random.choice(EVENTS)}".replace(
            "{}", str(random.randint(1000, 9999))
        )
        for _ in range(random.randint(8, 18))
    )


def records(random: Random) -> str:
    part = random.choice(PARTS)
    rows = [
        {part: f"{part[:3].upper()}{random.randint(10**5, 10**6)}", "state": random.choice(STATES)}
        | {"total": f"{random.randint(1000, 9999)}.{random.randint(10, 99)}"}
        for _ in range(random.randint(8, 20))
    ]
    return json.dumps({"count": len(rows), "rows": rows}, indent=random.choice([None, 1]))


def code(random: Random) -> str:
    return "\n\n".join(_function(random) for _ in range(random.randint(4, 8)))


def diff(random: Random) -> str:
    name = f"src/{random.choice(PARTS)}_{random.choice(VERBS)}.py"
    at = random.randint(20, 400)
    body = [" -+"[random.randint(0, 2)] + line for line in code(random).splitlines()]
    return "\n".join([f"--- a/{name}", f"+++ b/{name}", f"@@ -{at},{len(body)} +{at},{len(body)} @@", *body])


def listing(random: Random) -> str:
    return "\n".join(
        f"-rw-r--r-- 1 app app {random.randint(1000, 99999):>6} Mar {random.randint(1, 28):>2} "
        f"{random.choice(PARTS)}_{random.choice(VERBS)}_{random.randint(100, 999)}.{random.choice(ENDINGS)}"
        for _ in range(random.randint(10, 24))
    )


def _function(random: Random) -> str:
    verb, part = random.choice(VERBS), random.choice(PARTS)
    return "\n".join(
        [
            f"def {verb}_{part}({part}: dict, limit: int = {random.randint(1000, 9999)}) -> list:",
            f"    {random.choice(COMMENTS)}",
            f'    rows = [row for row in {part}["rows"] if row["state"] == "{random.choice(STATES)}"]',
            f"    return sorted(rows, key=lambda row: row[{random.choice(PARTS)!r}])[:limit]",
        ]
    )


ENDINGS = ("py", "csv", "json", "pdf", "md")
TOOLS: tuple[tuple[str, str, Callable[[Random], str]], ...] = (
    ("read_log", "service", log),
    ("query", "view", records),
    ("read_file", "path", code),
    ("show_diff", "of", diff),
    ("list_folder", "path", listing),
)
