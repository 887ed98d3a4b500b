"""The engine that a user's settings choose, and plug-in folders: the one place that runs a user's own code.

A folder is read only because ``context.engine`` names it, and only below the user's configuration folder; a
project can neither set the name nor hold the folder (DESIGN 7).
"""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
import traceback
from functools import partial
from pathlib import Path
from types import ModuleType

from offcut.archive import Archive
from offcut.compressor import ContextCompressor
from offcut.config import CompressionOptions
from offcut.context_engine import ContextEngine, EngineFactory, ResolvedEngine, resolve
from offcut.context_engine.resolution import failure, said
from offcut.ports import SearchableStore
from offcut.settings import Settings, project_folder, read_configuration
from offcut.settings.user_file import user_file

MAKER = "create_engine"


def open_context_engine(
    settings: Settings | None = None,
    *,
    archive: SearchableStore | None = None,
    model: str = "",
    context_length: int = 0,
) -> ResolvedEngine:
    """Return the context engine that ``context.engine`` names, made for one agent (H-10).

    Without ``settings`` they are read as everywhere, and without an ``archive`` it is the one they name; the
    built-in engine uses it. ``context_length`` 0 means the model's window. ``warning`` says when the built-in
    engine stands in for one that is not there. Raises ``InvalidInput``, in one sentence, for a plug-in that
    is there and does not work.
    """
    settings = settings or read_configuration().settings
    folder = engines_folder()
    return resolve(
        settings.context.engine,
        built_in=partial(_built_in, settings, archive),
        in_folder=partial(factory_in, folder),
        searched=str(folder),
        prepare=lambda engine: engine.update_model(model, context_length),
    )


def engines_folder() -> Path:
    """Return the folder of the user's own engines, whether or not it is there."""
    return user_file().parent / "plugins" / "context_engine"


def factory_in(folder: Path, name: str) -> EngineFactory | None:
    """Return what makes the engine of the plug-in ``folder/name``, or ``None`` where there is no such folder.

    Its code is a package, or the only module in the folder. It offers ``create_engine()`` or one subclass of
    ``ContextEngine``. Raises ``InvalidInput`` where it cannot be run or offers neither.
    """
    place = folder / name
    try:
        if not place.is_dir():
            return None
    except OSError as error:
        raise failure(name, f" in {place}", said(error)) from error
    module = _module_in(place, name)
    maker = getattr(module, MAKER, None)
    classes = _engine_classes(module)
    if maker is None and len(classes) != 1:
        found = f"has {len(classes)} engine classes" if classes else "has no engine class"
        raise failure(name, f" in {place}", f"it {found} and no {MAKER}(), of which it needs one")
    return maker if maker is not None else classes[0]


def _built_in(settings: Settings, archive: SearchableStore | None) -> ContextEngine:
    if archive is None:
        project = project_folder()
        archive = Archive.open(settings.archive.path, project=None if project is None else str(project))
    return ContextCompressor(
        archive=archive,
        options=CompressionOptions.read(None, settings.compression),
        enabled=settings.compression.enabled,
    )


def _module_in(place: Path, name: str) -> ModuleType:
    """Run the code of a plug-in folder, under a name of its own that no other import can meet."""
    try:
        return _run(_file_in(place), re.sub(r"\W", lambda m: f"_{ord(m[0]):x}_", f"offcut_engine_{name}"))
    except (Exception, SystemExit) as error:
        raise failure(name, f" in {place}", said(error) + _line_of(error, place)) from error


def _file_in(place: Path) -> Path:
    if (package := place / "__init__.py").is_file():
        return package
    modules = sorted(place.glob("*.py"))
    if len(modules) != 1:
        raise FileNotFoundError(f"it needs an __init__.py, or one Python file and not {len(modules)}")
    return modules[0]


def _run(file: Path, name: str) -> ModuleType:
    inner = [str(file.parent)] if file.name == "__init__.py" else None
    spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=inner)
    assert spec is not None and spec.loader is not None  # a path that ends in .py always has them
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


def _engine_classes(module: ModuleType) -> list[type[ContextEngine]]:
    """Return the engines that a plug-in defines or imports; those of offcut are what it builds on."""
    classes = dict.fromkeys(value for value in vars(module).values() if inspect.isclass(value))
    found = [c for c in classes if issubclass(c, ContextEngine) and not c.__module__.startswith("offcut.")]
    # An unfinished engine alone is tried all the same: the error then names what it lacks.
    return [c for c in found if not inspect.isabstract(c)] or found


def _line_of(error: BaseException, place: Path) -> str:
    """Say where in the plug-in it went wrong; a syntax error says so itself."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if Path(frame.filename).is_relative_to(place)]
    return f" ({Path(inside[-1].filename).name}, line {inside[-1].lineno})" if inside else ""
