"""Exact o200k counts without a network: tiktoken over the vocabulary that this package carries.

Loading costs about 0.4 s of CPU, so it happens once, in a worker thread, at the first pass.
"""

from __future__ import annotations

import functools
import hashlib
import lzma
from collections.abc import Iterator
from importlib import resources
from typing import TYPE_CHECKING, Literal

import anyio.to_thread

if TYPE_CHECKING:
    import tiktoken

RANKS = 199_998
PATTERN = "|".join(
    [
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    ]
)
SPECIAL_TOKENS = {"<|endoftext|>": 199_999, "<|endofprompt|>": 200_018}
#: Characters in one call of the encoder: a million spaces at once make it panic.
PIECE = 65_536
#: Texts below this length are cheaper to count than to hash.
CACHED_FROM = 64
CACHE_SIZE = 65_536


class O200kCounter:
    """Counts o200k tokens exactly (to 0.002 % where a text has no safe place to cut), with a cache."""

    method: Literal["exact", "bound"] = "exact"

    def __init__(self, encoding: tiktoken.Encoding) -> None:
        self._encoding = encoding
        self._cache: dict[bytes, int] = {}

    def count(self, text: str) -> int:
        """Return the tokens of any text; a lone surrogate counts as a replacement character."""
        if len(text) < CACHED_FROM:
            return self._tokens(text.encode("utf-8", "replace").decode("utf-8"))
        clean = text.encode("utf-8", "replace")
        key = hashlib.blake2b(clean, digest_size=16).digest()
        found = self._cache.get(key)
        if found is None:
            found = sum(map(self._tokens, pieces(clean.decode("utf-8"))))
            if len(self._cache) >= CACHE_SIZE:
                self._cache.clear()
            self._cache[key] = found
        return found

    def _tokens(self, piece: str) -> int:
        try:
            return len(self._encoding.encode_ordinary(piece))
        except BaseException as error:
            # The encoder's panic is no Exception; anything else of that kind (Ctrl-C, say) goes on.
            if type(error).__name__ != "PanicException":
                raise
            return len(piece.encode("utf-8"))


async def exact_counter() -> O200kCounter:
    """Return the process's counter, loaded in a worker thread by the first caller."""
    return await anyio.to_thread.run_sync(_loaded)


def pieces(text: str, limit: int = PIECE) -> Iterator[str]:
    """Cut a text where counts stay additive: after a newline that an alphanumeric follows."""
    start = 0
    while len(text) - start > limit:
        cut = text.rfind("\n", start + limit // 2, start + limit)
        while cut != -1 and not text[cut + 1].isalnum():
            cut = text.rfind("\n", start + limit // 2, cut)
        end = start + limit if cut == -1 else cut + 1
        yield text[start:end]
        start = end
    yield text[start:]


def ranks() -> dict[bytes, int]:
    """Return the vocabulary as token bytes -> rank, from the compact file (its README gives the layout)."""
    packed = resources.files("offcut").joinpath("data", "o200k_base.compact.xz").read_bytes()
    table = lzma.decompress(packed)
    found, at = {}, RANKS
    for rank, length in enumerate(table[:RANKS]):
        found[table[at : at + length]] = rank
        at += length
    return found


@functools.cache
def _loaded() -> O200kCounter:
    import tiktoken

    encoding = tiktoken.Encoding(
        "o200k_offcut", pat_str=PATTERN, mergeable_ranks=ranks(), special_tokens=SPECIAL_TOKENS
    )
    return O200kCounter(encoding)
