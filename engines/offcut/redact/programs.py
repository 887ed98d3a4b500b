"""Values that are secrets because they are the option of a program that is known to take one there."""

from __future__ import annotations

from offcut.redact.borders import CONTINUED, begins
from offcut.redact.rule import Rule
from offcut.redact.value import ANY_QUOTE, ESCAPES

#: Between two arguments: of a line, or of a list in JSON.
_GAP = (
    rf"(?:(?:[ \t]{{1,8}}+|{CONTINUED}){{1,4}}+{ESCAPES}{ANY_QUOTE}?"
    rf"|{ESCAPES}{ANY_QUOTE}[ \t]{{0,8}}+(?:,\s{{0,8}}+{ESCAPES}{ANY_QUOTE})?)"
)
_ARGUMENT = r"[^\s;|&\"'`\\,]{1,200}+"
_VALUE = r"(?P<value>[^\s\"'`\\]{1,400}+)"


def _program(names: str, option: str, gap: str) -> str:
    """Return the pattern of a program with such an option; what is read before it is not read again."""
    # The option may be missing: then the arguments are taken nevertheless, so that the work is linear.
    return (
        rf"(?P<program>{names}(?:{_GAP}(?!{option}){_ARGUMENT}){{0,60}}+)"
        rf"(?:(?P<option>{_GAP}{option}{gap}){_VALUE})?+"
    )


#: The password sticks to the option here, and is the next argument there.
_STUCK, _NEXT = rf"[ \t]{{0,0}}{ESCAPES}{ANY_QUOTE}?", _GAP
PROGRAMS = (
    Rule(("mysql",), _program(rf"{begins('mysql')}[a-z_-]{{0,20}}+", "-p", _STUCK)),
    Rule(("mariadb",), _program(rf"{begins('mariadb')}[a-z_-]{{0,20}}+", "-p", _STUCK)),
    Rule(("sshpass",), _program("sshpass", "-p", rf"(?:{_GAP})?+{_STUCK}")),
    Rule(("7z",), _program(rf"{begins('7z')}[ar]?", "-p", _STUCK)),
    Rule(("redis-cli",), _program("redis-cli", "(?:-a|--pass)", _NEXT)),
    Rule((" login",), _program("(?:docker|podman|registry|nerdctl|oras) login", "-p", _NEXT)),
    Rule(("sqlcmd",), _program("sqlcmd", "-P", _NEXT)),
    Rule(("ldap",), _program("ldap(?:search|modify|add|delete|passwd|whoami)", "-w", _NEXT)),
)
