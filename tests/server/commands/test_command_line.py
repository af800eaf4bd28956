"""The arguments of the commands, their help and their error messages."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from pytest_uimcp.cli import main
from pytest_uimcp.engine.logfile import append
from pytest_uimcp.server.commands import serve
from pytest_uimcp.server.commands.logs import log_to_directory, log_to_stderr
from pytest_uimcp.server.commands.options import CommandLine, parser
from pytest_uimcp.server.options import OPTIONS, ServerOptions

COMMANDS = ("mcp", "serve")


def exits(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert isinstance(caught.value.code, int)
    return caught.value.code


@pytest.mark.parametrize("command", COMMANDS)
def test_help_lists_every_option_and_explains_the_file(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exits(command, "--help") == 0
    said = capsys.readouterr().out
    for option in ("--dir", "--no-auto-configure", "--verbose", *(f"--{key.name}" for key in OPTIONS)):
        assert option in said
    for key in OPTIONS:
        assert " ".join(key.help.split())[:30] in " ".join(said.split())
    assert "{base_dir}/config.toml" in said
    assert ".claude/ui" in said


def test_help_of_serve_explains_ports_and_addresses(capsys: pytest.CaptureFixture[str]) -> None:
    exits("serve", "--help")
    said = capsys.readouterr().out
    for word in ("8000", "8001", "/sse", "/message", "/mcp", "127.0.0.1"):
        assert word in said


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--prot", "1"], "unrecognized arguments: --prot 1"),
        (["--port", "many"], "invalid int value: 'many'"),
        (["--port", "65536"], "port = 65536: expected 0 to 65535"),
        (["--time-limit", "nan"], "time-limit = nan: expected 0.001 or more"),
        (["--lua", "5.4"], "invalid choice: '5.4'"),
        (["extra"], "unrecognized arguments: extra"),
        (["--dir"], "expected one argument"),
    ],
)
def test_a_wrong_command_line_is_a_usage_error(
    command: str, arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exits(command, *arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert says in said.err
    assert said.err.startswith(f"usage: ui-mcp {command} ")


def line_of(*arguments: str, defaults: ServerOptions | None = None) -> CommandLine:
    return CommandLine(parser("test", "").parse_args(arguments), defaults or ServerOptions())


def test_an_empty_command_line_gives_the_defaults() -> None:
    line = line_of()
    assert (line.options, line.explicit, line.verbosity) == (ServerOptions(), frozenset(), 0)


def test_serve_has_the_ports_of_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (serve.UI_PORT, serve.MCP_PORT) == (8000, 8001)
    seen: list[CommandLine] = []

    async def noted(line: CommandLine, recorder: object) -> None:
        seen.append(line)

    monkeypatch.setattr(serve, "_serve", noted)
    monkeypatch.setattr(serve, "log_to_stderr", lambda verbosity: None)
    assert main(["serve"]) == 0
    assert main(["serve", "--port", "0", "--mcp-port", "9"]) == 0
    assert [(line.options.port, line.options.mcp_port) for line in seen] == [(8000, 8001), (0, 9)]


def test_every_option_is_parsed(tmp_path: Path) -> None:
    line = line_of("--dir", str(tmp_path), "--no-auto-configure", "--no-hotload", "--lua-io", "none", "-vvv")
    assert line.base_dir == tmp_path
    assert line.options == ServerOptions(auto_configure=False, hotload=False, lua_io="none", verbosity=3)
    assert line.explicit == {"hotload", "lua-io"}
    assert line.verbosity == 3


def test_a_tilde_in_the_directory_is_expanded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert line_of("--dir", "~/ui").base_dir == tmp_path / "ui"


# Logging.


@pytest.mark.usefixtures("logging_restored")
@pytest.mark.parametrize(
    ("verbosity", "heard"),
    [
        (0, ["our warning", "their warning"]),
        (1, ["our info", "our warning", "their warning"]),
        (2, ["our debug", "our info", "our warning", "their warning"]),
        (3, ["our debug", "our info", "our warning", "their warning"]),
        (4, ["our debug", "our info", "our warning", "their debug", "their info", "their warning"]),
        (9, ["our debug", "our info", "our warning", "their debug", "their info", "their warning"]),
    ],
)
def test_each_v_logs_more(verbosity: int, heard: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    log_to_stderr(verbosity)
    for name, who in (("pytest_uimcp.x", "our"), ("aiohttp.x", "their")):
        for level in ("debug", "info", "warning"):
            getattr(logging.getLogger(name), level)(f"{who} {level}")
    said = [line.rpartition(": ")[2] for line in capsys.readouterr().err.splitlines()]
    assert sorted(said) == sorted(heard)


@pytest.mark.usefixtures("logging_restored")
def test_a_log_that_cannot_be_written_is_reported_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log_to_stderr(0)
    log_to_directory(tmp_path / "nowhere")
    assert capsys.readouterr().err.count("no log file") == 1
    (tmp_path / "log").mkdir()
    (tmp_path / "log" / "mcp.log").symlink_to("/dev/full")
    log_to_directory(tmp_path)
    for number in range(3):
        logging.getLogger("pytest_uimcp").warning("number %d", number)
    said = capsys.readouterr().err
    assert said.count("logging to") == 1
    assert "Traceback" not in said
    assert all(f"number {number}" in said for number in range(3))


@pytest.mark.usefixtures("logging_restored")
def test_the_size_of_the_log_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(append, "__defaults__", (1000,))
    (tmp_path / "log").mkdir()
    log_to_directory(tmp_path)
    for number in range(100):
        logging.getLogger("pytest_uimcp").warning("number %d", number)
    files = sorted((tmp_path / "log").iterdir())
    assert [file.name for file in files] == ["mcp.log", *(f"mcp.log.{number}" for number in (1, 2, 3))]
    assert all(file.stat().st_size <= 1000 for file in files)
    assert files[0].read_text().endswith("number 99\n")
