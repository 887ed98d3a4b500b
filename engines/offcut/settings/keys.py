"""The table of settings: every key with its rule, its names in the environment, and who may set it."""

from __future__ import annotations

import dataclasses
import difflib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from offcut.settings.sections import Settings

Rule = dataclasses.Field[Any]
PREFIX = "OFFCUT_"
#: No count of tokens, characters or messages that anybody sets is larger.
MOST = 1_000_000_000


def _leaves(section: type, prefix: str = "") -> Iterator[tuple[str, Rule]]:
    for member in dataclasses.fields(section):
        inner = member.default_factory
        if isinstance(inner, type) and dataclasses.is_dataclass(inner):
            yield from _leaves(inner, f"{prefix}{member.name}.")
        else:
            yield prefix + member.name, _bounded(member)


def _bounded(rule: Rule) -> Rule:
    """Return a rule whose integers end: a number of any size could be neither used nor shown."""
    stated = rule.metadata
    if stated["kind"] != "integer" or stated["high"] is not None:
        return rule
    return dataclasses.field(default=rule.default, metadata={**stated, "high": MOST})


#: Dotted key -> its rule, in the order in which they are shown.
SETTINGS: Mapping[str, Rule] = dict(_leaves(Settings))
SECTIONS = frozenset(key[:dot] for key in SETTINGS for dot in range(len(key)) if key[dot] == ".")

#: Names in the environment that do not follow from the key: ours, and those of the seed (R-29).
ALIASES: Mapping[str, str] = {
    "OFFCUT_ARCHIVE": "archive.path",
    "OFFCUT_SUMMARY_API_KEY": "auxiliary.compression.api_key",
    "DECISION_MODEL_BACKEND": "decision.backend",
    "DECISION_MODEL_NAME": "decision.model",
    "DECISION_MODEL_API_KEY": "decision.api_key",
    "DECISION_MODEL_BASE_URL": "decision.base_url",
}

#: Words that other programs use for one of ours.
SYNONYMS: Mapping[tuple[str, str], str] = {("decision.backend", "agentscope"): "systemone"}

#: What no part of this version reads yet: accepted, checked and shown, and then without effect.
WAITING = (
    "compression.on_summary_failure",
    "auxiliary.",
    "decision.",
    "server.transcripts",
    "compaction.evidence_chars",
    "compaction.max_state_tokens",
    "compaction.max_request_tokens",
    "compaction.max_concurrency",
    "compaction.total_timeout_seconds",
)

_OF_A_PROJECT = frozenset(
    f"compaction.{limit}"
    for limit in (
        "drop_threshold",
        "preserve_recent_messages",
        "preserve_recent_pairs",
        "preview_chars",
        "preview_style",
        "min_savings_tokens",
    )
)


def variable(key: str) -> str:
    """Return the name of a setting in the environment: ``OFFCUT_COMPRESSION__THRESHOLD``."""
    return PREFIX + key.replace(".", "__").upper()


def may_stand_in_a_project(key: str) -> bool:
    """Say whether a project's file may set this: nothing that sends text, runs code or opens a file."""
    number = SETTINGS[key].metadata["kind"] in ("integer", "number")
    return (
        (number and key.startswith("compression."))
        or key.startswith("prompt_caching.")
        or key in _OF_A_PROJECT
    )


def unknown(key: str, written: str, show: Callable[[str], str] = str) -> str:
    """Say that a key is no setting, and which one may be meant; ``show`` writes a key as the place does."""
    section = key if key in SECTIONS else key.rpartition(".")[0]
    siblings = [known for known in SETTINGS if known.rpartition(".")[0] == section]
    ends = {known.rpartition(".")[2]: known for known in siblings} or {known: known for known in SETTINGS}
    close = difflib.get_close_matches(key.rpartition(".")[2] if siblings else key[:200], ends, n=1)
    if close:
        hint = f"did you mean {show(ends[close[0]])}"
    elif siblings:
        hint = f"there are {', '.join(map(show, siblings))}"
    else:
        hint = f"the sections are {', '.join(sorted(SECTIONS - {'auxiliary'}))}"
    return f"{harmless(written)} is no setting; {hint}"


def harmless(name: str) -> str:
    """Return a name from a file as it may be shown: a stranger's words are quoted and cut."""
    return name if re.fullmatch(r"[\w.-]{1,80}", name) else json.dumps(name[:40])
