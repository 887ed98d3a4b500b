"""``compact_context``: a message list in, a smaller valid one out, everything cut archived."""

from __future__ import annotations

from offcut.errors import InvalidInput
from offcut_mcp.arguments import Argument
from offcut_mcp.results import WireResult, structured_result
from offcut_mcp.tools.tool import Call, Tool


async def _answer(call: Call) -> WireResult:
    messages, transcript = call.arguments.get("messages"), call.arguments.get("transcript")
    if messages is not None and transcript is not None:
        raise InvalidInput("messages and transcript exclude each other; give messages")
    if transcript is not None:
        raise InvalidInput("transcript cannot be read yet in this version of offcut; give messages instead")
    if messages is None:
        raise InvalidInput("messages is missing; give the conversation as a list of objects, oldest first")
    from offcut.api import compact_context  # imported late: it brings tokenizer, decider and archive

    given = {name: value for name, value in call.arguments.items() if name != "messages"}
    result = await compact_context(
        messages, archive=call.archive(), warnings=call.warnings, progress=call.progress, **given
    )
    return structured_result(result.to_wire(), text_without=("messages", "decisions"))


COMPACT_CONTEXT = Tool(
    name="compact_context",
    title="Fold old tool results",
    description=(
        "Makes a conversation smaller: judges each old tool result against the current task, replaces "
        "those no longer needed by short previews with a reference, and archives the originals, which "
        "recover_source gives back exactly. For programs that replace their history by the returned "
        "messages; an agent that cannot do so should not send its history here. Never changes user or "
        "assistant text, tool calls, recent or failed results."
    ),
    arguments={
        "messages": Argument("objects", "Whole conversation, oldest first"),
        "transcript": Argument("text", "Session file instead of messages; not supported yet"),
        "goal": Argument("text", "Current task (first user text)"),
        "next_action": Argument("text", "What comes next"),
        "eligible_tool_names": Argument("texts", "Tools whose results may be folded (all); [] for none"),
        "source_refs": Argument(
            "text map", "Call id to your own reference; offcut then stores nothing for it"
        ),
        "protected_message_ids": Argument("texts", "Message ids or indexes to leave alone"),
        "protected_call_ids": Argument("texts", "Call ids whose results stay"),
        "format": Argument("text", "auto, openai-chat or anthropic (auto)"),
        "model": Argument("text", "Model that reads the conversation, for token counts"),
        "reported_tokens": Argument("integer", "Tokens its API last reported (0: unknown)"),
        "include_messages": Argument("flag", "(true)"),
        "include_decisions": Argument("flag", "(true)"),
        "options": Argument(
            "options",
            "drop_threshold 0-1 (0.1), preserve_recent_messages 0+ (6), preserve_recent_pairs 0+ (null), "
            "preview_chars 0+ (300), preview_style identifiers|head_tail (identifiers), "
            "min_savings_tokens 1+ (32), max_output_tokens 1+ (null), evidence_chars 1+ (2000), "
            "max_state_tokens 1+ (25000), max_request_tokens 1+ (30000), max_concurrency 1-32 (4), "
            "total_timeout_seconds up to 3600 (30)",
        ),
    },
    answer=_answer,
    annotations={
        "readOnlyHint": False,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    },
    meta={"anthropic/maxResultSizeChars": 500_000},
)
