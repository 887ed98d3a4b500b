"""What a JSON document says of trouble, wherever in it that stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from offcut.previews.lines import cut
from offcut.previews.of_json import shown_key, shown_value
from offcut.previews.of_log import BAD, severity

#: Characters of one entry, and room for the title with any number.
WIDTH, TITLE = 200, 40
#: A record of so many fields is shown whole.
SMALL = 16
#: Keys whose value tells of trouble, unless there is none.
_KEY = re.compile(
    r"(?:^|[_\-.])(?:errors?|err|failures?|failed|exceptions?|fatal|panic|traceback|stderr)$"
    r"|(?:Errors?|Failures?|Exceptions?)$",
    re.IGNORECASE,
)
#: Steps of a path that are shown, and places that are looked at; more are only counted.
DEEPEST, LOOKED_AT = 12, 1_000
_NUMBERS = re.compile(r"\d+")

#: The path before the last step, and that step: nothing is copied on the way down.
Path = tuple[Any, ...]


def troubled_records(value: Any, limit: int) -> list[str]:
    """Return a title that counts what tells of trouble and the first of it, within ``limit``."""
    chosen: list[str] = []
    known: set[str] = set()
    room, count = limit - TITLE, 0
    for path, record in _troubled(value):
        count += 1
        if room <= 0 or count > LOOKED_AT:
            continue
        line = cut(f"{_told(path)}: {shown_value(record, WIDTH)}")
        form = _NUMBERS.sub("0", line)
        if form not in known:
            known.add(form)
            room -= len(line) + 1
            chosen += [line] if room >= 0 else []
    if not count:
        return []
    return [f"{count} {'places tell' if count > 1 else 'place tells'} of trouble:", *chosen] if chosen else []


def _troubled(value: Any) -> Iterator[tuple[Path, Any]]:
    """Yield path and value of what tells of trouble, in order; of a small record the whole of it."""
    stack: list[tuple[Path, Any]] = [((), value)]
    while stack:
        path, item = stack.pop()
        if isinstance(item, dict):
            bad = [key for key, inner in item.items() if _is_bad(key, inner)]
            if bad and _is_small(item):
                yield path, item
                continue
            yield from (((path, key), item[key]) for key in bad)
            inner = [((path, key), value) for key, value in item.items() if key not in bad and _holds(value)]
        elif isinstance(item, list):
            yield from (((path, at), value) for at, value in enumerate(item) if _tells(value))
            inner = [((path, at), value) for at, value in enumerate(item) if _holds(value)]
        else:
            continue
        stack.extend(reversed(inner))


def _holds(value: Any) -> bool:
    return isinstance(value, (dict, list))


def _is_bad(key: str, value: Any) -> bool:
    return bool(value) and (_KEY.search(key) is not None or _tells(value))


def _tells(value: Any) -> bool:
    return isinstance(value, str) and severity(value) >= BAD


def _is_small(record: dict[str, Any]) -> bool:
    return len(record) <= SMALL and not any(map(_holds, record.values()))


def _told(path: Path) -> str:
    """Return a path as one writes it; of a very deep one the end."""
    steps: list[str] = []
    while path and len(steps) < DEEPEST:
        path, step = path
        steps.append(f"[{step}]" if isinstance(step, int) else f".{shown_key(step)}")
    return "".join(reversed(steps)).removeprefix(".") or "all"
