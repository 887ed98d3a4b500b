"""``cache_breakpoints``: a message list in, the same with at most four prompt-cache markers out."""

from __future__ import annotations

from functools import partial

import anyio.to_thread

from offcut_mcp.arguments import Argument
from offcut_mcp.results import WireResult, structured_result
from offcut_mcp.tools.tool import READING, Call, Tool


async def _answer(call: Call) -> WireResult:
    from offcut.cachepoints import cache_breakpoints  # imported late: it brings the formats

    arguments = {"ttl": call.settings.prompt_caching.cache_ttl, **call.arguments}
    mark = partial(cache_breakpoints, **arguments, warnings=call.warnings)
    result = await anyio.to_thread.run_sync(mark)
    return structured_result(result.to_wire(), text_without=("messages",))


CACHE_BREAKPOINTS = Tool(
    name="cache_breakpoints",
    title="Mark what a provider should cache",
    description=(
        "Returns the same messages with at most four cache_control markers: on the leading system message "
        "and the last three others that can carry one, for Claude by Anthropic's API or OpenRouter; for "
        "others unchanged, with the reason in status. For programs, before each request. Replaces markers "
        "already there; mark nothing else, neither tools nor a separate system text."
    ),
    arguments={
        "messages": Argument("objects", "Whole conversation, oldest first", required=True),
        "model": Argument("text", "Model that the request goes to"),
        "provider": Argument("text", "anthropic or openrouter (openrouter if the model's name has a slash)"),
        "ttl": Argument("text", "5m, or 1h for sessions with breaks (the setting prompt_caching.cache_ttl)"),
    },
    answer=_answer,
    annotations=READING,
    meta={"anthropic/maxResultSizeChars": 500_000},
)
