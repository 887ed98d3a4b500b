"""Reading and replacing contents that are a string or a list of blocks; shared by the formats."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from offcut.conversation import Json

#: Keys whose long values are opaque to a model: they cost no text tokens (DESIGN 6).
OPAQUE = frozenset({"signature", "data", "encrypted_content", "thoughtSignature", "thought_signature"})
#: One block of text, by the names that the formats have for it.
TEXT_TYPES = frozenset({"text", "input_text", "output_text"})
BINARY_TYPES = frozenset(
    {"image", "image_url", "input_image", "input_audio", "file", "document", "input_file"}
    | {"data", "computer_screenshot"}
)

Container = Literal["text", "blocks", "mixed", "empty"]


@dataclass(frozen=True, slots=True)
class ResultContent:
    """The content of a tool result, read: see ``ToolResult`` for the fields."""

    text: str
    container: Container
    source: str
    blocks: int
    images: int


def read_result(content: Json) -> ResultContent:
    """Return what a tool result holds; a content of any other shape counts as empty and is left alone."""
    if isinstance(content, str):
        return ResultContent(content, "text", content, 0, 0)
    if not isinstance(content, list) or not content:
        return ResultContent("", "empty", "", 0, 0)
    texts = [text for block in content if (text := block_text(block)) is not None]
    container: Container = "empty" if not texts else "blocks" if len(texts) == len(content) else "mixed"
    images = sum(is_binary(block) for block in content)
    return ResultContent("\n".join(texts), container, compact_json(content), len(content), images)


def replace_text(content: Json, text: str) -> Json:
    """Return the content with ``text`` where its text was: a string stays a string, text blocks become
    one, other blocks stay where they are.

    A prompt-cache marker of a replaced block moves to the one that stays: without it the host's next
    request would be cached up to another place than it asked for.
    """
    if not isinstance(content, list):
        return text
    places = [at for at, block in enumerate(content) if block_text(block) is not None]
    replaced = [content[at] for at in places if isinstance(content[at], dict)]
    markers = [block["cache_control"] for block in replaced if "cache_control" in block]
    first = content[places[0]] if isinstance(content[places[0]], dict) else {"type": "text"}
    stand_in = {**first, "text": text, **({"cache_control": markers[-1]} if markers else {})}
    dropped = set(places[1:])
    return [stand_in if at == places[0] else block for at, block in enumerate(content) if at not in dropped]


def blocks_of(content: Json) -> list[Json]:
    """Return the content of a message as blocks: a list as it is, anything else but nothing as one block."""
    if isinstance(content, list):
        return content
    return [] if content is None else [content]


def has_type(block: Json, type: str) -> bool:
    """Tell whether a block is an object of this type."""
    return isinstance(block, dict) and block.get("type") == type


def block_text(block: Json) -> str | None:
    """Return the text of a text block or bare string, or nothing for any other block."""
    if isinstance(block, str):
        return block
    if isinstance(block, dict) and _type(block) in TEXT_TYPES and isinstance(block.get("text"), str):
        return str(block["text"])
    return None


def is_binary(block: Json) -> bool:
    """Tell whether a block is a picture, a sound or a file, whose bytes are never counted as text."""
    return isinstance(block, dict) and _type(block) in BINARY_TYPES


def readable_leaves(value: Json) -> Iterator[str]:
    """Yield the strings inside a block of unknown type, without keys, type names and opaque blobs."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from readable_leaves(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key != "type" and not (key in OPAQUE and isinstance(item, str)):
                yield from readable_leaves(item)


def compact_json(value: Json) -> str:
    """Return JSON without spaces, non-ASCII kept, keys in their order: the form that is archived."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def is_json_object(text: Json) -> bool:
    """Tell whether a text is JSON for an object that can be dumped again (no NaN, no overflow; R-10)."""
    if not isinstance(text, str):
        return False
    try:
        value = json.loads(text, parse_constant=_refuse)
        json.dumps(value, allow_nan=False)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict)


def id_or_none(value: Json) -> str | None:
    """Return an id as text: a number is one too; anything else is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return text_or_none(value)


def text_or_none(value: Json) -> str | None:
    """Return a non-empty string as it is and anything else as nothing."""
    return value if isinstance(value, str) and value else None


def _type(block: dict[str, Json]) -> str:
    return str(block.get("type"))


def _refuse(constant: str) -> None:
    raise ValueError(constant)
