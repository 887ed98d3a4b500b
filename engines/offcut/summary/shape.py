"""What another's summary has to look like: rejected by shape before anything is changed (F-11).

A model that refuses, only thinks, or answers with something else must not become the memory of a
conversation. What is asked for stands in ``prompt``; wrappings that models put around it are taken off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from offcut.errors import InvalidInput
from offcut.summary.frame import SUMMARY_PREFIX

#: The headings of H-42, as a model may write them.
HEADINGS = (
    "Goal",
    "Constraints & Preferences",
    "Progress",
    "Done",
    "In Progress",
    "Blocked",
    "Key Decisions",
    "Relevant Files",
    "Next Steps",
    "Critical Context",
)
_TITLES = "|".join(re.escape(title).replace("\\&", "(?:&|and)") for title in HEADINGS)
_HEADING = re.compile(
    r"^[ ]{0,3}(?:\#{1,6}[ \t]*(?:\d+[.)][ \t]*)?(?:\*\*)?|\*\*)"
    rf"(?:{_TITLES})\*{{0,2}}(?::\*{{0,2}}|[ \t]*$)",
    re.IGNORECASE | re.MULTILINE,
)
_THINKING = re.compile(
    r"(?:<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)\s*)+", re.DOTALL | re.IGNORECASE
)
#: A fence around thinking around a fence: more than that is no wrapping.
MOST_WRAPPINGS = 3
_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})[ \t]*(\w*)[ \t]*")
_REFUSAL = re.compile(
    r"(?:(?:i['’]?m sorry|sorry|i apologi[sz]e|unfortunately|as an ai\b[^.\n]{0,80}?)[,.:;]?\s+)?(?:but\s+)?"
    r"\b(?:i|we)\s+(?:can(?:no|['’])t|can not|won['’]?t|will not|am (?:unable|not able|not allowed) to)\s+"
    r"(?:help|assist|comply|provide|summari[sz]e|fulfil|continue|create|produce|write|share|discuss|engage|do)\b"
    r"|\bi['’]m (?:unable|not able|not allowed) to\b|\bi (?:must|have to) decline\b",
    re.IGNORECASE,
)
ASKED = 'give the checkpoint alone, with the headings that the prompt of step "plan" names'


def checkpoint_in(summary: str) -> str:
    """Return the checkpoint that a model wrote, without thinking before it and a fence around it.

    Raises ``InvalidInput`` for what is none: nothing, a refusal, thinking only, a text without any heading of
    the template or with nothing below them, and one that poses as a summary message of ours.
    """
    text = _unwrapped(summary)
    if problem := _problem(summary, text):
        raise InvalidInput(problem)
    return text


def _problem(summary: str, text: str) -> str | None:
    if not summary.strip():
        return 'summary is missing or blank; step "apply" needs the text your model wrote for the prompt'
    if not text:
        return f"summary holds only thinking or an empty block and no checkpoint; {ASKED}"
    if text.startswith(SUMMARY_PREFIX):
        return f'summary begins with "{SUMMARY_PREFIX}", which only offcut writes; {ASKED}'
    before, *below = _HEADING.split(text)
    said = "\n".join(part.strip() for part in below).strip()
    if _REFUSAL.search(before) or _REFUSAL.match(said):
        return f"summary is a refusal and no checkpoint; ask your model again, or another one, and {ASKED}"
    if not below:
        return f"summary has none of the headings of a checkpoint, such as ## Goal; {ASKED}"
    return None if said else f"summary has headings and nothing below them; {ASKED}"


def _unwrapped(text: str) -> str:
    """Take off what models put around an answer: thinking before it, a fence around the whole of it."""
    text = text.replace("\r\n", "\n").strip()
    for _ in range(MOST_WRAPPINGS):
        text = _without_fence(_without_thinking(text))
    return text


def _without_thinking(text: str) -> str:
    thought = _THINKING.match(text)
    return text[thought.end() :].strip() if thought else text


def _without_fence(text: str) -> str:
    lines = text.split("\n")
    first, last = _FENCE.fullmatch(lines[0]), _FENCE.fullmatch(lines[-1])
    if len(lines) < 2 or not (first and last) or last[2] or first[1][0] != last[1][0]:
        return text
    return text if _is_closed_early(lines[1:-1]) else "\n".join(lines[1:-1]).strip()


def _is_closed_early(lines: list[str]) -> bool:
    """Tell whether the first fence ends before the last line; a fence with a language opens one inside."""
    inside = False
    for fence in _fences(lines):
        if not (inside or fence[2]):
            return True
        inside = not inside
    return False


def _fences(lines: list[str]) -> Iterator[re.Match[str]]:
    return (fence for line in lines if (fence := _FENCE.fullmatch(line)))
