"""Gemini CLI itself, offline: it starts offcut and connects."""

from __future__ import annotations

import pytest

from support.hosts.installing import install_offcut
from support.hosts.place import Place
from support.hosts.programs import GEMINI, node_program

pytestmark = [pytest.mark.full, pytest.mark.timeout(1200)]

#: A folder that nobody trusted starts no servers.
TRUSTED = {"GEMINI_CLI_TRUST_WORKSPACE": "true"}


def test_the_program_lists_offcut_as_connected_once_it_is_installed(place: Place) -> None:
    install_offcut(place, "gemini")
    listed = place.run(node_program(GEMINI), "mcp", "list", **TRUSTED)
    assert listed.code == 0, listed
    said = listed.out + listed.err
    assert "✓ offcut" in said and "Connected" in said, listed
