"""``ContextEngine``: every member that a host relies on, with the answers of an engine that has no others.

engine made -> on_session_start -> each turn: should_compress_preflight, the request,
update_from_response, should_compress, compress when it says so -> on_session_end
"""

from __future__ import annotations

import inspect
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import anyio.to_thread

from offcut.config import CompressionOptions
from offcut.context_engine.usage import usage_of
from offcut.conversation import Json, RawMessage
from offcut.errors import InvalidInput
from offcut.families import UNKNOWN_WINDOW, factor_of, window_of_model
from offcut.limits import wrong_types
from offcut.pressure import window_of


class ContextEngine(ABC):
    """Decides when a context is made smaller, and does it (H-02). One engine serves one agent.

    A subclass says at least its ``name`` and how to ``compress``. Hosts read the fields; all are tokens of
    the model, but for ``threshold_percent``, a share of the window, and ``protect_*``, which are messages.
    They are fields of the class, so that a subclass needs no ``super().__init__()``.
    """

    model: str = ""
    context_length: int = UNKNOWN_WINDOW
    threshold_percent: float = CompressionOptions().threshold
    threshold_tokens: int = window_of(UNKNOWN_WINDOW, CompressionOptions()).threshold_tokens
    protect_first_n: int = CompressionOptions().protect_first_n
    protect_last_n: int = CompressionOptions().protect_last_n
    last_prompt_tokens: int = 0
    last_completion_tokens: int = 0
    last_total_tokens: int = 0
    compression_count: int = 0

    # What every engine says and does

    @property
    @abstractmethod
    def name(self) -> str:
        """The short name by which ``context.engine`` chooses this engine."""

    @abstractmethod
    def compress(
        self,
        messages: Sequence[Json],
        current_tokens: int | None = None,
        focus_topic: str | None = None,
        force: bool = False,
        memory_context: str = "",
    ) -> list[RawMessage]:
        """Return a valid, smaller list of messages (H-07); the given one, unchanged, if there is none.

        ``current_tokens`` is what the host knows of the size, ``focus_topic`` what deserves most detail;
        ``force`` is a user's own wish, whatever the size. ``memory_context`` is what a host's memory holds.
        """

    # When (H-06, H-09)

    def update_from_response(self, usage: Mapping[str, Any] | None) -> None:
        """Take the usage of an API's response, in any API's names; what it does not say stays as it was.

        Raises ``InvalidInput`` for anything but a mapping or ``None``.
        """
        said = usage_of(usage)
        if said.prompt is not None:
            self.last_prompt_tokens = said.prompt
        if said.completion is not None:
            self.last_completion_tokens = said.completion
        if said.total is not None:
            self.last_total_tokens = said.total

    def should_compress(self, prompt_tokens: int | None = None) -> bool:
        """Tell whether so many prompt tokens, or those last reported, have reached the threshold.

        There is no earlier step and no warning to the model (H-72, H-73).
        """
        tokens = self.last_prompt_tokens if prompt_tokens is None else prompt_tokens
        return tokens >= self.threshold_tokens

    def should_compress_preflight(self, messages: Sequence[Json]) -> bool:
        """Tell before a request, cheaply, whether these messages are too many; an engine may not care."""
        return False

    def should_defer_preflight_to_real_usage(self, rough_tokens: int) -> bool:
        """Tell whether the usage last reported is worth more than a host's own estimate."""
        return False

    def has_content_to_compress(self, messages: Sequence[Json]) -> bool:
        """Tell whether ``compress`` would find anything to do, for a host whose user asks for it."""
        return True

    # Sessions and models

    def on_session_start(self, session_id: str, **about: Any) -> None:  # noqa: B027 - may stay as it is
        """A session begins, or goes on in this process."""

    def on_session_end(self, session_id: str, messages: Sequence[Json]) -> None:  # noqa: B027 - likewise
        """A session is really over, and not just a turn of it."""

    def on_session_reset(self) -> None:
        """Forget what was counted: the same agent begins afresh."""
        self.last_prompt_tokens = self.last_completion_tokens = self.last_total_tokens = 0
        self.compression_count = 0

    def update_model(
        self,
        model: str,
        context_length: int = 0,
        base_url: str = "",
        api_key: str = "",
        provider: str = "",
        api_mode: str = "",
        **about: Any,
    ) -> None:
        """Go on with another model: its window gives a new threshold, and old counts become its tokens.

        ``context_length`` 0 means the model's, 200,000 for one that is not known. Raises ``InvalidInput``
        for a window that is no positive number.
        """
        problems = [*wrong_types("a string", str | None, model=model)]
        problems += wrong_types("an integer", int, context_length=context_length)
        if not problems and context_length < 0:
            problems.append("context_length must be 0, which means the model's own, or more")
        if problems:
            raise InvalidInput(*problems)
        if self.model and model:
            change = factor_of(model) / factor_of(self.model)
            self.last_prompt_tokens = round(self.last_prompt_tokens * change)
        self.model = model or self.model
        self.context_length = context_length or window_of_model(self.model)
        options = CompressionOptions(threshold=self.threshold_percent)
        self.threshold_tokens = window_of(self.context_length, options).threshold_tokens

    def get_status(self) -> dict[str, Any]:
        """Return what a host shows of the context: JSON values, ``usage_percent`` at most 100."""
        share = 100 * self.last_prompt_tokens / self.context_length if self.context_length else 0.0
        return {
            "engine": self.name,
            "last_prompt_tokens": self.last_prompt_tokens,
            "threshold_tokens": self.threshold_tokens,
            "context_length": self.context_length,
            "usage_percent": round(min(share, 100.0), 1),
            "compression_count": self.compression_count,
        }

    # Tools of the engine (H-08)

    def get_tool_schemas(self) -> list[dict[str, Any]]:
        """Return the tools that the engine offers to the agent: ``name``, ``description``, ``parameters``."""
        return []

    def handle_tool_call(self, name: str, args: Mapping[str, Any], **about: Any) -> str:
        """Return the answer to an agent's call as JSON text; ``about`` may hold the ``messages``."""
        return json.dumps({"error": f"the context engine {self.name} has no tool {str(name)[:80]!r}"})

    # The same for hosts that run an event loop

    async def acompress(
        self,
        messages: Sequence[Json],
        current_tokens: int | None = None,
        focus_topic: str | None = None,
        force: bool = False,
        memory_context: str = "",
    ) -> list[RawMessage]:
        """Return what ``compress`` returns, from a worker thread, without arguments it does not declare."""
        optional = {
            "current_tokens": current_tokens,
            "focus_topic": focus_topic,
            "force": force,
            "memory_context": memory_context,
        }
        work = partial(self.compress, messages, **_declared(self.compress, optional))
        return await anyio.to_thread.run_sync(work)

    async def ahandle_tool_call(self, name: str, args: Mapping[str, Any], **about: Any) -> str:
        """Return what ``handle_tool_call`` returns, from a worker thread."""
        return await anyio.to_thread.run_sync(partial(self.handle_tool_call, name, args, **about))


def _declared(function: Callable[..., Any], given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the arguments that a function takes: an engine need not declare those it has no use for."""
    parameters = inspect.signature(function).parameters
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        return given
    return {name: value for name, value in given.items() if name in parameters}
