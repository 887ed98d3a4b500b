"""How model families count tokens, against o200k: the priors of DESIGN 6.

Sources: measured ratios on the same texts (prose, code, JSON, logs, several scripts). GPT-4o and later
use o200k itself. Claude's newer tokenizer makes about 30 % more tokens than the older one by Anthropic's
own statement; Gemini was measured on the tokenizer of Gemma. A name that no row matches gets 1.2.
"""

from __future__ import annotations

import re

#: (pattern of the model's name, tokens per o200k token); the first that matches counts.
FACTORS: tuple[tuple[str, float], ...] = (
    (r"\bgpt|\bo[134](-|$)|codex|chatgpt", 1.0),
    (r"claude-(?:[a-z]+-)?(?:4[-.][7-9]|[5-9])\b", 1.6),
    (r"claude", 1.25),
    (r"gemini|gemma", 1.3),
)
UNKNOWN_FACTOR = 1.2


def factor_of(model: str | None) -> float:
    """Return model tokens per o200k token: 1.0 without a model, 1.2 for a name that is not known."""
    if not model:
        return 1.0
    name = model.lower()
    return next((factor for pattern, factor in FACTORS if re.search(pattern, name)), UNKNOWN_FACTOR)


#: (pattern of the model's name, context window in tokens), from the makers' model pages.
WINDOWS: tuple[tuple[str, int], ...] = (
    (r"gpt-4\.1", 1_047_576),
    (r"gpt-5|codex", 400_000),
    (r"gpt-4o|gpt-4-turbo", 128_000),
    (r"\bo[134](-|$)", 200_000),
    (r"claude", 200_000),
    (r"gemini", 1_048_576),
)
UNKNOWN_WINDOW = 200_000


def window_of_model(model: str | None) -> int:
    """Return the context window of a model in its own tokens: 200,000 for a name that is not known."""
    name = (model or "").lower()
    return next((window for pattern, window in WINDOWS if re.search(pattern, name)), UNKNOWN_WINDOW)
