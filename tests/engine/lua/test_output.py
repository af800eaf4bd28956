"""Log files that others may truncate, rotate and delete."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.engine.lua.host import LuaHost
from pytest_uimcp.engine.lua.output import FileOutput, MemoryOutput
from pytest_uimcp.engine.lua.parts import BASE_PARTS


@pytest.fixture
def output(tmp_path: Path) -> FileOutput:
    return FileOutput(tmp_path / "log")


def test_each_stream_has_its_file_in_a_directory_made_when_needed(output: FileOutput) -> None:
    assert not output.log_dir.exists()
    output.write("out", b"one\n")
    output.write("err", b"two\n")
    output.write("out", b"\xff\0three")
    assert (output.log_dir / "lua.log").read_bytes() == b"one\n\xff\0three"
    assert (output.log_dir / "lua-err.log").read_bytes() == b"two\n"


def test_what_is_there_stays(output: FileOutput) -> None:
    output.log_dir.mkdir()
    (output.log_dir / "lua.log").write_text("old\n")
    output.write("out", b"new\n")
    assert (output.log_dir / "lua.log").read_text() == "old\nnew\n"


def test_truncation_rotation_and_deletion_by_others_are_survived(output: FileOutput) -> None:
    log = output.log_dir / "lua.log"
    output.write("out", b"one\n")
    log.write_text("")
    output.write("out", b"two\n")
    assert log.read_text() == "two\n"
    log.rename(output.log_dir / "lua.log.1")
    output.write("out", b"three\n")
    assert log.read_text() == "three\n"
    log.unlink()
    (output.log_dir / "lua.log.1").unlink()
    output.log_dir.rmdir()
    output.write("out", b"four\n")
    assert log.read_text() == "four\n"
    assert not output.failures


def test_a_disk_that_fails_is_remembered_and_does_not_reach_the_app(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("a file in the way")
    output = FileOutput(tmp_path / "log")
    host = LuaHost(output=output, parts=BASE_PARTS)
    host.call("run_chunk", "print('lost') printed = true", "@a.lua")
    host.close()
    (failure,) = output.failures
    assert str(tmp_path / "log" / "lua.log") in failure
    assert "(5 bytes lost)" in failure
    for _ in range(200):
        output.write("err", b"x")
    assert len(output.failures) == 100


def test_an_app_prints_into_the_files(output: FileOutput) -> None:
    host = LuaHost(output=output, parts=BASE_PARTS)
    host.call("run_chunk", "print('a', 1) io.stdout:write('b\\n') io.stderr:write('c\\n')", "@a.lua")
    assert (output.log_dir / "lua.log").read_text() == "a\t1\nb\n"
    assert (output.log_dir / "lua-err.log").read_text() == "c\n"
    host.close()


def test_memory_output_keeps_lines() -> None:
    output = MemoryOutput(lines=3)
    output.write("out", b"on")
    output.write("out", b"e\ntwo\n\nfo")
    output.write("err", b"\xff")
    assert output.lines() == ["one", "two", "", "fo"]
    assert output.text() == "one\ntwo\n\nfo"
    assert output.lines("err") == ["\udcff"]
    output.write("out", b"ur\n")
    assert output.lines() == ["two", "", "four"]
