"""What a user's statements come to after five compressions, by kind, language and summary budget.

    python tests/benchmarks/rounds_curve.py [--seeds 20] [--languages en de] [--shares 0.2 0.1] [--show]

Shares are of the statements that still hold; ``standing`` are replaced values that read as current,
``unmarked`` all that stand without a word about it, both of the values that were replaced.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "engines"), str(ROOT / "tests")]

from support.five_rounds import KINDS, LANGUAGES, Session, Verdict, after_rounds, judge, session

COLUMNS = (*KINDS, "all", "standing", "unmarked")


def main() -> None:
    asked = _arguments()
    for share in asked.shares:
        print(f"\nsummary budget {share:.0%}, {asked.seeds} sessions a language")
        print("    " + "".join(f"{name:>17}" for name in COLUMNS))
        total = Counter[str]()
        for language in asked.languages:
            counts = _counts(language, range(asked.first, asked.first + asked.seeds), share, asked.show)
            print(_row(language, counts), flush=True)
            total += counts
        print(_row("all", total))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20, help="sessions a language")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--languages", nargs="+", default=list(LANGUAGES), choices=list(LANGUAGES))
    parser.add_argument("--shares", nargs="+", type=float, default=[0.2, 0.1], help="summary budgets")
    parser.add_argument("--show", action="store_true", help="print what failed")
    return parser.parse_args()


def _counts(language: str, seeds: Sequence[int], share: float, show: bool) -> Counter[str]:
    """Return, for each column, how many there are (``COLUMN of``) and how many hit."""
    counts = Counter[str]()
    for seed in seeds:
        talk = session(seed, language)
        outcome = after_rounds(talk, share)
        verdict = judge(talk, outcome.text)
        counts += _tally(talk, verdict)
        counts["uncompressed"] += sum(status != "compressed" for status in outcome.statuses)
        if show:
            _show(seed, language, verdict)
    return counts


def _tally(talk: Session, verdict: Verdict) -> Counter[str]:
    replaced = sum(statement.replaced_by is not None for statement in talk.statements)
    counts = Counter(
        {
            "standing": len(verdict.standing),
            "standing of": replaced,
            "unmarked": len(verdict.unmarked),
            "unmarked of": replaced,
        }
    )
    for kind in KINDS:
        kept, held = verdict.count(kind)
        counts += Counter({kind: kept, f"{kind} of": held, "all": kept, "all of": held})
    return counts


def _row(name: str, counts: Counter[str]) -> str:
    shown = [
        f"{counts[column]}/{counts[f'{column} of']} {counts[column] / counts[f'{column} of']:.1%}"
        for column in COLUMNS
    ]
    note = f"  ({counts['uncompressed']} rounds did not compress)" if counts["uncompressed"] else ""
    return f"{name:<4}" + "".join(f"{figure:>17}" for figure in shown) + note


def _show(seed: int, language: str, verdict: Verdict) -> None:
    for lost in verdict.lost:
        print(f"  {language} {seed} lost {lost.statement.kind}: {lost.statement.text!r}")
        print(f"      missing: {', '.join(map(repr, lost.missing))}")
    for statement in verdict.unmarked:
        how = "standing" if statement in verdict.standing else "unmarked"
        print(f"  {language} {seed} {how} {statement.kind}: {statement.value!r} of {statement.text!r}")


if __name__ == "__main__":
    main()
