"""Every real list, compressed in a window of its own size: smaller, valid, and every message back."""

from __future__ import annotations

import copy
import json
from typing import Any

import anyio
import pytest

from offcut.compression import CompressionResult
from offcut.formats import read
from support.compressing import made, squeeze, texts
from support.corpus import Checker, lists
from support.memory_store import MemoryStore

LONG = 12


@pytest.mark.requirement("F-01", "H-32", "H-38", "H-49", "H-50")
def test_every_list_of_the_corpus_keeps_every_promise() -> None:
    checker, store, outcomes = Checker(), MemoryStore(), dict[str, str]()
    for name, before in lists().items():
        copied = copy.deepcopy(before)
        result = squeeze(before, store)
        outcomes[name] = result.status
        assert before == copied, name
        if result.status == "compressed":
            check(name, before, result, store, checker)
        else:
            assert result.status in ("no_progress", "nothing_to_compress"), name
            assert all(a is b for a, b in zip(result.messages or [], before, strict=True)), name
    long = [status for name, status in outcomes.items() if len(lists()[name]) >= LONG]
    assert long.count("compressed") >= 30 and "nothing_to_compress" not in long, outcomes


def check(
    name: str, before: list[Any], result: CompressionResult, store: MemoryStore, checker: Checker
) -> None:
    after = made(result)
    own = str(result.segment_ref).removeprefix("oc_")
    faults = [fault for fault in checker.faults(before, after, "compress") if not fault[1].endswith(own)]
    assert faults == [], name
    assert result.stats.tokens_after <= 0.95 * result.stats.tokens_before, name
    assert len(json.dumps(after, ensure_ascii=False)) <= len(json.dumps(before, ensure_ascii=False)), name
    assert texts(after, read(before).format).count(str(result.summary)) == 1, name
    removed = json.loads(anyio.run(store.get, str(result.segment_ref)))
    stay = {id(message) for message in after}
    gone = iter(message for message in before if id(message) not in stay)
    assert all(any(message == other for other in gone) for message in removed), name
    inserted = len(after) - (len(before) - len(removed))
    assert inserted in (1, 2), name
    for source in result.sources:
        assert store.sources[source.ref].body.decode("utf-8", "surrogatepass") in {
            answer.source for message in read(before).messages for answer in message.results
        }, name
