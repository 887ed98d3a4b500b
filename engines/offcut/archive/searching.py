"""Searching the sources of a project: their stored text is read and looked through, inside one snapshot.

Nothing is kept beside the sources, so what was written is found at once, what was forgotten is gone, and
writing costs nothing. The price is reading, most recently used sources first and never more than a bound.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from offcut.archive import retrieval
from offcut.archive.references import shown
from offcut.archive.storing import stored
from offcut.errors import InvalidInput, SourceDamaged
from offcut.ports import Check, SearchHit, SearchResult
from offcut.search import Match, best_match, folded, parse_query, snippet

DEFAULT_HITS = 10
MOST_HITS = 50
#: Characters of text that one search reads.
MOST_CHARACTERS = 64_000_000
#: A source that expires sooner is left out, because it could be gone before the search ends.
LASTING_SECONDS = 60.0
SHOWN_NAMES = 3

#: A segment is found by its messages, which are sources of their own; a plan is a prompt, nobody's past.
_KINDS = "('tool_result', 'message', 'summary')"


@dataclass(frozen=True, slots=True)
class Scope:
    """Where to look: without a project in all of them, without a tool at the sources of any."""

    namespace: str
    project: str | None
    tool: str | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to look for, how many hits to give, and how many characters to read for them at most."""

    terms: tuple[str, ...]
    limit: int
    most_characters: int = MOST_CHARACTERS


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A source in the scope, and the tool that it was first met with there."""

    ref: str
    characters: int
    tool: str | None


@dataclass(frozen=True, slots=True)
class _Found:
    """What looking through candidates gave; ``unseen`` are the terms that none of them holds."""

    matches: Sequence[tuple[_Candidate, Match]]
    damaged: Sequence[str]
    unseen: Sequence[str]


def wanted(query: str, limit: int) -> Wanted:
    """Return the checked request. Raises ``InvalidInput``."""
    if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= MOST_HITS:
        raise InvalidInput(f"limit must be an integer from 1 to {MOST_HITS}")
    return Wanted(parse_query(query), limit)


def search(connection: sqlite3.Connection, scope: Scope, wanted: Wanted, check: Check) -> SearchResult:
    """Return the best hits; equal scores in order of last use."""
    candidates = _candidates(connection, scope)
    chosen = _within_bound(candidates, wanted.most_characters)
    found = _look_through(connection, scope, chosen, wanted.terms, check)
    # Sorting is stable, and the candidates came in order of last use.
    best = sorted(found.matches, key=lambda match: -match[1].score)[: wanted.limit]
    hits = []
    for candidate, match in best:
        check()
        hits.append(_hit(candidate, match, _text(connection, scope, candidate), check))
    warnings = [*_left_out(candidates, chosen, wanted.most_characters), *_damaged(found.damaged)]
    if not hits:
        warnings += _nothing_found(scope, chosen, wanted.terms, found.unseen)
    return SearchResult(tuple(hits), len(chosen) - len(found.damaged), tuple(warnings))


def _candidates(connection: sqlite3.Connection, scope: Scope) -> list[_Candidate]:
    """Return the sources in the scope that have a text, the most recently used first."""
    rows = connection.execute(
        f"""SELECT ref, characters, tool FROM (
                SELECT id, ref, characters, used_at, (
                    SELECT o.tool FROM occurrence AS o WHERE o.source = source.id
                        AND (:project IS NULL OR o.project = :project) AND (:tool IS NULL OR o.tool = :tool)
                    ORDER BY o.seen_at, o.position LIMIT 1) AS tool
                FROM source WHERE namespace = :namespace AND characters > 0 AND kind IN {_KINDS}
                    AND (expires_at IS NULL OR expires_at > :end))
            WHERE tool IS NOT NULL ORDER BY used_at DESC, id DESC""",
        {
            "namespace": scope.namespace,
            "project": None if scope.project is None else stored(scope.project),
            "tool": stored(scope.tool) or None,
            "end": time.time() + LASTING_SECONDS,
        },
    )
    return [_Candidate(ref, characters, tool or None) for ref, characters, tool in rows]


def _within_bound(candidates: Sequence[_Candidate], room: int) -> list[_Candidate]:
    """Return the candidates that can be read; one that no longer fits leaves room for smaller ones."""
    chosen = []
    for candidate in candidates:
        if candidate.characters <= room:
            room -= candidate.characters
            chosen.append(candidate)
    return chosen


def _look_through(
    connection: sqlite3.Connection,
    scope: Scope,
    candidates: Sequence[_Candidate],
    terms: Sequence[str],
    check: Check,
) -> _Found:
    matches, damaged, unseen = [], [], list(terms)
    for candidate in candidates:
        check()
        try:
            text = folded(_text(connection, scope, candidate))
        except SourceDamaged:
            damaged.append(candidate.ref)
            continue
        unseen = [term for term in unseen if term not in text]
        if (match := best_match(text, terms, check)) is not None:
            matches.append((candidate, match))
    return _Found(matches, damaged, unseen)


def _text(connection: sqlite3.Connection, scope: Scope, candidate: _Candidate) -> str:
    source = retrieval.find(connection, scope.namespace, candidate.ref)
    return retrieval.text(connection, scope.namespace, source)


def _hit(candidate: _Candidate, match: Match, text: str, check: Check) -> SearchHit:
    line = text.count("\n", 0, match.at) + 1
    return SearchHit(candidate.ref, candidate.tool, line, snippet(text, match.at, check), match.score)


def _left_out(candidates: Sequence[_Candidate], chosen: Sequence[_Candidate], bound: int) -> Iterator[str]:
    left_out = len(candidates) - len(chosen)
    if left_out:
        yield (
            f"{left_out} of {len(candidates)} sources were not looked at: one search reads {bound} "
            "characters, the most recently used sources first; name a tool to look at fewer"
        )


def _damaged(refs: Sequence[str]) -> Iterator[str]:
    if refs:
        yield f"could not be read, because their bytes are damaged: {_named(refs)}"


def _nothing_found(
    scope: Scope, chosen: Sequence[_Candidate], terms: Sequence[str], unseen: Sequence[str]
) -> Iterator[str]:
    """Say why there is no hit, and what to try."""
    where = "this project" if scope.project is not None else "any project"
    if not chosen:
        of_tool = f" of tool {shown(scope.tool)}" if scope.tool else ""
        yield f"nothing{of_tool} is archived in {where}" + ("; leave tool out" if scope.tool else "")
    elif unseen and len(terms) > 1:
        yield f"no source holds {_named(list(map(shown, unseen)))}; leave that out"
    elif len(terms) > 1:
        yield "each word occurs, but no source holds them all; give fewer words"


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - SHOWN_NAMES} more" if len(names) > SHOWN_NAMES else ""
    return ", ".join(names[:SHOWN_NAMES]) + more
