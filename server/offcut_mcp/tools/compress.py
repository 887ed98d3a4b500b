"""``compress``: a message list in, one with a summary for its middle out, everything removed archived."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from offcut.errors import InvalidInput
from offcut_mcp.arguments import Argument
from offcut_mcp.own_session import run_told
from offcut_mcp.results import WireResult, structured_result
from offcut_mcp.tools.conversation import MESSAGES, MODEL, Conversation, arguments_beside, conversation_of
from offcut_mcp.tools.tool import ARCHIVING, Call, Tool
from offcut_mcp.transcript_results import for_agent

if TYPE_CHECKING:
    from offcut.transcripts import Transcript

LONG = ("messages",)
#: What a handoff does not take: it replaces nothing, so there is nothing to plan, and no list to return.
NOT_FOR_HANDOFF = ("focus", "evidence_top_n", "step", "plan_id", "summary", "include_messages")


async def _answer(call: Call) -> WireResult:
    conversation = await conversation_of(call)
    if conversation.transcript is not None:
        return await _handoff(call, conversation, conversation.transcript)
    from offcut.api import compress  # imported late: it brings tokenizer, summariser and archive

    result = await compress(
        conversation.messages,
        archive=call.archive(),
        progress=call.progress,
        **_settings(call, conversation),
        **arguments_beside(call, "options"),
    )
    return structured_result(result.to_wire(), text_without=LONG)


async def _handoff(call: Call, conversation: Conversation, transcript: Transcript) -> WireResult:
    """Sum a session up for a fresh one; with ``include_messages`` compress it as any other list."""
    from offcut.api import compress, hand_over

    if call.arguments.get("step", "run") != "run":
        raise InvalidInput("step belongs to messages; with transcript leave it out")
    archive, listed = call.archive(), call.arguments.get("include_messages", False)
    run = partial(compress, conversation.messages, archive=archive, progress=call.progress)
    if not listed:
        run = partial(hand_over, conversation.messages, archive=archive, told=transcript.summary)
    given = arguments_beside(call, "options", *(() if listed else NOT_FOR_HANDOFF))
    result = await run_told(transcript, given, partial(run, **_settings(call, conversation)), window=True)
    wire = await for_agent(result.to_wire(), transcript, archive, beside=LONG)
    return structured_result(wire, text_without=LONG)


def _settings(call: Call, conversation: Conversation) -> dict[str, Any]:
    from offcut.config import CompressionOptions

    return {
        "options": CompressionOptions.read(call.arguments.get("options"), call.settings.compression),
        "enabled": call.settings.compression.enabled,
        "warnings": (*call.warnings, *conversation.warnings),
    }


COMPRESS = Tool(
    name="compress",
    title="Summarise the middle of a conversation",
    description=(
        "Makes a conversation much smaller: puts a structured summary in the place of its middle, keeps head "
        "and recent messages, and archives what it removes, which recover_source gives back exactly. For "
        "programs that replace their history by the returned messages, when context_status recommends it; "
        "where compact_context is enough, prefer that. An agent passes transcript=current instead and gets a "
        "handoff summary for a fresh session."
    ),
    arguments={
        **MESSAGES,
        "context_length": Argument("integer", "Window in tokens (0: the model's, else 200000)"),
        "focus": Argument("text", "What the summary should favour; no effect yet"),
        "force": Argument("flag", "Also below the threshold (false)"),
        "evidence_top_n": Argument("integer", "No effect yet (0)"),
        "step": Argument(
            "text", "run; plan: returns plan_id and a prompt for your own model; apply: uses its answer (run)"
        ),
        "plan_id": Argument("text", "For apply"),
        "summary": Argument("text", "For apply: what your model wrote"),
        **MODEL,
        "include_messages": Argument("flag", "(true, with transcript false)"),
        "options": Argument(
            "options",
            "threshold 0-1 (0.5), target_ratio 0.1-0.8 (0.2), protect_last_n 1+ (20), "
            "protect_first_n 0+ (3), tail_pressure preview|keep (preview), "
            "on_summary_failure fallback|abort (fallback), max_summary_tokens 1+ (null)",
        ),
    },
    answer=_answer,
    annotations=ARCHIVING,
    meta={"anthropic/maxResultSizeChars": 500_000},
)
