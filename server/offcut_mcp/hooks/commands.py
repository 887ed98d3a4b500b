"""Whether a shell command runs offcut: read as a shell would, word by word, without running anything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

#: Our commands that print what somebody asked for.
COMMANDS = frozenset(
    {"archive", "compact", "compress", "config", "demo", "doctor", "install", "recover", "search", "sessions"}
    | {"status", "uninstall"}
)
PROGRAMS = frozenset({"offcut", "offcut_mcp"})
#: Words that run what stands behind them, with their own subcommands; a number may end them.
LAUNCHERS = frozenset(
    {"sudo", "doas", "env", "time", "timeout", "nohup", "nice", "exec", "command", "winpty", "xargs"}
    | {
        "stdbuf",
        "uv",
        "uvx",
        "pipx",
        "tool",
        "run",
        "poetry",
        "hatch",
        "pdm",
        "rye",
        "python",
        "pythonw",
        "py",
    }
    | {"if", "then", "else", "elif", "while", "until", "do", "!", "{"}
)
SHELLS = frozenset({"sh", "bash", "zsh", "dash", "fish", "ksh", "pwsh", "powershell", "cmd"})
#: Characters of a command that are read, and commands inside commands.
LONGEST, DEEPEST = 20_000, 3

_CONTINUED = re.compile(r"[\\`]\r?\n")
_WORD = re.compile(
    r"""(?P<ends>[;&|()\n`]|\$\()|(?P<comment>(?<!\S)\#[^\n]*)"""
    r"""|(?P<word>(?:[^\s'"\\;&|()`]|\\.|'[^']*'|"(?:\\.|[^"\\])*")+)""",
    re.DOTALL,
)
_QUOTED = re.compile(r"""'([^']*)'|"((?:\\.|[^"\\])*)"|\\([\s'"])""", re.DOTALL)
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=|\$env:", re.IGNORECASE)
_VERSION = re.compile(r"(?:\[\w[\w,-]*\])?(?:@|[=~<>!]=).*|\.exe$", re.DOTALL | re.IGNORECASE)


def runs_offcut(command: str | Sequence[Any], depth: int = 0) -> bool:
    """Tell whether a command, or the words of one, runs one of our commands; what it quotes is no command."""
    if isinstance(command, str):
        return any(_is_ours(words, depth) for words in _simple_commands(command[:LONGEST]))
    return _is_ours([str(word) for word in command], depth)


def _simple_commands(command: str) -> Iterator[list[str]]:
    """Yield the words of each simple command of a line."""
    words: list[str] = []
    for found in _WORD.finditer(_CONTINUED.sub(" ", command)):
        if found["word"]:
            words.append(_QUOTED.sub(lambda q: q[1] or q[2] or q[3] or "", found["word"]))
        elif found["ends"]:
            yield words
            words = []
    yield words


def _is_ours(words: Sequence[str], depth: int) -> bool:
    """Follow the words that run others up to the program that they run."""
    for at, word in enumerate(words):
        name = _name(word)
        if name in PROGRAMS and at + 1 < len(words) and words[at + 1] in COMMANDS:
            return True
        if name in SHELLS and depth < DEEPEST:
            return any(runs_offcut(inner, depth + 1) for inner in words[at + 1 :] if " " in inner)
        before = words[at - 1] if at else ""
        if not (_runs_others(word, name) or before.startswith("-")):
            return False
    return False


def _runs_others(word: str, name: str) -> bool:
    """Tell whether a program may still follow: after launchers, their options and specifications."""
    return (
        name.rstrip("0123456789.") in LAUNCHERS | PROGRAMS | {""}
        or word.startswith("-")
        or _ASSIGNMENT.match(word) is not None
        or re.fullmatch(r"\d+[smhd]?", word) is not None
    )


def _name(word: str) -> str:
    """Return a program's name without folder, version and ending."""
    return _VERSION.sub("", re.split(r"[\\/]", word)[-1])
