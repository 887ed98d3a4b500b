"""A model service on loopback: it logs what it is sent, so that tests see what a model would see."""

from __future__ import annotations

import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from support.hosts.script import Step, Turn, next_turn

Event = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """One request of a host."""

    path: str
    body: Mapping[str, Any]


class ModelService(ABC):
    """What the services of the two protocols have in common: a script, a log, and a turn for a request."""

    def __init__(self, script: Sequence[Step]) -> None:
        self._script = script
        self._shown: dict[str, str] = {}
        self.requests: list[Request] = []
        self.failure: Exception | None = None
        self.address = ""

    @property
    def conversations(self) -> list[Mapping[str, Any]]:
        """The bodies in which a host goes on with its agent: those that offer tools."""
        return [request.body for request in self.requests if request.body.get("tools")]

    @property
    def shown(self) -> list[str]:
        """The text of every tool result that the model saw, oldest first, compacted away or not."""
        return list(self._shown.values())

    def turn(self, body: Mapping[str, Any]) -> Turn:
        """Return what the model says to this; hosts also ask for titles and summaries, without tools."""
        self._shown.update(self.results(body))
        if not body.get("tools"):
            return "A few words."
        try:
            return next_turn(self._script, self.shown)
        except Exception as error:  # the host would ask again and again
            self.failure = error
            return "The script has come to grief."

    @abstractmethod
    def results(self, body: Mapping[str, Any]) -> dict[str, str]:
        """Return the texts of the tool results of a request, by the ids of their calls."""

    @abstractmethod
    def answer(self, request: Request) -> Sequence[Event] | Mapping[str, Any]:
        """Return the events of a stream, or one JSON object."""


@contextmanager
def serving(service: ModelService) -> Iterator[None]:
    """Listen on a free port of loopback; ``service.address`` is set when this begins.

    Raises what a step of the script raised.
    """
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(service)) as server:
        server.daemon_threads = True
        service.address = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()
    if service.failure is not None:
        raise service.failure


def _handler(service: ModelService) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            self._reply(b"", "application/json")

        def do_GET(self) -> None:
            self._reply(b'{"object":"list","data":[],"models":[]}', "application/json")

        def do_POST(self) -> None:
            request = Request(self.path, json.loads(self.rfile.read(int(self.headers["content-length"]))))
            service.requests.append(request)
            answer = service.answer(request)
            if isinstance(answer, Mapping):
                self._reply(json.dumps(answer).encode(), "application/json")
            else:
                self._reply(b"".join(map(_event, answer)), "text/event-stream")

        def log_message(self, format: str, *arguments: object) -> None:
            """Say nothing: the log is ``service.requests``."""

        def _reply(self, body: bytes, content_type: str) -> None:
            self.send_response(200)
            self.send_header("content-type", content_type)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler


def _event(event: Event) -> bytes:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
