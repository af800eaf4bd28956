"""`ui-mcp doctor` as a command: what it prints, and its exit code."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_uimcp.cli import main
from pytest_uimcp.core.base_dir import UI_DIRECTORIES
from pytest_uimcp.server.doctor.command import CHANGES, MAX_PLACES, OK, UNUSABLE

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = [path for name in UI_DIRECTORIES for path in sorted((ROOT / "examples").glob(f"*/{name}"))]


@pytest.fixture
def base_dir(tmp_path: Path) -> Path:
    app = tmp_path / "project" / ".ui" / "apps" / "list"
    (app / "viewdefs").mkdir(parents=True)
    (app / "app.lua").write_text("list = list or {type = 'List'}\n")
    lua = tmp_path / "project" / ".ui" / "lua"
    lua.mkdir()
    (lua / "list.lua").symlink_to("../apps/list/app.lua")
    return tmp_path / "project" / ".ui"


def test_an_app_of_which_nothing_is_otherwise(base_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", str(base_dir)]) == OK
    assert capsys.readouterr().out.startswith(f"{base_dir}: nothing found")


def test_a_note_is_no_failure(base_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (base_dir / "apps/list/viewdefs/List.DEFAULT.html").write_text('<template><sl-switch ui-value="on"></template>')
    assert main(["doctor", str(base_dir)]) == OK
    out = capsys.readouterr().out
    assert '    apps/list/viewdefs/List.DEFAULT.html:1: <sl-switch ui-value="on">\n' in out
    assert out.endswith("0 places to change, 1 note\n")


def test_what_has_to_be_changed_comes_first_with_place_reason_and_advice(
    base_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (base_dir / "apps/list/viewdefs/List.DEFAULT.html").write_text('<template><sl-switch ui-value="on"></template>')
    (base_dir / "apps/list/app.lua").write_text("list = {}\nmcp:notify('saved')\n")
    assert main(["doctor", str(base_dir)]) == CHANGES
    out = capsys.readouterr().out
    assert out.index("To change") < out.index("shell-function: ") < out.index("apps/list/app.lua:2: mcp:notify")
    assert "  do:   bring the shell along" in out
    assert out.index("apps/list/app.lua:2") < out.index("Good to know") < out.index("toggle-value: ")


def test_many_places_are_shortened_and_json_has_them_all(base_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (base_dir / "apps/list/app.lua").write_text("mcp:notify('saved')\n" * (MAX_PLACES + 5))
    main(["doctor", str(base_dir)])
    assert "    and 5 more; --json lists them all" in capsys.readouterr().out
    assert main(["doctor", "--json", str(base_dir)]) == CHANGES
    notes = json.loads(capsys.readouterr().out)
    assert len(notes) == MAX_PLACES + 5
    assert notes[0] | {"here": "", "do": ""} == {
        "rule": "shell-function",
        "level": "change",
        "file": "apps/list/app.lua",
        "line": 1,
        "found": "mcp:notify",
        "here": "",
        "do": "",
    }


def test_a_project_may_be_given_and_the_default_is_its_directory(
    base_dir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["doctor", str(base_dir.parent)]) == OK
    assert capsys.readouterr().out.startswith(f"{base_dir}: ")
    monkeypatch.chdir(base_dir.parent)
    assert main(["doctor"]) == OK


@pytest.mark.parametrize(
    ("name", "why"), [("nowhere", "is no directory"), ("", "has neither apps/ nor lua/ nor viewdefs/")]
)
def test_what_is_no_app_directory(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, why: str) -> None:
    assert main(["doctor", str(tmp_path / name)]) == UNUSABLE
    assert why in capsys.readouterr().err


def test_what_a_name_would_command_the_terminal_to_do_is_shown_as_an_escape(
    base_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    view = base_dir / "apps/list/viewdefs/List.\x1b[2J.html"
    view.write_text('<template><sl-switch ui-value="\x1b]0;owned\x07"></template>')
    assert main(["doctor", str(base_dir)]) == OK
    out = capsys.readouterr().out
    assert r"List.\x1b[2J.html:1: " in out
    assert "\x1b" not in out


@pytest.mark.slow
def test_it_runs_nothing_and_writes_nothing(base_dir: Path) -> None:
    (base_dir / "apps/list/init.lua").write_text("io.open('RAN', 'w'):close()\nwhile true do end\n")
    before = sorted(base_dir.parent.rglob("*"))
    done = subprocess.run(
        [str(Path(sys.executable).with_name("ui-mcp")), "doctor"],
        cwd=base_dir.parent,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(base_dir.parent.rglob("*")) == before


@pytest.mark.parametrize("directory", EXAMPLES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_our_examples_need_no_change(directory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", str(directory)]) == OK, capsys.readouterr().out
