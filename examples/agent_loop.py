"""An agent that never runs out of window: it folds, compresses, goes on, and takes back what it needs.

    python examples/agent_loop.py

The loop is the usual one: ask the model, run the tools it calls, append the results, ask again. offcut
adds three lines of it, `make_room`. The model is a script behind the chat completions protocol on
loopback; put the address of a real one in its place and the loop stays the same.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import anyio
import anyio.to_thread
from mcp import Client, StdioServerParameters

Message = dict[str, Any]

WINDOW = 14_000  # tokens; a real model's is larger, and fills all the same
TASK = "Last night an order was charged twice. Read the logs of all services and name the order."
SERVICES = [f"service-{number:02}" for number in range(16)]
GUILTY = SERVICES[2]
#: What is tried, in this order, until there is room again. Folding hides old results and nothing else.
STEPS = {"none": (), "compact_context": ("compact_context", "compress"), "compress": ("compress",)}
#: In a real window the defaults do; in this one a single log is a tenth, and the newest ones shall stay.
HOW: dict[str, Message] = {
    "compact_context": {},
    "compress": {"context_length": WINDOW, "options": {"protect_last_n": 6, "target_ratio": 0.7}},
}


# The agent: its loop, its one tool of its own, and how it makes room.


async def run_agent(offcut: Client, model: str) -> str:
    """Work on the task until the model says something without calling a tool."""
    messages: list[Message] = [{"role": "user", "content": TASK}]
    tools = [READ_LOG, *await tools_for_the_model(offcut)]
    while True:
        messages = await make_room(offcut, messages)
        reply = await ask(model, messages, tools)
        messages.append(reply)
        if not reply.get("tool_calls"):
            return str(reply["content"])
        for call in reply["tool_calls"]:
            result = await run_tool(offcut, call["function"])
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})


async def make_room(offcut: Client, messages: list[Message]) -> list[Message]:
    """Return a list that is small enough to go on with; most of the time it is the given one."""
    status = await use(offcut, "context_status", messages=messages, context_length=WINDOW)
    for tool in STEPS[status["recommendation"]]:
        result = await use(offcut, tool, messages=messages, **HOW[tool])
        messages = result["messages"]
        before, after = (result["stats"][name] for name in ("tokens_before", "tokens_after"))
        print(f"{status['usage_percent']:.0f} % full, {tool}: {before} tokens became {after}")
        if after < status["threshold_tokens"]:
            break
    return messages


async def tools_for_the_model(offcut: Client) -> list[Message]:
    """Return what the model may call: only what gives archived text back, the rest is the host's work."""
    listed = await offcut.list_tools()
    return [
        function(tool.name, tool.description or "", tool.input_schema)
        for tool in listed.tools
        if tool.name in ("recover_source", "search_archive")
    ]


async def run_tool(offcut: Client, call: Message) -> str:
    """Return the result of one call as the model is to see it."""
    arguments = json.loads(call["arguments"])
    if call["name"] == "read_log":
        return read_log(**arguments)
    print(f"the model calls {call['name']} {arguments}")
    result = await offcut.call_tool(call["name"], arguments)
    return "\n".join(block.text for block in result.content if block.type == "text")


async def use(offcut: Client, tool: str, **arguments: Any) -> Message:
    """Call a tool of offcut for the host itself and return its structured result."""
    result = await offcut.call_tool(tool, arguments)
    if result.is_error or result.structured_content is None:
        raise RuntimeError(f"{tool}: {result.content}")
    structure: Message = result.structured_content
    return structure


def read_log(service: str) -> str:
    """The agent's own tool: a long log, of which one line in one service matters."""
    lines = [
        f"03:{n // 60:02}:{n % 60:02} {service} order {70_000 + 37 * n} charged once" for n in range(110)
    ]
    if service == GUILTY:
        lines[77] = lines[77].replace("once", "TWICE")
    return "\n".join(lines)


def function(name: str, description: str, parameters: Message) -> Message:
    """Return a tool as chat completions describes one."""
    described = {"name": name, "description": description, "parameters": parameters}
    return {"type": "function", "function": described}


READ_LOG = function(
    "read_log", "Return the log of a service", {"type": "object", "properties": {"service": {}}}
)


# The model: how it is asked, and the script that stands in for it.


async def ask(model: str, messages: list[Message], tools: list[Message]) -> Message:
    """Return the model's next message."""
    body = json.dumps({"model": "scripted", "messages": messages, "tools": tools}).encode()
    request = Request(f"{model}/chat/completions", body, {"content-type": "application/json"})
    answer = await anyio.to_thread.run_sync(lambda: json.load(urlopen(request)))
    message: Message = answer["choices"][0]["message"]
    return message


def next_message(turn: int, messages: list[Message]) -> Message:
    """Read all logs, look for the archived line, then name the order. It knows only what it is sent."""
    if turn < len(SERVICES):
        return calling(turn, "read_log", service=SERVICES[turn])
    newest = messages[-1]["content"]
    if turn == len(SERVICES):
        return calling(turn, "search_archive", query="charged TWICE")
    if turn == len(SERVICES) + 1:
        return calling(
            turn, "recover_source", ref=json.loads(newest)["hits"][0]["ref"], grep="TWICE", raw=True
        )
    order = re.search(r"order (\d+) charged TWICE", newest)
    return {
        "role": "assistant",
        "content": f"Order {order[1]} was charged twice." if order else "I cannot say.",
    }


def calling(turn: int, name: str, **arguments: Any) -> Message:
    """Return an assistant message with one tool call."""
    call = {"name": name, "arguments": json.dumps(arguments)}
    calls = [{"id": f"call_{turn}", "type": "function", "function": call}]
    return {"role": "assistant", "content": None, "tool_calls": calls}


@contextmanager
def scripted_model() -> Iterator[str]:
    """Serve chat completions on loopback and yield the address."""

    class Handler(BaseHTTPRequestHandler):
        turns = iter(range(100))

        def do_POST(self) -> None:
            sent = json.loads(self.rfile.read(int(self.headers["content-length"])))
            message = next_message(next(self.turns), sent["messages"])
            body = json.dumps({"choices": [{"index": 0, "message": message}]}).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: object) -> None:
            """Leave the terminal to the agent."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
        server.shutdown()


async def main(archive: Path) -> None:
    """Start offcut and the model, and let the agent work."""
    environment = {**os.environ, "OFFCUT_ARCHIVE": str(archive)}
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "offcut_mcp", "serve"], env=environment
    )
    with scripted_model() as model:
        async with Client(server) as offcut:
            print(f"The agent answers: {await run_agent(offcut, model)}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(main, Path(folder) / "archive.db")
