"""What a tool gave, as far as a preview may take its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from offcut_mcp.hooks.event import Event

Answer = dict[str, Any]

#: The names of our tools. A host puts the server's name before them, and users choose that.
OUR_TOOLS = frozenset(
    {"compress", "compact_context", "recover_source", "search_archive", "context_status", "cache_breakpoints"}
)


@dataclass(frozen=True, slots=True)
class Output:
    """The text that a model would see and a preview may replace.

    ``seen`` counts all characters that the model would see. ``answer`` gives the host's answer for a
    stand-in. ``blocks`` is the JSON that the text was taken from, if the original is more than that text.
    The first ``kept`` characters are the host's header. ``file`` names where the host keeps the whole text,
    if ``text`` is only a part. ``before`` stands before the preview: what is known but not in the text.
    """

    text: str
    seen: int
    answer: Callable[[str], Answer]
    blocks: Any = None
    kept: int = 0
    file: str = ""
    before: str = ""


def is_ours(event: Event) -> bool:
    """Tell whether an output comes from offcut itself: whoever asks for an original wants it whole."""
    if event.tool.startswith("mcp__"):
        return event.tool.startswith("mcp__offcut__") or event.tool.rpartition("__")[2] in OUR_TOOLS
    given = event.fields.get("tool_input")
    command = (given.get("command") or given.get("cmd")) if isinstance(given, dict) else None
    if not isinstance(command, (str, list)):
        return False
    from offcut_mcp.hooks.commands import runs_offcut

    return runs_offcut(command)
