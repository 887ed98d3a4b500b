"""What a caller should know about its input; none of it stops a pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from offcut.compaction.protection import name_of
from offcut.compaction.request import CompactionRequest
from offcut.conversation import Conversation, ToolResult
from offcut.pairing import Pairing
from offcut.redact import plain

SHOWN = 3


def host_references(pairing: Pairing, request: CompactionRequest) -> tuple[dict[str, str], list[str]]:
    """Return the host's own references that can be used, and a sentence about those that cannot.

    An id that several calls share does not say which of them the host stored.
    """
    times = Counter(entry.call.id for entry in pairing.calls)
    shared = [id for id in request.source_refs if times[id] > 1]
    unknown = [id for id in request.source_refs if not times[id]]
    usable = {id: ref for id, ref in request.source_refs.items() if times[id] == 1}
    sentences = [
        *_about(shared, "source_refs was not used for call ids that several calls share"),
        *_about(unknown, "source_refs names call ids that no call has"),
    ]
    return usable, sentences


def warnings_for(conversation: Conversation, pairing: Pairing, request: CompactionRequest) -> list[str]:
    """Return one sentence for each kind of oddity, with up to three places."""
    call_ids = {entry.call.id for entry in pairing.calls}
    names = {name_of(message) for message in conversation.messages}
    return [
        *_about(
            (f"messages[{i}]" for i in conversation.odd), "messages of an unknown role were left as they are"
        ),
        *_about(map(_place, pairing.orphans), "tool results without an earlier call were left as they are"),
        *_about(
            sorted(request.protected_call_ids - call_ids), "protected_call_ids names calls that are not there"
        ),
        *_about(
            sorted(request.protected_message_ids - names),
            "protected_message_ids names messages that are not there",
        ),
    ]


def _place(result: ToolResult) -> str:
    return f"messages[{result.place.message}]"


def _about(places: Iterable[str], sentence: str) -> Iterator[str]:
    found: Sequence[str] = [plain(place)[:60] for place in places]
    if found:
        more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
        yield f"{sentence}: {', '.join(found[:SHOWN])}{more}"
