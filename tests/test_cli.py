from __future__ import annotations

import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from pytest_uimcp.cli import COMMANDS, main, run, usage
from pytest_uimcp.core.commands import Command

ROOT = Path(__file__).resolve().parent.parent
RELEASE = re.compile(r"ui-mcp (dev|v\d+\.\d+\.\d+)\n")


@pytest.mark.parametrize("word", ["version", "--version"])
def test_version_is_a_command_and_an_option(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([word]) == 0
    assert RELEASE.fullmatch(capsys.readouterr().out)


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_help_goes_to_stdout(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([word]) == 0
    assert capsys.readouterr() == (usage(), "")


def test_no_arguments_are_a_usage_error_that_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert capsys.readouterr() == ("", usage())


def test_help_leads_to_the_documentation_that_the_package_names(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--help"])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"{project['urls']['Documentation']}\n" in capsys.readouterr().out


def test_help_lists_every_command_with_its_summary() -> None:
    for command in COMMANDS:
        assert re.search(rf"^  {command.name} +{re.escape(command.summary)}$", usage(), re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_a_main(command: Command) -> None:
    assert command.load() is import_module(command.module).main


def test_an_unknown_command_is_answered_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["versoin"]) == 2
    assert capsys.readouterr().err == (
        "ui-mcp: no such command `versoin` (did you mean version?). See `ui-mcp --help`.\n"
    )


def test_an_unknown_option_is_answered_with_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--frobnicate"]) == 2
    names = ", ".join(command.name for command in COMMANDS)
    assert capsys.readouterr().err == (
        f"ui-mcp: no such option `--frobnicate`; the commands are {names}. See `ui-mcp --help`.\n"
    )


def test_a_command_gets_the_rest_of_the_line_and_gives_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    import pytest_uimcp.core.version

    given: list[list[str]] = []
    monkeypatch.setattr(pytest_uimcp.core.version, "main", lambda rest: given.append(rest) or 7)
    assert main(["version", "--a", "b"]) == 7
    assert given == [["--a", "b"]]


def test_the_console_script_exits_with_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["ui-mcp", "--help"])
    with pytest.raises(SystemExit) as caught:
        run()
    assert caught.value.code == 0


ODD = "x\x1b[31m\u202ey"
OTHERS = (
    [ODD],
    ["theme", "audit", ODD, "--dir", "."],
    ["scenario", ODD],
    ["stage", f"{ODD}.fxml"],
    ["serve", "--dir", "odd"],
    ["mcp", "--dir", "odd"],
)


@pytest.mark.usefixtures("logging_restored")
@pytest.mark.parametrize("arguments", OTHERS, ids=lambda arguments: arguments[0].encode("unicode_escape").decode())
def test_an_error_about_a_name_of_somebody_else_commands_no_terminal(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd/config.toml").write_text('lua-io = "x\\u001b[31m\\u202ey"\n', encoding="utf-8")
    assert main(arguments) != 0
    error = capfd.readouterr().err
    assert "x\\x1b[31m\\u202ey" in error
    assert "\x1b" not in error
    assert "\u202e" not in error
