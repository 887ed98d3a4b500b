"""The preview of an output that nobody has read yet: it is cut before the model sees it for the first time.

A folded result was read once, so its preview only has to lead back to it. Here the preview is all that
the model gets to decide whether to look further: what kind of content it is, how much, and what stands out.
"""

from __future__ import annotations

from collections.abc import Callable

from offcut.previews.excerpt import head_and_tail
from offcut.previews.kinds import Kind, kind_of
from offcut.previews.legible import legible
from offcut.previews.marker import Marker
from offcut.previews.of_binary import binary_preview
from offcut.previews.of_code import code_preview
from offcut.previews.of_diff import diff_preview
from offcut.previews.of_json import json_preview
from offcut.previews.of_json_trouble import troubled_records
from offcut.previews.of_log import log_preview
from offcut.previews.of_paths import grep_preview, path_preview
from offcut.previews.of_strays import SHARE, stray_lines
from offcut.previews.of_table import table_preview
from offcut.redact import mask, redact

#: Kinds in which a word of trouble is one; in code, changes and names it is only a word.
TROUBLED = frozenset({"json lines", "grep", "table"})


def _go_on() -> None:
    """Check nothing: the caller cannot be cancelled."""


def born_preview(
    text: str, *, limit: int, marker: Marker, kept: int = 0, check: Callable[[], None] = _go_on
) -> str:
    """Return what is shown in place of a new output: at most ``limit`` code points, a newline, the marker.

    The first ``kept`` characters, a host's own header, stay as they are as far as they fit. Linear in the
    text, and the same for the same text. Recognised secrets, control and bidi characters and lone surrogates
    never appear, and no grapheme is split. Line numbers are those of ``text``. ``check`` is called now and
    then and may raise to stop the work.
    """
    if limit <= 0:
        return str(marker)
    clean = legible(text, check)
    header, body = _divided(clean.text, text[:kept].count("\n") if kept else 0)
    check()
    room = max(0, limit - len(header))
    shown = header + _by_kind(body, first=header.count("\n") + 1, limit=room) if room else header
    check()
    # What JSON or base64 hid is visible only now, and a value may have got its name back.
    again = redact(shown)
    shown = mask(mask(again.text, again.secrets), clean.secrets)
    shown = head_and_tail(shown, limit).rstrip()
    return f"{shown}\n{marker}" if shown else str(marker)


def _divided(text: str, lines: int) -> tuple[str, str]:
    """Return the first ``lines`` lines of a text, and the rest."""
    end = 0
    for _ in range(lines):
        end = text.find("\n", end) + 1
        if not end:
            return text, ""
    return text[:end], text[end:]


def _by_kind(text: str, *, first: int, limit: int) -> str:
    """Return the part between header and marker; ``first`` is the number of the first line."""
    kind = kind_of(text)
    if kind.name == "text":
        return log_preview(text, limit, first=first)
    beside = _beside(text, kind, first=first, limit=limit // SHARE)
    room = limit - sum(len(line) + 1 for line in beside)
    return "\n".join([_alone(text, kind, first=first, limit=room), *beside])


def _beside(text: str, kind: Kind, *, first: int, limit: int) -> list[str]:
    """Return what the preview of the kind would drop: trouble, and what is not of the kind."""
    if kind.name == "json":
        return troubled_records(kind.value, limit)
    troubled = kind.name in TROUBLED
    return stray_lines(text, limit, first=first, fits=kind.fits, troubled=troubled)


def _alone(text: str, kind: Kind, *, first: int, limit: int) -> str:
    match kind.name:
        case "binary":
            return binary_preview(text, limit)
        case "json":
            return json_preview(kind.value, limit, lines=False)
        case "json lines":
            return json_preview(kind.value, limit, lines=True)
        case "diff":
            return diff_preview(text, limit)
        case "grep":
            return grep_preview(text, limit)
        case "paths":
            return path_preview(text, limit)
        case "table":
            return table_preview(text, limit)
        case "code":
            return code_preview(text, limit, first=first)
        case "text":
            return log_preview(text, limit, first=first)
