"""JSON: its shape, how many of what, ids, and what is unlike the rest."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from offcut.previews.lines import cut, fitting
from offcut.redact import mask, plain, redact

#: Characters of one value, of one shape, and of a value before it is made safe to show.
WIDTH, SHAPE, LOOKED_AT = 90, 160, 4_000
#: Levels that a shape is described for, and records are looked for.
DEEPEST = 3
#: Distinct values up to which all are counted, and a share below which one of them is an outlier.
FEW, UNUSUAL = 12, 0.02
#: Ids shown of a list, and outliers of one field.
IDS, OUTLIERS = 12, 4
#: So many items, mostly objects, are records of one kind.
RECORDS, MOSTLY = 3, 0.8
#: Keys shown of an object whose values are all records.
ALIKE = 8
_ID = re.compile(r"(?:^|_|\b)(?:id|uuid|key|name|path|ref|sha|slug|code|number)$|Id$|ID$", re.IGNORECASE)


def json_preview(value: Any, limit: int, *, lines: bool) -> str:
    """Return the description of a parsed document, or of the values of its ``lines``, within ``limit``."""
    return "\n".join(fitting(_described(value, lines), limit))


def _described(value: Any, lines: bool) -> Iterator[str]:
    yield f"{len(value)} lines of JSON" if lines else f"JSON: {_kind(value)}"
    lists = list(_record_lists(value, "", 0))
    if isinstance(value, dict):
        yield from _keys(value)
    for path, records in lists:
        yield f"{path or 'each item'}: {len(records)} records"
        yield from _fields(records)
        yield f"first: {shown_value(records[0], 2 * WIDTH)}"
        yield f"last: {shown_value(records[-1], 2 * WIDTH)}"
    if isinstance(value, list) and not _are_records(value):
        yield from _items(value)
    for path, records in lists:
        yield from (f"{path}[{at}]: {shown_value(r, 2 * WIDTH)}" for at, r in enumerate(records[1:-1], 1))


def _keys(value: dict[str, Any]) -> Iterator[str]:
    """Yield what stands under each key; of values that are all alike only the first ones."""
    shown = ALIKE if _are_records(list(value.values())) else len(value)
    yield from (f"  {shown_key(key)}: {_glimpse(inner)}" for key, inner in islice(value.items(), shown))
    if shown < len(value):
        yield f"  … {len(value) - shown} more keys, the last {shown_key(next(reversed(value)))}"


def _kind(value: Any) -> str:
    if isinstance(value, dict):
        return f"object of {len(value)} keys"
    if isinstance(value, list):
        return f"array of {len(value)} items"
    return {str: "string", bool: "boolean", type(None): "null"}.get(type(value), "number")


def _glimpse(value: Any) -> str:
    """Return a scalar itself, or the shape of anything larger."""
    if isinstance(value, (dict, list)):
        return cut(_shape(value, 0), SHAPE)
    return shown_value(value, WIDTH)


def _shape(value: Any, depth: int) -> str:
    if isinstance(value, dict) and value and depth < DEEPEST:
        keys = [f"{shown_key(key)}: {_shape(inner, depth + 1)}" for key, inner in list(value.items())[:8]]
        return f"{{{', '.join(keys)}{', …' if len(value) > len(keys) else ''}}}"
    if isinstance(value, list) and value:
        return f"[{len(value)} × {_shape(value[0], depth + 1) if depth < DEEPEST else '…'}]"
    return _kind(value)


def _record_lists(value: Any, path: str, depth: int) -> Iterator[tuple[str, Sequence[Mapping[str, Any]]]]:
    """Yield every list of records near the top, with the path that leads to it."""
    if isinstance(value, list) and _are_records(value):
        yield path, [item for item in value if isinstance(item, dict)]
    elif isinstance(value, dict):
        inner = list(value.values())
        if depth == 0 and _are_records(inner):
            yield "values", [item for item in inner if isinstance(item, dict)]
        elif depth < DEEPEST:
            for key, item in value.items():
                name = shown_key(key)
                yield from _record_lists(item, f"{path}.{name}" if path else name, depth + 1)


def _are_records(items: Sequence[Any]) -> bool:
    return len(items) >= RECORDS and sum(isinstance(item, dict) for item in items) >= MOSTLY * len(items)


def _fields(records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a line about every field: where it is missing, its values, its extremes."""
    present: Counter[str] = Counter(key for record in records for key in record)
    for key, count in present.items():
        values = [(at, record[key]) for at, record in enumerate(records) if key in record]
        missing = f", in {count} of {len(records)}" if count < len(records) else ""
        yield f"  {shown_key(key)}{missing}: {_values(key, values)}"


def _values(key: str, values: Sequence[tuple[int, Any]]) -> str:
    plain_values = [(at, value) for at, value in values if not isinstance(value, (dict, list))]
    if len(plain_values) < len(values):
        return cut(_shape(next(v for _, v in values if isinstance(v, (dict, list))), 1), SHAPE)
    counts = Counter(json.dumps(value) for _, value in plain_values)
    if len(counts) == 1:
        return f"always {shown_value(values[0][1], WIDTH)}"
    if len(counts) <= FEW:
        return _counted(plain_values, counts)
    numbers = [value for _, value in values if _is_number(value)]
    if len(numbers) == len(values):
        return f"{min(numbers)} to {max(numbers)}, {len(counts)} distinct"
    if _ID.search(key):
        return _ids([value for _, value in values])
    return f"{_kind(values[0][1])}, {len(counts)} distinct, e.g. {shown_value(values[0][1], WIDTH)}"


def _counted(values: Sequence[tuple[int, Any]], counts: Counter[str]) -> str:
    """Return each value with its count; of an unusual one the places too."""
    told = []
    for dumped, count in counts.most_common():
        places = ""
        if count <= max(1, UNUSUAL * len(values)):
            at = [str(at) for at, value in values if json.dumps(value) == dumped][:OUTLIERS]
            places = f" (item {', '.join(at)})"
        told.append(f"{shown_value(json.loads(dumped), WIDTH // 2)} × {count}{places}")
    return ", ".join(told)


def _ids(values: Sequence[Any]) -> str:
    shown = [shown_value(value, WIDTH // 3) for value in values[:IDS]]
    if len(values) > IDS:
        shown.append(f"… {shown_value(values[-1], WIDTH // 3)}")
    return ", ".join(shown)


def _items(values: Sequence[Any]) -> Iterator[str]:
    """Yield the first and the last items of a list that holds no records."""
    numbers = [value for value in values if _is_number(value)]
    if numbers:
        yield f"  {len(numbers)} numbers, {min(numbers)} to {max(numbers)}"
    for at, value in enumerate(values[:IDS]):
        yield f"  {at}: {_glimpse(value)}"
    if len(values) > IDS:
        yield f"  … {len(values) - 1}: {_glimpse(values[-1])}"


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def shown_key(key: str) -> str:
    """Return a key as a preview may show it."""
    return cut(_clean(key[:LOOKED_AT]), WIDTH // 2)


def shown_value(value: Any, width: int) -> str:
    """Return a value as JSON of at most ``width`` characters; a secret is masked before anything is cut."""
    if isinstance(value, str):
        value = plain(value[:LOOKED_AT])  # what is invisible has no escape yet
    dumped = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return cut(_clean(dumped[:LOOKED_AT]), width)


def _clean(text: str) -> str:
    found = redact(plain(text))
    return mask(found.text, found.secrets)
