"""The live branch of Claude Code's tree of rows, found without holding what the rows say."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Set
from pathlib import Path

from offcut.conversation import Json
from offcut.transcripts.rows import RawRow, Rows, folder_named, text_of

NO_ROW = -1
#: The model's name in rows that the client made up, such as the notice of a failed request.
SYNTHETIC = "<synthetic>"


class Branch:
    """Reads every row once for its place in the tree, and the live ones once more for what they say."""

    def __init__(self, rows: Rows) -> None:
        self.project: Path | None = None
        self._rows = rows
        self._start = array("q")
        #: Number of each row's parent; ``NO_ROW`` for a root.
        self._parent = array("q")
        self._boundaries: set[int] = set()
        self._spoken: dict[bool, set[int]] = {False: set(), True: set()}
        #: Rows of a model message by its id: the live branch holds one of them, and means them all.
        self._same: defaultdict[str, list[int]] = defaultdict(list)
        self._id: dict[int, str] = {}
        self._results: dict[int, frozenset[str]] = {}
        self._orphans: set[int] = set()
        self._broken = False
        self._rewritten = False
        self._read_tree()

    def rows(self) -> Iterator[RawRow]:
        """Yield the rows of the live branch that hold a message, in the order of the file."""
        for number in sorted(self._with_parallel(self._live())):
            row = self._rows.at(self._start[number])
            if row is not None and is_message(row):
                yield row
            else:
                self._rewritten = True

    def warnings(self) -> Iterator[str]:
        """Yield what has to be said about the tree."""
        if self._broken:
            yield "a row of the session file names a parent that is missing; the row before it was taken"
        if self._rewritten:
            yield "the session file was rewritten while it was read; read it again"

    def _read_tree(self) -> None:
        numbers: dict[str, int] = {}
        unknown: dict[int, str] = {}
        for start, row in self._rows:
            # The first folder is the one that the session was started in; a shell may go elsewhere.
            self.project = self.project or folder_named(row)
            uuid = text_of(row.get("uuid"))
            if uuid is None:
                continue
            number = len(self._start)
            parent = text_of(row.get("parentUuid"))
            self._start.append(start)
            self._parent.append(NO_ROW if parent is None else numbers.get(parent, NO_ROW))
            if parent is not None and parent not in numbers:
                unknown[number] = parent
            numbers[uuid] = number
            self._note(number, row)
        for number, parent in unknown.items():  # parallel rows may be written before their parents
            if parent in numbers:
                self._parent[number] = numbers[parent]
            else:
                self._orphans.add(number)

    def _note(self, number: int, row: RawRow) -> None:
        if row.get("subtype") == "compact_boundary":
            self._boundaries.add(number)
        elif is_message(row):
            self._spoken[bool(row.get("isSidechain"))].add(number)
            message = row["message"]
            id = text_of(message.get("id"))
            if message["role"] == "assistant" and id:
                self._same[id].append(number)
                self._id[number] = id
            elif results := _result_ids(message["content"]):
                self._results[number] = results

    def _conversation(self) -> set[int]:
        return self._spoken[False] or self._spoken[True]

    def _live(self) -> set[int]:
        """Return the message rows from the newest one back to the root or to a compact boundary."""
        spoken = sorted(self._conversation())
        number = spoken[-1] if spoken else NO_ROW
        seen: set[int] = set()
        while number != NO_ROW and number not in seen and number not in self._boundaries:
            seen.add(number)
            number = self._before(number, spoken) if number in self._orphans else self._parent[number]
        return seen & self._conversation()

    def _before(self, orphan: int, spoken: list[int]) -> int:
        """Return the row to go on with where a parent is missing, because its line cannot be read."""
        at = bisect_left(spoken, orphan) - 1
        self._broken = self._broken or at >= 0
        return spoken[at] if at >= 0 else NO_ROW

    def _with_parallel(self, live: set[int]) -> set[int]:
        """Add the calls that ran beside those of the live branch, and their results."""
        ids = {self._id[number] for number in live if number in self._id}
        calling = {number for id in ids for number in self._same[id]} & self._conversation()
        answered = {result for number in live for result in self._results.get(number, ())}
        asked = _Ancestors(self._parent, self._id.keys() | self._results.keys())
        beside = {
            number
            for number, results in self._results.items()
            if number not in live and asked.of(number) in calling and not results <= answered
        }
        return live | calling | beside


class _Ancestors:
    """The nearest row above another that is one of those ``sought``; rows of other kinds may lie between.

    Each row is passed once, however many are asked about.
    """

    def __init__(self, parent: array[int], sought: Set[int]) -> None:
        self._parent = parent
        self._nearest = {number: number for number in sought} | {NO_ROW: NO_ROW}

    def of(self, number: int) -> int:
        """Return the nearest row, or ``NO_ROW`` where there is none or the rows go in a circle."""
        number = self._parent[number]
        passed: list[int] = []
        while number not in self._nearest:
            self._nearest[number] = NO_ROW  # whoever comes back to it has met nothing
            passed.append(number)
            number = self._parent[number]
        self._nearest |= dict.fromkeys(passed, self._nearest[number])
        return self._nearest[number]


def is_message(row: RawRow) -> bool:
    """Tell whether a row holds a message of the user or of a model."""
    message = row.get("message")
    return (
        row.get("type") in ("user", "assistant")
        and isinstance(message, dict)
        and message.get("role") in ("user", "assistant")
        and message.get("model") != SYNTHETIC
        and isinstance(message.get("content"), str | list)
    )


def _result_ids(content: Json) -> frozenset[str]:
    if not isinstance(content, list):
        return frozenset()
    return frozenset(
        str(block.get("tool_use_id"))
        for block in content
        if isinstance(block, dict) and block.get("type") == "tool_result"
    )
