"""What is known of a context's size: counted by us, reported by the API, left by the last pass."""

from __future__ import annotations

from dataclasses import dataclass

#: A pass that saves less is none (DESIGN 4), so a context that grew by less since the last one can wait.
WORTHWHILE_SHARE = 0.05
#: What a host's rough estimate may be off by before it says more than the last real count, in tokens.
ROUGHNESS = 4_096


@dataclass(slots=True)
class Gauge:
    """Sizes in model tokens. The API's word counts (H-21): ours is corrected by what it had beyond it."""

    #: Our count of the request whose usage comes next.
    counted: int | None = None
    #: The last usage, until a pass changes the list.
    reported: int | None = None
    #: What the last usage had beyond our count of that request: tools, a system text that stands elsewhere.
    beyond: int = 0
    #: The size that the last pass left, or could not change.
    settled_at: int = 0

    def count(self, tokens: int) -> int:
        """Note our count of a request and return what the API is expected to say of it."""
        self.counted = tokens
        return max(tokens + self.beyond, 0)

    def report(self, tokens: int) -> None:
        """Note what the API said of the last request."""
        self.beyond = 0 if self.counted is None else tokens - self.counted
        self.counted, self.reported = None, tokens
        self.settled_at = min(self.settled_at, tokens)

    def shrink(self, tokens: int) -> None:
        """Note what a pass left; no real count knows this list."""
        self.counted = self.reported = None
        self.settled_at = tokens

    def settle(self, tokens: int) -> None:
        """Note a size at which a pass found nothing to do."""
        self.settled_at = tokens

    def has_grown(self, tokens: int, threshold: int) -> bool:
        """Tell whether there may be something to do that was not there when the last pass ended."""
        return not self.settled_at or tokens - self.settled_at >= WORTHWHILE_SHARE * threshold

    def outweighs(self, rough_tokens: int, threshold: int) -> bool:
        """Tell whether the API found room, and an estimate since grew by no more than its own error."""
        if self.reported is None or self.reported >= threshold:
            return False
        return rough_tokens - self.reported <= max(ROUGHNESS, WORTHWHILE_SHARE * threshold)
