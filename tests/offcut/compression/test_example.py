"""The seed's example, before and after: order and shape as a snapshot. Its numbers do not fit its defaults.

Write the snapshot anew with ``WRITE_GOLDEN=1``; a change of it is a change of behaviour.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from offcut.formats import read
from support.compressing import made, squeeze, summary_of
from support.conversations import Raw
from support.memory_store import MemoryStore

ENDPOINT = "\n".join(f"@app.get('/items/{n}')\ndef item_{n}():\n    return read({n})" for n in range(12))
FRAMES = "    def test_create_user(client):\n        response = client.post('/users', json=USER)\n"
GOLDEN = Path(__file__).parent / "golden" / "example_after.json"


def round_of(number: int, tool: str, arguments: Raw, result: str) -> list[Raw]:
    function = {"name": tool, "arguments": json.dumps(arguments)}
    call = {"id": f"call_{number}", "type": "function", "function": function}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": f"call_{number}", "content": result},
    ]


def example() -> list[Raw]:
    """The 45 messages of H-54."""
    messages: list[Raw] = [
        {"role": "system", "content": "You are a helpful assistant."},
        {"role": "user", "content": "Help me set up a FastAPI project"},
        *round_of(2, "terminal", {"command": "mkdir project"}, "directory created"),
        *round_of(4, "write_file", {"path": "main.py", "content": "app = FastAPI()"}, "file written (2.3KB)"),
    ]
    for number in range(6, 38, 2):
        path = f"app/endpoint_{number}.py"
        messages += round_of(
            number, "write_file", {"path": path, "content": ENDPOINT}, f"file written: {path}"
        )
    messages += round_of(
        38,
        "terminal",
        {"command": "pytest"},
        "8 passed, 2 failed\nFAILED tests/test_api.py::test_create_user\n" + FRAMES * 20,
    )
    messages.append({"role": "user", "content": "Fix the failing tests"})
    messages += round_of(41, "read_file", {"path": "tests/test_api.py"}, "import pytest\n" + FRAMES * 8)
    messages.append({"role": "assistant", "content": "I see the issue with the test fixtures..."})
    messages.append({"role": "user", "content": "Great, also add error handling"})
    return messages


@pytest.mark.requirement("H-32", "H-35", "H-46", "H-47", "H-48", "H-54", "H-55", "H-56")
def test_the_example_has_the_order_and_shape_of_the_seed() -> None:
    messages = example()
    assert len(messages) == 45
    result = squeeze(
        messages, MemoryStore(), protect_last_n=5, tail_pressure="keep", max_summary_tokens=1_500
    )
    after = made(result)
    assert [message["role"] for message in after] == [
        *("system", "user", "assistant", "user"),
        *("assistant", "tool", "assistant", "user"),
    ]
    assert after[0]["content"].startswith(
        "You are a helpful assistant.\n\n[Note: Some earlier conversation turns have been compacted"
    )
    assert after[1] is messages[1]
    assert after[2] == {"role": "assistant", "content": result.summary}
    assert summary_of(result).startswith("[CONTEXT COMPACTION] Earlier turns were compacted")
    assert all(a is b for a, b in zip(after[3:], messages[40:], strict=True))


@pytest.mark.requirement("H-42", "H-54", "H-55")
def test_the_example_becomes_the_snapshot() -> None:
    result = squeeze(
        example(), MemoryStore(), protect_last_n=5, tail_pressure="keep", max_summary_tokens=1_500
    )
    text = json.dumps(result.messages, ensure_ascii=False, indent=1) + "\n"
    if os.environ.get("WRITE_GOLDEN"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(text, "utf-8")
    assert GOLDEN.read_text("utf-8") == text
    assert read(json.loads(text)).format == "openai-chat"
