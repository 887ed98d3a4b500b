"""What a caller asks of the recoverable pass, checked."""

from __future__ import annotations

from collections.abc import Mapping
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
        problems = [
            f'source_refs["{call_id[:40]}"] is not a usable reference; give 1 to 200 printable characters '
            "without quotes or newlines"
            for call_id, ref in self.source_refs.items()
            if not (isinstance(ref, str) and _is_host_reference(ref))
        ]
        if self.reported_tokens < 0:
            problems.append("reported_tokens must be 0 or more")
        if problems:
            raise InvalidInput(*problems)


def _is_host_reference(ref: str) -> bool:
    """Tell whether a host's own reference can be shown in a marker without ending or forging one."""
    return (
        0 < len(ref.strip()) <= len(ref) <= LONGEST_HOST_REFERENCE
        and ref.isprintable()
        and not {*ref} & {*"\"'"}
    )
