"""Sessions in which a user states things among ordinary work, and chatter in which nobody does."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from support.compressing import size
from support.counting import counter
from support.five_rounds.material import LANGUAGES, Material
from support.five_rounds.standing import normal, stands
from support.five_rounds.templates import Kind, Statement, filled, lines, stated
from support.five_rounds.tools import Raw, tool_round
from support.five_rounds.values import Values

#: How many statements of each kind hold from the start, and how many are replaced later.
COUNTS: dict[Kind, int] = {
    "safety_rule": 4,
    "prohibition": 5,
    "hard_constraint": 3,
    "preference": 3,
    "fact": 4,
    "goal": 2,
}
REPLACED = 4
#: The share of the session's tokens that statements have at most; a session draws its own limit.
SHARES = (0.05, 0.08)
PAIRS_OF_CHATTER = 30


@dataclass(frozen=True, slots=True)
class Session:
    """An OpenAI Chat list and what its user states in it; ``marks`` say in its language "replaced"."""

    seed: int
    language: str
    messages: list[Raw]
    statements: tuple[Statement, ...]
    marks: tuple[str, ...]


@functools.lru_cache(maxsize=64)
def session(seed: int, language: str) -> Session:
    """Return the session of a seed: at least 60 messages, statements at most 8 % of its tokens."""
    return _Writer(Random(f"session {seed} {language}"), LANGUAGES[language]).session(seed, language)


def chatter(seed: int, round: int, language: str) -> list[Raw]:
    """Return 30 user and 30 assistant turns, some with rounds of tools, in which nobody states anything."""
    stale = tuple(s.value for s in session(seed, language).statements if s.replaced_by)
    writer = _Writer(Random(f"chatter {seed} {round} {language}"), LANGUAGES[language], stale)
    return list(writer.chatter(f"c{round}"))


class _Writer:
    """Writes messages of one language; no text of its own contains a ``stale`` value."""

    def __init__(self, random: Random, material: Material, stale: Sequence[str] = ()) -> None:
        self._random = random
        self._material = material
        self._stale = tuple(stale)
        self._draw = Values(random, material).draw

    def session(self, seed: int, language: str) -> Session:
        pairs = self._replacements()
        self._stale = tuple(old.value for old in pairs)
        early = [*pairs, *self._holding()]
        self._random.shuffle(early)
        late = [old.replaced_by for old in pairs if old.replaced_by]
        statements = self._in_order(early, late)
        said = tuple(statement for message in statements for statement in message)
        limit = self._random.uniform(*SHARES)
        return Session(
            seed=seed,
            language=language,
            messages=self._messages(statements, said, limit),
            statements=said,
            marks=tuple(normal(mark) for mark in lines(self._material.talk.marks)),
        )

    def chatter(self, name: str) -> Iterator[Raw]:
        talk = self._material.talk
        users, assistants = self._deck(talk.user), self._deck(talk.assistant)
        for number in range(PAIRS_OF_CHATTER):
            remarks = [next(users) for _ in range(self._random.choice([1, 1, 2]))]
            yield {"role": "user", "content": talk.gap.join(remarks)}
            if self._random.random() < 0.2:
                yield from self._tool_round(f"{name}_{number:05}")
            yield {"role": "assistant", "content": next(assistants)}

    # What is stated

    def _replacements(self) -> list[Statement]:
        """Return statements that are replaced; no value of one stands in another."""
        written = lines(self._material.replacements)
        chosen = self._random.sample(range(0, len(written), 2), REPLACED)
        while True:
            pairs = [self._pair(written[at], written[at + 1]) for at in chosen]
            if not any(_collide(pair, other) for pair in pairs for other in pairs):
                return pairs

    def _pair(self, old: str, new: str) -> Statement:
        name, _, template = old.partition(": ")
        kind = _kind(name)
        return stated(kind, template, self._draw, stated(kind, new.removeprefix("=> "), self._draw))

    def _holding(self) -> list[Statement]:
        return [
            self._fresh(kind, template)
            for kind, count in COUNTS.items()
            for template in self._random.sample(lines(self._material.statements[kind]), count)
        ]

    def _fresh(self, kind: Kind, template: str) -> Statement:
        statement = stated(kind, template, self._draw)
        while self._is_stale(statement.text):
            statement = stated(kind, template, self._draw)
        return statement

    def _in_order(self, early: list[Statement], late: list[Statement]) -> list[list[Statement]]:
        """Return the statements by user message; what replaces comes after all that it replaces."""
        half = len(early) * 2 // 3
        first = [*(s for s in early if s.replaced_by), *(s for s in early if not s.replaced_by)][:half]
        second = [s for s in early if s not in first] + late
        self._random.shuffle(first)
        self._random.shuffle(second)
        messages = list[list[Statement]]()
        for statement in (*first, *second):
            beside = messages and statement not in late and self._random.random() < 0.2
            messages[-1].append(statement) if beside else messages.append([statement])
        return messages

    # What is said

    def _messages(
        self, statements: Sequence[Sequence[Statement]], said: Sequence[Statement], limit: float
    ) -> list[Raw]:
        talk = self._material.talk
        requests, assistants = self._deck(talk.requests), self._deck(talk.assistant)
        wordings = [next(requests), *(self._wording(stated, next(requests)) for stated in statements)]
        episodes = [self._episode(text, next(assistants)) for text in (*wordings, next(requests))]
        least = sum(counter().count(statement.text) for statement in said) / limit
        system = {"role": "system", "content": "You are an assistant with tools. You work for one user."}
        number = 0
        while size(messages := [system, *(m for episode in episodes for m in episode)]) < least:
            self._random.choice(episodes)[-1:-1] = self._tool_round(f"call_{number:05}")
            number += 1
        return messages

    def _episode(self, request: str, answer: str) -> list[Raw]:
        """Return a request and its answer; rounds of tools come between them later."""
        return [{"role": "user", "content": request}, {"role": "assistant", "content": answer}]

    def _wording(self, statements: Sequence[Statement], request: str) -> str:
        """Return a user's message: the statements alone, beside a request, or between other sentences."""
        texts = [statement.text for statement in statements]
        aside = self._said(self._random.choice(lines(self._material.talk.user)))
        match self._random.randrange(5):
            case 0:
                said = texts
            case 1:
                said = [request, *texts]
            case 2:
                said = [*texts, request]
            case 3:
                said = [aside, *texts, request]
            case _:
                said = [request, *texts, aside]
        return self._material.talk.gap.join(said)

    def _deck(self, block: str) -> Iterator[str]:
        """Yield sentences of a block for ever; no template comes again before all have come."""
        while True:
            templates = lines(block)
            self._random.shuffle(templates)
            yield from map(self._said, templates)

    def _said(self, template: str) -> str:
        text = filled(template, self._draw)
        while self._is_stale(text):
            text = filled(template, self._draw)
        return text

    def _tool_round(self, id: str) -> list[Raw]:
        messages = tool_round(self._random, id)
        while self._is_stale(str(messages)):
            messages = tool_round(self._random, id)
        return messages

    def _is_stale(self, text: str) -> bool:
        return any(stands(value, normal(text)) for value in self._stale)


def _collide(pair: Statement, other: Statement) -> bool:
    """Say whether the replaced value of a pair stands in a text that is not its own."""
    texts = [new.text for new in (pair.replaced_by, other.replaced_by) if new]
    texts += [] if pair == other else [other.text]
    return any(stands(pair.value, normal(text)) for text in texts)


def _kind(name: str) -> Kind:
    kinds: dict[str, Kind] = {kind: kind for kind in COUNTS}
    return kinds[name]
