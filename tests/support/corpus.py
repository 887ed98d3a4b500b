"""The real lists of the five formats, and the checkers that compare one with what a pass made of it."""

from __future__ import annotations

import importlib.util
import json
from typing import Any, Literal

from offcut.formats import read
from support import checkers
from support.paths import TOOLS, require_shared

#: Files that hold a list: their folders, and where in a file the list stands.
FILES = ("openai-chat/*", "anthropic/*", "codex/*", "responses/*", "gemini/*", "synthetic-irregular/*")
LISTS = ("messages", "input", "contents")


def lists() -> dict[str, Any]:
    """Return every message list of the corpus that is in one of the five formats, by its file's name."""
    corpus = require_shared() / "corpus"
    paths = [path for files in FILES for path in sorted(corpus.glob(f"{files}.json"))]
    bodies = {f"{path.parent.name}/{path.name}": json.loads(path.read_text("utf-8")) for path in paths}
    return {name: next(body[key] for key in LISTS if key in body) for name, body in bodies.items()}


class Checker:
    """Says what is wrong with a list after a pass; loads the shared validator once."""

    def __init__(self) -> None:
        spec = importlib.util.spec_from_file_location("shared_validate", TOOLS / "validate.py")
        assert spec and spec.loader
        self._validator = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self._validator)

    def faults(self, before: Any, after: Any, mode: Literal["preview", "compress"]) -> list[tuple[str, str]]:
        """Return rule and key of every new fault; warnings count where only previews were put in."""
        format = read(before).format
        if format in checkers.SHAPES:
            return [(found.rule, str(found.key)) for found in checkers.check(before, after, format, mode)]
        shape = format.removesuffix("-chat")
        report = self._validator.validate(before, after, shape=shape, mode=mode)
        rows = report["errors"] + (report["warnings"] if mode == "preview" else [])
        return [(row["code"], row["key"]) for row in rows]
