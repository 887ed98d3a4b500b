"""Where a conversation stands before a compression: its sizes, its own earlier summary, what may go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from offcut.compaction.recognition import Recognised
from offcut.compression.assembly import form_of, is_noted, note_place
from offcut.compression.boundaries import Boundaries, divide
from offcut.compression.own_summary import OwnSummaries
from offcut.compression.request import LONGEST_WINDOW, CompressionRequest
from offcut.compression.result import CompressionStats, CompressionStatus
from offcut.compression.roles import Form
from offcut.conversation import Conversation, Message, Place, RawMessage, ToolResult
from offcut.formats import read
from offcut.formats.insertions import INSERTIONS
from offcut.pairing import Pairing
from offcut.ports import Check, TokenCounter
from offcut.pressure import Window, window_of
from offcut.tokens import TokenScale, message_tokens, scale_for

Verdict = tuple[CompressionStatus, str]
NOTHING: Verdict = (
    "nothing_to_compress",
    "there is nothing between head and tail that was not compacted before",
)
#: No compression can help, so that a host which asks again and again is told so at once (F-03).
OVERFULL: Verdict = (
    "no_progress",
    "head and tail alone are more than the window, and there is nothing between them to remove",
)


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything a compression is decided from. ``verdict`` is why nothing is to be done, if so.

    ``scale`` is calibrated by reported tokens and moves the threshold only; ``prior`` is the model
    family's, in which boundaries, budgets and previews are drawn (DESIGN 6).
    """

    conversation: Conversation
    raw: Sequence[RawMessage]
    pairing: Pairing
    recognised: Mapping[Place, Recognised]
    own: OwnSummaries
    request: CompressionRequest
    counter: TokenCounter
    sizes: tuple[int, ...]
    scale: TokenScale
    prior: TokenScale
    window: Window
    boundaries: Boundaries
    form: Form | None
    verdict: Verdict | None

    @property
    def base(self) -> int:
        """The size of the list in base tokens."""
        return sum(self.sizes)

    @property
    def overflows_alone(self) -> bool:
        """Whether head and tail alone, with nothing between them, do not even fit the window."""
        return self.verdict in (NOTHING, OVERFULL) and self.scale.of(self.base) > self.window.context_length

    @property
    def tail(self) -> range:
        """The messages that the tail's budget is for: all where nothing lies between head and tail."""
        return range(len(self.raw)) if self.verdict in (NOTHING, OVERFULL) else self.boundaries.tail

    @property
    def summary_budget(self) -> int:
        """What a summary of the removed messages may have, in model tokens."""
        content = sum(self.sizes[i] for i in self.boundaries.removed)
        return self.window.summary_budget(self.prior.of(content))

    @property
    def base_summary_budget(self) -> int:
        """The same in base tokens, and no more than any window has: a given one may have any size."""
        return int(min(self.summary_budget, LONGEST_WINDOW) / self.prior.factor)

    @property
    def note_at(self) -> int | None:
        """The system message of the head that is to get the one-time note, if it gets one there."""
        return None if is_noted(self.conversation) else note_place(self.conversation, self.boundaries.head)

    @property
    def note_in_summary(self) -> bool:
        """Whether the summary's first line has to carry the note: no system message does."""
        return self.note_at is None and not is_noted(self.conversation)

    def text_of(self, result: ToolResult) -> str:
        """Return the text that a result stands for."""
        known = self.recognised.get(result.place)
        return result.text if known is None or known.original is None else known.original


def situation_of(
    conversation: Conversation,
    raw: Sequence[RawMessage],
    pairing: Pairing,
    recognised: Mapping[Place, Recognised],
    own: OwnSummaries,
    request: CompressionRequest,
    counter: TokenCounter,
    check: Check,
) -> Situation:
    """Measure and divide a conversation. Pure; CPU work only."""
    sizes = tuple(_size(message, counter, check) for message in conversation.messages)
    base = sum(sizes)
    scale = scale_for(request.model, reported_tokens=request.reported_tokens, base=base, counter=counter)
    window = window_of(request.window, request.options)
    prior = scale_for(request.model, reported_tokens=0, base=base, counter=counter)
    boundaries = divide(
        conversation,
        pairing,
        [prior.of(size) for size in sizes],
        own=own.messages,
        alternates=INSERTIONS[conversation.format].alternates,
        protect_first_n=request.options.protect_first_n,
        protect_last_n=request.options.protect_last_n,
        tail_budget=window.tail_token_budget,
    )
    form = form_of(conversation, boundaries, own.messages)
    verdict = _verdict(request, window, scale.of(base), boundaries, own, form)
    return Situation(
        conversation,
        raw,
        pairing,
        recognised,
        own,
        request,
        counter,
        sizes,
        scale,
        prior,
        window,
        boundaries,
        form,
        verdict,
    )


def _size(message: Message, counter: TokenCounter, check: Check) -> int:
    check()
    return message_tokens(message, counter)


def _verdict(
    request: CompressionRequest,
    window: Window,
    tokens: int,
    boundaries: Boundaries,
    own: OwnSummaries,
    form: Form | None,
) -> Verdict | None:
    if not request.enabled:
        return "below_threshold", "disabled"
    if not request.force and not window.is_due(tokens):
        return "below_threshold", f"{tokens} tokens are below the threshold of {window.threshold_tokens}"
    if not set(boundaries.removed) - own.messages:
        return NOTHING if boundaries.removed or tokens <= window.context_length else OVERFULL
    if form is None:
        return "no_progress", "no role for a summary keeps the turns alternating"
    return None


def stats_of(
    situation: Situation,
    *,
    after: int,
    since: Sequence[RawMessage] = (),
    messages: int | None = None,
    removed: int = 0,
    summary: int = 0,
) -> CompressionStats:
    """Return the figures of a result; ``after`` base tokens, and the messages ``since`` on both sides."""
    scale, window = situation.scale, situation.window
    views = read(since, situation.conversation.format).messages if since else ()
    added = sum(message_tokens(view, situation.counter) for view in views)
    kept = len(situation.raw) if messages is None else messages
    return CompressionStats(
        messages_before=len(situation.raw) + len(since),
        messages_after=kept + len(since),
        tokens_before=scale.of(situation.base + added),
        tokens_after=scale.of(after + added),
        token_method=scale.method,
        token_factor=round(scale.factor, 4),
        context_length=window.context_length,
        threshold_tokens=window.threshold_tokens,
        tail_token_budget=window.tail_token_budget,
        max_summary_tokens=window.max_summary_tokens,
        messages_removed=removed,
        summary_tokens=scale.of(summary),
    )
