"""The line that tells a model what was called shows no secret, however it is written."""

from __future__ import annotations

import pytest

from offcut_mcp.hooks.session_index import SUMMARY, summary_of_call

KEY = "AKIAQWERTYUIOPASDFGH"


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        (KEY, "{}"),
        (f"{KEY[:7]}\u200b{KEY[7:]}", "{}"),
        ("x", f'{{"k":"{KEY}"}}'),
        ("x", f'{{"k":"{KEY[:7]}\u200b{KEY[7:]}"}}'),
        ("x", f'{{"k":"{KEY[:7]}\\u200b{KEY[7:]}"}}'),
        ("x", '{"pass\\u0077ord":"' + KEY.lower() + '"}'),
    ],
)
def test_what_was_called_shows_no_secret(tool: str, arguments: str) -> None:
    shown = summary_of_call(tool, arguments)
    assert "[secret]" in shown and KEY[7:] not in shown.upper()


def test_what_was_called_is_one_short_line() -> None:
    assert summary_of_call("Bash", '{"command":"a\nb"}') == 'Bash {"command":"a b"}'
    assert len(summary_of_call("t" * 9_000, "a" * 9_000)) == SUMMARY
