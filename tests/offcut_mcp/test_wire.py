"""A line becomes a message or the error that answers it; a message becomes one line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_types.jsonrpc import ErrorData, JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from offcut_mcp.wire import REPLACED, Answer, parse_line, write_line


def answered(line: bytes) -> tuple[int, Any, str]:
    """Return code, id and message of the error that answers a line."""
    answer = parse_line(line)
    assert isinstance(answer, Answer), answer
    return answer.error.error.code, answer.error.id, answer.error.error.message


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (b'{"jsonrpc":"2.0","id":1,"method":"ping"}', JSONRPCRequest),
        (b'{"jsonrpc":"2.0","id":"x","method":"ping","params":{}}\r\n', JSONRPCRequest),
        (b'{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"ping"}', JSONRPCRequest),
        (b'{"jsonrpc":"2.0","method":"notifications/initialized"}', JSONRPCNotification),
        (b'{"jsonrpc":"2.0","id":1,"result":{}}', JSONRPCResponse),
        (b'{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}', JSONRPCError),
    ],
)
def test_messages_of_every_kind_are_read(line: bytes, kind: type) -> None:
    assert isinstance(parse_line(line), kind)


@pytest.mark.parametrize("line", [b"\n", b"  \r\n", b"\t\n"])
def test_blank_lines_are_nothing(line: bytes) -> None:
    assert parse_line(line) is None


@pytest.mark.parametrize(
    ("line", "code", "request_id", "words"),
    [
        (b'{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"a":', -32700, 4, "cannot be read"),
        (rb'{"jsonrpc":"2.0","id":"\ud800",', -32700, "\ufffd", "cannot be read"),
        (b"what?", -32700, None, "cannot be read"),
        (b'{"jsonrpc":"2.0","id":4,"method":"x","params":{"a":NaN}}', -32600, 4, "params.a is NaN"),
        (b'{"jsonrpc":"2.0","id":1e999,"method":"x"}', -32600, None, "id is Infinity"),
        (b'{"jsonrpc":"2.0","id":null,"method":"x"}', -32600, None, "integer or a string"),
        (b'{"jsonrpc":"2.0","id":true,"method":"x"}', -32600, None, "integer or a string"),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"x"}', -32600, None, "integer or a string"),
        (b'{"jsonrpc":"2.0","id":{},"method":"x"}', -32600, None, "integer or a string"),
        (b'{"jsonrpc":"2.0","id":4,"method":5}', -32600, 4, "method is missing or wrong"),
        (b'{"jsonrpc":"2.0","id":4,"method":5,"result":{}}', -32600, 4, "method is missing or wrong"),
        (b'{"jsonrpc":"2.0","id":4,"method":"x","params":[]}', -32600, 4, "params is missing or wrong"),
        (b'{"id":4,"method":"x"}', -32600, 4, "jsonrpc is missing or wrong"),
        (b'{"jsonrpc":"1.0","id":4,"method":"x"}', -32600, 4, "jsonrpc is missing or wrong"),
        (b'{"jsonrpc":"2.0","id":4}', -32600, 4, "result is missing or wrong"),
        (b'[{"jsonrpc":"2.0","id":4,"method":"x"}]', -32600, None, "no JSON-RPC batches"),
        (b"[]", -32600, None, "no JSON-RPC batches"),
        (b"5", -32600, None, "a message is a JSON object"),
        (b'"hello"', -32600, None, "a message is a JSON object"),
        (b"null", -32600, None, "a message is a JSON object"),
    ],
)
def test_a_line_that_is_no_message_is_answered(line: bytes, code: int, request_id: Any, words: str) -> None:
    found = answered(line)
    assert found[:2] == (code, request_id)
    assert words in found[2]


def test_depth_is_answered_with_the_place_and_the_id_even_behind_it() -> None:
    line = (
        b'{"jsonrpc":"2.0","method":"x","params":{"deep":' + b"[" * 10_000 + b"]" * 10_000 + b'},"id":"late"}'
    )
    code, request_id, message = answered(line)
    assert (code, request_id) == (-32600, "late")
    assert message.startswith("params.deep[0][0]")


def test_repaired_places_go_with_the_request_and_a_client_cannot_claim_any() -> None:
    repaired = parse_line(rb'{"jsonrpc":"2.0","id":1,"method":"m","params":{"arguments":{"x":["\ud800"]}}}')
    meta = {REPLACED: ["y"], "k": 1}
    claimed = parse_line(
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "m", "params": {"_meta": meta}}).encode()
    )
    assert isinstance(repaired, JSONRPCRequest)
    assert isinstance(claimed, JSONRPCRequest)
    assert repaired.params == {"arguments": {"x": ["\ufffd"]}, "_meta": {REPLACED: ["x[0]"]}}
    assert claimed.params == {"_meta": {"k": 1}}


@pytest.mark.parametrize("params", ["[1]", "5", '"x"', "null"])
def test_a_notification_is_never_answered(params: str) -> None:
    line = f'{{"jsonrpc":"2.0","method":"notifications/x","params":{params}}}'
    assert not isinstance(parse_line(line.encode()), Answer)


def test_a_byte_order_mark_in_front_of_a_line_is_skipped() -> None:
    line = b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"ping"}'
    assert isinstance(parse_line(line), JSONRPCRequest)
    assert parse_line(b"\xef\xbb\xbf\r") is None


def test_a_progress_token_that_is_null_is_none() -> None:
    line = b'{"jsonrpc":"2.0","id":1,"method":"m","params":{"_meta":{"progressToken":null,"k":1}}}'
    request = parse_line(line)
    assert isinstance(request, JSONRPCRequest)
    assert request.params == {"_meta": {"k": 1}}


@pytest.mark.parametrize("token", ["true", "1.5", "[]", "{}"])
def test_a_progress_token_of_another_kind_is_one_sentence(token: str) -> None:
    line = f'{{"jsonrpc":"2.0","id":1,"method":"m","params":{{"_meta":{{"progressToken":{token}}}}}}}'
    reason = "params._meta.progressToken must be a string or an integer"
    assert answered(line.encode()) == (-32602, 1, reason)


def test_an_error_repeats_little_of_what_was_sent() -> None:
    error = ErrorData(code=-32601, message="m" * 9000, data={"uri": "u" * 9000})
    reply = json.loads(write_line(JSONRPCError(jsonrpc="2.0", id=1, error=error)))
    assert len(reply["error"]["message"]) == 601
    assert reply["error"]["data"] == {"uri": "u" * 100 + "…"}


@given(st.binary(max_size=60))
def test_no_line_at_all_raises(line: bytes) -> None:
    parse_line(line)


def test_a_message_is_one_line_of_valid_utf8() -> None:
    line = write_line(JSONRPCResponse(jsonrpc="2.0", id=1, result={"t": "a\n\u2028é\ud83d"}))
    assert line.count(b"\n") == 1
    assert json.loads(line) == {"jsonrpc": "2.0", "id": 1, "result": {"t": "a\n\u2028é\ufffd"}}
    assert write_line(JSONRPCNotification(jsonrpc="2.0", method="m")) == b'{"jsonrpc":"2.0","method":"m"}\n'


def _bottomless() -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(5000):
        value = {"k": value}
    return value


@pytest.mark.parametrize("result", [{"n": float("nan")}, {"n": object()}, _bottomless()])
def test_a_result_that_cannot_be_written_is_still_answered(result: dict[str, Any]) -> None:
    given = {"jsonrpc": "2.0", "id": 9, "result": result}
    reply = json.loads(write_line(JSONRPCResponse.model_construct(set(given), **given)))
    assert reply["id"] == 9
    assert reply["error"] == {"code": -32603, "message": "the result cannot be written as JSON"}
