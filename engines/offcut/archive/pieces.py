"""Cutting sources into pieces with hashes of their own, so that a page of a big one is cheap."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from offcut.ports import NewSource

#: Code points of a piece of text, bytes of a piece of anything else (recipes, section 5).
PIECE = 32_768

#: The parts of a source: its body, and its text where that is not the body.
BODY, TEXT = 0, 1

#: Bits of a piece's key that number it inside its part: enough for 2**23 pieces, 256 G characters.
_NUMBER_BITS = 23
#: Bits of a piece's key below the row of its source.
SOURCE_SHIFT = _NUMBER_BITS + 1


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a body or text: 0-based start, length, first and last line it touches.

    Start and length are code points for text and bytes for other bodies, which have no lines.
    """

    part: int
    start: int
    length: int
    first_line: int
    last_line: int
    sha256: bytes
    body: bytes


@dataclass(frozen=True, slots=True)
class Parts:
    """A source ready to be stored: its measures, and all its pieces.

    ``text_part`` says which part selections address: the body, a text of its own, or none.
    ``text_sha256`` is that of the text.
    """

    sha256: bytes
    text_sha256: bytes
    characters: int
    lines: int
    text_part: int | None
    pieces: tuple[Piece, ...]


def split(source: NewSource) -> Parts:
    """Cut a source into pieces. Raises ``UnicodeDecodeError`` if a body said to be text is none."""
    sha256 = hashlib.sha256(source.body).digest()
    if source.text is None or _encoded(source.text) == source.body:
        text = source.body.decode("utf-8", "surrogatepass")
        if 0 < len(text) <= PIECE:
            only = Piece(BODY, 0, len(text), 0, text.count("\n"), sha256, source.body)
            return _parts(sha256, sha256, text, BODY, (only,))
        return _parts(sha256, sha256, text, BODY, _text_pieces(BODY, text))
    pieces = _byte_pieces(source.body)
    text_sha256 = hashlib.sha256(_encoded(source.text)).digest()
    if not source.text:
        return _parts(sha256, text_sha256, "", None, pieces)
    return _parts(sha256, text_sha256, source.text, TEXT, pieces + _text_pieces(TEXT, source.text))


def keys(row: int, part: int | None = None) -> tuple[int, int]:
    """Return the lowest and highest key of a source's pieces, or of those of one part."""
    first, last = (BODY, TEXT) if part is None else (part, part)
    return (row * 2 + first) << _NUMBER_BITS, ((row * 2 + last + 1) << _NUMBER_BITS) - 1


def keyed(row: int, pieces: Sequence[Piece]) -> Iterator[tuple[int, Piece]]:
    """Give each piece of a source its key, in the order of the text."""
    numbers = {part: count(keys(row, part)[0]) for part in (BODY, TEXT)}
    return ((next(numbers[piece.part]), piece) for piece in pieces)


def part_of(key: int) -> int:
    """Return the part that a piece's key belongs to."""
    return (key >> _NUMBER_BITS) & 1


def joined(bodies: list[bytes]) -> str:
    """Return the text of successive pieces."""
    return b"".join(bodies).decode("utf-8", "surrogatepass")


def is_intact(body: bytes, sha256: bytes) -> bool:
    """Say whether stored bytes still have the hash that was stored with them."""
    return hashlib.sha256(body).digest() == sha256


def _parts(
    sha256: bytes, text_sha256: bytes, text: str, part: int | None, pieces: tuple[Piece, ...]
) -> Parts:
    lines = pieces[-1].last_line + 1 if text else 1
    return Parts(sha256, text_sha256, len(text), lines, part, pieces)


def _text_pieces(part: int, text: str) -> tuple[Piece, ...]:
    pieces, line = [], 0
    for start in range(0, len(text), PIECE):
        stretch = text[start : start + PIECE]
        body, last = _encoded(stretch), line + stretch.count("\n")
        pieces.append(Piece(part, start, len(stretch), line, last, hashlib.sha256(body).digest(), body))
        line = last
    return tuple(pieces)


def _byte_pieces(content: bytes) -> tuple[Piece, ...]:
    stretches = [(start, content[start : start + PIECE]) for start in range(0, len(content), PIECE)]
    return tuple(
        Piece(BODY, start, len(body), 0, 0, hashlib.sha256(body).digest(), body) for start, body in stretches
    )


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
