"""Settings: read once from command line, environment and files, checked, and passed down as one value.

Nothing below looks at the environment for a setting; the library's functions take explicit arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from offcut.settings.sections import Settings

if TYPE_CHECKING:
    from offcut.settings.reading import Configuration, project_folder, project_name, read_configuration

__all__ = ["Configuration", "Settings", "project_folder", "project_name", "read_configuration"]


def __getattr__(name: str) -> Any:
    """Load the reader, and with it pydantic, when something is read; a server starts without."""
    if name not in __all__:
        raise AttributeError(f"module 'offcut.settings' has no attribute {name!r}")
    from offcut.settings import reading

    return getattr(reading, name)
