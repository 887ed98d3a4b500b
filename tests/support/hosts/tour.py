"""One call of each of offcut's five tools by a scripted model, and what a real one must then have seen."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from support.hosts.script import Call, Step, Turn
from support.long_session import DUE, session
from support.session import LISTING, TOOL, conversation

REFERENCE = re.compile(r'recover_source\(ref="(oc_[a-z2-7]{16})"\)')
FILE = "report_042.txt"


def recover_folded(shown: Sequence[str]) -> Turn:
    """Recover what the newest result says it folded."""
    [source] = structure(shown[-1])["sources"]
    return Call("recover_source", {"ref": source["ref"], "raw": True})


#: The calls, in an order in which each has something to do.
TOUR: tuple[Step, ...] = (
    Call("context_status", {"messages": conversation(), "context_length": 1000}),
    Call("compact_context", {"messages": conversation(), "options": {"drop_threshold": 1.0}}),
    recover_folded,
    Call("search_archive", {"query": FILE}),
    Call("compress", {"messages": session(), "include_messages": False, **DUE}),
)


def assert_tour(shown: Sequence[str]) -> None:
    """The model saw the right answer of every tool, however the host dresses results."""
    assert len(shown) == len(TOUR), shown
    status, compacted, recovered, found, compressed = shown
    assert structure(status)["recommendation"] == "compact_context"
    [source] = structure(compacted)["sources"]
    assert (source["tool"], source["chars"]) == (TOOL, len(LISTING))
    assert recovered.endswith(LISTING)
    [hit] = structure(found)["hits"]
    assert hit["ref"] == source["ref"] and FILE in hit["snippet"]
    assert structure(compressed)["status"] == "compressed"


def reference(text: str) -> str:
    """Return the last reference that a result offers for recovery."""
    # Inside JSON the marker's quotes are escaped.
    found = REFERENCE.findall(text.replace('\\"', '"'))
    assert found, text
    return str(found[-1])


def structure(text: str) -> Mapping[str, Any]:
    """Return the JSON object that a result ends in; Codex puts two lines in front."""
    value: Mapping[str, Any] = json.loads(text[text.index("{") :])
    return value
