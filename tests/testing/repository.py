"""A repository under test, and runs of pytest in it, in this process."""

from __future__ import annotations

from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
ALONE = ("-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-W", "error")

NOTES = """
Notes = session:prototype("Notes", {text = ""})
function Notes:clear() self.text = "" mcp.pushState({event = "cleared"}) end
if not session.reloading then notes = Notes:new({text = "milk"}) end
"""
NOTES_VIEW = '<template><p ui-value="text"></p><button ui-action="clear()">Clear</button></template>'


def app(name: str = "notes", lua: str = NOTES, base_dir: str = ".claude/ui") -> dict[str, str]:
    folder = f"{base_dir}/apps/{name}"
    return {f"{folder}/app.lua": lua, f"{folder}/viewdefs/Notes.DEFAULT.html": NOTES_VIEW}


def run(pytester: pytest.Pytester, code: str, *arguments: str) -> pytest.RunResult:
    pytester.makepyfile(code)
    return pytester.runpytest_inprocess(*ALONE, *arguments)
