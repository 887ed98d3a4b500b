"""Whether another text surely is the whole of what a hook was given: only then may it stand for it."""

from __future__ import annotations

import re
from collections.abc import Callable

#: What hosts write where they cut: ``…``, ``…123 tokens truncated…``, ``... [9 lines truncated] ...``.
_CUT = re.compile(
    r"\s{0,8}(?:[\[(.… ]{1,6}(?:omitted |truncated )?\d[\d,.]{0,20}[^\n]{0,40}?(?:truncated|omitted)"
    r"[^\n]{0,20}?[\]).… ]{1,6}|\[\.\.\. omitted \d[^\n]{0,60}\]|…)\s{0,8}"
)
#: Characters in which the host's words about its cut must stand.
LONGEST_CUT = 160


def contains(whole: str, given: str) -> bool:
    """Tell whether ``whole`` begins, ends, or begins and ends around the host's cut, as ``given`` does.

    Hosts strip white space from both ends, so that is not compared.
    """
    whole, given = whole.strip(), given.strip()
    if len(whole) < len(given):
        return False
    begins = _shared(len(given), lambda low, high: whole[low:high] == given[low:high])
    if begins == len(given) or whole.endswith(given):
        return True
    ends = _shared(len(given), lambda low, high: _from_end(whole, low, high) == _from_end(given, low, high))
    return _only_a_cut(given, begins, len(given) - ends)


def _only_a_cut(given: str, begins: int, ends: int) -> bool:
    """Tell whether between the shared beginning and the shared end stands nothing but a host's cut.

    A letter of the cut may be shared by chance, so it may reach into both.
    """
    if ends - begins > LONGEST_CUT:
        return False
    found = _CUT.finditer(given, max(0, begins - LONGEST_CUT), min(len(given), ends + LONGEST_CUT))
    return any(cut.start() <= begins and cut.end() >= ends for cut in found)


def _from_end(text: str, low: int, high: int) -> str:
    return text[len(text) - high : len(text) - low]


def _shared(most: int, same: Callable[[int, int], bool]) -> int:
    """Return how many characters from one end are the same, ``most`` at the most."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if same(low, middle):
            low = middle
        else:
            high = middle - 1
    return low
