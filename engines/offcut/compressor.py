"""The built-in context engine: offcut's ``compress`` within an agent's loop (H-03, H-21)."""

from __future__ import annotations

import copy
import functools
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from anyio.from_thread import BlockingPortalProvider

from offcut import api, compression
from offcut.archive.absent import AbsentArchive
from offcut.compression import CompressionRequest, CompressionResult
from offcut.config import CompressionOptions
from offcut.context_engine import BUILT_IN, ContextEngine
from offcut.context_engine.gauge import Gauge
from offcut.context_engine.tools import RECOVER_SOURCE, SEARCH_ARCHIVE, answer
from offcut.context_engine.usage import usage_of
from offcut.conversation import Json, RawMessage
from offcut.errors import ArchiveError, InvalidInput
from offcut.formats import read
from offcut.limits import wrong_types
from offcut.ports import SearchableStore
from offcut.tokens import conversation_tokens, scale_for
from offcut.vocabulary import O200kCounter, exact_counter

#: After these the same context is not worth another pass; one that was ``aborted`` is tried again.
FOUND_NOTHING = ("nothing_to_compress", "no_progress")

Compress = Callable[..., Awaitable[CompressionResult]]
T = TypeVar("T")

#: Synchronous calls share one event loop while they run, as archives want it; it ends with the last of them.
_loops = BlockingPortalProvider()


class ContextCompressor(ContextEngine):
    """The engine one gets: a summary for the middle, every original in the archive, one tool call away.

    Its work is asynchronous: hosts with an event loop await ``acompress`` and ``ahandle_tool_call``.
    ``compress`` and ``handle_tool_call`` are the same for hosts without one: the work runs on a loop in a
    thread of its own, and the caller waits. Whoever mixes the two ways at once gives each an archive object
    of its own, since no two loops may wait for one; the file may be the same.

    ``last_result`` is the whole answer of the last pass, ``last_error`` why there was none. ``run`` is the
    pass, where it is not ``offcut.compress`` as it is: a ``partial`` of it.
    """

    def __init__(
        self,
        *,
        archive: SearchableStore,
        model: str = "",
        context_length: int = 0,
        format: str = "auto",
        options: CompressionOptions | None = None,
        enabled: bool = True,
        run: Compress = api.compress,
    ) -> None:
        self._archive = archive
        self._format = format
        self._options = options or CompressionOptions()
        self._enabled = enabled
        self._run = run
        self._session: str | None = None
        self.threshold_percent = self._options.threshold
        self.protect_first_n = self._options.protect_first_n
        self.protect_last_n = self._options.protect_last_n
        self._gauge = Gauge()
        self.last_result: CompressionResult | None = None
        self.last_error: str | None = None
        self.update_model(model, context_length)

    @property
    def name(self) -> str:
        """``compressor``."""
        return BUILT_IN

    # When

    def update_from_response(self, usage: Mapping[str, Any] | None) -> None:
        """Take the usage of a response; it also tells how far our own count of that request was off."""
        super().update_from_response(usage)
        reported = usage_of(usage).prompt
        if reported is not None:
            self._gauge.report(reported)

    def should_compress(self, prompt_tokens: int | None = None) -> bool:
        """Tell whether the threshold is reached, and the context is not one that a pass just left so."""
        tokens = self.last_prompt_tokens if prompt_tokens is None else prompt_tokens
        due = self._enabled and super().should_compress(tokens)
        return due and self._gauge.has_grown(tokens, self.threshold_tokens)

    def should_compress_preflight(self, messages: Sequence[Json]) -> bool:
        """Tell whether these messages are too many, by our count and what the last usage said beyond it.

        Raises ``InvalidInput`` for messages that cannot be read.
        """
        return self.should_compress(self._gauge.count(self._count(messages)))

    def should_defer_preflight_to_real_usage(self, rough_tokens: int) -> bool:
        """Tell whether a rough estimate grew by no more than its own error over a real count that fits."""
        return self._gauge.outweighs(rough_tokens, self.threshold_tokens)

    def has_content_to_compress(self, messages: Sequence[Json]) -> bool:
        """Tell whether anything lies between head and tail; the archive is not asked what was made by us."""
        return _waited(self._has_content, messages)

    # What

    def compress(
        self,
        messages: Sequence[Json],
        current_tokens: int | None = None,
        focus_topic: str | None = None,
        force: bool = False,
        memory_context: str = "",
    ) -> list[RawMessage]:
        """Do what ``acompress`` does, and wait for it."""
        work = functools.partial(self.acompress, messages, current_tokens, focus_topic, force, memory_context)
        return _waited(work)

    async def acompress(
        self,
        messages: Sequence[Json],
        current_tokens: int | None = None,
        focus_topic: str | None = None,
        force: bool = False,
        memory_context: str = "",
    ) -> list[RawMessage]:
        """Return the messages with a summary for their middle, or as they are; ``last_result`` says why.

        Below the threshold nothing is done, by ``current_tokens``, by the usage last reported and by our own
        count, unless it is ``force``d. ``memory_context`` is not used: a summary holds what the conversation
        held. Where the archive cannot be written the list stays as it is and ``last_error`` tells. Raises
        ``InvalidInput`` for messages that cannot be read.
        """
        known = self.last_prompt_tokens if current_tokens is None else current_tokens
        if problems := [*wrong_types("an integer", int, current_tokens=known)]:
            raise InvalidInput(*problems)
        ask = functools.partial(
            self._run,
            messages,
            archive=self._archive,
            context_length=self.context_length,
            focus=focus_topic,
            force=force or known >= self.threshold_tokens,
            format=self._format,
            model=self.model or None,
            options=self._options,
            enabled=self._enabled,
        )
        self.last_error = None
        try:
            result = await _with_report(ask, known)
        except ArchiveError as error:
            self.last_error = str(error)
            return list(messages)
        self._note(result, known)
        return list(messages) if result.messages is None else result.messages

    def _note(self, result: CompressionResult, known: int) -> None:
        self.last_result = result
        if result.status == "compressed":
            self.compression_count += 1
            self.last_prompt_tokens = result.stats.tokens_after
            self._gauge.shrink(result.stats.tokens_after)
        elif result.status in FOUND_NOTHING:
            self._gauge.settle(max(known, result.stats.tokens_before))

    # Sessions and models

    def on_session_start(self, session_id: str, **about: Any) -> None:
        """Forget what was counted in another session; the same one goes on."""
        if self._session not in (None, session_id):
            self.on_session_reset()
        self._session = session_id

    def on_session_reset(self) -> None:
        """Forget what was counted and done; the archive keeps what it holds."""
        super().on_session_reset()
        self.last_result = self.last_error = None
        self._gauge = Gauge()

    def update_model(self, model: str, context_length: int = 0, *details: str, **about: Any) -> None:
        """Go on with another model: a new window and threshold, and counts that are estimates again."""
        before = self.model
        super().update_model(model, context_length)
        if self.model != before:
            self._gauge = Gauge()

    def get_status(self) -> dict[str, Any]:
        """Return what a host shows, with the outcome of the last pass and who got text for it."""
        last = self.last_result
        return {
            **super().get_status(),
            "last_status": last and last.status,
            "last_reason": last and last.reason,
            "last_error": self.last_error,
            "asked": last and last.stats.asked,
        }

    # Tools

    def get_tool_schemas(self) -> list[dict[str, Any]]:
        """Return ``recover_source`` and ``search_archive``: whatever was removed is one call away."""
        return copy.deepcopy([RECOVER_SOURCE, SEARCH_ARCHIVE])

    def handle_tool_call(self, name: str, args: Mapping[str, Any], **about: Any) -> str:
        """Do what ``ahandle_tool_call`` does, and wait for it."""
        return _waited(functools.partial(self.ahandle_tool_call, name, args))

    async def ahandle_tool_call(self, name: str, args: Mapping[str, Any], **about: Any) -> str:
        """Return the answer as JSON text: a ``text``, the ``hits`` of a search, or an ``error``."""
        return await answer(self._archive, name, args)

    # Counting

    def _count(self, messages: Sequence[Json]) -> int:
        """Return the model tokens of the messages by the model family's prior."""
        base = conversation_tokens(read(messages, self._format), _counter(), lambda: None)
        return scale_for(self.model or None, reported_tokens=0, base=base, counter=_counter()).of(base)

    async def _has_content(self, messages: Sequence[Json]) -> bool:
        request = CompressionRequest(
            context_length=self.context_length,
            force=True,
            enabled=self._enabled,
            model=self.model or None,
            options=self._options,
        )
        counter = await exact_counter()
        situation = await compression.look(
            messages, request, format=self._format, store=AbsentArchive(), counter=counter
        )
        return situation.verdict is None


async def _with_report(ask: Compress, tokens: int) -> CompressionResult:
    """Run the pass with the size that is known, unless that cannot be true of these messages.

    A host's figure may hold tools and texts beside the list, which must not stop a pass.
    """
    if tokens > 0:
        with suppress(InvalidInput):
            return await ask(reported_tokens=tokens)
    return await ask()


@functools.cache
def _counter() -> O200kCounter:
    return _waited(exact_counter)


def _waited(work: Callable[..., Awaitable[T]], *arguments: Any) -> T:
    """Run asynchronous work to its end, in whatever thread the caller is and whether or not it has a loop."""
    with _loops as loop:
        return loop.call(work, *arguments)
