"""A context engine of one's own: it folds old tool results and never summarises a word.

Put this folder into ``plugins/context_engine/`` beside your ``config.yaml`` and name it there:

    context:
      engine: lossless

``../../../plugin_folder_engine.py`` does both in a folder that it makes and removes again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import anyio

from offcut import Archive, ContextEngine, OffcutError, compact_context, recover_source

#: Fold whatever is old: this engine runs only when space is short.
HOW = {"drop_threshold": 1.0, "preserve_recent_messages": 4}
GREP = {
    "name": "lossless_grep",
    "description": "Finds lines of a folded result by its reference and a regular expression.",
    "parameters": {
        "type": "object",
        "properties": {"ref": {"type": "string"}, "pattern": {"type": "string"}},
        "required": ["ref", "pattern"],
    },
}


class Lossless(ContextEngine):
    """Every message stays; results that are no longer needed become previews with a reference."""

    name = "lossless"

    def compress(self, messages: Sequence[Any], *unused: Any, **named: Any) -> list[Any]:
        """Fold old results; a focus and the like are for engines that summarise."""
        return anyio.run(self._fold, messages)

    async def _fold(self, messages: Sequence[Any]) -> list[Any]:
        async with Archive.open() as archive:
            result = await compact_context(messages, archive=archive, options=HOW)
        assert result.messages is not None
        self.compression_count += result.changed
        return result.messages

    def get_tool_schemas(self) -> list[dict[str, Any]]:
        """Offer the agent a way back."""
        return [GREP]

    def handle_tool_call(self, name: str, args: Mapping[str, Any], **about: Any) -> str:
        """Answer with the lines, or with what is wrong."""
        if name != GREP["name"]:
            return super().handle_tool_call(name, args)
        try:
            return json.dumps({"lines": anyio.run(self._grep, args["ref"], args["pattern"])})
        except (OffcutError, KeyError) as error:
            return json.dumps({"error": str(error)})

    async def _grep(self, ref: str, pattern: str) -> str:
        async with Archive.open() as archive:
            return await recover_source(archive, ref, grep=pattern, context=0, raw=True)
