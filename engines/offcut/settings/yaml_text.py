"""A settings file's YAML, read entry by entry, so that every value has its line and no key stands twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from offcut.errors import InvalidInput
from offcut.settings.keys import SECTIONS, SETTINGS, harmless, unknown
from offcut.settings.stated import Origin, Stated, line_and_column, stated

#: A date that does not exist and a number without end are the latter.
_BROKEN = (yaml.YAMLError, ValueError)


@dataclass(frozen=True, slots=True)
class YamlText:
    """Reads the text of one file; what is wrong with single entries is added to ``problems``."""

    path: Path
    origin: Origin
    problems: list[str]

    def read(self, text: str) -> list[Stated]:
        """Return what the text states. Raises ``InvalidInput`` with line and column if it is no YAML."""
        try:
            loader = yaml.SafeLoader(text)
            root = loader.get_single_node()
            return [] if root is None else [*self._section(loader, root, "")]
        except _BROKEN as error:
            place = _place(error, text)
            raise InvalidInput(f"{self.path} cannot be read as YAML{place}; correct it there") from None
        except RecursionError:
            raise InvalidInput(f"{self.path} is nested too deeply to be settings; simplify it") from None

    def _section(self, loader: yaml.SafeLoader, node: yaml.Node, section: str) -> Iterator[Stated]:
        """Yield the settings of one section; one without anything in it is empty."""
        if not isinstance(node, yaml.MappingNode):
            if loader.construct_object(node, deep=True) is not None:
                self._no_section(node, section)
            return
        lines: dict[str, int] = {}
        for name, inner in node.value:
            key, line = section + _name(name), name.start_mark.line + 1
            if key in lines:
                self._twice(key, lines[key], line)
            elif key in SECTIONS:
                yield from self._section(loader, inner, f"{key}.")
            elif key in SETTINGS:
                value = self._from_here(key, loader.construct_object(inner, deep=True))
                yield stated(key, value, self.origin, self._at(line))
            else:
                self.problems.append(f"{unknown(key, key)} (in {self._at(line)})")
            lines.setdefault(key, line)

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


def _name(node: yaml.Node) -> str:
    """Return a key as it is written: building one could cost a stranger's file more than it may."""
    return str(node.value) if isinstance(node, yaml.ScalarNode) else "?"


def _place(error: Exception, text: str) -> str:
    """Say where a text breaks: the parser marks the place, the reader of characters only counts them."""
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        return f" at line {error.problem_mark.line + 1}, column {error.problem_mark.column + 1}"
    position = getattr(error, "position", None)
    return f" {line_and_column(text[:position])}" if isinstance(position, int) else ""
