"""What a search looks for: words and quoted phrases, without a syntax that could be wrong."""

from __future__ import annotations

import re

from offcut.errors import InvalidInput

LONGEST_QUERY = 1_000
MOST_TERMS = 32

#: A phrase is quoted from one white space to another; every other run of characters is a word as it stands.
_TERM = re.compile(r'(?<!\S)"([^"]+)"(?!\S)|(\S+)')
_ENOUGH = "a few telling words find more"


def parse_query(query: str) -> tuple[str, ...]:
    """Return the words and phrases that must occur, folded, each once, in the order given.

    No character has a meaning of its own but the double quotes around a phrase. Raises
    ``InvalidInput`` if there is nothing to look for, or too much.
    """
    if not isinstance(query, str):
        raise InvalidInput("query must be a string of words to look for")
    if len(query) > LONGEST_QUERY:
        raise InvalidInput(f"query has {len(query)} characters; give at most {LONGEST_QUERY}: {_ENOUGH}")
    terms = dict.fromkeys(folded(match[1] or match[2]) for match in _TERM.finditer(query))
    found = tuple(term for term in terms if term.strip())
    if not found:
        raise InvalidInput("query is empty; give words that the wanted text holds")
    if len(found) > MOST_TERMS:
        raise InvalidInput(f"query has {len(found)} different words; give at most {MOST_TERMS}: {_ENOUGH}")
    return found


def folded(text: str) -> str:
    """Return the text without differences of case, character for character, so that places stay."""
    # The one character that becomes two in lower case, and the one letter whose lower case depends on
    # where in a word it stands.
    return text.replace("İ", "i").lower().replace("ς", "σ")
