from __future__ import annotations

from pathlib import Path

from pytest_uimcp.core.steps import StepLog
from pytest_uimcp.testing.project import copy_project


def test_it_knows_its_apps_and_the_only_one(tmp_path: Path) -> None:
    project = copy_project("contacts", tmp_path / ".claude" / "ui")
    assert (project.apps, project.only_app) == (["contacts"], "contacts")
    assert project.directory == tmp_path
    project.write("apps/other/app.lua", "other = {}")
    assert (project.apps, project.only_app) == (["contacts", "other"], None)


def test_a_write_is_a_step_and_the_server_takes_it_over(tmp_path: Path) -> None:
    project, log, taken = copy_project("contacts", tmp_path), StepLog("ui-mcp"), []
    project.serves(log, lambda: taken.append((tmp_path / "lua" / "new.lua").read_text()))
    assert project.write("lua/new.lua", "return 1") == tmp_path / "lua" / "new.lua"
    assert taken == ["return 1"]
    (step,) = log.steps
    assert (step.verb, step.arguments) == ("write", {"relative": "lua/new.lua", "text": "return 1"})
