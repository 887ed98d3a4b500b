"""A secret that a session met is shown nowhere in place of the session, and is given back byte for byte."""

from __future__ import annotations

import json
from collections.abc import Callable

import anyio
import pytest

from offcut.search import snippet
from support.compressing import plan, size, squeeze, summary_of
from support.conversations import RECORD, Raw, Step, chat
from support.counting import no_check
from support.memory_store import MemoryStore
from support.passes import compact

VALUE = "hunter9Xq7Zt42mB1"
#: A text that holds a secret, and the secret. Some are known by their form, the others by what names them.
SECRETS = {
    "OpenAI": ("sk-proj-Ab3dE6gH9jK2mN5pQ8sT1uV4wX7yZ0",) * 2,
    "AWS": ("AKIAIOSFODNN7EXAMPLA",) * 2,
    "Google": ("AIzaSyA1234567890abcdefghijklmnopqrstuv",) * 2,
    "GitHub": ("ghp_abcdefghijklmnopqrstuvwxyz0123456789",) * 2,
    "environment": (f"DB_PASSWORD={VALUE}", VALUE),
    "line end": (f"password:\n  {VALUE}\nhost: db", VALUE),
    "flag": (f"--password {VALUE}", VALUE),
    "program": (f"mysql -u root -p{VALUE} shop", VALUE),
    "prose": (f"Your new password is: {VALUE}", VALUE),
    "German": (f"Passwort: {VALUE}", VALUE),
    "Chinese": (f"密码：{VALUE}", VALUE),
    "table": (f"| user | password |\n|---|---|\n| bob | {VALUE} |", VALUE),
    "rows": (f"user,password\nbob,{VALUE}", VALUE),
}


def _found(text: str) -> Step:
    return Step(f"{text}\n{RECORD}")


def _once(text: str) -> Step:
    return Step(json.dumps({"stdout": f"{RECORD}\n{text}\nend", "code": 0}))


def _twice(text: str) -> Step:
    inner = json.dumps({"stdout": f"{RECORD}\n\t{text}\nend"})
    return Step(json.dumps({"content": [{"type": "text", "text": inner}]}))


def _argument(text: str) -> Step:
    return Step(RECORD, arguments={"command": f"cd app\n{text}"})


def _tool(text: str) -> Step:
    return Step(RECORD, tool=f"run {text}")


def _error(text: str) -> Step:
    return Step(f"{RECORD}\nERROR: login failed with {text}")


def _path(text: str) -> Step:
    place = f"/srv/keys/creds_{text}.csv" if "\n" not in text and " " not in text else f"/srv/keys {text}"
    return Step(f"saved {place}\n{RECORD}", arguments={"path": place})


SHAPES: dict[str, Callable[[str], Step]] = {
    "plain": _found,
    "JSON": _once,
    "JSON in JSON": _twice,
    "arguments": _argument,
    "tool": _tool,
    "error": _error,
    "path": _path,
}


@pytest.mark.requirement("F-13")
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", SECRETS)
def test_a_secret_is_shown_nowhere_and_given_back_exactly(name: str, shape: str) -> None:
    text, secret = SECRETS[name]
    step = SHAPES[shape](text)
    messages = chat([Step(f"{RECORD} {n}") for n in range(3)] + [step] + [Step(RECORD[n:]) for n in range(9)])

    store = MemoryStore()
    assert secret not in _shown_by_compress(messages, store)
    assert secret not in _shown_by_compact_context(messages, store)
    originals = [anyio.run(store.get, ref) for ref in store.sources]
    assert step.result.encode() in originals
    assert not any(secret in _snippets(original.decode()) for original in originals)


def _shown_by_compress(messages: list[Raw], store: MemoryStore) -> str:
    """Return the summary, the listed sources, and the prompt for a host's own model."""
    result = squeeze(messages, store, max_summary_tokens=1_500)
    planned = plan(messages, store, context_length=size(messages), force=True, protect_last_n=4)
    assert planned.prompt is not None
    return "\n".join([summary_of(result), planned.prompt, *(source.summary for source in result.sources)])


def _shown_by_compact_context(messages: list[Raw], store: MemoryStore) -> str:
    """Return the previews, in both styles, and the listed sources."""
    shown = []
    for style in ("identifiers", "head_tail"):
        result = compact(messages, store, options={"drop_threshold": 1.0, "preview_style": style})
        assert result.changed and result.messages is not None
        shown += [message["content"] for message in result.messages if message["role"] == "tool"]
        shown += [source.summary for source in result.sources]
    return "\n".join(shown)


def _snippets(text: str) -> str:
    """Return what a search shows of each line."""
    starts = [0, *(at + 1 for at, letter in enumerate(text) if letter == "\n")]
    return "\n".join(snippet(text, at, no_check) for at in starts if at < len(text))
