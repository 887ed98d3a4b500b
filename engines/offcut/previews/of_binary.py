"""Bytes that are no text, raw or as base64: only what they are and how many."""

from __future__ import annotations

import re

from offcut.previews.lines import cut

#: How base64 of well-known files begins.
_BEGINNINGS = {
    "iVBORw0KGgo": "a PNG image",
    "/9j/": "a JPEG image",
    "R0lGOD": "a GIF image",
    "UklGR": "a RIFF file (WebP, WAV)",
    "JVBERi0": "a PDF document",
    "UEsDB": "a ZIP archive (or an Office document)",
    "H4sI": "gzip data",
    "f0VMRg": "an ELF program",
    "QlpoO": "bzip2 data",
    "PHN2Zy": "an SVG image",
    "AAAAHGZ0eXA": "an MP4 video",
}
_DATA_URI = re.compile(r"data:([\w.+-]{1,60}/[\w.+-]{1,60});base64,")
_BASE64 = re.compile(r"[A-Za-z0-9+/\-_]+={0,2}")
_WORD_BREAKS = re.compile(r"\s")
#: Characters that are looked at, and the share of unreadable ones from which a text is none.
SAMPLED = 8_192
UNREADABLE = 0.1
#: Base64 is written in lines of 64 to 76 characters or in one.
SHORTEST_LINE = 60


def looks_binary(text: str) -> bool:
    """Tell whether a text is bytes: many characters that could not be decoded, or base64 all through."""
    head = text[:SAMPLED]
    return head.count("\ufffd") > UNREADABLE * len(head) or _is_base64(text)


def binary_preview(text: str, limit: int) -> str:
    """Return one line about the type and size."""
    if not _is_base64(text):
        count = text.count("\ufffd")
        return cut(f"binary data: {count} of {len(text)} characters are no text", limit)
    uri = _DATA_URI.match(text.lstrip())
    body = _WORD_BREAKS.sub("", text[uri.end() :] if uri else text)
    size = len(body.rstrip("=")) * 3 // 4
    kind = uri[1] if uri else next((w for b, w in _BEGINNINGS.items() if body.startswith(b)), "unknown data")
    return cut(f"base64 of {kind}, {size} bytes when decoded", limit)


def _is_base64(text: str) -> bool:
    """Judge by the first lines, and by the absence of spaces: words have some."""
    body = text.strip()
    if uri := _DATA_URI.match(body):
        return " " not in body[uri.end() : uri.end() + SAMPLED]
    lines = body[:SAMPLED].split("\n")
    whole = lines[:-1] if len(body) > SAMPLED and len(lines) > 1 else lines
    return (
        bool(body)
        and all(_BASE64.fullmatch(line.strip()) for line in whole)
        and all(len(line) >= SHORTEST_LINE for line in lines[:-1])
        and len(lines[0]) >= SHORTEST_LINE
        and _is_mixed(body[:SAMPLED])
    )


def _is_mixed(text: str) -> bool:
    """Tell base64 from a run of one letter and from hexadecimal: it holds capitals, small letters, digits."""
    return bool(re.search("[G-Z]", text) and re.search("[g-z]", text) and re.search("[0-9]", text))
