"""The structured checkpoint that takes the place of removed turns: what it knows, and how it reads.

The embedded summariser is extractive: it remembers statements, calls, files and quoted facts as data
(``Memory``), merges what a later compression adds, and renders them within a token budget. Rendering is
never parsed again, so nothing wears off from one compression to the next.
"""

from __future__ import annotations

from offcut.summary.frame import NOTE, SUMMARY_PREFIX, framed
from offcut.summary.memory import Memory
from offcut.summary.remember import remember
from offcut.summary.render import Rendered, render
from offcut.summary.turns import Round, Turn

__all__ = ["NOTE", "SUMMARY_PREFIX", "Memory", "Rendered", "Round", "Turn", "framed", "remember", "render"]
