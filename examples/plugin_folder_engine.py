"""A host that asks whichever context engine its user named; here it is one from a plug-in folder.

    python examples/plugin_folder_engine.py

The user's folder is made for this run: ``config.yaml`` names the engine, ``plugins/context_engine/`` holds
it. The host knows no engine by name. It has no event loop, so it calls the plain methods.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from offcut import ContextEngine, open_context_engine
from offcut.settings.user_file import user_file

PLUGINS = Path(__file__).parent / "plugins"
LOGS = ["\n".join(f"job {n} of {hour}:00 done in {n % 9} ms" for n in range(300)) for hour in range(9)]


def run_agent(engine: ContextEngine) -> None:
    """Read a log in each turn; ask the engine after each response, as hosts do."""
    engine.on_session_start("demo")
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Was job 117 slow at any hour?"}]
    for hour, log in enumerate(LOGS):
        call = {"id": f"c{hour}", "function": {"name": "read_log", "arguments": json.dumps({"hour": hour})}}
        messages.append({"role": "assistant", "content": None, "tool_calls": [{**call, "type": "function"}]})
        messages.append({"role": "tool", "tool_call_id": call["id"], "content": log})
        engine.update_from_response(usage_of(messages))
        if engine.should_compress():
            messages = engine.compress(messages)
            engine.update_from_response(usage_of(messages))
            print(f"after hour {hour}: {len(messages)} messages, {engine.get_status()}")
    recover(engine, messages)
    engine.on_session_end("demo", messages)


def recover(engine: ContextEngine, messages: list[dict[str, Any]]) -> None:
    """Do what a model would: call the engine's own tool with a reference that it reads in a preview."""
    (tool,) = engine.get_tool_schemas()
    ref = re.search(r"oc_[a-z2-7]{16}", messages[2]["content"])
    assert ref is not None
    args = {"ref": ref[0], "pattern": r"^job 117 "}
    print(f"{tool['name']} gives back: {engine.handle_tool_call(tool['name'], args)}")


def usage_of(messages: list[dict[str, Any]]) -> dict[str, int]:
    """Stand in for the usage that an API reports: about four characters a token."""
    return {"prompt_tokens": len(json.dumps(messages)) // 4, "completion_tokens": 40}


def main(home: Path) -> None:
    os.environ |= dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "APPDATA", "LOCALAPPDATA"), str(home))
    os.environ["OFFCUT_ARCHIVE"] = str(home / "archive.db")
    shutil.copytree(PLUGINS, user_file().parent / "plugins")
    user_file().write_text("context:\n  engine: lossless\n")

    chosen = open_context_engine(context_length=20_000)
    print(f"engine {chosen.engine.name}, from a {chosen.origin}")
    run_agent(chosen.engine)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(Path(folder))
