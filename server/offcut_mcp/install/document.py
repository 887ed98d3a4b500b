"""A configuration file's text: read, edited, and compared with what the edit had to give."""

from __future__ import annotations

import codecs
import pathlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from offcut.errors import OffcutError
from offcut_mcp.install import json_text, toml_text
from offcut_mcp.install.edits import Delete, Edit, Path, outcome, value_at
from offcut_mcp.install.hosts import Syntax


class Refused(OffcutError):
    """A configuration file is left untouched because it cannot be changed with certainty."""


@dataclass(frozen=True, slots=True)
class Document:
    """The content of one configuration file, and what it says."""

    path: pathlib.Path
    syntax: Syntax
    text: str
    values: dict[str, Any]
    mark: bytes = b""

    @property
    def body(self) -> bytes:
        """The bytes of the file."""
        return self.mark + self.text.encode()

    def edited(self, edit: Edit) -> Document:
        """Return the document with one edit made.

        Raises ``Refused`` where anything but the edit would change, or the text cannot be edited.
        """
        try:
            text = _write(self.text, edit, self.syntax)
            changed = replace(self, text=text, values=_read(text, self.syntax))
            same = self._settled(changed.values) == self._settled(outcome(self.values, edit))
            text.encode()
        except (ValueError, TypeError, AttributeError, IndexError):
            same = False
        if not same:
            raise Refused(
                f"{self.path} is written in a way that cannot be changed with certainty, and was left as it "
                "is; edit it by hand: `offcut install HOST --print` shows what belongs there"
            )
        return changed

    def without_empty(self, path: Path, earlier: Mapping[str, Any]) -> Document:
        """Return the document without the object or list at a path if it is empty and was not there earlier.

        A TOML table without content needs no line, so there is nothing to remove.
        """
        empty = value_at(self.values, path) in ({}, [])
        if not empty or value_at(earlier, path) is not None or self.syntax == "toml":
            return self
        return self.edited(Delete(path))

    def says_the_same(self, other: Document) -> bool:
        """Say whether two documents differ at most in how they are written."""
        return self._settled(self.values) == self._settled(other.values)

    def _settled(self, values: dict[str, Any]) -> str:
        """Return values as they compare: in order, and a number that equals nothing equals itself.

        In TOML a table that holds nothing needs no line, so it counts as none.
        """
        return repr({name: value for name, value in values.items() if self.syntax != "toml" or value != {}})


def document(path: pathlib.Path, body: bytes, syntax: Syntax) -> Document:
    """Read the bytes of a file. Raises ``Refused`` for what is not in its syntax."""
    kind = "TOML" if syntax == "toml" else "JSON"
    mark = codecs.BOM_UTF8 if body.startswith(codecs.BOM_UTF8) else b""
    try:
        text = body[len(mark) :].decode()
        if not text.strip() and syntax != "toml":
            text = "{}\n"
        values = _read(text, syntax)
    except UnicodeDecodeError:
        raise Refused(
            f"{path} is not UTF-8 and was left as it is; save it as UTF-8, then try again"
        ) from None
    except (ValueError, RecursionError) as error:
        reason = str(error).removeprefix("Invalid ") or "nested too deeply"
        raise Refused(f"{path} is no valid {kind} ({reason}) and was left as it is; mend it first") from None
    if not isinstance(values, dict):
        raise Refused(f"{path} holds no JSON object and was left as it is; mend it first")
    return Document(path, syntax, text, values, mark)


def require(found: Document, kind: type[dict[str, Any] | list[Any]], *path: str) -> None:
    """Raise ``Refused`` unless what stands at this path, if anything does, is of this kind."""
    *above, name = path
    around = value_at(found.values, tuple(above))
    if isinstance(around, dict) and name in around and not isinstance(around[name], kind):
        wanted = "list" if kind is list else "object"
        raise Refused(f"{found.path} has something at {'.'.join(path)} that is no {wanted}; mend it first")


def _read(text: str, syntax: Syntax) -> Any:
    if syntax == "toml":
        return toml_text.read(text)
    return json_text.read(text, comments=syntax == "json with comments")


def _write(text: str, edit: Edit, syntax: Syntax) -> str:
    if syntax == "toml":
        return toml_text.edited(text, edit)
    return json_text.edited(text, edit, comments=syntax == "json with comments")
