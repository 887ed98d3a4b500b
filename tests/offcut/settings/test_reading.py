"""Where settings come from, which of two wins, and what each may be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from offcut.errors import InvalidInput
from offcut.settings import Settings, read_configuration
from offcut.settings.reading import user_file
from support.paths import require_shared
from support.settings import Places


def seed_examples() -> list[str]:
    """The YAML of the seed's page, as it stands there."""
    page = (require_shared() / "reference" / "seed-hermes.md").read_text(encoding="utf-8")
    return re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)


def test_without_a_word_from_anybody_the_defaults_are_the_specifications(places: Places) -> None:
    found = read_configuration()
    assert found.settings == Settings()
    assert found.stated == {}
    assert found.settings.hosts == ()
    compression = found.settings.compression
    assert (compression.enabled, compression.threshold, compression.target_ratio) == (True, 0.5, 0.2)
    assert (compression.protect_last_n, compression.protect_first_n) == (20, 3)
    assert (compression.tail_pressure, compression.on_summary_failure) == ("preview", "fallback")
    assert compression.max_summary_tokens is None
    summary = found.settings.auxiliary.compression
    assert (summary.model, summary.provider, summary.base_url) == (None, "auto", None)
    assert (found.settings.context.engine, found.settings.prompt_caching.cache_ttl) == ("compressor", "5m")


@pytest.mark.requirement("H-22")
def test_the_yaml_of_the_seed_is_read_as_it_stands_and_means_what_it_says(places: Places) -> None:
    engine, compression, caching = seed_examples()
    places.write(user=compression + caching + engine.replace('  engine: "lcm"', "  # "))
    found = read_configuration()
    assert found.settings == Settings()
    said = {key: (one.origin, one.where.rpartition(", line ")[2]) for key, one in found.stated.items()}
    assert said["compression.threshold"] == ("user file", "3")
    assert said["auxiliary.compression.base_url"] == ("user file", "12")
    assert set(said) == {
        *(f"compression.{name}" for name in ("enabled", "threshold", "target_ratio", "protect_last_n")),
        *(f"auxiliary.compression.{name}" for name in ("model", "provider", "base_url")),
        "prompt_caching.cache_ttl",
        "context.engine",
    }


def test_the_seeds_two_engines_under_one_key_are_alternatives_of_which_one_is_kept(places: Places) -> None:
    both, *_ = seed_examples()
    places.write(user=both)
    with pytest.raises(InvalidInput, match=r"context.engine stands twice in .*, on lines 2 and 3; keep one"):
        read_configuration()
    places.write(user=both.replace('engine: "compressor"', "# "))
    assert read_configuration().settings.context.engine == "lcm"


def test_each_place_wins_over_the_one_before(
    places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def threshold(**arguments: Any) -> tuple[float, str]:
        found = read_configuration(**arguments)
        return found.settings.compression.threshold, found.stated["compression.threshold"].origin

    places.write(project="compression: {threshold: 0.1}")
    assert threshold() == (0.1, "project file")
    places.write(user="compression: {threshold: 0.2}")
    assert threshold() == (0.2, "user file")
    env_file = tmp_path / "variables"
    env_file.write_text("OFFCUT_COMPRESSION__THRESHOLD=0.3\n")
    assert threshold(env_file=env_file) == (0.3, "environment file")
    monkeypatch.setenv("OFFCUT_COMPRESSION__THRESHOLD", "0.4")
    assert threshold(env_file=env_file) == (0.4, "environment")
    assert threshold(env_file=env_file, command_line=["compression.threshold=0.5"]) == (0.5, "command line")


def test_a_setting_of_a_weaker_place_stays_where_the_stronger_one_is_silent(places: Places) -> None:
    places.write(
        project="compression: {threshold: 0.1, protect_last_n: 5}", user="compression: {threshold: 0.2}"
    )
    compression = read_configuration().settings.compression
    assert (compression.threshold, compression.protect_last_n) == (0.2, 5)


def test_null_and_an_empty_section_stand_for_the_default(places: Places) -> None:
    places.write(project="compression: {threshold: 0.1}", user="compression: {threshold: null}\ncontext:\n")
    assert read_configuration().settings == Settings()


def test_an_environment_file_is_read_only_when_it_is_named(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(places.project)
    Path(".env").write_text("OFFCUT_COMPRESSION__THRESHOLD=0.3")
    assert read_configuration(project=places.project).settings == Settings()
    named = read_configuration(project=places.project, env_file=places.project / ".env")
    assert named.settings.compression.threshold == 0.3
    with pytest.raises(InvalidInput, match="there is no environment file"):
        read_configuration(env_file=places.project / "missing")


def test_the_archive_of_a_file_lies_beside_that_file_and_not_where_offcut_happens_to_run(
    places: Places,
) -> None:
    for text, expected in [
        ("kept/a.db", str(user_file().parent / "kept" / "a.db")),
        ("/srv/a.db", "/srv/a.db"),
        ("~/a.db", "~/a.db"),
        (":memory:", ":memory:"),
    ]:
        places.write(user=f"archive: {{path: '{text}'}}")
        assert read_configuration().settings.archive.path == expected


def test_of_two_names_for_one_setting_the_documented_one_wins(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in [
        ("OFFCUT_ARCHIVE", "/short.db"),
        ("OFFCUT_ARCHIVE__PATH", "/long.db"),
        ("DECISION_MODEL_BACKEND", "agentscope"),
        ("OFFCUT_DECISION__BACKEND", "local"),
        ("OFFCUT_COMPRESSION__THRESHOLD", ""),
    ]:
        monkeypatch.setenv(name, value)
    settings = read_configuration().settings
    assert (settings.archive.path, settings.decision.backend) == ("/short.db", "local")
    assert settings.compression.threshold == 0.5
