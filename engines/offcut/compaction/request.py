"""What a caller asks of the recoverable pass, checked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from offcut.config import CompactionOptions
from offcut.errors import InvalidInput

LONGEST_HOST_REFERENCE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class CompactionRequest:
    """The arguments of ``compact_context`` beside the messages. Raises ``InvalidInput`` when unusable.

    ``eligible_tool_names`` ``None`` means every tool that is not protected, an empty collection none.
    """

    goal: str | None = None
    next_action: str | None = None
    eligible_tool_names: frozenset[str] | None = None
    source_refs: Mapping[str, str] = field(default_factory=dict)
    protected_message_ids: frozenset[str] = frozenset()
    protected_call_ids: frozenset[str] = frozenset()
    protected_tools: frozenset[str] = frozenset()
    model: str | None = None
    reported_tokens: int = 0
    options: CompactionOptions = field(default_factory=CompactionOptions)

    def __post_init__(self) -> None:
        problems = [*self._wrong_types(), *self._wrong_references()]
        if isinstance(self.reported_tokens, int) and self.reported_tokens < 0:
            problems.append("reported_tokens must be 0 or more")
        if problems:
            raise InvalidInput(*problems)

    def _wrong_types(self) -> Iterator[str]:
        for name in ("goal", "next_action", "model"):
            if not isinstance(getattr(self, name), str | None):
                yield f"{name} must be a string"
        if not isinstance(self.reported_tokens, int) or isinstance(self.reported_tokens, bool):
            yield "reported_tokens must be an integer"
        if not isinstance(self.source_refs, Mapping):
            yield "source_refs must map call ids to references"

    def _wrong_references(self) -> Iterator[str]:
        refs = self.source_refs.items() if isinstance(self.source_refs, Mapping) else ()
        for call_id, ref in refs:
            if not (isinstance(call_id, str) and isinstance(ref, str) and _is_host_reference(ref)):
                yield (
                    f'source_refs["{str(call_id)[:40]}"] is not a usable reference; give 1 to '
                    f"{LONGEST_HOST_REFERENCE} printable characters without quotes or newlines"
                )


def names(given: Collection[str] | None, argument: str) -> frozenset[str]:
    """Return a list of names as a set. Raises ``InvalidInput`` if it is something else."""
    if given is None:
        return frozenset()
    if (
        isinstance(given, str)
        or not isinstance(given, Collection)
        or not all(isinstance(n, str) for n in given)
    ):
        raise InvalidInput(f"{argument} must be a list of strings")
    return frozenset(given)


def _is_host_reference(ref: str) -> bool:
    """Tell whether a host's own reference can be shown in a marker without ending or forging one."""
    return (
        0 < len(ref.strip()) <= len(ref) <= LONGEST_HOST_REFERENCE
        and ref.isprintable()
        and not {*ref} & {*"\"'"}
    )
