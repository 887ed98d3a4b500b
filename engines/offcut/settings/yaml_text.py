"""A settings file's YAML, read entry by entry, so that every value has its line and no key stands twice.

The file may be a stranger's, so nothing is built of it but short plain scalars and lists of them. Tags,
which make a reader build what they name, are refused; dates and anything too long to be a number are text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from offcut.errors import InvalidInput
from offcut.settings.keys import SECTIONS, SETTINGS, harmless, unknown
from offcut.settings.stated import Origin, Stated, line_and_column, stated

#: What the parser itself raises; an escape or a version beyond every number is one of the latter.
_BROKEN = (yaml.YAMLError, ValueError, OverflowError)
_TAG = "tag:yaml.org,2002:"
_BUILT = frozenset(f"{_TAG}{kind}" for kind in ("null", "bool", "int", "float"))
#: Characters of the longest number, sign and exponent included; reading one takes the square of its length.
LONGEST_NUMBER = 40


@dataclass(frozen=True, slots=True)
class YamlText:
    """Reads the text of one file; what is wrong with single entries is added to ``problems``."""

    path: Path
    origin: Origin
    problems: list[str]
    #: The line of each key, whether it was written with dots or in sections.
    lines: dict[str, int] = field(default_factory=dict)

    def read(self, text: str) -> list[Stated]:
        """Return what the text states. Raises ``InvalidInput`` with line and column if it is no YAML."""
        loader = None
        try:
            loader = yaml.SafeLoader(text)
            root = loader.get_single_node()
            return [] if root is None else [*self._section(loader, root, "")]
        except _BROKEN as error:
            place = _place(error, text, loader)
            raise InvalidInput(f"{self.path} cannot be read as YAML {place}; correct it there") from None
        except RecursionError as error:
            place = _place(error, text, loader)
            raise InvalidInput(
                f"{self.path} is nested too deeply {place} to be settings; simplify it"
            ) from None

    def _section(self, loader: yaml.SafeLoader, node: yaml.Node, section: str) -> Iterator[Stated]:
        """Yield the settings of one section; one without anything in it is empty."""
        if not isinstance(node, yaml.MappingNode):
            if _value(loader, node) is not None:
                self._no_section(node, section)
            return
        for name, inner in node.value:
            key, line = section + _name(name), name.start_mark.line + 1
            if key in self.lines:
                self._twice(key, self.lines[key], line)
            elif key in SECTIONS:
                yield from self._section(loader, inner, f"{key}.")
            elif key in SETTINGS:
                yield from self._setting(loader, inner, key, self._at(line))
            else:
                self.problems.append(f"{unknown(key, key)} (in {self._at(line)})")
            self.lines.setdefault(key, line)

    def _setting(self, loader: yaml.SafeLoader, node: yaml.Node, key: str, at: str) -> Iterator[Stated]:
        if _is_tagged(loader, node):
            self.problems.append(f"{key} must be written without a YAML tag, as its value alone (in {at})")
        else:
            yield stated(key, self._from_here(key, _value(loader, node)), self.origin, at)

    def _at(self, line: int) -> str:
        return f"{self.path}, line {line}"

    def _no_section(self, node: yaml.Node, section: str) -> None:
        what = section.rstrip(".") or "the file"
        example = next(key for key in SETTINGS if key.startswith(section))
        at = self._at(node.start_mark.line + 1)
        self.problems.append(f"{what} must hold settings such as {example} (in {at})")

    def _twice(self, key: str, first: int, second: int) -> None:
        """YAML readers keep the last of two in silence, so that one of them would not mean what it says."""
        self.problems.append(
            f"{harmless(key)} stands twice in {self.path}, on lines {first} and {second}; keep one"
        )

    def _from_here(self, key: str, value: Any) -> Any:
        """Take the archive's path from the folder of the file that names it, wherever offcut runs."""
        if key != "archive.path" or not isinstance(value, str) or value in ("", ":memory:"):
            return value
        return value if value.startswith("~") else str(self.path.parent / value)


def _is_tagged(loader: yaml.SafeLoader, node: yaml.Node) -> bool:
    """Tell whether a tag, and not how it is written, says what a value or one of a list's is."""
    if isinstance(node, yaml.ScalarNode):
        plain = node.style is None
        untagged = loader.resolve(yaml.ScalarNode, node.value, (plain, not plain))  # type: ignore[no-untyped-call]
        return bool(node.tag != untagged)
    if isinstance(node, yaml.SequenceNode):
        items = (item for item in node.value if isinstance(item, yaml.ScalarNode))
        return node.tag != f"{_TAG}seq" or any(_is_tagged(loader, item) for item in items)
    return node.tag != f"{_TAG}map"


def _value(loader: yaml.SafeLoader, node: yaml.Node) -> Any:
    """Return a scalar, or a list of scalars; of anything deeper only that it is there."""
    if isinstance(node, yaml.SequenceNode):
        return [_value(loader, item) if isinstance(item, yaml.ScalarNode) else {} for item in node.value]
    if not isinstance(node, yaml.ScalarNode):
        return {}
    if node.tag not in _BUILT or len(node.value) > LONGEST_NUMBER or _is_tagged(loader, node):
        return node.value
    try:
        return loader.construct_object(node)
    except ValueError:  # YAML takes `0b_` for a number
        return node.value


def _name(node: yaml.Node) -> str:
    """Return a key as it is written: building one could cost a stranger's file more than it may."""
    return str(node.value) if isinstance(node, yaml.ScalarNode) else "?"


def _place(error: Exception, text: str, loader: yaml.SafeLoader | None) -> str:
    """Say where a text breaks: as the parser marks it, else where the reader of characters stands."""
    mark = getattr(error, "problem_mark", None) or loader
    if mark is not None:
        return f"at line {mark.line + 1}, column {mark.column + 1}"
    return line_and_column(text[: getattr(error, "position", 0)])
