from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.core.base_dir import default_base_dir, project_of
from pytest_uimcp.server.install import command
from pytest_uimcp.server.themes import shoelace, shoelace_package


@pytest.fixture(autouse=True)
def use_small_bundle(bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "bundle_dir", lambda: bundle)
    monkeypatch.setattr(shoelace, "find_archive", lambda: bundle)


def test_it_installs_into_the_default_directory(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project)

    assert command.main([]) == 0

    out = capsys.readouterr().out.splitlines()
    assert out[0] == "installed .claude/skills/ui/SKILL.md"
    assert out[-1] == "version 1.0.0 is installed"
    assert (project / ".claude/ui/README.md").is_file()


def test_it_says_when_there_is_nothing_to_do_and_what_would_help(
    base_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command.main(["--dir", str(base_dir)])
    capsys.readouterr()

    assert command.main(["--dir", str(base_dir)]) == 0

    assert capsys.readouterr().out.splitlines() == [
        "version 1.0.0 is installed, 1.0.0 is bundled",
        "Use --force to reinstall",
    ]


def test_an_installation_without_shoelace_gets_it(
    base_dir: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shoelace, "find_archive", lambda: None)
    monkeypatch.setattr(shoelace_package, "fetch_shoelace", lambda: Path("/cache/shoelace"))

    assert command.main(["--dir", str(base_dir)]) == 0

    assert capsys.readouterr().out.splitlines()[-1] == "fetched   Shoelace into /cache/shoelace"


def test_without_a_network_the_install_succeeds_and_says_what_is_missing(
    base_dir: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> Path:
        raise shoelace.ShoelaceUnavailable("Shoelace could not be fetched")

    monkeypatch.setattr(shoelace, "find_archive", lambda: None)
    monkeypatch.setattr(shoelace_package, "fetch_shoelace", fail)

    assert command.main(["--dir", str(base_dir)]) == 0

    assert capsys.readouterr().out.splitlines()[-1] == "no copy of Shoelace: Shoelace could not be fetched"


def test_force_and_claude_md_are_options(base_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project_of(base_dir) / "CLAUDE.md").write_text("mine\n")
    command.main(["--dir", str(base_dir)])

    assert command.main(["--dir", str(base_dir), "--force", "--claude-md"]) == 0

    assert "appended  CLAUDE.md" in capsys.readouterr().out


def test_edited_files_are_named(base_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base_dir.mkdir(parents=True)
    (base_dir / "event").write_text("mine")

    command.main(["--dir", str(base_dir)])

    out = capsys.readouterr().out
    assert "kept      event" in out
    assert "--force overwrites them" in out


def test_a_failure_is_one_line_on_stderr_and_exit_code_1(base_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base_dir.parent.mkdir()
    base_dir.write_text("a file")

    assert command.main(["--dir", str(base_dir)]) == 1

    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"ui-mcp install: cannot install {base_dir}: there is a file where")


def test_wrong_usage_is_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        command.main(["--no-such-option"])

    assert caught.value.code == 2
    assert "usage: ui-mcp install" in capsys.readouterr().err


def test_the_default_directory_is_claude_ui_unless_dot_ui_exists(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project)
    assert default_base_dir() == project / ".claude/ui"
    (project / ".ui").mkdir()
    assert default_base_dir() == project / ".ui"
    (project / ".claude/ui").mkdir(parents=True)
    assert default_base_dir(project) == project / ".ui"
