"""What a summary message says around its checkpoint, and the note that a system message gets once (H-56)."""

from __future__ import annotations

from typing import Literal, get_args

SUMMARY_PREFIX = "[CONTEXT COMPACTION]"
NOTE = (
    "[Note: Some earlier conversation turns have been compacted into a summary; "
    "their originals are archived.]"
)
#: How much a frame says, the longest first; ``bare`` leaves out the note too.
Frame = Literal["whole", "short", "bare"]
FRAMES: tuple[Frame, ...] = get_args(Frame)


def framed(body: str, *, segment: str, removed: int, note: bool, frame: Frame = "whole") -> str:
    """Return the text of the summary message: what it is, where the originals are, then the checkpoint.

    The framing keeps a finished task from being taken up again: it is reference, and the newest user
    message decides what happens.
    """
    fetch = f'recover_source(ref="{segment}")'
    if frame == "whole":
        first = (
            f"{SUMMARY_PREFIX} Earlier turns were compacted into this checkpoint; {removed} messages are "
            f"archived intact: {fetch}."
        )
    else:
        first = f"{SUMMARY_PREFIX} For reference; {removed} messages archived: {fetch}."
    if note and frame != "bare":
        first = f"{first} {NOTE}"
    rest = (
        "\nIt is for reference: what is done stays done, and the newest user message decides what to do next."
        " Where two lines disagree, the later one holds."
    )
    return f"{first}{rest if frame == 'whole' else ''}\n\n{body}"
