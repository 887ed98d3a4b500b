"""Claude Code: the shapes of tool responses, and of the answers that replace them."""

from __future__ import annotations

from typing import Any

from offcut_mcp.hooks.event import Event
from offcut_mcp.hooks.outputs import Answer, Output

SHELLS = frozenset({"Bash", "PowerShell"})
#: Of other built-in tools the field whose text is what the model sees. Read is not among them: its text
#: gets the file's line numbers, and a preview would look like lines of the file, which is still there.
TEXT_FIELDS = {"Grep": "content", "WebFetch": "result"}
#: Where the host keeps a shell's output that is too large for it, and tells the model so.
PERSISTED = frozenset({"persistedOutputPath", "persistedOutputSize", "stdoutHoldsOutputEnd"})


def output_of(event: Event) -> Output | None:
    """Return what may be replaced in a tool's response, or nothing where the shape is not known."""
    response = event.response
    if event.tool.startswith("mcp__"):
        return _of_blocks(response)
    if not isinstance(response, dict):
        return None
    if event.tool in SHELLS:
        return _of_shell(response)
    field = TEXT_FIELDS.get(event.tool, "")
    text = response.get(field)
    if not isinstance(text, str):
        return None
    return Output(text, len(text), lambda shown: _answer({**response, field: shown}))


def with_context(text: str) -> Answer:
    """Return the answer to the start of a session that adds a text to it."""
    return {"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": text}}


def _of_shell(response: dict[str, Any]) -> Output | None:
    """Standard output is replaced; standard error, exit codes and everything else stay as they are."""
    stdout, stderr = response.get("stdout"), response.get("stderr")
    if not isinstance(stdout, str) or response.get("isImage") or response.get("structuredContent"):
        return None
    rest = {name: value for name, value in response.items() if name not in PERSISTED}
    kept_at = response.get("persistedOutputPath")
    return Output(
        stdout,
        len(stdout) + (len(stderr) if isinstance(stderr, str) else 0),
        lambda shown: _answer({**rest, "stdout": shown}),
        file=kept_at if isinstance(kept_at, str) else "",
    )


def _of_blocks(response: Any) -> Output | None:
    if isinstance(response, str):
        return Output(response, len(response), _answer)
    if not isinstance(response, list):
        return None
    texts = [text for block in response if (text := _text(block)) is not None]
    if not texts:
        return None

    def answer(shown: str) -> Answer:
        from offcut.formats.contents import replace_text

        return _answer(replace_text(response, shown))

    text = "\n".join(texts)
    return Output(text, len(text), answer, blocks=response)


def _text(block: Any) -> str | None:
    if isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str):
        return str(block["text"])
    return None


def _answer(output: Any) -> Answer:
    return {"hookSpecificOutput": {"hookEventName": "PostToolUse", "updatedToolOutput": output}}
