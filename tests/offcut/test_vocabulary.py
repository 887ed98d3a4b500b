"""The counter is o200k, exactly, on any text, without a network."""

from __future__ import annotations

import base64
import hashlib
import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut.vocabulary import pieces, ranks
from support.counting import counter


def test_the_vocabulary_is_the_one_that_tiktoken_expects_of_o200k() -> None:
    digest = hashlib.sha256()
    for token, rank in ranks().items():
        digest.update(base64.b64encode(token) + b" %d\n" % rank)
    assert digest.hexdigest() == "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("hello world", 2),
        ("<|endoftext|>" * 10, 61),
        ("x\ud800y", 3),
        (" " * 1_000_000, 7_813),
        ("\n" * 1_000_000, 62_500),
    ],
)
def test_known_counts_hold_also_where_the_encoder_alone_panics_or_raises(text: str, tokens: int) -> None:
    assert counter().count(text) == tokens


@pytest.mark.requirement("F-10")
@given(st.text(st.characters(), max_size=300))
def test_a_count_lies_within_the_proven_bounds(text: str) -> None:
    size = len(text.encode("utf-8", "replace"))
    assert -(-size // 128) <= counter().count(text) <= size


def test_pieces_join_to_the_text_and_counts_add_up_where_the_cut_is_safe() -> None:
    rng = random.Random(7)
    text = "".join(
        rng.choice(["word ", "\n", "\n\n", "x1", "  ", "日本", "…\n", "'ll "]) for _ in range(60_000)
    )
    parts = list(pieces(text, 4_096))
    assert "".join(parts) == text and all(0 < len(part) <= 4_096 for part in parts)
    lines = "\n".join(f"line {n} of the log" for n in range(20_000))
    assert sum(counter().count(part) for part in pieces(lines, 4_096)) == counter().count(lines)


def test_a_second_count_gives_the_same_and_the_cache_does_not_mix_texts() -> None:
    texts = [f"text number {n} " * 10 for n in range(50)]
    first = [counter().count(text) for text in texts]
    assert [counter().count(text) for text in texts] == first and len(set(first)) < 50


def test_importing_the_module_does_not_import_tiktoken() -> None:
    code = "import sys, offcut.vocabulary; sys.exit('tiktoken' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=60, check=False).returncode == 0
