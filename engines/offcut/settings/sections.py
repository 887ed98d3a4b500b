"""The settings as values: one frozen class for each section, checked when it is built."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from offcut.config import CompactionOptions, CompressionOptions
from offcut.limits import Limits, choice, flag, integer, names, text

Summarizer = Literal["extractive", "openai", "anthropic", "openrouter"]
Backend = Literal["local", "systemone"]

SYSTEM_ONE_URL = "https://api.typesafe.ai"
PROVIDER_URLS = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com",
    "openrouter": "https://openrouter.ai/api/v1",
}
_NAME_THE_PROVIDER = (
    'set "openai" with base_url for an endpoint of your own, "openrouter" or "anthropic" with model, '
    'or "extractive" to ask nobody'
)


def host_of(url: str) -> str:
    """Return the host of an address, with its port if it has one; never what identifies a user."""
    return urlsplit(url).netloc.rpartition("@")[2]


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _is_plain_name(name: str) -> bool:
    """An engine's name becomes the name of a folder, so it must not lead anywhere else."""
    return re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}", name) is not None


def _is_path(name: str) -> bool:
    """No file system takes a NUL, or half of a character that UTF-8 cannot write."""
    return re.fullmatch("[^\0\ud800-\udc7f\udd00-\udfff]+", name) is not None


_ADDRESS = "an http or https address such as https://example.com/v1"
_PLAIN_NAME = "a name of letters, digits, hyphens, underscores and dots"


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextSettings(Limits):
    """Which engine makes contexts smaller (H-05)."""

    engine: str = text("compressor", words=_PLAIN_NAME, fits=_is_plain_name)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompressionSettings(CompressionOptions):
    """Defaults of ``compress``, and whether it compresses at all (H-22 to H-27)."""

    enabled: bool = flag(True)


@dataclass(frozen=True, slots=True, kw_only=True)
class SummarySettings(Limits):
    """Who writes summaries (H-28 to H-30). ``context_length`` is that model's window, in tokens."""

    model: str | None = text(None)
    provider: str = choice(
        "auto", "extractive", "openai", "anthropic", "openrouter",
        instead={"nous": _NAME_THE_PROVIDER, "main": f"offcut has no main model; {_NAME_THE_PROVIDER}"},
    )  # fmt: skip
    base_url: str | None = text(None, words=_ADDRESS, fits=_is_address)
    context_length: int = integer(128_000, 1)
    api_key: str | None = text(None, secret=True)

    @property
    def summarizer(self) -> Summarizer:
        """Who is asked: ``auto`` asks nobody unless a model or an address was given."""
        if self.provider == "auto":
            return "openai" if self.model or self.base_url else "extractive"
        return self.provider  # type: ignore[return-value]  # checked when it was built

    @property
    def host(self) -> str | None:
        """The host that gets text, or nobody."""
        if self.summarizer == "extractive":
            return None
        return host_of(self.base_url or PROVIDER_URLS[self.summarizer])


@dataclass(frozen=True, slots=True, kw_only=True)
class AuxiliarySettings:
    """Models that help the passes, by task."""

    compression: SummarySettings = field(default_factory=SummarySettings)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptCachingSettings(Limits):
    """How long a provider keeps a cached prefix (H-70)."""

    cache_ttl: Literal["5m", "1h"] = choice("5m", "1h")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveSettings(Limits):
    """Where the archive's file lies; ``None`` is the user's data folder, ``:memory:`` keeps nothing."""

    path: str | None = text(None, words="the path of a file", fits=_is_path)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionSettings(Limits):
    """Who judges old tool results (R-29 to R-31). Only ``backend`` makes text leave, never a key alone."""

    backend: Backend = choice("local", "systemone")
    base_url: str | None = text(None, words=_ADDRESS, fits=_is_address)
    path: str = text("/v1/systemone", words='a path that begins with "/"', fits=lambda p: p.startswith("/"))
    model: str | None = text(None)
    api_key: str | None = text(None, secret=True)

    @property
    def host(self) -> str | None:
        """The host that gets text, or nobody."""
        return None if self.backend == "local" else host_of(self.base_url or SYSTEM_ONE_URL)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings(Limits):
    """What the server offers. Results of ``protected_tools`` are never folded."""

    protected_tools: tuple[str, ...] = names()
    tools: Literal["default", "host"] = choice("default", "host")
    transcripts: Literal["project", "all"] = choice("project", "all")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings in effect. ``compaction`` and ``compression`` are what a call does not give itself."""

    context: ContextSettings = field(default_factory=ContextSettings)
    compression: CompressionSettings = field(default_factory=CompressionSettings)
    auxiliary: AuxiliarySettings = field(default_factory=AuxiliarySettings)
    prompt_caching: PromptCachingSettings = field(default_factory=PromptCachingSettings)
    compaction: CompactionOptions = field(default_factory=CompactionOptions)
    archive: ArchiveSettings = field(default_factory=ArchiveSettings)
    decision: DecisionSettings = field(default_factory=DecisionSettings)
    server: ServerSettings = field(default_factory=ServerSettings)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The hosts that get text, each once; empty when nobody does."""
        asked = (self.decision.host, self.auxiliary.compression.host)
        return tuple(dict.fromkeys(host for host in asked if host))
