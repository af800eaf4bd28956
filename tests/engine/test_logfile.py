"""Log files that are rotated before they are too long."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from pytest_uimcp.engine.logfile import MAX_FILE_BYTES, MAX_OLD_FILES, append
from pytest_uimcp.engine.lua.output import FileOutput
from pytest_uimcp.engine.session import Session
from tests.server.rig import environment

LINES = 40


def line(number: int, writer: int = 0) -> bytes:
    return b"%02d %06d\n" % (writer, number)


EVERY_LINE = [line(number, writer) for writer in range(4) for number in range(LINES)]


def written(path: Path) -> list[bytes]:
    """What is kept, oldest first."""
    files = [path.with_name(f"{path.name}.{number}") for number in range(MAX_OLD_FILES, 0, -1)] + [path]
    return [file.read_bytes() for file in files if file.exists()]


def test_ten_megabytes_and_three_old_files() -> None:
    assert (MAX_FILE_BYTES, MAX_OLD_FILES) == (10_000_000, 3)


def test_a_file_that_would_be_too_long_is_rotated_and_the_latest_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "lua.log"
    for number in range(100):
        append(path, line(number), limit=55)  # five lines of ten bytes
    assert sorted(file.name for file in tmp_path.iterdir()) == ["lua.log", "lua.log.1", "lua.log.2", "lua.log.3"]
    assert b"".join(written(path)) == b"".join(line(number) for number in range(80, 100))
    assert all(len(content) == 50 for content in written(path))


def test_a_piece_that_is_longer_than_a_file_may_be_is_cut_and_its_end_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "lua.log"
    append(path, b"before", limit=10)
    append(path, bytes(range(256)), limit=10)
    assert b"".join(written(path)) == bytes(range(216, 256))
    assert [len(content) for content in written(path)] == [10, 10, 10, 10]


def test_a_piece_is_not_cut_to_fill_a_file(tmp_path: Path) -> None:
    path = tmp_path / "lua.log"
    append(path, b"1234567", limit=10)
    append(path, b"abcdefg", limit=10)
    assert written(path) == [b"1234567", b"abcdefg"]


def test_a_file_that_is_already_too_long_is_rotated(tmp_path: Path) -> None:
    path = tmp_path / "lua.log"
    path.write_bytes(b"x" * 100)
    append(path, b"new\n", limit=10)
    assert written(path) == [b"x" * 100, b"new\n"]


def test_threads_that_write_at_once_lose_no_line(tmp_path: Path) -> None:
    path = tmp_path / "lua.log"

    def write(w: int) -> None:
        for n in range(LINES):
            append(path, line(n, w), limit=450)

    writers = [threading.Thread(target=write, args=(w,)) for w in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert sorted(b"".join(written(path)).splitlines(True)) == sorted(
        line(n, w) for w in range(4) for n in range(LINES)
    )


WRITER = """
import sys
from pathlib import Path
from pytest_uimcp.engine.logfile import append
sys.stdin.readline()
for number in range(int(sys.argv[3])):
    append(Path(sys.argv[1]), b"%02d %06d\\n" % (int(sys.argv[2]), number), limit=450)
"""


@pytest.mark.slow
def test_processes_that_write_at_once_lose_no_line(tmp_path: Path) -> None:
    path = tmp_path / "lua.log"
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), str(writer), str(LINES)],
            stdin=subprocess.PIPE,
            env=environment(),
        )
        for writer in range(4)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
        process.stdin.flush()
    for process in processes:
        process.communicate(timeout=240)
        assert process.returncode == 0
    assert sorted(b"".join(written(path)).splitlines(True)) == sorted(
        line(n, w) for w in range(4) for n in range(LINES)
    )


@pytest.mark.parametrize(("stream", "name"), [("stdout", "lua.log"), ("stderr", "lua-err.log")])
def test_an_app_that_prints_without_end_keeps_within_its_files(tmp_path: Path, stream: str, name: str) -> None:
    output = FileOutput(tmp_path / "log", limit=1000)
    with Session(tmp_path / "app", output=output) as session:
        session.eval(f"for n = 1, 2000 do io.{stream}:write('line ' .. n .. '\\n') end")
    kept = written(tmp_path / "log" / name)
    assert len(kept) == MAX_OLD_FILES + 1
    assert all(len(content) <= 1000 for content in kept)
    assert kept[-1].endswith(b"line 1999\nline 2000\n")
    assert not output.failures


def test_a_file_that_cannot_be_rotated_is_reported_and_does_not_grow(tmp_path: Path) -> None:
    output = FileOutput(tmp_path, limit=10)
    (tmp_path / "lua.log.3").mkdir()
    (tmp_path / "lua.log.2").write_text("in the way")
    output.write("out", b"123456789")
    output.write("out", b"lost")
    assert (tmp_path / "lua.log").read_bytes() == b"123456789"
    (failure,) = output.failures
    assert str(tmp_path / "lua.log") in failure
