"""`io` and `os`: output to the session, files, pipes, commands."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_uimcp.engine.lua.errors import LuaMemoryError
from tests import patience
from tests.engine.lua.lua import Lua


@pytest.fixture
def here(lua: Lua, tmp_path: Path) -> Path:
    lua.run(f"dir = [[{tmp_path}/]]")
    return tmp_path


def test_standard_output_and_error_go_to_the_session(lua: Lua, capfd: pytest.CaptureFixture[str]) -> None:
    lua.run("io.write('a', 1, 2.5) io.stdout:write('b\\n'):write('c'):flush() io.stderr:write('e', 1) print('p')")
    lua.run("io.output():write('o\\n') io.flush()")
    assert lua.output.text() == "a12.5b\ncp\no\n"
    assert lua.output.text("err") == "e1"
    assert capfd.readouterr() == ("", "")


def test_bytes_are_written_as_they_are(lua: Lua) -> None:
    lua.run("io.write('\\255\\0\\r\\n') print('\\254')")
    assert lua.output.text().encode("utf-8", "surrogateescape") == b"\xff\0\r\n\xfe\n"


@pytest.mark.parametrize("stream", ["io.stdout", "io.stderr"])
def test_standard_streams_are_files(lua: Lua, stream: str) -> None:
    assert lua.run(
        f"return io.type({stream}), type({stream}), tostring({stream}):match('^file %(0x%x+%)$') ~= nil"
    ) == (
        b"file",
        b"userdata",
        True,
    )
    assert lua.run(f"return {stream}:write('') == {stream}, {stream}:flush() == {stream}, {stream}:setvbuf('no')") == (
        True,
        True,
        True,
    )
    assert lua.run(f"return {stream}:read('*a')") == (None, b"Bad file descriptor", 9)
    assert lua.run(f"return {stream}:seek('set')") == (None, b"Illegal seek", 29)
    assert lua.run(f"return {stream}:close()") == (None, b"the standard streams stay open")
    assert lua.run(f"return io.type({stream})") == b"file"


def test_standard_input_is_at_its_end(lua: Lua) -> None:
    assert lua.run("return io.read()") is None
    assert lua.run("return io.read('*a'), io.stdin:read(1), io.read('*n'), io.stdin:read(0)") == (b"", None, None, None)
    assert (
        lua.run("local n = 0 for l in io.lines() do n = n + 1 end for l in io.stdin:lines() do n = n + 1 end return n")
        == 0
    )
    assert lua.run("return loadfile()()") is None
    assert lua.run("return dofile()") is None
    assert lua.run("return io.stdin:write('x')") == (None, b"Bad file descriptor", 9)


def test_a_wrong_value_to_write_is_named(lua: Lua) -> None:
    error = lua.fails("io.write('a', {})")
    assert error.message == "apps/x/app.lua:1: bad argument #2 to 'write' (string expected, got table)"
    assert lua.output.text() == ""
    assert lua.fails("io.stdout.write(5, 'x')").message.endswith(
        "bad argument #1 to 'write' (FILE* expected, got number)"
    )


def test_files_are_written_and_read(lua: Lua, here: Path) -> None:
    lua.run("local f = assert(io.open(dir .. 'x.txt', 'w')) f:write('one\\n', 2, '\\nthree') f:close()")
    assert (here / "x.txt").read_text() == "one\n2\nthree"
    items = "local a, b, c, d = f:read('*l', '*n', '*a', '*l') f:close() return a, b, c, d"
    assert lua.run(f"local f = io.open(dir .. 'x.txt') {items}") == (b"one", 2, b"\nthree", None)
    assert (
        lua.run("local t = {} for l in io.lines(dir .. 'x.txt') do t[#t + 1] = l end return table.concat(t, '|')")
        == b"one|2|three"
    )
    pieces = "return f:read(3), f:read(0), f:read(9), f:read(0)"
    assert lua.run(f"local f = io.open(dir .. 'x.txt') f:seek('end', -5) {pieces}") == (b"thr", b"", b"ee", None)


def test_default_files_can_be_changed(lua: Lua, here: Path) -> None:
    lua.run("io.output(dir .. 'out.txt') io.write('x', 1) io.close() io.output(io.stdout) io.write('back')")
    assert (here / "out.txt").read_text() == "x1"
    assert lua.output.text() == "back"
    assert (
        lua.run("io.input(dir .. 'out.txt') local a = io.read(1) io.input():close() io.input(io.stdin) return a")
        == b"x"
    )
    assert lua.run("return io.input() == io.stdin, io.output() == io.stdout") == (True, True)
    assert (
        lua.fails("io.input({})").message == "apps/x/app.lua:1: bad argument #1 to 'input' (FILE* expected, got table)"
    )
    assert "No such file" in lua.fails("io.output(dir .. 'no/such')").message


def test_missing_files_are_distinguished_from_errors(lua: Lua, here: Path) -> None:
    result = lua.run("return io.open(dir .. 'none')")
    assert result == (None, f"{here}/none: No such file or directory".encode(), 2)
    assert "No such file" in lua.fails("for l in io.lines(dir .. 'none') do end").message
    assert lua.fails("for l in io.lines(dir .. 'none') do end").message.startswith("apps/x/app.lua:1: ")


def test_closed_files_are_known_as_such(lua: Lua, here: Path) -> None:
    lua.run("f = io.open(dir .. 'x', 'w') f:close()")
    assert lua.run("return io.type(f), tostring(f), io.type(5)") == (b"closed file", b"file (closed)", None)
    assert "attempt to use a closed file" in lua.fails("f:write('x')").message


def test_temporary_files(lua: Lua) -> None:
    assert lua.run("local f = io.tmpfile() f:write('abc') f:seek('set') return f:read('*a')") == b"abc"
    name = lua.run("return os.tmpname()").decode()
    assert Path(name).read_bytes() == b""
    assert lua.run(f"return os.remove([[{name}]])") is True


def test_temporary_files_are_in_a_folder_that_goes_with_the_session(new_lua: Callable[..., Lua]) -> None:
    one, other = new_lua(), new_lua()
    names = [Path(lua.run("return os.tmpname()").decode()) for lua in (one, one, other)]
    assert names[0].parent == names[1].parent != names[2].parent
    one.host.close()
    assert [name.parent.exists() for name in names] == [False, False, True]
    other.host.close()
    assert not names[2].parent.exists()


def test_a_session_without_temporary_files_has_no_folder_for_them(
    new_lua: Callable[..., Lua], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    lua = new_lua()
    lua.run("io.tmpfile():close()")
    assert list(tmp_path.iterdir()) == []
    lua.run("os.tmpname()")
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_somebody_removed_is_made_again(lua: Lua) -> None:
    folder = Path(lua.run("return os.tmpname()").decode()).parent
    shutil.rmtree(folder)
    assert Path(lua.run("return os.tmpname()").decode()).is_file()


LEAVE = """
import os
from tests.engine.lua.lua import Lua
lua = Lua()
print(lua.run("return os.tmpname()").decode(), flush=True)
{}
"""


@pytest.mark.slow
def test_a_process_that_ends_takes_its_folder_along(tmp_path: Path) -> None:
    name = python(LEAVE.format("pass"), tmp_path)
    assert name.parent.parent == tmp_path
    assert not name.parent.exists()


@pytest.mark.slow
def test_what_a_killed_process_left_goes_when_the_next_one_needs_a_folder(tmp_path: Path) -> None:
    left = python(LEAVE.format("os.kill(os.getpid(), 9)"), tmp_path)
    kept = tmp_path / ".uimcp-other"
    kept.mkdir()
    assert left.is_file()
    python(LEAVE.format("pass"), tmp_path)
    assert list(tmp_path.iterdir()) == [kept]


def python(code: str, folder: Path) -> Path:
    """Run code in a process of its own, with the folder for temporary files; the path it prints."""
    result = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    return Path(result.stdout.strip())


def test_a_session_may_have_256_files_open(lua: Lua, here: Path) -> None:
    (here / "x").write_text("one\n")
    message = "this session has 256 files open, and may have no more at a time: close some"
    lua.run("kept = {}")
    fill = "for i = 1, 1000 do local f, e, n = io.open(dir .. 'x') if not f then return i, e, n end kept[i] = f end"
    assert lua.run(fill) == (257, f"{here}/x: {message}".encode(), 24)
    assert lua.run("return io.tmpfile()") == (None, message.encode(), 24)
    assert message in lua.fails("for l in io.lines(dir .. 'x') do end").message
    assert lua.run("return select(2, loadfile(dir .. 'x'))") == f"cannot open {here}/x: {message}".encode()
    assert lua.run("kept[1]:close() for l in io.lines(dir .. 'x') do return l end") == b"one"
    assert lua.run("kept = nil local f = io.open(dir .. 'x') return f:read()") == b"one"


def test_files_that_nobody_closes_make_room(lua: Lua, here: Path) -> None:
    (here / "x").write_text("one\ntwo\n")
    lua.run("for i = 1, 2000 do assert(io.open(dir .. 'x')) end")
    lua.run("for i = 1, 2000 do for l in io.lines(dir .. 'x') do break end end")
    lua.run("for i = 1, 2000 do assert(io.tmpfile()) end")


@pytest.mark.parametrize("mode", ["rw", "", "b", "+", "r,ccs=UTF-16", "r b", "r\\0", "rr"])
def test_an_invalid_mode_is_an_error_value(lua: Lua, here: Path, mode: str) -> None:
    assert lua.run(f"return io.open(dir .. 'x', '{mode}')") == (None, f"{here}/x: Invalid argument".encode(), 22)


@pytest.mark.parametrize("mode", ["w", "wb", "w+", "w+b", "wb+", "a", "ab", "a+", "a+b", "ab+"])
def test_every_mode_opens_a_file(lua: Lua, here: Path, mode: str) -> None:
    assert lua.run(f"local f = io.open(dir .. 'x', '{mode}') f:write('a') f:close() return true") is True
    assert (here / "x").read_text() == "a"


def test_files_can_be_loaded(lua: Lua, here: Path) -> None:
    (here / "x.lua").write_text("#!/usr/bin/env lua\nlocal a = 6\nloaded = (loaded or 0) + 1 return a * 7")
    (here / "bad.lua").write_text("x =")
    (here / "code.luac").write_bytes(b"\x1bLuaQ")
    assert lua.run("return dofile(dir .. 'x.lua'), loaded") == (42, 1)
    assert lua.run("return loadfile(dir .. 'x.lua')(), loaded") == (42, 2)
    assert lua.run("local f, e = loadfile(dir .. 'bad.lua') return f, e:sub(1, #dir + 7) == dir .. 'bad.lua'") == (
        None,
        True,
    )
    assert (
        lua.run("return select(2, loadfile(dir .. 'none'))")
        == f"cannot open {here}/none: No such file or directory".encode()
    )
    assert lua.fails("dofile(dir .. 'none')").message == f"cannot open {here}/none: No such file or directory"
    assert lua.run("return select(2, loadfile(dir .. 'code.luac'))") == b"bytecode is refused: expected Lua source text"
    assert lua.run("return select(2, loadfile(dir))").startswith(b"cannot read ")


# ------------------------------------------------------------------------------------------------ pipes and commands


def test_the_output_of_a_command_can_be_read(lua: Lua) -> None:
    assert lua.run("local p = io.popen('printf \"one\\\\ntwo\\\\n\"') return p:read('*a'), p:close()") == (
        b"one\ntwo\n",
        True,
    )
    lines = "for l in io.popen('echo a; echo; echo c'):lines() do t[#t + 1] = l end"
    assert lua.run(f"local t = {{}} {lines} return table.concat(t, '|')") == b"a||c"
    assert lua.run("local p = io.popen('echo 12 0x10 x') return p:read('*n', '*n', 1, 0, 2, '*l')") == (
        12,
        16,
        b" ",
        b"",
        b"x\n",
        None,
    )
    assert lua.run("local p = io.popen('true') return p:read('*l'), p:read('*a'), p:read(1), p:read(0)") == (
        None,
        b"",
        None,
        None,
    )


def test_a_command_can_be_written_to(lua: Lua, here: Path) -> None:
    lua.run("p = io.popen('cat > ' .. dir .. 'x', 'w')")
    assert lua.run("local same = p:write('a', 1) == p p:flush() return same, p:close()") == (True, True)
    assert (here / "x").read_text() == "a1"
    assert lua.run("local p = io.popen('cat', 'w') p:write('to the log') p:close()") is None
    assert lua.output.text() == "to the log"


def test_the_output_of_commands_goes_to_the_session(lua: Lua, capfd: pytest.CaptureFixture[str]) -> None:
    assert lua.run("return os.execute('echo out; echo err >&2')") == 0
    lua.run("io.popen('echo err2 >&2'):close()")
    assert lua.output.lines() == ["out"]
    assert lua.output.lines("err") == ["err", "err2"]
    assert capfd.readouterr() == ("", "")


def test_commands_have_no_standard_input(lua: Lua) -> None:
    assert lua.run("return io.popen('cat'):read('*a')") == b""
    assert lua.run("return os.execute('cat; read x')") == 256


def test_the_status_of_a_command_is_the_one_that_system_returns(lua: Lua) -> None:
    assert lua.run("return os.execute('exit 3'), os.execute('kill -9 $$'), os.execute()") == (768, 9, 1)


def test_a_command_left_in_the_background_is_not_waited_for(lua: Lua) -> None:
    lua.run("os.execute('sleep 1000 & echo $!')")
    (number,) = map(int, lua.output.lines())
    # Fails if it has ended.
    os.kill(number, signal.SIGKILL)


def test_pipes_are_files(lua: Lua) -> None:
    lua.run("p = io.popen('echo x')")
    assert lua.run("return io.type(p), type(p), tostring(p):match('^file %(0x%x+%)$') ~= nil, p:setvbuf('no')") == (
        b"file", b"userdata", True, True,
    )  # fmt: skip
    assert lua.run("return p:write('x')") == (None, b"Bad file descriptor", 9)
    assert lua.run("return p:seek()") == (None, b"Illegal seek", 29)
    lua.run("p:close()")
    assert lua.run("return io.type(p), tostring(p)") == (b"closed file", b"file (closed)")
    assert lua.fails("p:read()").message == "apps/x/app.lua:1: attempt to use a closed file"
    assert lua.fails("io.popen('x', 'rw')").message.endswith("bad argument #2 to 'popen' (invalid mode)")
    assert lua.fails("io.popen('x'):read('*x')").message.endswith("bad argument #1 to 'read' (invalid option)")


def test_writing_to_a_command_that_ended_is_an_error_value(lua: Lua) -> None:
    code = """
        local p = io.popen('true', 'w')
        for i = 1, 1000 do
          local ok, problem = p:write(('x'):rep(10000))
          if not ok then return problem end
        end"""
    assert lua.run(code) == b"Broken pipe"


def test_too_much_output_of_a_command_is_a_memory_error(lua: Lua) -> None:
    assert isinstance(lua.fails("return io.popen('head -c 9000000 /dev/zero'):read('*a')"), LuaMemoryError)


def zombies() -> list[int]:
    """Children of this process that ended and were not waited for."""
    children = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    pids = [int(pid) for found in children for pid in found.read_text().split()]
    return [pid for pid in pids if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"]


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that other processes do."""
    end = time.monotonic() + patience.SECONDS
    while not condition():
        assert time.monotonic() < end
        os.sched_yield()


def test_a_session_may_have_64_commands_open(lua: Lua) -> None:
    error = lua.fails("kept = {} for i = 1, 100 do kept[i] = io.popen('sleep 1000') end")
    assert error.message == (
        "io.popen: this session has 64 commands open, and may have no more at a time: close the files of "
        "io.popen; a command whose file was collected counts until it ends"
    )
    assert (error.file, error.line) == ("apps/x/app.lua", 1)
    assert lua.run("return #kept") == 64
    lua.run("kept[1] = nil collectgarbage() collectgarbage()")
    assert "64 commands" in lua.fails("io.popen('sleep 1000')").message


def test_commands_that_were_closed_or_lost_make_room(lua: Lua) -> None:
    def room_for_ten() -> bool:
        lua.run("collectgarbage()")
        return lua.host._processes.room() >= 10  # noqa: SLF001 -- room is what nobody outside can see before there is none

    lua.run("kept, n = {}, 0")
    for use in ("io.popen('echo x')", "io.popen('echo x'):close()", "n = n + 1 kept[n % 50] = io.popen('echo x')"):
        for _ in range(10):
            until(room_for_ten)  # a lost command counts until it ends
            lua.run(f"for i = 1, 10 do {use} end")


def test_commands_that_ended_are_no_zombies_though_their_files_are_kept(lua: Lua) -> None:
    before = zombies()
    lua.run("kept = {} for i = 1, 20 do kept[i] = io.popen('echo ' .. i) end")

    def reaped() -> bool:
        lua.run("return nil")
        return zombies() == before

    until(reaped)
    assert lua.run("local t = {} for i = 1, 20 do t[i] = kept[i]:read('*l') end return table.concat(t, ' ')") == (
        " ".join(str(i) for i in range(1, 21)).encode()
    )


def test_files_that_the_collector_took_are_given_back_at_the_next_call(lua: Lua) -> None:
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - faster
    lua.run("for i = 1, 20 do io.popen('echo x') end collectgarbage() collectgarbage()")

    def given_back() -> bool:
        lua.run("collectgarbage()")
        return len(os.listdir("/proc/self/fd")) <= before and zombies() == []  # noqa: PTH208 - faster

    until(given_back)


@pytest.mark.parametrize(
    "use", [":read('*a')", ":read('*l')", ":lines()()", ""], ids=["all", "line", "lines", "nothing"]
)
def test_pipes_that_nobody_closes_leave_nothing_behind(lua: Lua, use: str) -> None:
    def files() -> int:
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - faster

    before = files()
    for _ in range(5):
        lua.run(
            f"for i = 1, 4 do local x = io.popen('echo x; echo said >&2'){use} end collectgarbage() collectgarbage()"
        )
    assert files() - before < 20
    lua.host.close()
    assert files() <= before
    if "*a" in use:
        assert lua.output.lines("err") == ["said"] * 20


def test_closing_the_session_ends_its_commands(new_lua: Callable[..., Lua], tmp_path: Path) -> None:
    lua = new_lua()
    lua.run(f"kept = io.popen('echo $$ > {tmp_path}/pid; sleep 1000; echo') kept2 = io.popen('cat', 'w')")
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text().strip():
        os.sched_yield()
    pid = int((tmp_path / "pid").read_text())
    lua.host.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


# ------------------------------------------------------------------------------------------------ os


def test_exit_ends_the_script_and_nothing_else(lua: Lua) -> None:
    for code, text in (("os.exit()", "0"), ("os.exit(3)", "3"), ("os.exit(false)", "1"), ("pcall(os.exit, true)", "0")):
        error = lua.fails(code + " after = 1")
        assert error.message == f"os.exit({text}) ends this script; the session goes on"
        assert (error.file, error.line) == ("apps/x/app.lua", 1)
    assert lua.run("return after") is None


def test_the_environment_of_the_process_can_be_read(lua: Lua, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lua.run("return os.getenv('PATH') ~= nil, os.getenv('NO_SUCH_VARIABLE')") == (True, None)


def test_the_locale_of_the_process_stays(lua: Lua) -> None:
    assert lua.run("return os.setlocale(), os.setlocale('C'), os.setlocale('de_DE'), os.setlocale('C', 'numeric')") == (
        b"C", b"C", None, b"C",
    )  # fmt: skip


def test_files_are_renamed_and_removed(lua: Lua, here: Path) -> None:
    (here / "a").write_text("x")
    assert lua.run("return os.rename(dir .. 'a', dir .. 'b')") is True
    assert lua.run("return os.remove(dir .. 'b')") is True
    assert list(here.iterdir()) == []
    result = lua.run("return os.remove(dir .. 'b')")
    assert result == (None, f"{here}/b: No such file or directory".encode(), 2)


def test_time_functions_work(lua: Lua) -> None:
    assert lua.run("return os.time({year = 2020, month = 1, day = 1, hour = 12}) ~= nil, os.date('!%Y', 0)") == (
        True,
        b"1970",
    )
    assert lua.run("return os.difftime(5, 3), os.clock() >= 0, type(os.date('*t').year)") == (2, True, b"number")


def test_a_temporary_name_is_private(lua: Lua) -> None:
    path = Path(lua.run("return os.tmpname()").decode())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.unlink()
