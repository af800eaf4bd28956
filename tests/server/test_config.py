"""`config.toml`: its options, its errors, and precedence over the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.server.commands.options import CommandLine, parser
from pytest_uimcp.server.config import read_config
from pytest_uimcp.server.errors import ConfigError
from pytest_uimcp.server.options import OPTIONS, ServerOption, ServerOptions
from tests.server.rig import Rig, rigged

# A value of each option that differs from the default.
OTHER: dict[str, Any] = {
    "port": 8123,
    "mcp-port": 8124,
    "publisher-port": 25284,
    "lua": "5.2",
    "lua-io": "none",
    "time-limit": 1.5,
    "memory-limit": 64,
    "session-timeout": 60.5,
    "hotload": False,
    "fault-badges": False,
    "app": "contacts",
    "api-token": True,
    "allow-users": "nobody, 54321",
    "lua-property": True,
    "auto-start": True,
}


def written(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def configured(tmp_path: Path, text: str, *given: str) -> ServerOptions:
    (tmp_path / "config.toml").write_text(text)
    return read_config(tmp_path, ServerOptions(), frozenset(given))


def test_without_a_file_the_options_are_unchanged(tmp_path: Path) -> None:
    options = ServerOptions(port=5)
    assert read_config(tmp_path, options) is options


def test_a_key_may_be_written_with_underscores(tmp_path: Path) -> None:
    assert configured(tmp_path, "auto_start = true\nlua_io = 'none'") == ServerOptions(auto_start=True, lua_io="none")


def test_every_option_has_a_value_here() -> None:
    assert set(OTHER) == {key.name for key in OPTIONS}


@pytest.mark.parametrize("key", OPTIONS, ids=lambda key: key.name)
def test_every_option_of_the_command_line_is_allowed_in_the_file(tmp_path: Path, key: ServerOption) -> None:
    value = OTHER[key.name]
    options = configured(tmp_path, f"{key.name} = {written(value)}")
    assert options == ServerOptions(**{key.field: key.read(value)}) != ServerOptions()


@pytest.mark.parametrize("key", OPTIONS, ids=lambda key: key.name)
def test_the_command_line_wins(tmp_path: Path, key: ServerOption) -> None:
    value = OTHER[key.name]
    default = "" if key.parse else getattr(ServerOptions(), key.field)
    (tmp_path / "config.toml").write_text(f"{key.name} = {written(default)}")
    switch = [f"--{key.name}" if value else f"--no-{key.name}"]
    given = switch if key.takes is bool else [f"--{key.name}", str(value)]
    line = CommandLine(parser("test", "").parse_args([*given, "--dir", str(tmp_path)]), ServerOptions())
    assert getattr(read_config(tmp_path, line.options, line.explicit), key.field) == key.read(value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("prot = 1", "unknown key 'prot' (did you mean port?); known are port, mcp-port, "),
        ("a = 1\nb = 2", "unknown key 'a', 'b'; known are port"),
        ("[server]\nport = 1", "unknown key 'server'"),
        ('port = "8000"', "port = '8000': expected a whole number"),
        ("port = 1.5", "port = 1.5: expected a whole number"),
        ("port = true", "port = True: expected a whole number"),
        ("port = 65536", "port = 65536: expected 0 to 65535"),
        ("mcp-port = -1", "mcp-port = -1: expected 0 to 65535"),
        ('lua = "5.4"', "lua = '5.4': expected one of auto, 5.1, 5.2"),
        ("lua = 5.1", "lua = 5.1: expected one of auto, 5.1, 5.2"),
        ("hotload = 1", "hotload = 1: expected true or false"),
        ('time-limit = "long"', "time-limit = 'long': expected a number"),
        ("time-limit = 0", "time-limit = 0: expected 0.001 or more"),
        ("time-limit = nan", "time-limit = nan: expected 0.001 or more"),
        ("memory-limit = 0", "memory-limit = 0: expected 1 or more"),
        ("session-timeout = -1", "session-timeout = -1: expected 0 or more"),
        (
            'allow-users = "nobdy"',
            "this machine has no user 'nobdy' (did you mean nobody?); expected names or numbers",
        ),
        ("allow-users = 1000", "allow-users = 1000: expected a text"),
        ("port = ", "is not valid TOML"),
        ("port = 1\nport = 2", "is not valid TOML"),
    ],
)
def test_an_error_names_the_file_and_the_problem(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ConfigError) as caught:
        configured(tmp_path, text)
    assert says in str(caught.value)
    assert str(tmp_path / "config.toml") in str(caught.value)


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="is not valid TOML"):
        read_config(tmp_path, ServerOptions())


def test_a_directory_of_that_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "config.toml").mkdir()
    with pytest.raises(ConfigError, match="cannot be read: it is a directory"):
        read_config(tmp_path, ServerOptions())


@pytest.mark.anyio
async def test_a_bad_file_makes_ui_configure_fail_and_the_old_directory_stays(rig: Rig, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "config.toml").write_text("time-limt = 1")
    refusal = await rig.refused("ui_configure", base_dir=str(other))
    assert "unknown key 'time-limt' (did you mean time-limit?)" in refusal
    status = (await rig.tool("ui_status")).data
    assert status is not None
    assert status["base_dir"] == str(rig.server.base_dir)
    assert not (other / "README.md").exists()


@pytest.mark.anyio
async def test_the_file_is_read_by_each_configure_and_its_options_are_used(base_dir: Path) -> None:
    base_dir.mkdir(parents=True)
    async with rigged(base_dir) as rig:
        (base_dir / "config.toml").write_text('lua = "5.2"')
        await rig.server.configure()
        await rig.start()
        assert await rig.run("return 1 and (function() goto x ::x:: return 'goto' end)()") == "goto"
        (base_dir / "config.toml").write_text("time-limit = 0.05")
        await rig.server.configure()
        await rig.start()
        assert "0.05" in await rig.refused("ui_run", code="while true do end")
        (base_dir / "config.toml").unlink()
        await rig.server.configure()
        assert rig.server.options == ServerOptions()
