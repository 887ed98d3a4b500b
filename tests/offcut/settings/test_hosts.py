"""Who gets text: nobody, unless the user says so; and keys are shown to nobody."""

from __future__ import annotations

import re

import pytest

from offcut.errors import InvalidInput
from offcut.settings import read_configuration
from support.settings import Places

KEY = "sk-ant-0123456789abcdefghij"


@pytest.mark.parametrize(
    ("settings", "hosts"),
    [
        ([], ()),
        (["auxiliary.compression.provider=extractive", "auxiliary.compression.model=m"], ()),
        (["auxiliary.compression.model=m"], ("api.openai.com",)),
        (["auxiliary.compression.base_url=http://u:p@127.0.0.1:8080/v1"], ("127.0.0.1:8080",)),
        (["auxiliary.compression.provider=openrouter"], ("openrouter.ai",)),
        (["auxiliary.compression.provider=anthropic"], ("api.anthropic.com",)),
        (["decision.backend=systemone"], ("api.typesafe.ai",)),
        (["decision.backend=agentscope", "decision.base_url=https://judge.example/x"], ("judge.example",)),
        (["decision.base_url=https://judge.example/x"], ()),
        (
            ["decision.backend=systemone", "auxiliary.compression.model=m"],
            ("api.typesafe.ai", "api.openai.com"),
        ),
    ],
)
def test_the_hosts_that_get_text_follow_from_the_settings(
    settings: list[str], hosts: tuple[str, ...], places: Places
) -> None:
    assert read_configuration(command_line=settings).settings.hosts == hosts


def test_a_key_alone_selects_nobody(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DECISION_MODEL_API_KEY", "OFFCUT_SUMMARY_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, KEY)
    settings = read_configuration().settings
    assert settings.hosts == ()
    assert (settings.decision.backend, settings.decision.api_key) == ("local", KEY)


@pytest.mark.parametrize(
    ("provider", "name"),
    [("openai", "OPENAI_API_KEY"), ("anthropic", "ANTHROPIC_API_KEY"), ("openrouter", "OPENROUTER_API_KEY")],
)
def test_the_usual_key_is_read_once_its_provider_is_asked_and_gives_way_to_our_own(
    provider: str, name: str, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, KEY)
    assert read_configuration().settings.auxiliary.compression.api_key is None
    given = [f"auxiliary.compression.provider={provider}"]
    found = read_configuration(command_line=given)
    assert found.settings.auxiliary.compression.api_key == KEY
    assert found.stated["auxiliary.compression.api_key"].where == name
    monkeypatch.setenv("OFFCUT_SUMMARY_API_KEY", "ours")
    assert read_configuration(command_line=given).settings.auxiliary.compression.api_key == "ours"


def test_the_variables_of_the_seed_are_read(places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in [
        ("BACKEND", "agentscope"),
        ("NAME", "null"),
        ("API_KEY", KEY),
        ("BASE_URL", "http://127.0.0.1:1"),
    ]:
        monkeypatch.setenv(f"DECISION_MODEL_{name}", value)
    decision = read_configuration().settings.decision
    assert (decision.backend, decision.model, decision.api_key) == ("systemone", None, KEY)
    assert (decision.base_url, decision.host) == ("http://127.0.0.1:1", "127.0.0.1:1")


def test_a_key_is_neither_represented_nor_quoted_in_an_error(places: Places) -> None:
    found = read_configuration(command_line=[f"decision.api_key={KEY}"])
    assert found.settings.decision.api_key == KEY
    assert KEY not in repr(found)
    places.write(user=f"decision: {{api_key: [{KEY}], backend: {KEY}}}")
    with pytest.raises(InvalidInput) as caught:
        read_configuration()
    assert re.search(r"decision.api_key must be a text \(in .*decision.backend must be", str(caught.value))
    assert KEY not in str(caught.value)
