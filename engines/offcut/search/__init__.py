"""Finding words in archived texts: what a query means, where a text fits it best, what is shown of that."""

from __future__ import annotations

from offcut.search.matching import Match, best_match
from offcut.search.query import LONGEST_QUERY, MOST_TERMS, folded, parse_query
from offcut.search.snippet import LONGEST_SNIPPET, snippet

__all__ = [
    "LONGEST_QUERY",
    "LONGEST_SNIPPET",
    "MOST_TERMS",
    "Match",
    "best_match",
    "folded",
    "parse_query",
    "snippet",
]
