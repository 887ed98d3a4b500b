"""Every setting from every place where it may stand, and refused where it may not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from offcut.errors import InvalidInput
from offcut.settings import Settings, read_configuration
from offcut.settings.keys import SETTINGS, may_stand_in_a_project, variable
from offcut.settings.reading import user_file
from support.settings import Places


def value_of(settings: Settings, key: str) -> Any:
    value: Any = settings
    for name in key.split("."):
        value = getattr(value, name)
    return value


#: A value that is not the default, for every setting.
OTHER: dict[str, Any] = {
    "context.engine": "lcm",
    "compression.threshold": 0.4,
    "compression.target_ratio": 0.3,
    "compression.protect_last_n": 1,
    "compression.protect_first_n": 0,
    "compression.tail_pressure": "keep",
    "compression.on_summary_failure": "abort",
    "compression.max_summary_tokens": 500,
    "compression.enabled": False,
    "auxiliary.compression.model": "1e5",
    "auxiliary.compression.provider": "extractive",
    "auxiliary.compression.base_url": "http://127.0.0.1:9/v1",
    "auxiliary.compression.context_length": 8000,
    "auxiliary.compression.api_key": "12345",
    "prompt_caching.cache_ttl": "1h",
    "compaction.drop_threshold": 1,
    "compaction.preserve_recent_messages": 0,
    "compaction.preserve_recent_pairs": 3,
    "compaction.evidence_chars": 1,
    "compaction.preview_chars": 0,
    "compaction.preview_style": "head_tail",
    "compaction.min_savings_tokens": 1,
    "compaction.max_state_tokens": 1,
    "compaction.max_request_tokens": 1,
    "compaction.max_output_tokens": 1,
    "compaction.max_concurrency": 32,
    "compaction.total_timeout_seconds": 0.5,
    "archive.path": "/srv/archive.db",
    "decision.backend": "systemone",
    "decision.base_url": "https://judge.example",
    "decision.path": "/v1/decisions",
    "decision.model": "0123",
    "decision.api_key": "1234",
    "server.protected_tools": ["ask", "pay"],
    "server.tools": "host",
    "server.transcripts": "all",
}


def as_yaml(key: str, value: Any) -> str:
    """Return a file that sets one key, in sections."""
    *sections, name = key.split(".")
    lines = [f"{'  ' * depth}{section}:" for depth, section in enumerate(sections)]
    return "\n".join([*lines, f"{'  ' * len(sections)}{name}: {json.dumps(value)}"])


def as_words(value: Any) -> str:
    """Return a value as a person writes it where there is only text."""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(value) if isinstance(value, list) else str(value)


def test_every_setting_has_another_value_in_the_table() -> None:
    assert list(OTHER) == list(SETTINGS)


@pytest.mark.parametrize("key", SETTINGS)
def test_every_setting_can_be_set_from_every_place_of_the_user(
    key: str, places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = tuple(OTHER[key]) if isinstance(OTHER[key], list) else OTHER[key]
    words = as_words(OTHER[key])
    given = read_configuration(command_line=[f"{key}={words}"])
    assert value_of(given.settings, key) == expected != value_of(Settings(), key)
    places.write(user=as_yaml(key, OTHER[key]))
    assert read_configuration().settings == given.settings
    user_file().unlink()
    (tmp_path / "variables").write_text(f"{variable(key)}={words}")
    assert read_configuration(env_file=tmp_path / "variables").settings == given.settings
    monkeypatch.setenv(variable(key), words)
    assert read_configuration().settings == given.settings


#: What DESIGN section 7 leaves to a project: numbers of compression, prompt caching, limits of previews.
OF_A_PROJECT = {
    *(f"compression.{name}" for name in ("threshold", "target_ratio", "protect_last_n", "protect_first_n")),
    "compression.max_summary_tokens",
    "prompt_caching.cache_ttl",
    *(
        f"compaction.{name}"
        for name in ("drop_threshold", "preserve_recent_messages", "preserve_recent_pairs")
    ),
    *(f"compaction.{name}" for name in ("preview_chars", "preview_style", "min_savings_tokens")),
}


@pytest.mark.parametrize("key", SETTINGS)
def test_a_project_may_set_its_numbers_and_nothing_else(key: str, places: Places) -> None:
    assert may_stand_in_a_project(key) is (key in OF_A_PROJECT)
    places.write(project=as_yaml(key, OTHER[key]))
    if key in OF_A_PROJECT:
        assert value_of(read_configuration().settings, key) == OTHER[key]
    else:
        with pytest.raises(
            InvalidInput, match=rf"^{re.escape(key)} may not be set by a project \(in .*, line "
        ):
            read_configuration()


def test_a_project_cannot_set_anything_by_null_an_alias_or_a_merge(places: Places) -> None:
    for text in (
        "decision: {base_url: null}",
        "compression: &c {threshold: 0.4}\ndecision: *c",
        "decision: {<<: {base_url: 'http://evil.example'}}",
        "x: &x {base_url: 'http://evil.example'}\ndecision: *x",
    ):
        places.write(project=text)
        with pytest.raises(InvalidInput):
            read_configuration()
