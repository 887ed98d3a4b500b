"""From turns to memory: what a compression adds to what an earlier one knew (H-51, H-52)."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from itertools import islice

from offcut.conversation import Json
from offcut.ports import Check
from offcut.previews import telling_line
from offcut.previews.excerpt import border_before
from offcut.provenance import identifier_like, is_marked, iterate_values
from offcut.summary.memory import File, Memory
from offcut.summary.statements import is_rule, sentences
from offcut.summary.turns import Round, Turn, without_secrets

LINE = 160
#: Characters of one value in a line that tells what was done.
VALUE = 40
LONGEST_WITH_PATHS = 400
#: Ids of a result that nothing used so far.
MOST_IDS = 6
#: What is kept of each kind; the newest count.
MOST_DONE, MOST_FACTS, MOST_DECISIONS, MOST_BLOCKED, MOST_FILES, MOST_SAID = 200, 120, 40, 8, 120, 2_000

_DECISION = re.compile(
    r"\b(?:decided|decide to|instead of|because|chose|we will|root cause|the fix|turned out)\b", re.IGNORECASE
)
_BLOCKED = re.compile(
    r"\b(?:blocked|cannot|can't|unable|fails because|waiting for|permission denied)\b", re.IGNORECASE
)
_WRITING = re.compile(r"write|edit|patch|create|update|insert|replace|delete|move|rename", re.IGNORECASE)
#: A path with a folder, or a name with an ending that files have; ``setup/1`` is an arity, not a path.
_PATH = re.compile(
    r"(?<![\w:/])(?:[\w.@~-]+)?(?:/[\w.@~-]*[A-Za-z_][\w.@~-]*)+"
    r"|\b[\w-]+\.(?:py|[jt]sx?|exs?|rs|go|java|kt|rb|php|c|h|cpp|cs|md|txt|json|ya?ml|toml|ini|cfg|sh|sql|html|css"
    r"|csv|log|lock|ipynb|xml|proto|env)\b"
)


def remember(earlier: Memory, turns: Sequence[Turn], check: Check) -> Memory:
    """Return what is known after these turns; the earlier memory is kept, and grows at the end.

    Secrets are masked: one that is recognised anywhere in these turns, everywhere in them.
    """
    turns = without_secrets(turns, check)
    said = [turn.text for turn in turns if turn.speaker == "user" and turn.text]
    spoken = [turn.text for turn in turns if turn.speaker == "assistant" and turn.text]
    rounds = [round for turn in turns for round in turn.rounds]
    uttered = [sentence for text in spoken for sentence in sentences(text)]
    return replace(
        earlier,
        said=_without_small_talk(_grown(earlier.said, said), MOST_SAID),
        done=_grown(earlier.done, map(_done, rounds))[-MOST_DONE:],
        current=_line(spoken[-1]) if spoken else earlier.current,
        blocked=_grown(earlier.blocked, map(_line, filter(_BLOCKED.search, uttered)))[-MOST_BLOCKED:],
        decisions=_grown(earlier.decisions, map(_line, filter(_DECISION.search, uttered)))[-MOST_DECISIONS:],
        files=_files(earlier.files, rounds),
        facts=_grown(earlier.facts, _facts(rounds, check))[-MOST_FACTS:],
        unanswered=_unanswered(turns, earlier.unanswered),
    )


def _grown(earlier: tuple[str, ...], new: Iterable[str]) -> tuple[str, ...]:
    """Append what is new; something said again moves to the end."""
    order = dict.fromkeys(earlier)
    for text in new:
        order.pop(text, None)
        order[text] = None
    return tuple(order)


def _without_small_talk(said: tuple[str, ...], most: int) -> tuple[str, ...]:
    """Return at most so many statements: the first stays, then the oldest that hold no rule go first."""
    excess = max(len(said) - most, 0)
    spare = [number for number, text in enumerate(said) if number and not is_rule(text)]
    dropped = frozenset(spare[:excess])
    return tuple(text for number, text in enumerate(said) if number not in dropped)[-most:]


def _unanswered(turns: Sequence[Turn], before: bool) -> bool:
    """Tell whether the turns end before a reply that calls no tool: then the last request is still open."""
    last = next((turn for turn in reversed(turns) if turn.speaker in ("user", "assistant")), None)
    return before if last is None else last.speaker == "user" or bool(last.rounds)


def _done(round: Round) -> str:
    return _line(f"{round.tool} {_brief(round.arguments)}")


def _brief(arguments: str) -> str:
    """Return arguments with long values cut, so that a file's content does not push out its path."""
    values = _values(arguments) if len(arguments) > LINE else {}
    shown = {name: _cut(value) if isinstance(value, str) else value for name, value in values.items()}
    return json.dumps(shown, ensure_ascii=False) if shown else arguments


def _values(arguments: str) -> dict[str, Json]:
    """Return the arguments of a call by name; nothing where they are no JSON object."""
    try:
        values = json.loads(arguments)
    except (ValueError, RecursionError):
        return {}
    return values if isinstance(values, dict) else {}


def _paths(arguments: str) -> Iterable[str]:
    """Yield the paths that a call names; what stands in the content of a file is none of them."""
    values = _values(arguments).values() or [arguments]
    short = [value for value in values if isinstance(value, str) and len(value) <= LONGEST_WITH_PATHS]
    return dict.fromkeys(path for value in short for path in _PATH.findall(value))


def _files(earlier: tuple[File, ...], rounds: Sequence[Round]) -> tuple[File, ...]:
    files = {file.path: file for file in earlier}
    for round in rounds:
        for path in _paths(round.arguments):
            file = files.pop(path, File(path))
            changes = bool(_WRITING.search(round.tool))
            files[path] = replace(file, read=file.read + (not changes), changed=file.changed + changes)
    return tuple(files.values())[-MOST_FILES:]


def _facts(rounds: Sequence[Round], check: Check) -> Iterable[str]:
    """Return what results said, quoted in one line each: trouble, and values that a later call used.

    From the newest on, and no more than are kept.
    """
    used: set[str] = set()
    found: dict[str, None] = {}
    for round in reversed(rounds):
        check()
        if len(found) >= MOST_FACTS:
            break
        if round.result:
            found.update(dict.fromkeys(_quotes(round, used)))
        used.update(iterate_values(round.arguments))
    return reversed(found)


def _quotes(round: Round, used: Container[str]) -> Iterable[str]:
    text = round.result or ""
    if trouble := telling_line(text, LINE):
        yield f'{round.tool}: "{_line(trouble)}"'
    values = dict.fromkeys(iterate_values(text))
    # What a later call used comes first, then the ids that only this result may hold.
    chosen = [value for value in values if value in used and identifier_like(value)]
    chosen = chosen or list(islice(filter(is_marked, values), MOST_IDS))
    if chosen:
        yield f'{round.tool}: "{_line(" ".join(chosen))}"'


def _line(text: str) -> str:
    return _cut(" ".join(text.split()), LINE)


def _cut(text: str, most: int = VALUE) -> str:
    return text if len(text) <= most else text[: border_before(text, most - 1)] + "…"
