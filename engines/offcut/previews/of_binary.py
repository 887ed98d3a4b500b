"""Bytes that are no text, raw or as base64: only what they are and how many."""

from __future__ import annotations

import re

from offcut.previews.lines import cut, spread

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
#: The share of unreadable characters from which a text is none, and that of lines that must be base64.
UNREADABLE = 0.1
BASE64 = 0.9
#: Base64 is written in lines of 64 to 76 characters or in one; only the last is shorter.
SHORTEST_LINE = 60
#: A line of so many readable characters may say something.
READABLE = 4


def looks_binary(text: str) -> bool:
    """Tell whether a text is bytes: many characters that could not be decoded, or base64 all through."""
    third = -(-len(text) // 3)
    parts = [text[at : at + third] for at in range(0, len(text), third or 1)]
    unreadable = bool(text) and all(part.count("\ufffd") > UNREADABLE * len(part) for part in parts)
    return unreadable or _is_base64(text)


def is_binary_line(line: str) -> bool:
    """Tell whether a line among bytes is more of them: base64, or nothing that anybody wrote."""
    shown = line.strip()
    return "\ufffd" in line or len(shown) < READABLE or " " not in shown


def binary_preview(text: str, limit: int) -> str:
    """Return one line about the type and size."""
    if not _is_base64(text):
        count = text.count("\ufffd")
        return cut(f"binary data: {count} of {len(text)} characters are no text", limit)
    uri = _DATA_URI.match(text.lstrip())
    body = text.lstrip()[uri.end() :] if uri else text
    size = sum(len(line.strip().rstrip("=")) for line in body.split("\n") if is_binary_line(line)) * 3 // 4
    return cut(f"base64 of {uri[1] if uri else _known(body)}, {size} bytes when decoded", limit)


def _known(body: str) -> str:
    start = body.lstrip()[:SHORTEST_LINE]
    return next((what for begin, what in _BEGINNINGS.items() if start.startswith(begin)), "unknown data")


def _is_base64(text: str) -> bool:
    """Judge by lines from start, middle and end: words have spaces, and lines of words are short."""
    body = text.strip()
    uri = _DATA_URI.match(body)
    sample = [line.strip() for line in spread(body[uri.end() :] if uri else body) if line.strip()]
    if not sample:
        return False
    whole = sum(_is_line(line) and len(line) >= SHORTEST_LINE for line in sample[:-1])
    if whole + _is_line(sample[-1]) < BASE64 * len(sample):
        return False
    return uri is not None or (len(sample[0]) >= SHORTEST_LINE and _is_mixed("\n".join(sample)))


def _is_line(line: str) -> bool:
    return _BASE64.fullmatch(line) is not None


def _is_mixed(text: str) -> bool:
    """Tell base64 from a run of one letter and from hexadecimal: it holds capitals, small letters, digits."""
    return bool(re.search("[G-Z]", text) and re.search("[g-z]", text) and re.search("[0-9]", text))
