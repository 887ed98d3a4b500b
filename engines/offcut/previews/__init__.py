"""What stays of a folded result: a short text and a marker that tells how to get the rest."""

from __future__ import annotations

from collections.abc import Callable

from offcut.config import PreviewStyle
from offcut.previews.excerpt import head_and_tail
from offcut.previews.identifiers import identifiers
from offcut.previews.marker import Marker, ends_in_marker
from offcut.previews.trouble import telling_line
from offcut.provenance import values
from offcut.redact import Redacted, mask, redact, visible

__all__ = ["Marker", "ends_in_marker", "preview", "telling_line"]


def _go_on() -> None:
    """Check nothing: the caller cannot be cancelled."""


def preview(
    text: str,
    *,
    first_seen: frozenset[str],
    style: PreviewStyle,
    limit: int,
    marker: Marker,
    check: Callable[[], None] = _go_on,
) -> str:
    """Return the stand-in of a text: at most ``limit`` code points, then a newline and the marker.

    ``first_seen`` are the values that this text alone brought in. Recognised secrets, control and bidi
    characters and lone surrogates never appear. With nothing to say, or a limit of 0, it is the marker
    alone. ``check`` is called now and then and may raise to stop the work.
    """
    if limit <= 0:
        return str(marker)
    seen = visible(text)
    if seen != text:
        # Colours stick to what they colour: such values exist only once the colours are gone.
        first_seen |= values(seen) - values(text)
    clean = _masked(seen, check)
    if style == "head_tail":
        shown = head_and_tail(clean.text, limit)
    else:
        shown = identifiers(clean, first_seen=first_seen, limit=limit)
    shown = head_and_tail(mask(shown, clean.secrets), limit)
    return f"{shown}\n{marker}" if shown else str(marker)


def _masked(text: str, check: Callable[[], None]) -> Redacted:
    """Redact, and mask every repetition too, before anything is cut: half a secret is not recognised."""
    clean = redact(text, check=check)
    masked = mask(clean.text, clean.secrets)
    check()
    return Redacted(masked, clean.secrets)
