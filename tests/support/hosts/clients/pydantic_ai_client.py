"""Let an agent of pydantic-ai call offcut's tools. Run as a script, by an interpreter that has it.

Prints the names of the tools that the model is offered, then for every call that comes as a line of JSON
what the model sees of the answer.
"""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from fastmcp.client.transports import StdioTransport
from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel


def model(messages: list[ModelMessage], offered: AgentInfo) -> ModelResponse:
    """Do what the next line asks for; the end of input is the end of the conversation."""
    newest = messages[-1].parts[-1]
    if isinstance(newest, ToolReturnPart):
        say(newest.content if isinstance(newest.content, str) else json.dumps(newest.content))
    else:
        say([tool.name for tool in offered.function_tools])
    if not (line := sys.stdin.readline()):
        return ModelResponse(parts=[TextPart("done")])
    call = json.loads(line)
    return ModelResponse(parts=[ToolCallPart(call["tool"], call["arguments"])])


async def main(command: str) -> None:
    agent = Agent(FunctionModel(model), toolsets=[MCPToolset(StdioTransport(command, ["serve"]))])
    async with agent:
        await agent.run("go")


def say(value: Any) -> None:
    print(json.dumps(value), flush=True)  # noqa: T201 - the test reads it


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
