"""`--lua-io`: what an app may open, per mode."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_uimcp.engine.lua.access import FileAccess, LuaIo
from tests.engine.lua.lua import Lua


@pytest.fixture
def base(tmp_path: Path) -> Path:
    base = tmp_path / "base"
    (base / "sub").mkdir(parents=True)
    (base / "in.txt").write_text("inside")
    (base / "in.lua").write_text("return 'loaded'")
    (tmp_path / "out.txt").write_text("outside")
    (tmp_path / "out.lua").write_text("return 'loaded'")
    (tmp_path / "base-too").mkdir()
    (tmp_path / "base-too" / "x.txt").write_text("outside")
    (base / "link.txt").symlink_to(tmp_path / "out.txt")
    (base / "inner.txt").symlink_to("in.txt")
    (base / "linkdir").symlink_to(tmp_path)
    (base / "dangling").symlink_to(tmp_path / "new.txt")
    return base


@pytest.fixture
def confined(new_lua: Callable[..., Lua], base: Path) -> Lua:
    lua = new_lua(access=LuaIo.BASE_DIR, base_dir=base)
    lua.run(f"top = [[{base.parent}]]")
    return lua


@pytest.fixture
def shut(new_lua: Callable[..., Lua], base: Path) -> Lua:
    return new_lua(access=LuaIo.NONE, base_dir=base)


def test_relative_paths_may_start_elsewhere_than_where_the_process_is(
    new_lua: Callable[..., Lua], base: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(path.name for path in tmp_path.iterdir())
    lua = new_lua(directory=base)
    assert lua.run("return io.open('in.txt'):read('*a')") == b"inside"
    assert lua.run("return io.lines('in.txt')()") == b"inside"
    assert lua.run("return dofile('in.lua')") == b"loaded"
    lua.run(
        "io.output('made'):write('1') io.close() assert(os.rename('made', 'sub/made')) assert(os.remove('sub/made'))"
    )
    lua.run("os.execute('touch by-command') io.popen('touch by-pipe'):close()")
    assert (base / "by-command").exists()
    assert (base / "by-pipe").exists()
    assert lua.run(f"return io.open([[{tmp_path}/out.txt]]):read('*a')") == b"outside"
    assert lua.run("return (io.open(''))") is None
    assert sorted(path.name for path in tmp_path.iterdir()) == before


INSIDE = ["'in.txt'", "'sub/../in.txt'", "'./in.txt'", "top .. '/base/in.txt'", "'inner.txt'", "'linkdir/base/in.txt'"]
OUTSIDE = [
    "'../out.txt'",
    "'sub/../../out.txt'",
    "top .. '/out.txt'",
    "'link.txt'",
    "'linkdir/out.txt'",
    "'dangling'",
    "'/etc/passwd'",
    "'/proc/self/environ'",
    "'/dev/stdin'",
    "'../base-too/x.txt'",
    "'sub/../../base/../out.txt'",
    "'..'",
]


@pytest.mark.parametrize("path", INSIDE)
def test_base_dir_lets_in_what_is_below_it(confined: Lua, path: str) -> None:
    assert confined.run(f"return io.open({path}):read('*a')") == b"inside"
    assert confined.run(f"return io.lines({path})()") == b"inside"
    assert confined.run(f"io.input({path}) local s = io.read('*a') io.input(io.stdin) return s") == b"inside"


@pytest.mark.parametrize("path", OUTSIDE)
def test_base_dir_refuses_other_paths(confined: Lua, base: Path, path: str) -> None:
    before = sorted(base.parent.rglob("*"))
    for mode in ("r", "w", "a", "r+"):
        result, message, code = confined.run(f"return io.open({path}, '{mode}')")
        assert (result, code) == (None, 13)
        assert message.endswith(f": not below {base} (--lua-io base-dir)".encode())
    for call in ("io.lines(%s)", "io.input(%s)", "io.output(%s)", "dofile(%s)", "assert(loadfile(%s))"):
        assert "(--lua-io base-dir)" in confined.fails(call % path).message
    assert (base.parent / "out.txt").read_text() == "outside"
    assert sorted(base.parent.rglob("*")) == before


@pytest.mark.parametrize("call", ["io.open('')", "os.remove('')", "os.rename('', 'x')", "os.rename('x', '')"])
def test_an_empty_path_is_not_the_base_dir(confined: Lua, call: str) -> None:
    result, message, code = confined.run(f"return {call}")
    assert (result, message, code) == (None, b"expected a path, got an empty one", 13)


def test_base_dir_removes_and_renames_entries_below_it(confined: Lua, base: Path) -> None:
    assert confined.run("return os.rename('in.txt', 'sub/new.txt')") is True
    assert (base / "sub/new.txt").read_text() == "inside"
    assert confined.run("return os.remove('link.txt')") is True
    assert (base.parent / "out.txt").read_text() == "outside"
    for path in ("'../out.txt'", "'linkdir/out.txt'", "top .. '/out.txt'", "'sub/..'", "'sub/../..'", "'/'"):
        assert confined.run(f"return os.remove({path})")[0] is None
        assert confined.run(f"return os.rename({path}, 'x')")[0] is None
        assert confined.run(f"return os.rename('sub', {path})")[0] is None
    assert (base.parent / "out.txt").read_text() == "outside"


@pytest.mark.parametrize("path", ["'.'", "'./'", "'sub/..'", "top .. '/base'"])
def test_the_base_dir_itself_stays_even_when_it_is_empty(
    new_lua: Callable[..., Lua], tmp_path: Path, path: str
) -> None:
    base = tmp_path / "base"
    base.mkdir()
    confined = new_lua(access=LuaIo.BASE_DIR, base_dir=base)
    confined.run(f"top = {str(tmp_path)!r}")
    for call in (f"os.remove({path})", f"os.rename({path}, 'x')", f"os.rename('x', {path})"):
        result, message, code = confined.run(f"return {call}")
        assert (result, code) == (None, 13)
        assert message.endswith(f": not below {base} (--lua-io base-dir)".encode())
    assert base.is_dir()


def test_base_dir_loads_files_below_it(confined: Lua) -> None:
    assert confined.run("return dofile('in.lua'), loadfile('in.lua')()") == (b"loaded", b"loaded")


def test_base_dir_makes_temporary_files_below_it(confined: Lua, base: Path) -> None:
    name = confined.run("name = os.tmpname() local f = io.open(name, 'w') f:write('x') f:close() return name")
    assert Path(name.decode()).parent.parent == base
    assert confined.run("return os.remove(name)") is True
    assert confined.run("local f = io.tmpfile() f:write('a') f:seek('set') return f:read('*a')") == b"a"


def test_a_zero_byte_does_not_cut_a_path(confined: Lua) -> None:
    assert b"without a zero byte" in confined.run("return (select(2, io.open('in.txt\\0/../../x')))")


@pytest.mark.parametrize("call", ["io.popen('true')", "os.execute('true')", "os.execute()", "os.getenv('HOME')"])
@pytest.mark.parametrize("mode", [LuaIo.BASE_DIR, LuaIo.NONE])
def test_what_cannot_be_confined_is_off_and_names_the_option(
    new_lua: Callable[..., Lua], base: Path, mode: LuaIo, call: str
) -> None:
    error = new_lua(access=mode, base_dir=base).fails(call)
    name = call.partition("(")[0]
    assert error.message == f"{name} is switched off by --lua-io {mode.value}"


@pytest.mark.parametrize(
    "call",
    [
        "io.open('in.txt')",
        "io.lines('in.txt')",
        "io.input('in.txt')",
        "io.output('in.txt')",
        "io.tmpfile()",
        "os.remove('in.txt')",
        "os.rename('in.txt', 'x')",
        "os.tmpname()",
        "loadfile('in.lua')",
        "dofile('in.lua')",
    ],
)
def test_none_switches_all_off_and_names_the_option(shut: Lua, base: Path, call: str) -> None:
    error = shut.fails(call)
    assert error.message.endswith("is switched off by --lua-io none")
    assert call.partition("(")[0].removeprefix("io.").removeprefix("os.") in error.message
    assert (base / "in.txt").read_text() == "inside"


def test_none_leaves_output_and_time(shut: Lua) -> None:
    shut.run("print(1) io.write(2) io.stdout:write(3) io.stderr:write(4)")
    assert shut.output.text() == "1\n23"
    assert shut.output.text("err") == "4"
    assert shut.run("return os.time() > 0, os.clock() >= 0, os.date('%Y') ~= nil, io.read()") == (
        True,
        True,
        True,
        None,
    )


def test_a_script_cannot_change_the_mode(confined: Lua) -> None:
    confined.run("io.open, os.getenv, io_mode, access_mode = nil, nil, 'all', 'all'")
    confined.run("pcall(setfenv, io.lines, _G)")
    assert "(--lua-io base-dir)" in confined.fails("io.lines('/etc/passwd')").message


def test_base_dir_needs_a_directory() -> None:
    with pytest.raises(ValueError, match="--lua-io base-dir needs a base directory, got none"):
        FileAccess(LuaIo.BASE_DIR)


def test_a_base_dir_that_is_the_root_lets_everything_in() -> None:
    assert FileAccess(LuaIo.BASE_DIR, Path("/")).path(b"io.open", b"etc/hostname")[0] == b"/etc/hostname"


def test_the_modes_are_named_as_the_option_names_them() -> None:
    assert [mode.value for mode in LuaIo] == ["all", "base-dir", "none"]
