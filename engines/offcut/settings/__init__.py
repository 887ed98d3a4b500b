"""Settings: read once from command line, environment and files, checked, and passed down as one value.

Nothing below looks at the environment for a setting; the library's functions take explicit arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from offcut.settings.reading import Configuration, project_folder, project_name, read_configuration
    from offcut.settings.sections import Settings

__all__ = ["Configuration", "Settings", "project_folder", "project_name", "read_configuration"]


def __getattr__(name: str) -> Any:
    """Load what is asked for: the reader, which needs pydantic, only when something is read."""
    if name not in __all__:
        raise AttributeError(f"module 'offcut.settings' has no attribute {name!r}")
    if name == "Settings":
        from offcut.settings.sections import Settings

        return Settings
    from offcut.settings import reading

    return getattr(reading, name)
