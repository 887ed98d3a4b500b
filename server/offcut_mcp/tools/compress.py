"""``compress``: a message list in, one with a summary for its middle out, everything removed archived."""

from __future__ import annotations

from offcut_mcp.arguments import Argument
from offcut_mcp.results import WireResult, structured_result
from offcut_mcp.tools.conversation import MESSAGES, MODEL, arguments_beside, messages_of
from offcut_mcp.tools.tool import ARCHIVING, Call, Tool


async def _answer(call: Call) -> WireResult:
    messages = messages_of(call)
    from offcut.api import compress  # imported late: it brings tokenizer, summariser and archive
    from offcut.config import CompressionOptions

    result = await compress(
        messages,
        archive=call.archive(),
        options=CompressionOptions.read(call.arguments.get("options"), call.settings.compression),
        enabled=call.settings.compression.enabled,
        warnings=call.warnings,
        progress=call.progress,
        **arguments_beside(call, "options"),
    )
    return structured_result(result.to_wire(), text_without=("messages",))


COMPRESS = Tool(
    name="compress",
    title="Summarise the middle of a conversation",
    description=(
        "Makes a conversation much smaller: puts a structured summary in the place of its middle, keeps head "
        "and recent messages, and archives what it removes, which recover_source gives back exactly. For "
        "programs that replace their history by the returned messages, when context_status recommends it; "
        "where compact_context is enough, prefer that. An agent that cannot replace its history should not "
        "send it here."
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
        "include_messages": Argument("flag", "(true)"),
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
