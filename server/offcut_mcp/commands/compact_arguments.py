"""The arguments of ``offcut compact``: for each of the tool's that makes sense, its words and its range."""

from __future__ import annotations

from typing import Annotated

from offcut_mcp.commands.options import limit, option

Text = str | None
Texts = list[str] | None
Number = int | None

Goal = Annotated[Text, option("TEXT", "What the agent works on (default: the first request).")]
NextAction = Annotated[Text, option("TEXT", "What it is about to do.")]
Eligible = Annotated[Texts, option("TOOL", "Fold only this tool; repeatable (default: every tool).")]
ProtectMessage = Annotated[
    Texts, option("ID", "Keep this message, by its id or its index from 0; repeatable.")
]
ProtectCall = Annotated[Texts, option("ID", "Keep the result of this tool call; repeatable.")]
SourceRef = Annotated[
    Texts, option("ID=REF", "Your own reference for a call's result, which is then not archived; repeatable.")
]

DropThreshold = Annotated[
    float | None, limit("drop_threshold", "Fold what is needed with at most this probability")
]
PreserveRecentMessages = Annotated[
    Number, limit("preserve_recent_messages", "Leave this many of the newest messages alone")
]
PreserveRecentPairs = Annotated[
    Number, limit("preserve_recent_pairs", "Count tool results instead of messages for that")
]
PreviewChars = Annotated[Number, limit("preview_chars", "Characters of a preview")]
PreviewStyle = Annotated[Text, option("NAME", "identifiers or head_tail (default identifiers).")]
MinSavingsTokens = Annotated[Number, limit("min_savings_tokens", "Least tokens that one fold must save")]
MaxOutputTokens = Annotated[
    Number, limit("max_output_tokens", "Fold only until the list has this many tokens")
]
