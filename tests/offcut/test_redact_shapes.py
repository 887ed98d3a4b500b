"""Secrets are recognised however deep they stand in JSON, and in the ordinary ways to tell somebody one."""

from __future__ import annotations

import json
import unicodedata

import pytest

from offcut.redact import MASK, mask, redact

VALUE = "hunter9Xq7Zt42mB1"
#: Keys that are known by their own form.
KEYS = [
    "sk-proj-Ab3dE6gH9jK2mN5pQ8sT1uV4wX7yZ0",
    "AKIAIOSFODNN7EXAMPLA",
    "ASIAIOSFODNN7EXAMPLA",
    "AIzaSyA1234567890abcdefghijklmnopqrstuv",
    "hf_abcdefghijklmnopqrstuvwxyz",
    "npm_abcdefghijklmnopqrstuvwxyz0123456789",
    "SG.abcdefghijklmnop.abcdefghijklmnopqrs",
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
]
#: What may stand right before a key, and right after it, without hiding it.
AROUND = [
    ("x_", "_y"), ("/srv/creds_", ".csv"), ("密钥", "，"), ("a%3D", "%26b"), ("a\\u003d", "\\u0026b"),
    ("\x1b[31m", "\x1b[0m"), ("[1;31m", ""), ("\\x1b[0m", ""), ("a\n", "\nb"), ("a\t", "\tb"),
    ("a\r\n", "\r\nb"),
]  # fmt: skip
#: Ways to tell a secret: names in other languages, prose, tables, programs.
TOLD = [
    "Passwort: {}", "Kennwort = {}", "mot de passe : {}", "mot de passe\u00a0: {}", "contraseña: {}",
    "senha: {}", "mật khẩu: {}", "пароль: {}", "Пароль: {}", "hasło: {}", "şifre: {}", "密码：{}", "密碼:{}",
    "口令：{}，用户：bob", "パスワード：{}",
    "비밀번호: {}", "密码是{}", "密码为 {}", "Das Passwort ist {}",
    "API-Schlüssel: {}",
    "pass：{}", "password＝{}", "password::{}", "passw: {}", "pw: {}", "psw={}", "pswd={}", "\npass: {}",
    "\tpass={}", "password is: {}", "Your new password is: {}.", "the password is {}", "Password for bob: {}",
    "set password to {}", "the password for bob@x.org was {}", "API key is {}", 'the password is "{}"',
    "password has been set to {}", "password=\\\n{}", "password=\\\n    {}", "--password \\\n  {}",
    "password%3D{}", "password: “{}”", "password: |\n  {}\n  more\nx: y", "password:\n  {}",
    "a\n--password {}", "a\n-p 1 --token {}", "| password | {} |", "PASSWORD | {}",
    "| user | password |\n|---|---|\n| bob | {} |", "user,password\nbob,{}", "id;db_password;host\n1;{};x",
    "user\tPassword\nbob\t{}", '"user","password"\n"bob","{}"', "user, password\nbob, {}",
    "password,note\n{},a,b", " user | password\n------+----------\n bob  | {}", "用户,密码\nbob,{}",
    "name,API key\nx,{}", "mysql -p{}", "mysql -u root -p{} shop", '["mysql", "-uroot", "-p{}"]',
    "mysqldump -h x -p'{}' y", "mariadb -p{}", "redis-cli -h x -a {} ping", "docker login -u me -p {} x.io",
    "sqlcmd -S x -P {}", "sshpass -p{} ssh", "7z x -p{} a", "*:*:*:bob:{}", "db:5432:x:bob:{}",
    '"auth": "{}"', "signature={}", "X-Hub-Signature-256: sha256={}", "PIN: {}", "PIN code is {}",
    "otp code {}", "OTP: {}", "mnemonic: {}", "seed phrase: {}", "verification code: {}",
]  # fmt: skip
#: Words, code and tables that look much like it.
ORDINARY = [
    "The password is required.", "the password is base64-encoded", "set the password to access bucket",
    "write the password to secrets2.txt", "write the password to ./out1/file", "the password is: required",
    "| password | string |", "| token | description |", "| password | varchar(255) |",
    "| name | type |\n| a | b1c2d3 |", "type A = 'user' | 'password';", "Password::Generator",
    "Token::V2Identifier", "Secret::new(a1b2c3d4)", "    user, password,\n    host, port,",
    "def f(user, password):\n    g(a1b2c3, d4e5f6)", "SELECT user, password, email\nFROM users",
    "token,count\nthe1word,100", "psql -p5432 db", "docker run -p 8080:80 x", "tar -pxzf a.tgz",
    "mysql -u root -h db", "mysql --version; tar -pxzf x", "app.py:5432:f", "app.py:120:f:error:message",
    '"auth": "required"', '"auth": "Basic"', "signature = inspect.signature(f)", "signature: str",
    "PIN 4821 pieces", "pin: 13", "pinned: 2024", "code 4821", "verification of 123456 rows", "option: 12345",
    "mnemonic: mov", "disk-usage-of-all-the-volumes", "C:\\task-runner-with-a-long-name",
    "SLOVAKIAIOSFODNN7EXAMPLAR", "self_hf_", "bypass=yes_please", "C:\\new\\pass", "口令 is a word",
    "Passwort vergessen?", "a password of 12 characters", "password for 3 users", "passwords: a1b2c3d4",
    "parola d'ordine", "no senha here",
]  # fmt: skip


def hides(text: str, secret: str) -> bool:
    found = redact(text)
    return secret not in mask(found.text, found.secrets) and MASK in found.text


def deep(text: str, depth: int, *, ascii: bool = True) -> str:
    for _ in range(depth):
        text = json.dumps({"stdout": f"begin\n{text}\nend"}, ensure_ascii=ascii)
    return text


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
@pytest.mark.parametrize(("before", "after"), AROUND)
@pytest.mark.parametrize("key", KEYS)
def test_a_key_is_known_whatever_stands_around_it(key: str, before: str, after: str, depth: int) -> None:
    assert hides(deep(f"{before}{key}{after}", depth), key)


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
@pytest.mark.parametrize("told", TOLD)
def test_a_secret_is_known_from_the_words_around_it_at_any_depth_of_json(told: str, depth: int) -> None:
    assert hides(deep(told.format(VALUE), depth), VALUE)
    assert hides(deep(told.format(VALUE), depth, ascii=False), VALUE)
    assert hides(deep(f"\n{told.format(VALUE)}", depth), VALUE)


@pytest.mark.parametrize("told", [told for told in TOLD if not told.isascii()])
def test_a_name_is_known_in_both_ways_to_write_its_marks(told: str) -> None:
    for form in ("NFC", "NFD"):
        assert hides(unicodedata.normalize(form, told).format(VALUE), VALUE)


@pytest.mark.parametrize("text", ORDINARY)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert redact(text).text == text
    assert redact(deep(text, 1)).text == deep(text, 1)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "user,password,role\nbob,letmein,admin\nann,x9y8,\n\nend",
            f"user,password,role\nbob,{MASK},admin\nann,{MASK},\n\nend",
        ),
        (
            "| bob | password |\n|--|--|\n| a | correct horse |\n| b | no |",
            "| bob | password |\n|--|--|\n| a | correct horse |\n| b | no |",
        ),
        (f"口令：{VALUE}，用户：bob", f"口令：{MASK}，用户：bob"),
        (f"mysql -u root -p{VALUE} shop; ls -p", f"mysql -u root -p{MASK} shop; ls -p"),
        (f"password%3D{VALUE}%26page%3D2", f"password%3D{MASK}%26page%3D2"),
        (r'{"a":"password: |\n  one\n  two\nnext: x"}', rf'{{"a":"password: |\n  {MASK}\nnext: x"}}'),
        ("PIN: 4821 and otp code 482 913.", f"PIN: {MASK} and otp code {MASK}."),
        ("mnemonic: " + "apple tree " * 6 + "END", f"mnemonic: {MASK} END"),
    ],
)  # fmt: skip
def test_only_the_secret_itself_is_replaced(text: str, shown: str) -> None:
    assert redact(text).text == shown


@pytest.mark.parametrize("told", TOLD)
def test_redacting_twice_is_redacting_once(told: str) -> None:
    once = redact(deep(told.format(VALUE), 1)).text
    assert redact(once).text == once


@pytest.mark.parametrize(
    "unit",
    [
        "password::", "password::a1", "password is ", "password for a ", "| password |", "password\t", "密码",
        "密码：a1，", "passwort ist ", "\\u5bc6", "password,a\nb,c\n", "a,password\n", "mysql ", "mysql -",
        "mysql -p ", "mysql a ", "docker login ", "password: |\\n  a", "password:\\n  a", "password \\\n",
        "password%3D%", "PIN: ", "otp code ", "mnemonic: abc ", "signature=", ":5432:a:", "*:", '"auth": "',
        "\\n", "[0;", "%41", "x,", "password=x,",
    ],
)  # fmt: skip
def test_hostile_repetition_is_read_in_linear_work(unit: str) -> None:
    """A pattern that were quadratic would not end within the suite's limit on 500 kB."""
    assert redact(unit * (500_000 // len(unit))).text
