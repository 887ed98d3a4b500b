"""Reading a JSON file of messages: whole, checked, and with a sentence for everything that can be wrong."""

from __future__ import annotations

import json
import math
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import regex

from offcut.errors import InvalidInput
from offcut_mcp.json_text import problem_of

#: Where a file may hold its list: request bodies of Chat and Anthropic, of Responses, of Gemini.
LISTS = ("messages", "input", "contents")
MAX_BYTES = 256 * 1024 * 1024
MAX_DEPTH = 200
SHOWN_KEYS = 5

_STRING = r'"(?:[^"\\]|\\.)*+"'


@dataclass(frozen=True, slots=True)
class MessageFile:
    """A message list, and the object around it if the file held one (``None`` for a bare list).

    ``key`` is where the object holds the list.
    """

    messages: list[Any]
    around: dict[str, Any] | None
    key: str = LISTS[0]

    def holding(self, messages: list[Any]) -> Any:
        """Return ``messages`` in the shape of the file that was read, its other keys kept."""
        return messages if self.around is None else {**self.around, self.key: messages}


def read_message_file(name: str) -> MessageFile:
    """Read ``name``, or standard input for ``-``; raise ``InvalidInput`` if it holds no message list."""
    label = _label(name)
    text = read_text(name)
    if not text.strip():
        raise InvalidInput(f"{label} is empty; it must hold a JSON list of messages.")
    value = _parse(text, label)
    if isinstance(value, list):
        return MessageFile(value, None)
    if isinstance(value, dict):
        for key in LISTS:
            if isinstance(value.get(key), list):
                return MessageFile(value[key], value, key)
    raise InvalidInput(
        f"{label} holds {_seen(value)}; it must hold a JSON list of messages, or an object with such a list "
        'in "messages", "input" or "contents".'
    )


def read_text(name: str) -> str:
    """Read the text in ``name``, or in standard input for ``-``; raise ``InvalidInput`` if there is none."""
    label = _label(name)
    return _decode(_read(name, label), label)


def _label(name: str) -> str:
    return "standard input" if name == "-" else name


def _seen(value: Any) -> str:
    """Say in words what a file holds instead of a message list."""
    if not isinstance(value, dict):
        return "a text" if isinstance(value, str) else "a single value"
    keys = ", ".join(json.dumps(key[:40]) for key in list(value)[:SHOWN_KEYS])
    return f"an object with {keys}" if keys else "an empty object"


def _read(name: str, label: str) -> bytes:
    """Return the bytes; more than ``MAX_BYTES`` are never taken into memory."""
    try:
        if name == "-":
            body = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(name).open("rb") as stream:
                body = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise InvalidInput(f"{label} cannot be read: {reason}.") from None
    if len(body) > MAX_BYTES:
        raise InvalidInput(f"{label} is larger than {MAX_BYTES // 1024**2} MiB; split the conversation.")
    return body


def _decode(body: bytes, label: str) -> str:
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{label} is not UTF-8 (byte {error.start}); save it as UTF-8.") from None


def _parse(text: str, label: str) -> Any:
    try:
        value = json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise InvalidInput(_not_json(error, label)) from None
    except _NoJsonNumber as error:
        line, column = _place_of(error.number, text)
        raise InvalidInput(
            f"{label} is not JSON: {error.number[:40]} at line {line}, column {column} "
            "is a number that JSON does not have."
        ) from None
    except RecursionError:
        raise InvalidInput(_too_deep(label)) from None
    except ValueError:
        raise InvalidInput(f"{label} holds an integer with too many digits to be read.") from None
    if _is_deeper(value, MAX_DEPTH):
        raise InvalidInput(_too_deep(label))
    return value


def _not_json(error: json.JSONDecodeError, label: str) -> str:
    before, after = error.doc[: error.pos], error.doc[error.pos :]
    between = before[len(before.rstrip()) :]
    if error.msg == "Extra data" and "\n" in between and before.lstrip()[:1] == after[:1] == "{":
        return (
            f"{label} looks like JSON Lines (one object a line); what is needed is one list: "
            "the objects between [ and ], with commas."
        )
    return f"{label} is not JSON: {problem_of(error)} at line {error.lineno}, column {error.colno}."


class _NoJsonNumber(Exception):
    def __init__(self, number: str) -> None:
        super().__init__(number)
        self.number = number


def _refuse(constant: str) -> None:
    raise _NoJsonNumber(constant)


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise _NoJsonNumber(number)
    return value


def _place_of(number: str, text: str) -> tuple[int, int]:
    """Return line and column, from 1, where ``number`` first stands outside a string."""
    found = regex.finditer(f"{_STRING}|{regex.escape(number)}", text, regex.DOTALL)
    start = next(match.start() for match in found if match[0] == number)
    return text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)


def _is_deeper(value: Any, limit: int) -> bool:
    """Walk level by level, so that depth costs no stack."""
    level = [value]
    for _ in range(limit + 1):
        level = [item for item in level if isinstance(item, dict | list)]
        if not level:
            return False
        level = [child for item in level for child in (item.values() if isinstance(item, dict) else item)]
    return True


def _too_deep(label: str) -> str:
    return f"{label} is nested deeper than {MAX_DEPTH} levels; no conversation is."
