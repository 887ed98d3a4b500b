"""What stays of a folded result: a short text and a marker that tells how to get the rest."""

from __future__ import annotations

from offcut.config import PreviewStyle
from offcut.previews.excerpt import head_and_tail
from offcut.previews.identifiers import identifiers
from offcut.previews.marker import Marker, ends_in_marker
from offcut.previews.trouble import telling_line
from offcut.redact import mask, redact

__all__ = ["Marker", "ends_in_marker", "preview", "telling_line"]


def preview(text: str, *, first_seen: frozenset[str], style: PreviewStyle, limit: int, marker: Marker) -> str:
    """Return the stand-in of a text: at most ``limit`` code points, then a newline and the marker.

    ``first_seen`` are the values that this text alone brought in. Recognised secrets never appear.
    With nothing to say, or a limit of 0, it is the marker alone.
    """
    clean = redact(text)
    if style == "head_tail":
        shown = head_and_tail(clean.text, limit)
    else:
        shown = identifiers(clean, first_seen=first_seen, limit=limit)
    shown = head_and_tail(mask(shown, clean.secrets), limit)
    return f"{shown}\n{marker}" if shown else str(marker)
