"""Secrets are recognised in linear time, and ordinary text is left alone."""

from __future__ import annotations

import pytest

from offcut.redact import MASK, mask, redact

KEY = "abcd1234" * 5


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"key sk-proj-{KEY} end", f"sk-proj-{KEY}"),
        (f"ghp_{KEY}", f"ghp_{KEY}"),
        (f"github_pat_{KEY}", f"github_pat_{KEY}"),
        (f"xoxb-{KEY}", f"xoxb-{KEY}"),
        ("AKIA" + "A1B2C3D4E5F6G7H8", "AKIAA1B2C3D4E5F6G7H8"),
        (f"eyJhbGciOiJI.eyJzdWIiOiIx.{KEY}", f"eyJhbGciOiJI.eyJzdWIiOiIx.{KEY}"),
        ("postgres://app:hunter2@db:5432/x", "hunter2"),
        ("Authorization: Bearer " + KEY, KEY),
        ("curl -H 'authorization: token " + KEY, KEY),
        ("DB_PASSWORD=correct-horse", "correct-horse"),
        ('"apiKey": "zzz-yyy-xxx"', "zzz-yyy-xxx"),
        ("client_secret: 's3cr3t-value'", "s3cr3t-value"),
        ("AWS_SECRET_ACCESS_KEY = wJalrXUtnFEMI/K7MDENG", "wJalrXUtnFEMI/K7MDENG"),
    ],
)
def test_a_secret_is_replaced_and_reported(text: str, secret: str) -> None:
    found = redact(text)
    assert secret not in found.text and MASK in found.text
    assert secret in found.secrets


def test_a_private_key_disappears_whole() -> None:
    head, tail = "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"
    text = f"before\n{head}\nProc-Type: 4,ENCRYPTED\n\n{'MIIEow' * 200}\n{tail}\nafter"
    assert redact(text).text == f"before\n{MASK}\nafter"


@pytest.mark.parametrize(
    "text",
    [
        "token = next_token()",
        "tokens: 12345678 used",
        "password: required",
        'api_key = os.environ["OPENAI"]',
        "see docs/password-policy.md",
        "https://example.com:8080/path",
        "skeleton-key and monkey business",
    ],
)
def test_ordinary_text_stays(text: str) -> None:
    assert redact(text).text == text


def test_a_secret_named_once_is_masked_everywhere_it_would_be_shown() -> None:
    found = redact("API_KEY=alpha-beta-1 … then alpha-beta-1 again")
    assert mask(found.text, found.secrets) == f"API_KEY={MASK} … then {MASK} again"


@pytest.mark.parametrize(
    "unit",
    ["a", "password=", "eyJ", "://", "authorization: ", "-----BEGIN PRIVATE KEY-----", "sk-",
     " token :", "-", "eyJaaaaaaaa."],
)  # fmt: skip
def test_hostile_repetition_is_read_in_linear_work(unit: str) -> None:
    """A pattern that were quadratic would not end within the suite's limit on 4 MB."""
    assert redact(unit * (4_000_000 // len(unit))).text
