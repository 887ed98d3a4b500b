"""Settings over the real command line and the real server: shown as they are, and acting as they say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from offcut.settings.keys import ALIASES, SETTINGS
from support.command import Ran, assert_one_sentence, offcut
from support.paths import ROOT
from support.servers import greeted_server
from support.session import FOLD_ALL, LISTING, as_bytes, conversation
from support.settings import Places, places_in

KEY = "sk-ant-0123456789abcdefghij"


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    return places_in(tmp_path, monkeypatch)


def configured(*arguments: str, **environment: str) -> Ran:
    """Run ``offcut config``."""
    return offcut("config", *arguments, stdin=b"", cwd=None, **environment)


def shown(*arguments: str, **environment: str) -> Any:
    """Return what ``offcut config --json`` prints."""
    ran = configured("--json", *arguments, **environment)
    assert (ran.code, ran.err) == (0, "")
    return ran.json


# What is shown


def test_every_setting_is_shown_with_its_value_and_its_source(places: Places, tmp_path: Path) -> None:
    places.write(user="compression: {threshold: 0.4}", project="compression:\n  protect_last_n: 7\n")
    (tmp_path / "variables").write_text("OFFCUT_COMPRESSION__PROTECT_FIRST_N=4\n")
    found = shown(
        "--set", "compression.tail_pressure=keep", "--env-file", str(tmp_path / "variables"),
        OFFCUT_COMPRESSION__TARGET_RATIO="0.3",
    )  # fmt: skip
    assert list(found["settings"]) == list(SETTINGS)
    said = {
        name: (one["value"], one["from"])
        for name in (
            "threshold",
            "protect_last_n",
            "target_ratio",
            "protect_first_n",
            "tail_pressure",
            "enabled",
        )
        for one in [found["settings"][f"compression.{name}"]]
    }
    assert said == {
        "threshold": (0.4, "user file"),
        "protect_last_n": (7, "project file"),
        "target_ratio": (0.3, "environment"),
        "protect_first_n": (4, "environment file"),
        "tail_pressure": ("keep", "command line"),
        "enabled": (True, "default"),
    }
    assert found["settings"]["compression.protect_last_n"]["where"].endswith("offcut.yaml, line 2")
    assert [(file["from"], file["found"]) for file in found["files"]] == [
        ("project file", True),
        ("user file", True),
        ("environment file", True),
    ]
    assert found["files"][0]["path"] == str(places.project / "offcut.yaml")
    assert found["sends_text_to"] == []


def test_the_table_says_the_same_in_words(places: Places) -> None:
    ran = offcut("config", "--set", "server.protected_tools=ask,pay")
    assert (ran.code, ran.err) == (0, "")
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert "compression.threshold 0.5 default" in lines
    assert "compression.max_summary_tokens none default" in lines
    assert "server.protected_tools ask, pay command line: --set" in lines
    assert f"project file: {places.project / 'offcut.yaml'} (not there)" in lines
    assert "sends text to: nobody" in lines
    assert lines[-1] == "sends text to: nobody"


def test_the_host_that_gets_text_is_named_and_what_has_no_effect_yet_is_said(places: Places) -> None:
    ran = offcut(
        "config", "--set", "decision.backend=agentscope", DECISION_MODEL_BASE_URL="http://127.0.0.1:9"
    )
    assert ran.out.splitlines()[-1] == "sends text to: 127.0.0.1:9"
    assert ran.err == "warning: decision.base_url, decision.backend have no effect yet in this version\n"


def test_keys_and_credentials_are_never_printed(places: Places) -> None:
    places.write(user=f"auxiliary: {{compression: {{api_key: {KEY}, model: {KEY}}}}}")
    environment = {
        "DECISION_MODEL_API_KEY": "hunter2",
        "DECISION_MODEL_BASE_URL": "http://me:hunter2@[::1]:9/?k=hunter2",
    }
    for ran in (configured(**environment), configured("--json", **environment)):
        assert ran.code == 0
        assert "set, not shown" in ran.out
        assert KEY not in ran.out + ran.err and "hunter2" not in ran.out + ran.err
    found = shown(**environment)["settings"]
    assert found["decision.base_url"]["value"] == "http://[::1]:9/"
    assert found["decision.api_key"]["value"] == "set, not shown"


@pytest.mark.parametrize(
    ("files", "arguments", "words"),
    [
        ({"user": "compression: {threshold: 2}"}, [], ["compression.threshold", "0 to 1", "not 2", "line 1"]),
        ({"user": "compression:\n threshold: [0\n"}, [], ["config.yaml", "line 3, column 1"]),
        (
            {"project": "decision: {base_url: 'http://evil.example'}"},
            [],
            ["decision.base_url", "by a project"],
        ),
        (
            {"project": "compression: {threshold: !!bool maybe}"},
            [],
            ["threshold", "YAML tag", "yaml, line 1"],
        ),
        ({"project": "compression:\n  protect_last_n: 0x" + "f" * 5000}, [], ["from 1 to", "yaml, line 2"]),
        (
            {"project": "compression.threshold: 0.2\ncompression: {threshold: 0.9}"},
            [],
            ["compression.threshold stands twice", "lines 1 and 2"],
        ),
        ({}, ["--set", f"compression.protect_last_n={'9' * 5000}"], ["from 1 to 1000000000", "--set"]),
        ({}, ["--set", "auxiliary.compression.provider=main"], ["main", "base_url"]),
        ({}, ["--set", "nonsense=1"], ["nonsense"]),
        ({}, ["--env-file", "no-such-file"], ["no-such-file"]),
    ],
)
def test_a_broken_configuration_is_one_sentence_and_code_2(
    files: dict[str, str], arguments: list[str], words: list[str], places: Places
) -> None:
    places.write(**files)
    for command in (["config"], ["compact", "-"]):
        ran = offcut(*command, *arguments, stdin=as_bytes(conversation()))
        assert ran.code == 2
        assert ran.stdout == b""
        assert ran.err.startswith("offcut: ") and ran.err.count("\n") == 1
        for word in words:
            assert word in ran.err


def test_half_a_character_in_a_setting_is_shown_and_breaks_nothing(places: Places) -> None:
    places.write(user='auxiliary: {compression: {model: "gpt-\\ud83d\\0"}}')
    for ran in (configured(), configured("--json")):
        assert ran.code == 0 and "Traceback" not in ran.err
        assert "gpt-" in ran.out


def test_whoever_names_the_archive_gets_an_original_back_with_broken_settings(places: Places) -> None:
    archive = places.home / "named.db"
    messages = as_bytes(conversation())
    folded = offcut("compact", "-", "--json", "--archive", archive, *FOLD_ALL, stdin=messages)
    [source] = folded.json["sources"]
    places.write(user="nonsense: 1")
    assert offcut("recover", source["ref"], "--bytes", "--archive", archive).out == LISTING
    assert_one_sentence(offcut("recover", source["ref"]), 2, "nonsense")


# The README


def test_the_readme_names_every_setting_and_its_example_is_one(places: Places) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shortened = readme.replace("`_NAME`", "`DECISION_MODEL_NAME`").replace(
        "`_API_KEY`", "`DECISION_MODEL_API_KEY`"
    )
    assert [name for name in (*SETTINGS, *ALIASES) if f"`{name}`" not in shortened] == []
    (example,) = re.findall(r"```yaml\n(.*?)```", readme, re.DOTALL)
    places.write(user=example)
    assert [key for key, one in shown()["settings"].items() if one["from"] == "user file"] == [
        "compaction.preview_chars",
        "archive.path",
        "server.protected_tools",
    ]


# A server whose settings are broken


def test_a_server_with_a_broken_configuration_lists_its_tools_and_says_what_is_wrong(places: Places) -> None:
    places.write(user="compression:\n  threshold: [0.5\n")
    with greeted_server("") as wire:
        listed = wire.ask("tools/list")["result"]["tools"]
        assert {"compact_context", "recover_source"} <= {tool["name"] for tool in listed}
        for name, arguments in [("compact_context", {"messages": conversation()}), ("recover_source", {})]:
            result = wire.call(name, arguments)
            assert result["isError"]
            [block] = result["content"]
            assert block["text"].endswith(
                "config.yaml cannot be read as YAML at line 3, column 1; correct it there"
            )
        reply = wire.ask("resources/read", {"uri": "offcut://source/oc_aaaaaaaaaaaaaaaa"})
        assert "cannot be read as YAML at line 3, column 1" in reply["error"]["message"]
        places.write(user="compression:\n  threshold: 0.5\n")
        mended = wire.call("compact_context", {"messages": conversation()})
        assert mended["structuredContent"]["schema_version"] == 2
        assert wire.finish() == 0
        assert wire.complaints() == ""


def test_a_cloned_project_cannot_redirect_a_server(places: Places) -> None:
    elsewhere = places.project / "stolen.db"
    places.write(project=f"archive: {{path: {elsewhere}}}\n")
    with greeted_server("") as wire:
        result = wire.call("compact_context", {"messages": conversation()})
    assert result["isError"]
    assert "archive.path may not be set by a project" in result["content"][0]["text"]
    assert not elsewhere.exists()


def test_the_project_is_the_working_directory_where_the_host_names_none(places: Places) -> None:
    places.write(project="compression: {threshold: 0.25}")
    ran = offcut("config", "--json", cwd=places.project, CLAUDE_PROJECT_DIR="")
    assert ran.json["settings"]["compression.threshold"]["value"] == 0.25
