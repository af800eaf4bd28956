"""Apps written in tests, and what the checks find in them."""

from __future__ import annotations

from pathlib import Path

from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.app_directory import AppDirectory
from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.sandbox import Sandbox
from pytest_uimcp.checks.verdict import findings_of
from pytest_uimcp.engine.startup import Extension
from pytest_uimcp.server.harness.standalone_mcp import StandaloneMcp

__all__ = ["LUA", "VIEW", "findings_in", "rules_in", "write_app"]

LUA = """\
Notes = session:prototype("Notes", { text = "milk" })
function Notes:clear() self.text = "" end
if not session.reloading then notes = Notes:new() end
"""
VIEW = """\
<template>
  <p ui-value="text"></p>
  <button ui-action="clear()">Clear</button>
</template>
"""


def write_app(project: Path, lua: str = LUA, view: str = VIEW, **views: str) -> Path:
    """An app `notes` in a project; `views` are further viewdefs, with `_` for the dot of their names."""
    folder = project / ".ui" / "apps" / "notes"
    (folder / "viewdefs").mkdir(parents=True)
    (folder / "app.lua").write_text(lua, encoding="utf-8")
    for name, text in {"Notes_DEFAULT": view, **views}.items():
        (folder / "viewdefs" / f"{name.replace('_', '.')}.html").write_text(text, encoding="utf-8")
    return project / ".ui"


def findings_in(base_dir: Path) -> list[Finding]:
    """All findings of all apps of a directory."""
    directory = AppDirectory(base_dir)
    sandbox = Sandbox(directory, base_dir.parent, _extensions)
    try:
        return [finding for name in directory.apps for _, finding in findings_of(App(name, directory, sandbox))]
    finally:
        sandbox.close()


def rules_in(base_dir: Path) -> list[str]:
    return [finding.rule for finding in findings_in(base_dir)]


def _extensions(base_dir: Path) -> list[Extension]:
    return [StandaloneMcp(base_dir)]
