"""What a summary keeps of the user's own words.

All of them if they fit into 60 % of the budget (the first law). Else sentence by sentence: what is meant to
stand first, by its kind, and of the rest what scores highest; what a later statement replaced goes, or is
shown with its successor.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from offcut.ports import TokenCounter
from offcut.summary.entries import GOAL, NEXT, RULES, Entry, choose, cost_of, excerpt
from offcut.summary.exact import exact_values
from offcut.summary.memory import Memory
from offcut.summary.replaced import Successor, successors
from offcut.summary.standing import STANDING, features
from offcut.summary.statements import Weight, is_rule, sentences, weigh

SHARE_OF_USER = 0.6
#: What sentences that are meant to stand may have of the room, so that the work done is never without a line.
SHARE_OF_STANDING = 0.9
#: What they and the rest of the user's words may have.
SHARE_OF_TALK = 0.8
#: A sentence beside one that stands, in the same message, often says what that one is about.
BESIDE = 2.0
#: Characters at the start and at the end of a message in which what the user says of it is looked for.
PASTED = 8_000
LATER = " → later: "
#: How many places among the kinds a point of the score is worth, and from where more points add nothing.
SURENESS, SUREST = 1.2, 6.0


def words_of_the_user(memory: Memory, budget: int, room: int, counter: TokenCounter) -> list[Entry]:
    """Return what a summary of so many base tokens keeps of the user's words, ``room`` of them free."""
    whole = list(_whole(memory))
    if sum(cost_of(entry.text, counter) for entry in whole) <= int(budget * SHARE_OF_USER):
        return whole
    return _selected(memory, budget, room, counter)


def _whole(memory: Memory) -> Iterator[Entry]:
    spoken = _scored(memory)
    later = _later(spoken)
    of_message: dict[int, list[int]] = {}
    for at, sentence in enumerate(spoken):
        of_message.setdefault(sentence.message, []).append(at)
    for number, said in enumerate(memory.said):
        own = of_message.get(number, [])
        replaced = [at for at in own if at in later and spoken[later[at].number].message != number]
        notes = [f"[{spoken[at].text}{LATER}{spoken[later[at].number].text}]" for at in replaced]
        carried = tuple(spoken[at].text for at in own)
        text = " ".join([said, *notes])
        yield Entry(_section_of(said, number, memory), text, 0, number, sentences=carried)


def _section_of(statement: str, order: int, memory: Memory) -> str:
    if order == len(memory.said) - 1 and memory.unanswered:
        return NEXT
    return RULES if order and _binds(statement) else GOAL


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence, the number of its message, and how likely it is meant to stand."""

    text: str
    message: int
    score: float = 0.0

    @property
    def stands(self) -> bool:
        return self.score > STANDING


def _selected(memory: Memory, budget: int, room: int, counter: TokenCounter) -> list[Entry]:
    spoken = _scored(memory)
    later = _later(spoken)
    entries = list(_entries(spoken, later))
    last: list[Entry] = []
    if memory.unanswered and memory.said:
        request = excerpt(sentences(memory.said[-1]), room // 6, counter)
        last = [Entry(NEXT, request, Weight.REQUEST, len(spoken))]
    standing = [entry for entry in entries if entry.weight < Weight.OTHER]
    kept = choose([*standing, *last], int(room * SHARE_OF_STANDING), counter)
    rest = int(room * SHARE_OF_TALK) - sum(cost_of(entry.text, counter) for entry in kept)
    talk = choose([entry for entry in entries if entry.weight >= Weight.OTHER], rest, counter)
    return [*kept, *(replace(entry, weight=float(Weight.FACT)) for entry in talk)]


def _scored(memory: Memory) -> list[_Sentence]:
    spoken = [_Sentence(text, number) for number, said in enumerate(memory.said) for text in _read(said)]
    seen = features([sentence.text for sentence in spoken], frozenset(memory.shown))
    return [replace(sentence, score=found.score) for sentence, found in zip(spoken, seen, strict=True)]


def _read(said: str) -> list[str]:
    """Return the sentences of a message; of a pasted document those at its start and its end."""
    if len(said) <= 2 * PASTED:
        return sentences(said)
    return [*sentences(said[:PASTED]), *sentences(said[-PASTED:])]


def _later(spoken: Sequence[_Sentence]) -> dict[int, Successor]:
    """Return which sentences were replaced; talk neither replaces anything nor is it replaced."""
    numbers = [number for number, sentence in enumerate(spoken) if sentence.stands]
    found = successors([spoken[number].text for number in numbers])
    return {
        numbers[older]: replace(successor, number=numbers[successor.number])
        for older, successor in found.items()
    }


def _entries(spoken: Sequence[_Sentence], later: Mapping[int, Successor]) -> Iterator[Entry]:
    """Yield a bullet for each sentence that still holds, with those before it that it may have replaced."""
    before: dict[int, list[int]] = {}
    for older in sorted(later):
        before.setdefault(_end(older, later), []).append(older)
    standing = {sentence.message for sentence in spoken if sentence.stands}
    for number, sentence in enumerate(spoken):
        if number in later:
            continue
        chain = [*(older for older in before.get(number, ()) if not later[older].certain), number]
        carried = tuple(dict.fromkeys(spoken[at].text for at in chain))
        text = LATER.join(carried)
        score = max(spoken[at].score for at in chain)
        weight = min(_weight(spoken[at]) for at in chain)
        beside = BESIDE if sentence.message in standing else 0.0
        yield Entry(RULES if _binds(text) else GOAL, text, weight, number, score + beside, carried)


def _end(number: int, later: Mapping[int, Successor]) -> int:
    while number in later:
        number = later[number].number
    return number


def _weight(sentence: _Sentence) -> float:
    """Return when a sentence is chosen: by its kind, and earlier the surer it is meant to stand.

    One that stands without a sign of its kind comes after those that have one.
    """
    if not sentence.stands:
        return Weight.OTHER
    weight = weigh(sentence.text)
    kind = Weight.FACT if weight == Weight.OTHER else weight
    return kind - SURENESS * min(sentence.score, SUREST)


def _binds(text: str) -> bool:
    """Tell whether a text is a rule or holds a value: in one section a new value follows its old one."""
    return is_rule(text) or bool(exact_values(text))
