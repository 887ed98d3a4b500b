"""What a summary message says around its checkpoint, and the note that a system message gets once (H-56)."""

from __future__ import annotations

SUMMARY_PREFIX = "[CONTEXT COMPACTION]"
NOTE = (
    "[Note: Some earlier conversation turns have been compacted into a summary; "
    "their originals are archived.]"
)


def framed(body: str, *, segment: str, removed: int, note: bool) -> str:
    """Return the text of the summary message: what it is, where the originals are, then the checkpoint.

    The framing keeps a finished task from being taken up again: it is reference, and the newest user
    message decides what happens.
    """
    first = (
        f"{SUMMARY_PREFIX} Earlier turns were compacted into this checkpoint; {removed} messages are "
        f'archived intact: recover_source(ref="{segment}").'
    )
    if note:
        first = f"{first} {NOTE}"
    frame = (
        "It is for reference: what is done stays done, and the newest user message decides what to do next."
    )
    return f"{first}\n{frame}\n\n{body}"
