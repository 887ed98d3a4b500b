"""Regular expressions from outside: compiled, or refused before they cost time or memory.

The engine writes counted repeats out, so that twenty characters can fill gigabytes while they are
compiled. Every pattern is therefore first read here: each character is put into one of a few classes,
and the size of what the engine would make of it is bounded from above. What this reading does not know
is refused: verbose mode and fuzzy matching change what characters mean, and a call of a group has no
size at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import regex

from offcut.errors import InvalidInput

LONGEST_PATTERN = 1_000
#: Items after all repeats are written out; the costliest ones take some 10 kilobytes each.
LARGEST_SIZE = 10_000
#: What counts as above every limit, and is cheap to multiply.
_ABSURD = 10**9

_FLAGS = r"[aimsu]*(?:-[ims]+)?"
#: The name of a property as the engine reads it; with any other it reads a letter and a brace.
_PROPERTY = r"\^?[A-Za-z0-9\ &_.-]*(?:[:=]\ *[A-Za-z0-9&_./-][A-Za-z0-9\ &_./-]*)?"
_TOKEN = re.compile(
    rf"""
    (?P<item>
        \\[pP]\{{{_PROPERTY}\}}
      | \\N\{{[A-Za-z0-9\ -]*\}}                                       # a named character
      | \\.
      | \(\?P=[^)]*\)                                                 # what a named group matched
      | \(\*[A-Z]+\)                                                  # a verb
      | \[\^?+\]?+(?: \\. | \[:{_PROPERTY}:\] | [^\]\\] )*+\]           # a set
      | [^\\()\[{{|?*+]
    )
  | (?P<open>\((?: \?(?: [:=!>] | <[=!] | P?<[^>)]*> | \(\w+\) | {_FLAGS}: ) | (?![?*]) ))
  | (?P<flags>\(\?{_FLAGS}\))
  | (?P<close>\))
  | (?P<branch>\|)
  | (?P<count>\{{(?: (?P<exactly>[0-9]+) | (?P<low>[0-9]*),(?P<high>[0-9]*) )\}})
  | (?P<quantifier>[?*+])
  | (?P<fuzzy>\{{[0-9]*(?:<=?)?[deis])
  | (?P<brace>\{{)
  | (?P<call>\(\?(?: R | [+-]?[0-9] | & | P[>&] ))
  | (?P<unknown>\(\??[^\s()]{{0,8}})
  | (?P<unended>.)
    """,
    re.VERBOSE | re.DOTALL,
)
#: Escapes that the engine writes out as several items.
_LARGE_ESCAPES = {r"\R": 8, r"\X": 8}


def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """Return the compiled pattern (``MULTILINE``). Raises ``InvalidInput`` in one sentence."""
    if len(pattern) > LONGEST_PATTERN:
        raise InvalidInput(f"grep has {len(pattern)} characters: use a pattern of at most {LONGEST_PATTERN}")
    if expanded_size(pattern) > LARGEST_SIZE:
        raise InvalidInput(
            f"grep repeats its parts to more than {LARGEST_SIZE} items in all; use smaller counts, or *"
        )
    try:
        return regex.compile(pattern, regex.MULTILINE | regex.VERSION0, cache_pattern=False)
    except regex.error as error:
        raise InvalidInput(f"grep is not a valid regular expression: {str(error)[:200]}") from error
    except RecursionError as error:
        raise InvalidInput("grep nests too many groups; use a simpler pattern") from error
    except Exception as error:  # the parser answers some malformed patterns with whatever it ran into
        raise InvalidInput("grep is not a valid regular expression; use a simpler pattern") from error


def expanded_size(pattern: str) -> int:
    """Return at least the number of items that the engine makes of a valid pattern.

    Raises ``InvalidInput`` for what has no size or changes how the rest is read.
    """
    reading = _Reading([_Group()])
    for token in _TOKEN.finditer(pattern):
        _refuse_unreadable(token)
        match token.lastgroup:
            case "open":
                reading.groups.append(_Group())
            case "close":
                reading.close()
            case "branch":
                reading.add(1)
            case "count" | "quantifier":
                reading.repeat(_most(token))
            case "flags":
                pass  # no item: a repeat behind it repeats what stands before it
            case _:
                reading.add(_LARGE_ESCAPES.get(token[0], 1 + len(token[0]) // 8))
    while len(reading.groups) > 1:
        reading.close()
    return reading.groups[0].size + reading.groups[0].last


def _refuse_unreadable(token: re.Match[str]) -> None:
    match token.lastgroup:
        case "fuzzy":
            raise InvalidInput(
                rf"grep has no fuzzy matching: to search for a brace, write \{{ in {_shown(token)}"
            )
        case "call":
            raise InvalidInput("grep calls itself or one of its groups; use a simpler pattern")
        case "unknown":
            raise InvalidInput(
                f"grep does not allow {_shown(token)}: use plain, named or (?:…) groups, lookarounds and "
                "the flags a, i, m, s and u"
            )
        case "unended":
            raise InvalidInput(f"grep is not a valid regular expression: nothing ends {_shown(token)}")


@dataclass(slots=True)
class _Group:
    """A group that is being read: the size of its last item, and that of all before it."""

    size: int = 1
    last: int = 0


@dataclass(slots=True)
class _Reading:
    """The groups that are open, the outermost first."""

    groups: list[_Group]

    def add(self, size: int) -> None:
        group = self.groups[-1]
        group.size += group.last
        group.last = size

    def close(self) -> None:
        if len(self.groups) > 1:
            closed = self.groups.pop()
            self.add(closed.size + closed.last)

    def repeat(self, times: int) -> None:
        group = self.groups[-1]
        group.last = min(group.last * times + 1, _ABSURD)


def _most(token: re.Match[str]) -> int:
    """Return how often the engine may write the repeated item: ``x+`` is ``x`` and ``x*``."""
    if token["quantifier"]:
        return 2 if token["quantifier"] == "+" else 1
    if token["exactly"]:
        return _number(token["exactly"])
    return max(_number(token["low"]) + 1, _number(token["high"]))


def _number(digits: str) -> int:
    return int(digits or 0) if len(digits) < 9 else _ABSURD


def _shown(token: re.Match[str]) -> str:
    return ascii(token[0]) if not token[0].isprintable() else f'"{token[0]}"'
