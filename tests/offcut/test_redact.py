"""Secrets are recognised in linear time, and ordinary text is left alone."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from offcut.redact import MASK, mask, plain, redact, visible

KEY = "abcd1234" * 5

#: In every one of these `hunter2`, or its short form `hu2`, is part of a secret.
NAMED_OR_PLACED = [
    r"export API_KEY=\"hunter2hunter2zz\"",
    r'{"stdout":"{\"password\": \"hunter2_zz99\"}"}',
    r'{"stdout":"{\"a\":\"{\\\"password\\\": \\\"hunter2_zz99\\\", \\\"b\\\": 1}\"}"}',
    "password=hunter2_(hunter2zz",
    "password=hunter2,hunter2_zz99",
    "password=hunter2_(hunter2zz and then (see docs)",
    "postgres://u:hunter2/zz_9@host",
    "postgres://u:hunter2@zz_9@host/x",
    r"postgres:\/\/u:hunter2zz@host\/x",
    '"password": "my dog\'s (name) is hunter2"',
    "'password': 'a\"b hunter2,d;e'",
    r'"password": "ab\"hunter2 ef", "x": 1',
    'password: "hu2"',
    "password=hu2",
    "password: hunter2",
    "secret: hu2",
    "api_key=hu2",
    'token: "hu2"',
    "DB_PASS=hunter2",
    "SECRET_KEY_BASE=hunter2zz",
    "DB_PASSWORD_PROD=hunter2",
    "DB_PASSWORD_REPLICA_2=hunter2",
    "AccountName=x;AccountKey=abc+def/hunter2==;EndpointSuffix=core.windows.net",
    "Endpoint=sb://x/;SharedAccessKeyName=Root;SharedAccessKey=hunter2zz99=",
    "password := hunter2zz",
    "'password' => 'hunter2'",
    "[password] => hunter2zz",
    "password -> hunter2zz",
    ':password=>"hunter2"',
    "<password>hunter2</password>",
    '<db:Password Type="x">hunter2 zz</db:Password>',
    "<password><![CDATA[hunter2]]></password>",
    '<add key="Password" value="hunter2"/>',
    '{"name": "DB_PASSWORD", "value": "hunter2"}',
    "- name: DB_PASSWORD\n  value: hunter2\nx: y",
    "password: |\n  hunter2\n  second9\nnext: x",
    "password:\n    hunter2zz\nx: y",
    "mysql --password hunter2 db",
    "mysql --password hu2 db",
    "gh --token hunter2zz9 x",
    '["--password", "hunter2", "x"]',
    "cmd --api-key 'hunter2 zz' x",
    "curl -u bob:hunter2 https://x",
    'curl --user "bob:hunter2 zz" https://x',
    "aws_secret_access_key hunter2XUtnFEMIK7MDENG",
    "aws configure set aws_secret_access_key hunter2XUtnFEMI/K7MDENG",
    "machine x login y password hunter2zz",
    (
        "-----BEGIN PGP PRIVATE KEY BLOCK-----\n"
        "Version: 1\n"
        "\n"
        "lQOYBF=abc\n"
        "=hunter2\n"
        "-----END PGP PRIVATE KEY BLOCK-----\n"
        "after"
    ),
    "https://hooks.slack.com/services/T00000000/B00000000/hunter2hunter2hunter2",
    "Cookie: sid=hunter2zz; theme=dark",
    'Set-Cookie: sid="hunter2"; Path=/; HttpOnly',
    '"set-cookie": ["sid=hunter2; Path=/"], "x": 1',
    "curl -H 'Cookie: sid=hunter2' x",
    "GET /x?api_key=hunter2&token=hunter2zz&page=2",
    "https://x/y?sv=2020&sig=hunter2%3D&se=1",
    r"https://x/y?a=1\u0026token=hunter2zz\u0026page=2",
    'password: str = "hunter2"',
    'let token: &str = "hunter2";',
    'os.environ["API_KEY"] = "hunter2"',
    "config['password'] = 'hunter2'",
    'password = """hunter2"""',
    "password=(hunter2zz",
    'password = f"hunter2"',
    'if password == "hunter2":',
    'Authorization: Digest username="bob", response="hunter2"',
    "Authorization: AWS4-HMAC-SHA256 Credential=AKIAx/2/us, Signature=hunter2",
    '{"headers": {"Authorization": "hunter2zz"}}',
    r"{\"Authorization\": \"Bearer hunter2hunter2zz\"}",
    '"Proxy-Authorization": "Basic hunter2XVudGVyMg=="',
    "password: hunter2. Then",
    '"password": "hunter2 is cut he',
    '"msg": "login password=hunter2", "x": 1',
    r'{"out":"PASSWORD=hunter2\nUSER=bob\n"}',
    r'{"out":"password: hunter2\r\nUSER=bob\n"}',
    "password       = hunter2zz",
    "password: `hunter2`",
    "PASSWORD ?= hunter2",
    "x-api-key: hunter2",
    "access token: hunter2zz",
    "https://user:hunter2@h/a/b.git@v1.0",
    "redis://:hunter2@host",
    "session-eyJhbGciOiJI.eyJzdWIiOiIx.hunter2abc",
    "password=it's_hunter2",
    "password: hunter2#zz&yy",
    "sshpass -p hunter2 ssh x",
    'private_key = "abc def hunter2"',
    "clientSecret: hunter2,",
    "{password:hunter2,user:bob}",
    "f(password=hunter2, user=x)",
    "echo password=hunter2;echo done",
    r"password=DOMAIN\hunter2",
    r'"password":"C:\\hunter2\\", "x": "y"',
    'passwordConfirmation: "hunter2"',
    '"password": ")hunter2"',
    'password: ")hunter2"',
    "password=$hunter2",
    '"password": "{hunter2}"',
    "PASSWORD=${PASSWORD:-hunter2}",
    "password=env-hunter2zz",
    "host=x password=hu2 user=bob",
]
#: None of these holds a secret.
ORDINARY = [
    "token = next_token()",
    "tokens: 12345678 used",
    "password: required",
    'api_key = os.environ["OPENAI"]',
    "see docs/password-policy.md",
    "https://example.com:8080/path",
    "skeleton-key and monkey business",
    "max_tokens=4096",
    "token_count: 12",
    "password_field = forms.CharField(max_length=9)",
    "password_field = forms.CharField(",
    "primary_key=True",
    "keyboard: qwerty",
    '"password": {"type": "string"}',
    "password: str",
    "token: Optional[str] = None",
    "def f(password: str, token: str | None = None) -> str:",
    '"password": "string"',
    '"token": null, "secret": false',
    "PWD=/home/me/project",
    "OLDPWD=/home/me",
    "token = self.token",
    "api_key=config.api_key",
    "password=settings.DB_PASSWORD",
    "tokens.map(token => token.value)",
    "login(token => { x })",
    "$this->token->getValue()",
    "if token == expected_token:",
    "if token:\n    continue",
    "SyntaxError: unexpected token: expected an identifier here",
    "password: must be at least 8",
    "Enter password:",
    "--password <PASSWORD>",
    "usage: x [--token TOKEN] [--api-key KEY]",
    "the --password flag is deprecated",
    "--password-file /x --password-stdin",
    "docker run -u 1000:1000 image",
    "Cookie: a small file",
    "cookie = SimpleCookie(x=1)",
    "https://example.com:8080/path?email=a@b.c",
    "git@github.com:a/b.git",
    "token_type: bearer",
    "password=$DB_PASSWORD",
    'password="${DB_PASSWORD}"',
    "password: {{ db_password }}",
    "token=${{ secrets.GITHUB_TOKEN }}",
    "<token>",
    "tests pass: 12, fail: 3",
    "bypass=yes_please",
    "compass: northwest",
    '"pass": true',
    "foreign_key: user_id",
    "cache_key: ORD-00001",
    "public_key: abc.pem",
    "private_key: ~/.ssh/id_rsa",
    "password is required",
    "secret_name: prod/db",
    "PASSWORD_MIN_LENGTH=8888888",
    "TOKEN_URL=https://x/y",
    "token = await fetch_token()",
    "token = [x for x in y]",
    "token = (a, b)",
    'token = {"a": 1}',
    "Token::Identifier",
    'password = getpass.getpass("Password: ")',
    'password = request.form["password"]',
    "auth required for token ORD-00001",
    "access_key_id: 12",
    "secretKeyRef: x",
    "author: someone-long",
    "a comparison token > 5 and x < y",
    '"credentials": ["a", "b"]',
    "ssh://git@github.com/x",
    'print("token: ", tok, "x")',
    '{"msg": "password: ", "user": "bob"}',
    "token = Base.url_encode64(:crypto.strong_rand_bytes(24))",
    "token = args[i]",
    "date -u +%Y-%m-%dT%H:%M:%S",
    'token="${REVIEW_TOKEN:-}"',
]


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"key sk-proj-{KEY} end", f"sk-proj-{KEY}"),
        (f"ghp_{KEY}", f"ghp_{KEY}"),
        (f"github_pat_{KEY}", f"github_pat_{KEY}"),
        (f"xoxb-{KEY}", f"xoxb-{KEY}"),
        (f"sk-{KEY * 10}", f"sk-{KEY * 10}"),
        ("AKIA" + "A1B2C3D4E5F6G7H8", "AKIAA1B2C3D4E5F6G7H8"),
        (f"eyJhbGciOiJI.eyJzdWIiOiIx.{KEY}", f"eyJhbGciOiJI.eyJzdWIiOiIx.{KEY}"),
        ("postgres://app:hunter2@db:5432/x", "hunter2"),
        ("Authorization: Bearer " + KEY, KEY),
        ("curl -H 'authorization: token " + KEY, KEY),
        ("DB_PASSWORD=correct-horse", "correct-horse"),
        ('"apiKey": "zzz-yyy-xxx"', "zzz-yyy-xxx"),
        ("client_secret: 's3cr3t-value'", "s3cr3t-value"),
        ("AWS_SECRET_ACCESS_KEY = wJalrXUtnFEMI/K7MDENG", "wJalrXUtnFEMI/K7MDENG"),
        ("password: root", "root"),
        ('"password": "a \'quoted\' one, with; signs"', "a 'quoted' one, with; signs"),
    ],
)
def test_a_secret_is_replaced_and_reported(text: str, secret: str) -> None:
    found = redact(text)
    assert secret not in found.text and MASK in found.text
    assert secret in found.secrets


@pytest.mark.parametrize("text", NAMED_OR_PLACED)
def test_a_secret_is_known_by_its_name_or_place_however_it_is_written(text: str) -> None:
    found = redact(text)
    assert "hunter2" not in found.text and "hu2" not in found.text and MASK in found.text
    assert any("hunter2" in secret or secret == "hu2" for secret in found.secrets)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("password=hunter2_9, user=bob", f"password={MASK}, user=bob"),
        ("AccountKey=hunter2==;EndpointSuffix=x", f"AccountKey={MASK};EndpointSuffix=x"),
        ('{"password": "hunter2", "user": "bob"}', f'{{"password": "{MASK}", "user": "bob"}}'),
        (r'{"a":"{\"password\":\"hunter2\",\"b\":1}"}', rf'{{"a":"{{\"password\":\"{MASK}\",\"b\":1}}"}}'),
        ("https://u:hunter2@h/a.git@v1", f"https://u:{MASK}@h/a.git@v1"),
        ("/x?token=hunter2&page=2", f"/x?token={MASK}&page=2"),
        (r'"PASSWORD=hunter2\nUSER=bob"', rf'"PASSWORD={MASK}\nUSER=bob"'),
        ("password='hunter2 is never closed\nnext line", f"password='{MASK}\nnext line"),
    ],
)  # fmt: skip
def test_what_stands_around_a_secret_stays(text: str, shown: str) -> None:
    assert redact(text).text == shown


@pytest.mark.parametrize("block", ["RSA PRIVATE KEY", "PRIVATE KEY", "PGP PRIVATE KEY BLOCK"])
def test_a_private_key_disappears_whole(block: str) -> None:
    head, tail = f"-----BEGIN {block}-----", f"-----END {block}-----"
    text = f"before\n{head}\nProc-Type: 4,ENCRYPTED\n\n{'MIIEow' * 200}\n{tail}\nafter"
    assert redact(text).text == f"before\n{MASK}\nafter"


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_stays(text: str) -> None:
    assert redact(text).text == text


@pytest.mark.parametrize("text", NAMED_OR_PLACED)
def test_redacting_twice_is_redacting_once(text: str) -> None:
    once = redact(text).text
    assert redact(once).text == once


pieces = st.sampled_from([*"aZ9 \n\t=:;,.()[]{}<>@/-_$&\"'`\\", "password", "token", "://", "eyJ", "é"])


@given(st.lists(pieces, max_size=60).map("".join))
def test_any_text_is_read_and_only_values_change(text: str) -> None:
    found = redact(text)
    kept = re.escape(found.text).replace(re.escape(MASK), ".+")
    assert re.fullmatch(kept, text, re.DOTALL)


def test_a_secret_named_once_is_masked_everywhere_it_would_be_shown() -> None:
    found = redact("API_KEY=alpha-beta-1 … then alpha-beta-1 again")
    assert mask(found.text, found.secrets) == f"API_KEY={MASK} … then {MASK} again"


def test_a_part_that_is_a_secret_by_itself_is_masked_where_it_stands_alone() -> None:
    found = redact("Set-Cookie: sid=a1b2c3d4; Path=/ and password=hunter2.")
    assert mask("sid a1b2c3d4, hunter2", found.secrets) == f"sid {MASK}, {MASK}"


def test_a_short_or_plain_secret_does_not_blot_out_ordinary_words() -> None:
    found = redact("password=root secret: ab\npasswd=a1b2\n")
    assert {"root", "ab", "a1b2"} <= found.secrets
    assert mask("/srv/about a1b2 xa1b2", found.secrets) == f"/srv/about {MASK} xa1b2"


def test_many_secrets_in_a_long_text_are_masked_in_bounded_work() -> None:
    """Searching 4 MB for each of the secrets would not end within the suite's limit."""
    secrets = frozenset(f"secret-{number:06d}" for number in range(200_000))
    text = " ".join(sorted(secrets)) + " " + "a" * 1_000_000
    assert "secret-0" not in mask(text, secrets)


@pytest.mark.parametrize(
    "unit",
    [
        "a", "-", "\\", "eyJ", "-eyJ", "eyJaaaaaaaa.", "://", "://a:", "authorization: ", "cookie: a=\"",
        "-----BEGIN PRIVATE KEY-----", "sk-", "password=", "pwd=a;", " token :", "token=(", "token=a(",
        "token='a\\\"", "token>", "api_key", "--token ", "PASSWORD_A_", "-u a:", "token=,,,,\\",
    ],
)  # fmt: skip
def test_hostile_repetition_is_read_in_linear_work(unit: str) -> None:
    """A pattern that were quadratic would not end within the suite's limit on 500 kB."""
    assert redact(unit * (500_000 // len(unit))).text


def test_cancelled_work_stops_between_rules() -> None:
    calls = 0

    def check() -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        redact("password=hunter2", check=check)
    assert calls == 3


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("\x1b[1;31mred\x1b[0m and \x9b4mline", "red and line"),
        ("\x1b]0;title\x07\x1b]8;;http://x\x1b\\link\x1b(B", "link"),
        ("be\x07ll \x00null \u202edesrever\u202c", "bell null desrever"),
        ("\u2066isolate\u2069 \ufeffmark", "isolate mark"),
        ("tab\tand\r\nline\rends\u2028here", "tab\tand\nline\nends\nhere"),
        ("\ud83d half, \ud83d\ude00 whole, \udc00", "\ufffd half, 😀 whole, \ufffd"),
        ("👩‍👩‍👧 क्‍ष é 日本", "👩‍👩‍👧 क्‍ष é 日本"),
    ],
)  # fmt: skip
def test_only_what_a_reader_sees_is_visible(text: str, seen: str) -> None:
    assert visible(text) == seen


@given(st.text(st.characters() | st.sampled_from("\x1b[]\x9b\x07\r\n\u202e\ud83d\ude00")))
def test_visible_text_is_utf8_without_control_characters(text: str) -> None:
    seen = visible(text)
    seen.encode()
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]", seen)
    assert visible(seen) == seen


def test_a_name_fits_in_a_listing_as_one_plain_line() -> None:
    assert plain(" read\x1b[31m_file\r\n\u202e two\ud800  words ") == "read_file two\ufffd words"
