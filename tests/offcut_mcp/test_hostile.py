"""Hostile input to the real server: one sentence or a result, then the next request, archive untouched."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from offcut_mcp.tools import TOOLS
from support.archives import amounts, stored
from support.conversations import RECORD, Step, chat
from support.reading import tool_result
from support.servers import Wire, greeted_server, raw_server


@dataclass(frozen=True)
class Served:
    """A server with one source in its archive."""

    wire: Wire
    path: Path
    ref: str


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    path = tmp_path_factory.mktemp("hostile") / "archive.db"
    [ref] = stored(path, [tool_result("a" * 60 + "b\n" + "line\n" * 1000)])
    before = amounts(path)
    with greeted_server(path) as wire:
        yield Served(wire, path, ref)
        assert wire.finish() == 0
        assert "Traceback" not in wire.complaints()
        # Whatever was left over would be a reply too many.
        assert wire.rest() == []
    assert amounts(path) == before


def alive(wire: Wire) -> None:
    """Fail unless the server answers the next request."""
    assert wire.ask("ping")["result"] is not None


def sentence(result: dict[str, Any]) -> str:
    """Return the one sentence of a tool error."""
    assert result["isError"] is True, result
    assert "structuredContent" not in result
    [block] = result["content"]
    text = str(block["text"])
    assert 10 < len(text) < 1500
    assert "Traceback" not in text and "\n" not in text and "pydantic" not in text
    return text


def request(params: str, request_id: str = "77", method: str = "tools/call") -> bytes:
    """Return a request line with its params as they are written."""
    return f'{{"jsonrpc":"2.0","id":{request_id},"method":"{method}","params":{params}}}'.encode()


CALL = '{"name":"compact_context","arguments":{"messages":[{"role":"user","content":%s}]}}'


@pytest.mark.requirement("F-33")
@pytest.mark.parametrize(
    ("line", "code", "request_id"),
    [
        (request(CALL % "NaN"), -32600, 77),
        (request(CALL % "-Infinity"), -32600, 77),
        (request(CALL % "[1e999]"), -32600, 77),
        (request(CALL % ("[" * 10_000 + "]" * 10_000)), -32600, 77),
        (request(CALL % ('{"a":' * 201 + "1" + "}" * 201)), -32600, 77),
        (request(CALL % ("9" * 5000)), -32700, 77),
        (request(CALL % '"x"')[:-9], -32700, 77),
        (request(CALL % '"x')[:-1], -32700, 77),
        (request("{}", "null"), -32600, None),
        (request("{}", "1.5"), -32600, None),
        (request("{}", "true"), -32600, None),
        (request("{}", "[1]"), -32600, None),
        (request("[]"), -32600, 77),
        (request("5"), -32600, 77),
        (b"[" + request("{}") + b"]", -32600, None),
        (b"hello", -32700, None),
        (b"\x00\xff\xfe", -32700, None),
        (b"null", -32600, None),
        (request('{"name":"compact_context","arguments":[]}'), -32602, 77),
        (request('{"name":5}'), -32602, 77),
        (request("{}"), -32602, 77),
        (request("{}", method="no/such/method"), -32601, 77),
        (request("{}", method="resources/read"), -32602, 77),
        (request('{"uri":"offcut://source/%00"}', method="resources/read"), -32602, 77),
    ],
)
def test_a_bad_line_is_answered_and_the_next_request_is_served(
    served: Served, line: bytes, code: int, request_id: int | None
) -> None:
    served.wire.send(line)
    reply = served.wire.reply(request_id)
    assert reply["error"]["code"] == code
    assert 5 < len(reply["error"]["message"]) < 300
    alive(served.wire)


def test_nothing_of_the_sdk_speaks_to_a_client_that_forgot_to_greet(tmp_path: Path) -> None:
    with raw_server(tmp_path / "archive.db") as wire:
        early = wire.ask("tools/list")["error"]["message"]
        unknown = wire.ask("x" * 9000)["error"]
    assert early == "tools/list: the connection is not open yet; send initialize first"
    assert unknown["message"].startswith('offcut has no method "xxx')
    assert len(json.dumps(unknown)) < 400


@pytest.mark.requirement("F-30")
@pytest.mark.parametrize("half", [rb"\ud83d", rb"\ude00", b"\xed\xa0\xbd", b"\xff"])
def test_half_characters_are_replaced_and_named_in_warnings(served: Served, half: bytes) -> None:
    line = request(CALL % '"half: !"').replace(b"!", half)
    served.wire.send(line)
    result = served.wire.reply(77)["result"]["structuredContent"]
    assert result["messages"] == [{"role": "user", "content": "half: \ufffd"}]
    assert "U+FFFD at messages[0].content" in result["warnings"][0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "messages is missing"),
        ({"messages": None, "transcript": None}, "messages is missing"),
        ({"messages": [], "transcript": "current"}, "exclude each other"),
        ({"transcript": "no session"}, "is no session"),
        ({"transcript": "../../etc/passwd"}, "is a relative path"),
        ({"messages": {}}, "messages must be a list of objects"),
        ({"messages": "not json"}, "messages must be a list of objects"),
        ({"messages": "[" * 300 + "]" * 300}, "nested deeper than 200"),
        ({"messages": '[{"content": NaN}]'}, "messages[0].content is NaN"),
        ({"messages": [[], 1, "x", None, {}]}, "messages[2] must be an object, not a string; and 1 more"),
        ({"messages": [], "option": {}}, '"option" is no argument'),
        ({"messages": [], "options": {"nope": 1}}, "options.nope"),
        (
            {"messages": [], "options": {"drop_threshold": 7}},
            "options.drop_threshold must be a number from 0 to 1",
        ),
        ({"messages": [], "options": []}, "options must be an object"),
        ({"messages": [], "format": "klingon"}, "klingon"),
        ({"messages": [], "reported_tokens": -1}, "reported_tokens"),
        ({"messages": [], "reported_tokens": "5"}, "reported_tokens must be an integer"),
        ({"messages": [], "goal": 5}, "goal must be a string"),
        ({"messages": [], "source_refs": {"c": 5}}, 'source_refs["c"] must be a string'),
        ({"messages": [], "source_refs": {"c": "x\ny"}}, "source_refs"),
        ({"messages": [], "include_messages": "no"}, "include_messages must be true or false"),
    ],
)
def test_wrong_arguments_of_compact_context_are_one_sentence(
    served: Served, arguments: dict[str, Any], words: str
) -> None:
    assert words in sentence(served.wire.call("compact_context", arguments))
    alive(served.wire)


@pytest.mark.requirement("F-36")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "ref is missing"),
        ({"ref": 5}, "ref must be a string"),
        ({"ref": ""}, "source"),
        ({"ref": "../../etc/passwd"}, "source"),
        ({"ref": "/etc/passwd\x00"}, "source"),
        ({"ref": "oc_aaaaaaaaaaaaaaaa"}, "source"),
        ({"ref": "oc_AAAAAAAAAAAAAAAA"}, "source"),
        ({"ref": "ccr_hash=abcdef123456"}, "source"),
        ({"ref": "x" * 1_000_000}, "source"),
        ({"ref": "' OR 1=1 --"}, "source"),
        ({"ref": "{ref}", "lines": "1", "grep": "x"}, "exclude each other"),
        ({"ref": "{ref}", "lines": "99999"}, "beyond the end"),
        ({"ref": "{ref}", "lines": "nine"}, "lines must be"),
        ({"ref": "{ref}", "offset": 10**40}, "beyond the end"),
        ({"ref": "{ref}", "offset": -1}, "offset must be"),
        ({"ref": "{ref}", "context": 3}, "add grep"),
        ({"ref": "{ref}", "lines": "1", "max_matches": 3}, "add grep"),
        ({"ref": "{ref}", "limit": 100_001}, "limit must be"),
        ({"ref": "{ref}", "grep": "["}, "not a valid regular expression"),
        ({"ref": "{ref}", "grep": "(a|aa)+$"}, "did not finish within 2 seconds"),
        ({"ref": "{ref}", "grep": "()" * 5000}, "at most 1000"),
        ({"ref": "{ref}", "grep": "(?R)"}, "calls itself"),
        ({"ref": "{ref}", "grep": "(?:a?){100000000}"}, "repeats"),
        ({"ref": "{ref}", "raw": "yes"}, "raw must be true or false"),
        ({"ref": "{ref}", "path": "/etc/passwd"}, '"path" is no argument'),
    ],
)
def test_wrong_arguments_of_recover_source_are_one_sentence(
    served: Served, arguments: dict[str, Any], words: str
) -> None:
    given = {name: served.ref if value == "{ref}" else value for name, value in arguments.items()}
    assert words in sentence(served.wire.call("recover_source", given))
    alive(served.wire)


@pytest.mark.parametrize("pattern", ["(x*)*y", "^", "$", "x*", "()" * 400, r"\b"])
def test_odd_patterns_are_a_result(served: Served, pattern: str) -> None:
    assert served.wire.call("recover_source", {"ref": served.ref, "grep": pattern})["isError"] is False


def test_other_requests_are_served_while_a_pattern_takes_its_time(served: Served) -> None:
    call = {"name": "recover_source", "arguments": {"ref": served.ref, "grep": "(a|aa)+$"}}
    served.wire.send_json({"jsonrpc": "2.0", "id": "slow", "method": "tools/call", "params": call})
    served.wire.send_json({"jsonrpc": "2.0", "id": "quick", "method": "ping"})
    assert served.wire.next_message()["id"] == "quick"
    served.wire.reply("slow")


@pytest.mark.parametrize("name", ["nope", "", "recover_source\n", "x" * 100_000])
def test_an_unknown_tool_is_named_with_those_that_exist(served: Served, name: str) -> None:
    assert "offcut has compress, compact_context, recover_source" in sentence(served.wire.call(name, {}))


MEMBERS = ["role", "content", "tool_calls", "tool_call_id", "id", "type", "text", "x"]
JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**30), 10**30),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(st.characters(exclude_categories=()), max_size=8),
        st.sampled_from(["{ref}", "role", "tool", "user", "assistant", "content", "[]", "{}", "1-3", "a+"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(MEMBERS),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=15,
)
CALLS = st.sampled_from(list(TOOLS)).flatmap(
    lambda name: st.tuples(
        st.just(name),
        st.dictionaries(st.sampled_from([*TOOLS[name].arguments, "other"]), JSON, max_size=5),
        st.booleans(),
    )
)


@settings(
    max_examples=max(300, settings().max_examples),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(CALLS)
def test_any_arguments_get_a_reply(served: Served, call: tuple[str, dict[str, Any], bool]) -> None:
    tool, arguments, with_messages = call
    if "messages" in TOOLS[tool].arguments and with_messages:
        arguments = {**arguments, "messages": [{"role": "user", "content": "x"}]}
        arguments.pop("transcript", None)
    if tool == "recover_source":
        arguments = {**arguments, "ref": served.ref}
    result = served.wire.call(tool, arguments)
    if result["isError"]:
        sentence(result)
    elif "messages" in result.get("structuredContent", ()):
        # Halves of characters aside, what was neither folded nor removed comes back as it was.
        assert len(result["structuredContent"].get("messages", [])) in (0, len(_list(arguments["messages"])))


def _list(messages: Any) -> Any:
    return json.loads(messages) if isinstance(messages, str) else messages


def test_a_request_of_fifty_megabytes_is_served(tmp_path: Path) -> None:
    conversation = chat([Step(f"{n} " + "word " * 2_000_000) for n in range(5)])
    with greeted_server(tmp_path / "archive.db") as wire:
        wire.send_json(
            {
                "jsonrpc": "2.0",
                "id": "big",
                "method": "tools/call",
                "params": {"name": "compact_context", "arguments": {"messages": conversation}},
            }
        )
        result = wire.reply("big")["result"]["structuredContent"]
        assert len(result["messages"]) == len(conversation)
        alive(wire)
        assert wire.finish() == 0


def test_an_archive_keeps_only_what_was_folded(tmp_path: Path) -> None:
    """The other side of the untouched archive above: the measure would notice a stored source."""
    path = tmp_path / "archive.db"
    stored(path, [tool_result("x")])
    before = amounts(path)
    conversation = chat([Step(RECORD + str(n)) for n in range(6)])
    with greeted_server(path) as wire:
        wire.call("compact_context", {"messages": conversation, "options": {"drop_threshold": 1.0}})
        assert wire.finish() == 0
    assert amounts(path) != before
