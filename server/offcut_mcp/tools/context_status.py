"""``context_status``: a message list in, figures and a recommendation out; nothing is changed."""

from __future__ import annotations

from functools import partial

from offcut_mcp.arguments import Argument
from offcut_mcp.own_session import run_told
from offcut_mcp.results import WireResult, structured_result
from offcut_mcp.tools.conversation import MESSAGES, MODEL, arguments_beside, conversation_of
from offcut_mcp.tools.tool import READING, Call, Tool
from offcut_mcp.transcript_results import status_for_agent


async def _answer(call: Call) -> WireResult:
    conversation = await conversation_of(call)
    from offcut.api import context_status  # imported late: it brings tokenizer and archive

    status = await run_told(
        conversation.transcript,
        arguments_beside(call),
        partial(
            context_status,
            conversation.messages,
            archive=call.archive(),
            options=call.settings.compression,
            enabled=call.settings.compression.enabled,
            compaction=call.settings.compaction,
            protected_tools=call.settings.server.protected_tools,
            warnings=(*call.warnings, *conversation.warnings),
        ),
        window=True,
    )
    wire = status.to_wire()
    if conversation.transcript is not None:
        wire = status_for_agent(wire)
    return structured_result(wire, text_without=())


CONTEXT_STATUS = Tool(
    name="context_status",
    title="Measure a conversation",
    description=(
        "Tells how full a conversation's context is, how much its old tool results would free, and whether "
        "to call compact_context, compress or neither. Changes nothing. Programs send their message list "
        "before a turn; an agent passes transcript=current."
    ),
    arguments={
        **MESSAGES,
        "context_length": Argument("integer", "Window in tokens (0: the model's, else 200000)"),
        **MODEL,
    },
    answer=_answer,
    annotations=READING,
    meta={"anthropic/maxResultSizeChars": 100_000},
)
