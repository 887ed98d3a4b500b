"""The programs that offcut is tried with, each at the version whose behaviour was measured."""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from support.hosts.cache import CannotInstall, built, install
from support.paths import ROOT


@dataclass(frozen=True, slots=True)
class NodeProgram:
    """A package of npm, and the command that it brings."""

    command: str
    package: str
    version: str
    #: npm 11 runs install scripts only of packages that are named; these need theirs.
    scripts: bool = False

    @property
    def name(self) -> str:
        return f"{self.command}-{self.version}"

    def build(self, folder: Path) -> None:
        """Install the package and what it needs in the folder. Raises ``CannotInstall``."""
        manifest = {
            "private": True,
            "dependencies": {self.package: self.version},
            "allowScripts": {self.package: self.scripts},
        }
        (folder / "package.json").write_text(json.dumps(manifest))
        install(["npm", "install", "--no-fund", "--no-audit", "--no-update-notifier"], folder)


@dataclass(frozen=True, slots=True)
class PythonProgram:
    """What pip installs into a virtual environment of its own."""

    name: str
    requirements: tuple[str, ...]

    def build(self, folder: Path) -> None:
        """Make the environment and fill it. Raises ``CannotInstall``."""
        install([sys.executable, "-m", "venv", str(folder)], folder)
        pip = [
            str(folder / "bin" / "python"),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ]
        install([*pip, *self.requirements], folder)


CLAUDE_CODE = NodeProgram("claude", "@anthropic-ai/claude-code", "2.1.332", scripts=True)
CODEX = NodeProgram("codex", "@openai/codex", "0.171.0")
GEMINI = NodeProgram("gemini", "@google/gemini-cli", "0.61.0")
INSPECTOR = NodeProgram("mcp-inspector", "@modelcontextprotocol/inspector", "2.12.0")
CONFORMANCE = NodeProgram("conformance", "@modelcontextprotocol/conformance", "0.1.16")
CONFORMANCE_NEXT = NodeProgram("conformance", "@modelcontextprotocol/conformance", "0.2.0-alpha.12")
NODE_22 = NodeProgram("node", "node", "22.23.3", scripts=True)

FASTMCP = PythonProgram("fastmcp-4.2.3", ("fastmcp==4.2.3",))
LANGCHAIN = PythonProgram("langchain-mcp-adapters-0.3.2", ("langchain-mcp-adapters==0.3.2",))
PYDANTIC_AI = PythonProgram("pydantic-ai-2.68.0", ("pydantic-ai-slim[mcp]==2.68.0",))
OPENAI_AGENTS = PythonProgram("openai-agents-0.24.0", ("openai-agents==0.24.0",))


def node_program(program: NodeProgram) -> Path:
    """Return the program's command; skips the test with the reason where it cannot be installed."""
    return _installed(program) / "node_modules" / ".bin" / program.command


def python_program(program: PythonProgram) -> Path:
    """Return the interpreter of the program's environment; skips the test with the reason as above."""
    return _installed(program) / "bin" / "python"


def offcut_command() -> Path:
    """Return the command of this checkout, installed as a developer of a clone installs it."""
    described = str(ROOT).encode() + (ROOT / "pyproject.toml").read_bytes()
    name = f"offcut-{hashlib.sha256(described).hexdigest()[:12]}"
    return _installed(PythonProgram(name, ("-e", str(ROOT)))) / "bin" / "offcut"


def _installed(program: NodeProgram | PythonProgram) -> Path:
    found = _built_once(program)
    if isinstance(found, str):
        pytest.skip(f"{program.name} cannot be installed: {found}")
    return found


@cache
def _built_once(program: NodeProgram | PythonProgram) -> Path | str:
    """Return the folder, or why there is none; a failed installation is not repeated for every test."""
    try:
        return built(program.name, program.build)
    except CannotInstall as reason:
        return str(reason)
