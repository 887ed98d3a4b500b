"""One line of standard input to one message, or to the error that answers it.

The SDK's own reader drops what it cannot use: a host then waits for ever. Here every line that could
be a request gets an answer, with the request's id wherever one can be found.
"""

from __future__ import annotations

import codecs
import gc
import json
from dataclasses import dataclass
from typing import Any

from mcp_types.jsonrpc import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)
from pydantic import BaseModel, ValidationError

from offcut_mcp.json_text import Json, Unreadable, Unusable, plain, read_json

#: Where a request says which of its texts were repaired; tools tell it in their warnings.
REPLACED = "offcut/replaced"
#: Characters of an error, and of what it repeats from the request.
LONGEST_REASON = 600
LONGEST_ECHO = 100


@dataclass(frozen=True, slots=True)
class Answer:
    """The error that a line gets at once; the server never sees that line."""

    error: JSONRPCError


class _Refused(Exception):
    """A line that is no message. ``found`` is whatever stands where an id should."""

    def __init__(self, code: int, reason: str, found: object) -> None:
        super().__init__(reason)
        self.code, self.reason, self.found = code, reason, found


def parse_line(line: bytes) -> JSONRPCMessage | Answer | None:
    """Return the message of a line, the answer to one that is none, or nothing for a blank line."""
    line = line.removeprefix(codecs.BOM_UTF8)
    if not line or line.isspace():
        return None
    try:
        return _message(_read(line))
    except _Refused as refused:
        return Answer(error_reply(_usable_id(refused.found), refused.code, refused.reason))


def parse_long_line(line: bytes) -> JSONRPCMessage | Answer | None:
    """Do the same for a line of any size, without a look for cycles at every few thousand new lists."""
    gc.disable()
    try:
        return parse_line(line)
    finally:
        gc.enable()


def write_line(message: JSONRPCMessage) -> bytes:
    """Return a message as one line of UTF-8; one that cannot be written becomes the error that says so."""
    try:
        return _line(message)
    except (ValueError, TypeError, RecursionError):
        reason = "the result cannot be written as JSON"
        return _line(error_reply(_usable_id(getattr(message, "id", None)), INTERNAL_ERROR, reason))


def error_reply(request_id: RequestId | None, code: int, reason: str) -> JSONRPCError:
    """Return the JSON-RPC error that answers a request."""
    return JSONRPCError(jsonrpc="2.0", id=request_id, error=ErrorData(code=code, message=reason))


def _id_in(line: bytes) -> object:
    from offcut_mcp.broken_json import top_level_id  # only a line that cannot be read needs the matcher

    return top_level_id(line)


def _read(line: bytes) -> Json:
    try:
        return read_json(line)
    except Unreadable as error:
        raise _Refused(PARSE_ERROR, str(error), _id_in(line)) from error
    except Unusable as error:
        raise _Refused(INVALID_REQUEST, f"{error}; nothing was done", _id_in(line)) from error


def _message(read: Json) -> JSONRPCMessage | None:
    value = read.value
    if isinstance(value, list):
        raise _Refused(INVALID_REQUEST, "MCP has no JSON-RPC batches; send one message a line", None)
    if not isinstance(value, dict):
        raise _Refused(INVALID_REQUEST, "a message is a JSON object", None)
    if "method" not in value:
        return _built(_response_kind(value), value)
    if "id" not in value:
        return _notification(value)
    if _usable_id(value["id"]) is None:
        raise _Refused(INVALID_REQUEST, "the id of a request is an integer or a string", None)
    return _built(JSONRPCRequest, _with_places(_with_usable_token(value), read.replaced))


def _notification(value: dict[str, Any]) -> JSONRPCMessage | None:
    """Return a notification, or nothing: by rule of JSON-RPC not even a wrong one is answered."""
    try:
        return _built(JSONRPCNotification, value)
    except _Refused:
        if isinstance(value["method"], str):
            return None
        raise


def _response_kind(value: dict[str, Any]) -> type[JSONRPCMessage]:
    return JSONRPCError if "error" in value else JSONRPCResponse


def _built(kind: type[JSONRPCMessage], value: dict[str, Any]) -> JSONRPCMessage:
    try:
        return kind.model_validate(value, by_name=False)
    except ValidationError as error:
        member = error.errors(include_url=False, include_input=False)[0]["loc"][0]
        reason = f"{member} is missing or wrong: this is no JSON-RPC 2.0 request, notification or response"
        raise _Refused(INVALID_REQUEST, reason, value.get("id")) from error


def _with_usable_token(value: dict[str, Any]) -> dict[str, Any]:
    """Return the request without a progress token that is null, which means that there is none."""
    params = value.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    if not isinstance(meta, dict) or "progressToken" not in meta:
        return value
    if _usable_id(meta["progressToken"]) is not None:
        return value
    if meta["progressToken"] is not None:
        reason = "params._meta.progressToken must be a string or an integer"
        raise _Refused(INVALID_PARAMS, reason, value["id"])
    meta = {name: member for name, member in meta.items() if name != "progressToken"}
    return {**value, "params": {**value["params"], "_meta": meta}}


def _with_places(value: dict[str, Any], replaced: tuple[str, ...]) -> dict[str, Any]:
    """Return the request with the places that were repaired in its ``_meta``; never with a client's own."""
    params = value.get("params")
    if not isinstance(params, dict):
        return value
    given = params.get("_meta")
    meta = dict(given) if isinstance(given, dict) else {}
    if not replaced and REPLACED not in meta:
        return value
    meta.pop(REPLACED, None)
    if replaced:
        meta[REPLACED] = [place.removeprefix("params.arguments.") for place in replaced]
    return {**value, "params": {**params, "_meta": meta}}


def _usable_id(found: object) -> RequestId | None:
    if isinstance(found, str):
        return plain(found)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def _line(message: JSONRPCMessage) -> bytes:
    if isinstance(message, JSONRPCError):
        message = _bounded(message)
    # Only members that were set: an explicit null for absent params is not JSON-RPC.
    value = {
        name: _plain(getattr(message, name))
        for name in type(message).model_fields
        if name in message.model_fields_set
    }
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return plain(text).encode() + b"\n"


def _bounded(message: JSONRPCError) -> JSONRPCError:
    """Return an error that echoes no more of a request than helps; the SDK repeats what it was sent."""
    error = message.error
    shown: dict[str, Any] = {"message": _cut(error.message, LONGEST_REASON)}
    if error.data is not None:
        shown["data"] = _echo(error.data)
    error = error.model_copy(update=shown)
    return message.model_copy(update={"error": error})


def _echo(data: Any) -> Any:
    if isinstance(data, dict):
        return {name: _echo(member) for name, member in data.items()}
    return _cut(data, LONGEST_ECHO) if isinstance(data, str) else data


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[:longest] + "…"


def _plain(member: object) -> object:
    return member.model_dump(by_alias=True, exclude_unset=True) if isinstance(member, BaseModel) else member
