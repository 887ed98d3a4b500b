"""The MCP server on standard input and output: what it offers, and how a call becomes an answer."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolRequestParams, PaginatedRequestParams, ReadResourceRequestParams
from mcp_types.jsonrpc import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND
from pydantic import ValidationError

from offcut.errors import ArchiveUnavailable, OffcutError
from offcut_mcp.arguments import read_arguments
from offcut_mcp.boundary import stdio_streams
from offcut_mcp.caller import caller_of
from offcut_mcp.instructions import INSTRUCTIONS
from offcut_mcp.json_text import LONGEST_NAME, SHOWN_PLACES, printable, quoted
from offcut_mcp.process import leave
from offcut_mcp.resources import TEMPLATE, read_source
from offcut_mcp.results import WireResult, complete, error_result
from offcut_mcp.session_settings import SessionSettings
from offcut_mcp.tools import HOST_TOOLS, TOOLS, Call, Tool
from offcut_mcp.version import version
from offcut_mcp.wire import REPLACED

if TYPE_CHECKING:
    from offcut.archive import Archive

Context = ServerRequestContext[Any, Any]

#: A reference always means the same bytes, and the tools only change with the version or the settings.
CACHE_HINTS: Mapping[CacheableMethod, CacheHint] = {
    "tools/list": CacheHint(ttl_ms=3_600_000, scope="public"),
    "resources/list": CacheHint(ttl_ms=3_600_000, scope="public"),
    "resources/templates/list": CacheHint(ttl_ms=3_600_000, scope="public"),
    "resources/read": CacheHint(ttl_ms=3_600_000, scope="private"),
}


def main(settings: SessionSettings | None = None) -> None:
    """Serve until standard input ends."""
    anyio.run(serve, settings)
    leave()


async def serve(settings: SessionSettings | None = None) -> None:
    """Serve one client on standard input and output, until its input ends."""
    # A reader thread sits in a blocking read, so only the default action ends the process at once; the
    # archive is made to survive that at any instant.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    async with AsyncExitStack() as resources:
        server = build_server(SharedArchive(resources, settings))
        inbox, outbox = await resources.enter_async_context(stdio_streams())
        await server.run(inbox, outbox, server.create_initialization_options())


class SharedArchive:
    """The one archive of this process, opened where the settings say when something first needs it."""

    def __init__(self, resources: AsyncExitStack, settings: SessionSettings | None = None) -> None:
        self.settings = settings or SessionSettings()
        self._resources = resources
        self._archive: Archive | None = None

    def __call__(self) -> Archive:
        """Return the archive. Nothing is read or written before its first operation."""
        if self._archive is None:
            from offcut.settings import project_name
            from offcut_mcp.session_archive import SessionArchive  # SQLite is not needed to list tools

            path = self.settings().archive.path
            try:
                self._archive = SessionArchive.open(path, project=project_name())
            except OSError as error:
                raise ArchiveUnavailable(
                    "the archive has a relative path, and the working folder is gone; give OFFCUT_ARCHIVE "
                    "an absolute path and start the server anew"
                ) from error
            self._resources.push_async_callback(self._archive.aclose)
        return self._archive


def build_server(archive: SharedArchive) -> Server[Any]:
    """Return the server with everything it offers."""
    server: Server[Any] = Server(
        "offcut",
        title="offcut",
        version=version(),
        instructions=INSTRUCTIONS,
        cache_hints=CACHE_HINTS,
    )
    offers = _Offers(archive)
    add = server.add_request_handler
    add("tools/list", PaginatedRequestParams, offers.list_tools)
    add("tools/call", CallToolRequestParams, offers.call_tool)
    add("resources/list", PaginatedRequestParams, offers.list_resources)
    add("resources/templates/list", PaginatedRequestParams, offers.list_templates)
    add("resources/read", ReadResourceRequestParams, offers.read_resource)
    # Instead of the SDK's spans: no exporter comes with offcut, and what tools are called with is private.
    server.middleware[:] = [_in_sentences]
    return server


class _Offers:
    """The handlers, around the archive that they share."""

    def __init__(self, archive: SharedArchive) -> None:
        self._archive = archive

    def _tools(self) -> Mapping[str, Tool]:
        return HOST_TOOLS if self._archive.settings.tools() == "host" else TOOLS

    async def list_tools(self, context: Context, params: PaginatedRequestParams) -> WireResult:
        return complete(tools=[tool.definition() for tool in self._tools().values()])

    async def list_resources(self, context: Context, params: PaginatedRequestParams) -> WireResult:
        """Nothing is listed: a source is found by a reference, and references stand in previews."""
        return complete(resources=[])

    async def list_templates(self, context: Context, params: PaginatedRequestParams) -> WireResult:
        return complete(resourceTemplates=[TEMPLATE])

    async def read_resource(self, context: Context, params: ReadResourceRequestParams) -> WireResult:
        return await read_source(params.uri, self._archive)

    async def call_tool(self, context: Context, params: CallToolRequestParams) -> WireResult:
        """Answer a call; whatever goes wrong is one sentence that the model can act on."""
        tool = HOST_TOOLS.get(params.name)
        if tool is None:
            return error_result(f"no tool {quoted(params.name)}; offcut has {', '.join(self._tools())}")
        try:
            settings = self._archive.settings()
            if tool.name not in self._tools():
                return error_result(f"{tool.name} is not offered; start the server with --tools host")
            given = read_arguments(tool.name, tool.arguments, params.arguments or {})
            warnings = _repairs([*_repaired_places(context), *given.replaced])
            caller = partial(caller_of, context.meta, os.environ)
            call = Call(given.values, self._archive, settings, caller, _progress(context), warnings)
            return await tool.answer(call)
        except OffcutError as error:
            return error_result(str(error))
        except Exception:
            traceback.print_exc(file=sys.stderr)
            return error_result(
                f"{tool.name} failed inside offcut; keep what you have and go on. "
                "The server's standard error has the details"
            )


async def _in_sentences(ctx: Context, call_next: CallNext) -> HandlerResult:
    """Say in words what the SDK would only call invalid, and let no failure reach the wire as it is."""
    try:
        return await call_next(ctx)
    except ValidationError as error:
        at = error.errors(include_url=False, include_input=False)[0]["loc"]
        place = ".".join(_steps(at, ctx.params))
        problem = (
            f"params.{place} is missing or of the wrong type" if place else "params are missing or wrong"
        )
        raise MCPError(INVALID_PARAMS, f"{ctx.method}: {problem}") from error
    except MCPError as error:
        raise _reworded(error, ctx.method) from error
    except anyio.get_cancelled_exc_class():
        raise
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        raise MCPError(INTERNAL_ERROR, f"{ctx.method[:60]} failed inside offcut") from error


def _steps(at: tuple[str | int, ...], params: Any) -> Iterator[str]:
    """Yield the steps that lead to a member, without the validator's own names for what it tried."""
    value = params
    for step in at:
        if step == "params":
            continue
        if isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        elif isinstance(value, Mapping):
            value = value.get(str(step))
        else:
            return
        yield printable(str(step), LONGEST_NAME)


def _reworded(error: MCPError, method: str) -> MCPError:
    """Return an error of the SDK in our words."""
    code, data = error.error.code, error.error.data
    if code == METHOD_NOT_FOUND:
        return MCPError(code, f"offcut has no method {quoted(method)}; it has tools and resources", data)
    if code == INVALID_PARAMS and data == "":
        return MCPError(code, f"{method}: the connection is not open yet; send initialize first")
    return error


def _repaired_places(context: Context) -> list[str]:
    """Return the places that the boundary noted in the request's ``_meta``."""
    places = (context.meta or {}).get(REPLACED)
    return [place for place in places if isinstance(place, str)] if isinstance(places, list) else []


def _repairs(places: list[str]) -> tuple[str, ...]:
    if not places:
        return ()
    named = ", ".join(places[:SHOWN_PLACES])
    return (f"half characters (lone surrogates or bytes that are no UTF-8) became U+FFFD at {named}",)


def _progress(context: Context) -> Any:
    async def report(done: float, total: float | None = None, message: str | None = None) -> None:
        await context.session.report_progress(done, total=total, message=message)

    return report
