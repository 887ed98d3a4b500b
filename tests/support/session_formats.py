"""A session, written in each of the five formats as its API wants it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from support.conversations import IMAGE, Raw, agentscope_message
from support.sessions import Call, Exchange, Rounds, Session, numbered


@dataclass(frozen=True)
class Written:
    """A session in a format, and the messages that complete its last exchange before another may follow."""

    messages: list[Raw]
    completion: list[Raw]


def write_chat(session: Session) -> Written:
    """OpenAI Chat; a standing system message comes in the middle."""
    exchanges, messages = numbered(session), list[Raw]()
    if session.system:
        messages.append({"role": "system", "content": "You help."})
    for at, exchange in enumerate(exchanges):
        if at == 1 and session.standing:
            messages.append({"role": "system", "content": session.standing})
        messages.append({"role": "user", "content": _asked(exchange)})
        for rounds in exchange.rounds:
            calls = [_chat_call(call) for call in rounds.calls]
            messages.append({"role": "assistant", "content": rounds.said or None, "tool_calls": calls})
            messages += map(_chat_result, rounds.answered)
        if exchange.reply:
            messages.append({"role": "assistant", "content": exchange.reply})
    missing = [_chat_result(opened.calls[-1])] if (opened := _open(exchanges)) else []
    return Written(messages, _completed(exchanges, missing, {"role": "assistant", "content": "Done."}))


def write_anthropic(session: Session) -> Written:
    """Anthropic Messages: results open the next user message, which may speak as well."""
    exchanges, messages = numbered(session), list[Raw]()
    waiting: list[Raw] = []
    for exchange in exchanges:
        said = [{"type": "text", "text": exchange.asked}, *([IMAGE] if exchange.picture else [])]
        content: Any = [*waiting, *said] if waiting or exchange.picture else exchange.asked
        messages.append({"role": "user", "content": content})
        waiting = []
        for rounds in exchange.rounds:
            if waiting:
                messages.append({"role": "user", "content": waiting})
            spoken = [{"type": "text", "text": rounds.said}] if rounds.said else []
            uses = [
                {"type": "tool_use", "id": call.id, "name": call.tool, "input": call.arguments}
                for call in rounds.calls
            ]
            messages.append({"role": "assistant", "content": [*spoken, *uses]})
            # The provider wants every result of a round in one message: an open round has none.
            waiting = [] if rounds.open else list(map(_anthropic_result, rounds.answered))
        if exchange.reply:
            if waiting:
                messages.append({"role": "user", "content": waiting})
            waiting = []
            messages.append({"role": "assistant", "content": exchange.reply})
    if waiting:
        messages.append({"role": "user", "content": waiting})
    opened = _open(exchanges)
    missing = [{"role": "user", "content": list(map(_anthropic_result, opened.calls))}] if opened else []
    return Written(messages, _completed(exchanges, missing, {"role": "assistant", "content": "Done."}))


def write_responses(session: Session) -> Written:
    """Responses items; every round follows a reasoning item."""
    exchanges, items = numbered(session), list[Raw]()
    if session.system:
        items.append({"type": "message", "role": "developer", "content": "You help."})
    for exchange in exchanges:
        items.append({"type": "message", "role": "user", "content": exchange.asked})
        for rounds in exchange.rounds:
            id = f"rs_{next(session.numbers)}"
            items.append({"type": "reasoning", "id": id, "summary": [], "encrypted_content": "gAAA" * 9})
            items += map(_responses_call, rounds.calls)
            items += map(_responses_output, rounds.answered)
        if exchange.reply:
            items.append(_responses_reply(exchange.reply, session))
    missing = [_responses_output(opened.calls[-1])] if (opened := _open(exchanges)) else []
    return Written(items, _completed(exchanges, missing, _responses_reply("Done.", session)))


def write_agentscope(session: Session) -> Written:
    """AgentScope messages: all rounds of an exchange and its reply are blocks of one message."""
    exchanges, messages = numbered(replace(session, open=False)), list[Raw]()
    for exchange in exchanges:
        asked = [{"type": "text", "text": exchange.asked}]
        messages.append(agentscope_message("user", asked, next(session.numbers)))
        blocks = [block for rounds in exchange.rounds for block in _agentscope_blocks(rounds)]
        if exchange.reply:
            blocks.append({"type": "text", "text": exchange.reply})
        messages.append(agentscope_message("assistant", blocks, next(session.numbers)))
    return Written(messages, [])


def write_gemini(session: Session) -> Written:
    """Gemini contents; responses answer by order, since their calls have no ids."""
    exchanges, contents = numbered(session), list[Raw]()
    waiting: list[Raw] = []
    for exchange in exchanges:
        contents.append({"role": "user", "parts": [*waiting, {"text": exchange.asked}]})
        waiting = []
        for rounds in exchange.rounds:
            if waiting:
                contents.append({"role": "user", "parts": waiting})
            spoken = [{"text": rounds.said}] if rounds.said else []
            contents.append({"role": "model", "parts": [*spoken, *map(_gemini_call, rounds.calls)]})
            waiting = [] if rounds.open else list(map(_gemini_response, rounds.calls))
        if exchange.reply:
            if waiting:
                contents.append({"role": "user", "parts": waiting})
            waiting = []
            contents.append({"role": "model", "parts": [{"text": exchange.reply}]})
    if waiting:
        contents.append({"role": "user", "parts": waiting})
    opened = _open(exchanges)
    missing = [{"role": "user", "parts": list(map(_gemini_response, opened.calls))}] if opened else []
    return Written(contents, _completed(exchanges, missing, {"role": "model", "parts": [{"text": "Done."}]}))


def _completed(exchanges: Sequence[Exchange], missing: list[Raw], reply: Raw) -> list[Raw]:
    return [] if exchanges[-1].reply else [*missing, reply]


def _asked(exchange: Exchange) -> Any:
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
    return [{"type": "text", "text": exchange.asked}, picture] if exchange.picture else exchange.asked


def _chat_call(call: Call) -> Raw:
    function = {"name": call.tool, "arguments": json.dumps(call.arguments)}
    return {"id": call.id, "type": "function", "function": function}


def _chat_result(call: Call) -> Raw:
    return {"role": "tool", "tool_call_id": call.id, "content": call.result}


def _anthropic_result(call: Call) -> Raw:
    return {"type": "tool_result", "tool_use_id": call.id, "content": call.result}


def _responses_call(call: Call) -> Raw:
    names = {"type": "function_call", "call_id": call.id, "name": call.tool}
    return {**names, "arguments": json.dumps(call.arguments)}


def _responses_output(call: Call) -> Raw:
    return {"type": "function_call_output", "call_id": call.id, "output": call.result}


def _responses_reply(text: str, session: Session) -> Raw:
    part = {"type": "output_text", "text": text, "annotations": []}
    id = f"msg_{next(session.numbers)}"
    return {"type": "message", "id": id, "role": "assistant", "status": "completed", "content": [part]}


def _agentscope_blocks(rounds: Rounds) -> Iterator[Raw]:
    if rounds.said:
        yield {"type": "text", "text": rounds.said}
    for call in rounds.calls:
        names = {"id": call.id, "name": call.tool}
        yield {"type": "tool_call", **names, "input": json.dumps(call.arguments), "state": "finished"}
    for call in rounds.answered:
        names = {"id": call.id, "name": call.tool}
        yield {"type": "tool_result", **names, "output": call.result, "state": "success", "metadata": {}}


def _gemini_call(call: Call) -> Raw:
    return {"functionCall": {"name": call.tool, "args": call.arguments}}


def _gemini_response(call: Call) -> Raw:
    return {"functionResponse": {"name": call.tool, "response": {"output": call.result}}}


Writer = Callable[[Session], Written]
WRITERS: tuple[Writer, ...] = (write_chat, write_anthropic, write_responses, write_agentscope, write_gemini)


def _open(exchanges: Sequence[Exchange]) -> Rounds | None:
    rounds = exchanges[-1].rounds
    return rounds[-1] if rounds and rounds[-1].open else None
