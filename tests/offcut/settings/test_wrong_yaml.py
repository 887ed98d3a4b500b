"""No YAML does anything but set what it says, or be refused in one sentence that names the line."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from offcut.errors import InvalidInput
from offcut.settings import read_configuration
from offcut.settings.reading import user_file
from offcut.settings.yaml_text import YamlText
from support.settings import Places

TAGGED = "must be written without a YAML tag, as its value alone"


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("compression.threshold", "!!bool maybe", TAGGED),
        ("compression.threshold", "!!int ''", TAGGED),
        ("compression.threshold", "!!float ''", TAGGED),
        ("compression.threshold", "!!timestamp foo", TAGGED),
        ("compression.threshold", "!!null x", TAGGED),
        ("compression.threshold", "!own 0.4", TAGGED),
        ("compression.threshold", "!!binary x", TAGGED),
        ("compression.threshold", "!!python/object:os.system x", TAGGED),
        ("compression.threshold", "!!omap [a]", TAGGED),
        ("compression.threshold", "!!set {a}", TAGGED),
        ("server.protected_tools", "[ask, !!int pay]", TAGGED),
        ("server.protected_tools", "2024-13-45", "must be a list of names, not '2024-13-45'"),
        ("server.protected_tools", "&a [*a]", "must be a list of names, not list"),
        ("compression.threshold", "2001-01-01T00:00:00+99:99", "not '2001-01-01T00:00:00+99:99'"),
        ("compression.threshold", "=", "must be a number from 0 to 1, not '='"),
        ("compression.threshold", "._", "must be a number from 0 to 1, not '._'"),
        ("compression.threshold", "0x" + "f" * 5000, "must be a number from 0 to 1, not '0xfff"),
        ("compression.threshold", "{a: 1}", "must be a number from 0 to 1, not dict"),
        (
            "compression.protect_last_n",
            "0x" + "f" * 5000,
            "must be an integer from 1 to 1000000000, not '0xf",
        ),
        ("compression.protect_last_n", "1" + ":59" * 80_000, "must be an integer from 1 to 1000000000, not "),
        ("compression.protect_last_n", "1000000001", "from 1 to 1000000000, not 1000000001"),
        ("compression.protect_last_n", "0b_", "not '0b_'"),
        ("compression.max_summary_tokens", "1e9", "must be an integer from 1 to 1000000000, not '1e9'"),
        ("archive.path", '"a\\0b"', "must be the path of a file"),
        ("archive.path", '"\\ud83d"', "must be the path of a file"),
    ],
)
def test_a_value_of_any_yaml_is_refused_in_one_sentence_with_its_line(
    key: str, value: str, sentence: str, places: Places
) -> None:
    section, _, name = key.partition(".")
    places.write(user=f"{section}:\n  {name}: {value}\n")
    with pytest.raises(InvalidInput) as caught:
        read_configuration()
    said = str(caught.value)
    assert said.startswith(f"{key} must ") and sentence in said
    assert said.endswith(f"(in {user_file()}, line 2)") and "\n" not in said and len(said) < 600


@pytest.mark.parametrize("key", ["threshold", "protect_last_n"])
@pytest.mark.parametrize("tag", ["!!bool", "!!int", "!!float", "!!set"])
def test_a_tag_on_a_section_builds_nothing(tag: str, key: str, places: Places) -> None:
    places.write(project=f"compression: {tag} {key}\n")
    with pytest.raises(InvalidInput, match=r"^compression must hold settings such as .*, line 1\)$"):
        read_configuration()


@pytest.mark.parametrize(
    ("text", "key", "lines"),
    [
        ("compression.threshold: 0.2\ncompression: {threshold: 0.9}\n", "compression.threshold", "1 and 2"),
        ("compression:\n  threshold: 0.9\ncompression.threshold: 0.2\n", "compression.threshold", "2 and 3"),
        ("auxiliary.compression: {}\nauxiliary: {compression: {}}\n", "auxiliary.compression", "1 and 2"),
        (
            "auxiliary: {compression.model: a}\nauxiliary.compression: {model: b}\n",
            "auxiliary.compression.model",
            "1 and 2",
        ),
        (
            "auxiliary.compression.model: a\nauxiliary.compression.model: a\n",
            "auxiliary.compression.model",
            "",
        ),
    ],
)
def test_a_key_written_with_dots_and_in_sections_stands_twice(
    text: str, key: str, lines: str, places: Places
) -> None:
    places.write(user=text)
    with pytest.raises(
        InvalidInput, match=rf"^{re.escape(key)} stands twice in .* on lines {lines}.*keep one$"
    ):
        read_configuration()


#: What YAML is made of, between bars.
PIECES = (
    "compression|threshold|protect_last_n|auxiliary|archive.path|: |\n|\n  |{|}|[|]|, |? |- |>|~|#|@|<<|="
    "|&a |*a|!!int |!!bool |!!float |!!timestamp |!!null |!!set |!!omap |!x "
    "|'|\"|\\|\\U|FFFFFFFF|0x|f_|1|0b_|1:59|2001-01-01|.|e+9|.inf|---\n"
    "|%YAML 1.1\n|%TAG ! x\n|\t|\ufeff|\x85|é"
)
yaml_like = st.lists(st.sampled_from([*PIECES.split("|"), "|"]), max_size=14).map("".join)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(yaml_like | st.text(max_size=40))
def test_no_text_in_a_settings_file_does_anything_but_set_or_be_refused(places: Places, text: str) -> None:
    for whole in (text, f"compression: {{threshold: {text}}}"):
        problems: list[str] = []
        try:
            found = YamlText(user_file(), "user file", problems).read(whole)
        except InvalidInput as error:
            problems.append(str(error))
        else:
            problems += (said.wrong for said in found if said.wrong)
        assert all("\n" not in problem and str(user_file()) in problem for problem in problems)
