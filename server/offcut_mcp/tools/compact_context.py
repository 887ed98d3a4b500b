"""``compact_context``: a message list in, a smaller valid one out, everything cut archived."""

from __future__ import annotations

from functools import partial

from offcut_mcp.arguments import Argument
from offcut_mcp.own_session import run_told
from offcut_mcp.results import WireResult, structured_result
from offcut_mcp.tools.conversation import MESSAGES, MODEL, arguments_beside, conversation_of
from offcut_mcp.tools.tool import ARCHIVING, Call, Tool
from offcut_mcp.transcript_results import for_agent

LONG = ("messages", "decisions")


async def _answer(call: Call) -> WireResult:
    conversation = await conversation_of(call)
    from offcut.api import compact_context  # imported late: it brings tokenizer, decider and archive
    from offcut.config import CompactionOptions

    archive, given = call.archive(), arguments_beside(call, "options")
    if conversation.transcript is not None:
        given = {"include_messages": False, "include_decisions": False, **given}
    result = await run_told(
        conversation.transcript,
        given,
        partial(
            compact_context,
            conversation.messages,
            archive=archive,
            options=CompactionOptions.read(call.arguments.get("options"), call.settings.compaction),
            protected_tools=call.settings.server.protected_tools,
            warnings=(*call.warnings, *conversation.warnings),
            progress=call.progress,
        ),
    )
    wire = result.to_wire()
    if conversation.transcript is not None:
        wire = await for_agent(wire, conversation.transcript, archive, beside=LONG)
    return structured_result(wire, text_without=LONG)


COMPACT_CONTEXT = Tool(
    name="compact_context",
    title="Fold old tool results",
    description=(
        "Makes a conversation smaller: judges each old tool result against the current task, replaces "
        "those no longer needed by short previews with a reference, and archives the originals, which "
        "recover_source gives back exactly. For programs that replace their history by the returned "
        "messages; an agent passes transcript=current instead and gets the references. Never changes user "
        "or assistant text, tool calls, recent or failed results."
    ),
    arguments={
        **MESSAGES,
        "goal": Argument("text", "Current task (first user text)"),
        "next_action": Argument("text", "What comes next"),
        "eligible_tool_names": Argument("texts", "Tools whose results may be folded (all); [] for none"),
        "source_refs": Argument(
            "text map", "Call id to your own reference; offcut then stores nothing for it"
        ),
        "protected_message_ids": Argument("texts", "Message ids or indexes to leave alone"),
        "protected_call_ids": Argument("texts", "Calls to leave alone"),
        **MODEL,
        "include_messages": Argument("flag", "(true, with transcript false)"),
        "include_decisions": Argument("flag", "(likewise)"),
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
    annotations=ARCHIVING,
    meta={"anthropic/maxResultSizeChars": 500_000},
)
