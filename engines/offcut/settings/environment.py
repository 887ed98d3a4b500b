"""Settings from the environment and from an environment file that was named on the command line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource, SettingsConfigDict

from offcut.errors import InvalidInput
from offcut.settings.keys import ALIASES, PREFIX, SETTINGS, unknown, variable
from offcut.settings.stated import Origin, Stated, from_text, stated

#: Canonical name of a variable, in lower case -> the key it sets.
_KEYS = {variable(key).lower(): key for key in SETTINGS}


class _Sections(BaseSettings):
    """The sections and how their names are made; what stands in them is checked elsewhere."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_nested_delimiter="__", env_ignore_empty=True)

    context: dict[str, Any] = {}
    compression: dict[str, Any] = {}
    auxiliary: dict[str, Any] = {}
    prompt_caching: dict[str, Any] = {}
    compaction: dict[str, Any] = {}
    archive: dict[str, Any] = {}
    decision: dict[str, Any] = {}
    server: dict[str, Any] = {}


class _Variables(EnvSettingsSource):
    """Variables whose values stay text: a key of digits is no number."""

    def decode_complex_value(self, field_name: str, field: FieldInfo, value: Any) -> Any:
        return value


def variables() -> Mapping[str, str | None]:
    """Return the environment by name in lower case, without empty variables."""
    return EnvSettingsSource(_Sections).env_vars


def variables_of_file(path: Path) -> Mapping[str, str | None]:
    """Return what an environment file sets. Raises ``InvalidInput`` where it cannot be read."""
    if not path.is_file():
        raise InvalidInput(f"there is no environment file {path}; give --env-file one that exists")
    try:
        return DotEnvSettingsSource(_Sections, env_file=path).env_vars
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InvalidInput(f"the environment file {path} cannot be read ({reason})") from None


def read_variables(
    found: Mapping[str, str | None], origin: Origin, suffix: str, problems: list[str]
) -> Iterator[Stated]:
    """Yield what variables state; one that begins like ours and is none of ours is a problem."""
    known = {*_KEYS, *map(str.lower, ALIASES)}
    for name in found:
        if name.startswith(PREFIX.lower()) and name not in known:
            key = name.removeprefix(PREFIX.lower()).replace("__", ".")
            problems.append(unknown(key, name.upper(), variable) + suffix)
    names = _names(found)
    source = _Variables(_Sections)
    source.env_vars = {variable(key).lower(): found[name] for key, name in names.items()}
    for key, value in _leaves(source()):
        yield stated(key, from_text(key, value), origin, names[key].upper() + suffix)


def _names(found: Mapping[str, str | None]) -> dict[str, str]:
    """Return for each key the variable that sets it. Of two names for one key, one that is ours wins.

    ``OFFCUT_ARCHIVE`` wins over its longer form, so that whoever sets it knows where bytes go.
    """
    names = {ALIASES[name]: name.lower() for name in ALIASES if name.lower() in found}
    ours = {key: name for name, key in _KEYS.items() if name in found}
    foreign = {key: name for key, name in names.items() if not name.startswith(PREFIX.lower())}
    return {**foreign, **ours, **{key: name for key, name in names.items() if key not in foreign}}


def _leaves(nested: Mapping[str, Any], section: str = "") -> Iterator[tuple[str, str]]:
    for name, value in nested.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{section}{name}.")
        else:
            yield section + name, value
