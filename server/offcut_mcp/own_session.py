"""Passes over a host's own session: how it is read, and what its file tells that a caller does not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from anyio import from_thread

from offcut.errors import InvalidInput

if TYPE_CHECKING:
    from offcut.settings import Settings
    from offcut.transcripts import Caller, Transcript

Outcome = TypeVar("Outcome")


def read_own_session(which: str, caller: Caller, settings: Settings, format: str) -> Transcript:
    """Return the session that is meant. Raises ``InvalidInput`` for one that the caller may not read.

    In a worker thread of anyio it stops at the next row when the call that waits for it is cancelled.
    """
    from offcut.transcripts import read_session  # imported late, as everything a listing does not need

    transcript = read_session(which, caller, reach=settings.server.transcripts, check=_stop_if_cancelled)
    if format not in ("auto", transcript.format):
        raise InvalidInput(f"format is {transcript.format} with this transcript; leave format out")
    return transcript


def _stop_if_cancelled() -> None:
    try:
        from_thread.check_cancelled()
    except RuntimeError:  # no worker thread, so there is nobody who could cancel
        return


async def run_told(
    transcript: Transcript | None,
    given: Mapping[str, Any],
    run: Callable[..., Awaitable[Outcome]],
    *,
    window: bool = False,
) -> Outcome:
    """Run a pass with what is given, and with what the session file tells where nothing is.

    The model's ``window`` is told only to passes that take it. Usage that cannot be true of the messages is
    left aside: a host reports its system prompt and tools too, beside which a short session is small.
    """
    if transcript is None:
        return await run(**given)
    told: dict[str, Any] = {"model": transcript.model, "reported_tokens": transcript.reported_tokens}
    if window:
        told["context_length"] = transcript.context_length
    stated = {name: value for name, value in given.items() if value or name not in told}
    arguments = {**told, **stated, "format": transcript.format}
    try:
        return await run(**arguments)
    except InvalidInput:
        if given.get("reported_tokens") or not transcript.reported_tokens:
            raise
        return await run(**{**arguments, "reported_tokens": 0})
