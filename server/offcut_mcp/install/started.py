"""How a command that stands in a configuration starts offcut: alone, with options, or through another."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from offcut_mcp.install.command import MODULE, shell_line

#: A shell word with its quotes, or a stretch of operators, which separate commands.
_POSIX = re.compile(r"""(?:[^\s'"\\;&|()<>]|\\[^\n]|'[^']*'|"(?:[^"\\]|\\.)*")+|[;&|()<>]+""", re.DOTALL)
_WINDOWS = re.compile(r'(?:[^\s"&|<>]|"[^"]*")+|[&|<>]+')
_OPERATORS = re.compile(r"[;&|()<>]+")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
#: The console script, perhaps with the version or the extras that a runner of packages is given.
_SCRIPT = re.compile(r"offcut(?:\.exe|\.cmd)?(?:\[[^\]]*\])?(?:(?:@|[=<>~!]=).*)?", re.IGNORECASE)
#: What tells a shell that the next word is a whole line.
_LINE_FOLLOWS = re.compile(r"-[a-z]*c|/c", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Start:
    """Where among the words of a command offcut is started.

    ``first`` is the word that the system looks up, ``end`` the one behind the program, with which
    offcut's own arguments begin. ``direct`` says that nothing but variables stands before the program.
    """

    first: int
    end: int
    direct: bool


def start_of(words: Sequence[str], *arguments: str) -> Start | None:
    """Return where these words start some installed offcut with these arguments first; others may follow."""
    for end in range(1, len(words) - len(arguments) + 1):
        if tuple(words[end : end + len(arguments)]) != arguments:
            continue
        if length := _program(words[:end]):
            first = _first(words[:end])
            return Start(first, end, direct=end - first == length)
    for at, word in enumerate(words[1:], start=1):
        if _LINE_FOLLOWS.fullmatch(words[at - 1]) and start_of(split_line(word), *arguments):
            return Start(_first(words[:at]), at, direct=False)
    return None


def with_program(words: Sequence[str], command: Sequence[str], *arguments: str) -> tuple[str, ...]:
    """Return the words with this command in the program's place; as they are where another starts it."""
    start = start_of(words, *arguments)
    if start is None or not start.direct:
        return tuple(words)
    return (*words[: start.first], *command, *words[start.end :])


def line_with_program(line: str, command: Sequence[str], *arguments: str) -> str:
    """Return a shell line as ``with_program`` does; every other character of it stays."""
    parts = _parts(line)
    words = [_unquoted(found[0]) for found in parts]
    if with_program(words, command, *arguments) == tuple(words):
        return line
    start = start_of(words, *arguments)
    assert start is not None, "a line that starts nothing stays as it is"
    return line[: parts[start.first].start()] + shell_line(command) + line[parts[start.end - 1].end() :]


def split_line(line: str) -> list[str]:
    """Return the words and operators of a shell line, without comments; none where a quote stays open."""
    return [_unquoted(found[0]) for found in _parts(line)]


def _parts(line: str) -> list[re.Match[str]]:
    parts: list[re.Match[str]] = []
    posix = os.name != "nt"
    position = 0
    for found in (_POSIX if posix else _WINDOWS).finditer(line):
        if posix and found[0].startswith("#"):
            return parts
        if not _is_space(line[position : found.start()]):
            return []
        parts.append(found)
        position = found.end()
    return parts if _is_space(line[position:]) else []


def _is_space(between: str) -> bool:
    return not between.replace("\\\n", "").strip()


def _unquoted(part: str) -> str:
    if os.name == "nt":
        return part.strip('"')
    return part if _OPERATORS.fullmatch(part) else "".join(shlex.split(part))


def _program(words: Sequence[str]) -> int:
    """Return how many words at the end are the program; 0 where they are not offcut."""
    if words[-1] == MODULE and len(words) > 2 and words[-2] == "-m":
        return 3
    return 1 if _SCRIPT.fullmatch(words[-1].replace("\\", "/").rpartition("/")[2]) else 0


def _first(words: Sequence[str]) -> int:
    """Return where the last command among these words begins, behind the variables that are set for it."""
    first = 0
    for at, word in enumerate(words):
        if _OPERATORS.fullmatch(word):
            first = at + 1
    while first < len(words) - 1 and _ASSIGNMENT.match(words[first]):
        first += 1
    return first
