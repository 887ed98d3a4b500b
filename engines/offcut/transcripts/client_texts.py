"""Tells what a client wrote in the user's place from what the user wrote, text by text.

Clients put their own texts into ``<tag>…</tag>`` and send them in the user's role, sometimes in one text with
the user's words. A text is cut into spans that together are the text, to the character:

- Wrappers with a tag that a client is known to use, and its few fixed sentences, are the client's where a
  text begins or ends with them; in the middle of a sentence they are what somebody quotes.
- A wrapper with any other tag of several words (``<new-thing>``, ``<new_thing>``) is the client's only if
  wrappers are all that there is, because the next version of a client brings tags that nobody knows yet.
- That last rule can meet a document that a user pasted: ``<web-app>…</web-app>`` looks like a wrapper. Signs
  that a client never shows make it the user's: a space or a line before it, a prolog, ``xmlns``, words beside
  it, a tag of one word (``<html>``, ``<project>``, ``<Button>``), or a host's note that the row was typed.
  Without them it is taken for the client's: it loses its place among the requests, but stands in the
  conversation and in the archive, while a notice taken for a request becomes the goal of the next session.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from offcut.conversation import Json

#: Attributes of more characters are no client's.
LONGEST_ATTRIBUTES = 2_000
_OPENING = re.compile(rf"<([A-Za-z][\w-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*'){{0,{LONGEST_ATTRIBUTES}}})>")
_TAG = re.compile(r"<(/?)([A-Za-z][\w-]*)[^<>]*>")
_SEVERAL_WORDS = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)+")
_NEWLINE_OR_END = re.compile(r"[ \t]*(?:\n|\Z)")
_SPACE = re.compile(r"\s*")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text, and whether the client wrote it."""

    text: str
    by_client: bool


@dataclass(frozen=True, slots=True)
class Client:
    """How one client writes: the ``tags`` it is known to use, and its sentences outside of tags.

    ``sentences`` match from where a text or its rest begins to where the sentence ends.
    """

    tags: frozenset[str]
    sentences: re.Pattern[str]

    def spans(self, text: str, *, typed: bool = False) -> list[Span]:
        """Return the spans of a text, which joined are the text; ``typed`` if a person surely typed it."""
        if not text.strip():
            return [Span(text, by_client=False)]
        first = self._end_of_run(text)
        if first == len(text) or (not typed and _is_all_wrappers(text)):
            return [Span(text, by_client=True)]
        last = self._start_of_last_run(text, first)
        spans = (Span(text[:first], True), Span(text[first:last], False), Span(text[last:], True))
        return [span for span in spans if span.text]

    def _end_of_run(self, text: str, at: int = 0) -> int:
        """Return where the client's words at a place end, the space behind them included."""
        end = _behind_space(text, at)
        found = at
        while (behind := self._end_of_one(text, end)) > end:
            found = end = _behind_space(text, behind)
        return found

    def _end_of_one(self, text: str, at: int) -> int:
        sentence = self.sentences.match(text, at)
        if sentence is not None:
            return sentence.end()
        opening = _OPENING.match(text, at)
        if opening is None or opening[1] not in self.tags:
            return at
        end = _end_of_wrapper(text, opening)
        if end is None:  # cut off, or somebody who writes about a tag
            return len(text) if _NEWLINE_OR_END.match(text, opening.end()) else at
        return end

    def _start_of_last_run(self, text: str, first: int) -> int:
        """Return where the client's wrappers begin that the text ends with, each at the start of a line."""
        tags = [tag for tag in _TAG.finditer(text, first) if tag[2] in self.tags]
        start = len(text)
        while tags and tags[-1].end() == _end_of_words(text, first, start):
            opening = _opening_of_last(tags)
            if opening is None or text[opening - 1 : opening] not in ("", "\n"):
                break
            start = opening
        return start


def split(content: Json, spans: Callable[[str], list[Span]]) -> list[tuple[bool, Json]]:
    """Return a message's content as runs of one writer, in order, each with whether it is the client's.

    Pictures and whatever else is no text are the user's. Content of one writer is returned as it is.
    """
    if isinstance(content, str):
        return [(span.by_client, span.text) for span in spans(content)]
    if not isinstance(content, list):
        return [(False, content)]
    runs: list[tuple[bool, Json]] = []
    for by_client, piece in (piece for block in content for piece in _pieces(block, spans)):
        if runs and runs[-1][0] == by_client:
            runs[-1][1].append(piece)
        else:
            runs.append((by_client, [piece]))
    return [(runs[0][0], content)] if len(runs) == 1 else runs or [(False, content)]


def _pieces(block: Json, spans: Callable[[str], list[Span]]) -> list[tuple[bool, Json]]:
    text = block.get("text") if isinstance(block, dict) else None
    found = spans(text) if isinstance(text, str) else []
    if len(found) < 2:
        return [(bool(found) and found[0].by_client, block)]
    return [(span.by_client, {**block, "text": span.text}) for span in found]


def _opening_of_last(tags: list[re.Match[str]]) -> int | None:
    """Take the last wrapper off a list of tags and return where it begins, if it does."""
    name, deep = tags[-1][2], 0
    while tags:
        tag = tags.pop()
        if tag[2] == name:
            deep += 1 if tag[1] else -1
        if deep <= 0:
            return tag.start() if not tag[1] and deep == 0 else None
    return None


def _behind_space(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _end_of_words(text: str, first: int, end: int) -> int:
    while end > first and text[end - 1].isspace():
        end -= 1
    return end


def _is_all_wrappers(text: str) -> bool:
    """Tell whether a text is, from its first character to its last, wrappers with tags of several words."""
    at, body = 0, text.rstrip()
    while at < len(body):
        opening = _OPENING.match(body, at)
        if opening is None or not _SEVERAL_WORDS.fullmatch(opening[1]) or "xmlns" in opening[2]:
            return False
        end = _end_of_wrapper(body, opening)
        if end is None:
            return False
        at = _behind_space(body, end)
    return bool(body)


def _end_of_wrapper(text: str, opening: re.Match[str]) -> int | None:
    """Return where a wrapper ends: at the tag that closes it, or at the last one if more are opened."""
    name, deep, last = opening[1], 0, None
    tags = re.compile(rf"<(/?){re.escape(name)}(?![\w-])[^<>]*>")
    for tag in tags.finditer(text, opening.start()):
        deep += -1 if tag[1] else 1
        last = tag.end() if tag[1] else last
        if deep == 0:
            return last
    return last
