"""From which size on an output is replaced, and how large the preview is: by host, or as its command says.

They are arguments of the hook's command and not settings, because reading settings costs more than most
events do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from offcut_mcp.hooks.event import Host, Unanswerable

OPTIONS = ("--threshold", "--preview")


@dataclass(frozen=True, slots=True)
class Limits:
    """Characters: an output above ``threshold`` becomes a preview of at most ``preview``."""

    threshold: int
    preview: int


#: Codex cuts shell output near 10,000 characters before a hook sees it.
DEFAULTS: dict[Host, Limits] = {"claude-code": Limits(20_000, 4_000), "codex": Limits(8_000, 3_000)}


def limits_of(host: Host, options: Sequence[str]) -> Limits:
    """Return the host's limits, changed by ``--threshold N`` and ``--preview N``.

    Raises ``Unanswerable`` for anything else, and unless the preview is the smaller one.
    """
    default = DEFAULTS[host]
    given = dict(_pairs(options))
    limits = Limits(given.get("--threshold", default.threshold), given.get("--preview", default.preview))
    if not 0 < limits.preview < limits.threshold:
        raise Unanswerable(
            f"--preview {limits.preview} must be above 0 and below --threshold {limits.threshold}; "
            "change the hook's command"
        )
    return limits


def _pairs(options: Sequence[str]) -> Iterator[tuple[str, int]]:
    words = [word for option in options for word in option.split("=", 1)]
    for name, number in zip(words[::2], [*words[1::2], ""], strict=False):
        if name not in OPTIONS or not (number.isascii() and number.isdigit() and len(number) < 10):
            raise Unanswerable(
                f"the hook takes --threshold N and --preview N, not {' '.join((name, number))[:80]!r}"
            )
        yield name, int(number)
