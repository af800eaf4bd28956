"""`io.popen` and `os.execute`.

The Lua builds we have know no `popen`, and their `os.execute` writes into the streams of our own process. Here the
children get no standard input, and what they write goes where the app's own output goes.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
from itertools import count
from typing import IO, NamedTuple

from pytest_uimcp.engine.lua.output import Output, Stream

__all__ = ["Processes"]

NUMBER = b"0123456789+-.eExXabcdefABCDEFpPinfInfNa"
BLANK = b" \t\n\v\f\r"


class _Pipe(NamedTuple):
    process: subprocess.Popen[bytes]
    file: IO[bytes]
    captured: dict[Stream, IO[bytes]]


class Processes:
    """The child processes of one session; `limit` bytes are read at once at most."""

    def __init__(self, output: Output, limit: int) -> None:
        self._output = output
        self._limit = limit
        self._pipes: dict[int, _Pipe] = {}
        self._numbers = count(1)

    def execute(self, command: bytes) -> int:
        """Run a command to its end; the status as C's `system` gives it."""
        captured = _capture("out", "err")
        with subprocess.Popen(
            command, shell=True, stdin=subprocess.DEVNULL, stdout=captured["out"], stderr=captured["err"]
        ) as process:
            process.wait()
        self._forward(captured)
        return process.returncode << 8 if process.returncode >= 0 else -process.returncode

    def open(self, command: bytes, mode: bytes) -> int:
        """Start a command that is read from (`r`) or written to (`w`); returns its handle."""
        reading = mode == b"r"
        captured = _capture("err") if reading else _capture("out", "err")
        process = subprocess.Popen(
            command,
            shell=True,
            stdin=subprocess.DEVNULL if reading else subprocess.PIPE,
            stdout=subprocess.PIPE if reading else captured["out"],
            stderr=captured["err"],
            start_new_session=True,
        )
        file = process.stdout if reading else process.stdin
        assert file is not None
        handle = next(self._numbers)
        self._pipes[handle] = _Pipe(process, file, captured)
        return handle

    def read(self, handle: int, what: bytes | int) -> bytes | None:
        """One item as `file:read` defines it, None at the end: a number of bytes, or `l`, `a`, `n`."""
        file = self._pipes[handle].file
        if isinstance(what, int):
            return _some(file.read(what)) if what else _peek(file)
        if what == b"l":
            line = file.readline(self._limit + 1)
            return line.removesuffix(b"\n") if line else None
        if what == b"n":
            return _number(file)
        return file.read(self._limit + 1)

    def write(self, handle: int, data: bytes) -> str | None:
        """Send data; None, or what went wrong."""
        try:
            self._pipes[handle].file.write(data)
        except OSError as error:
            return error.strerror
        return None

    def flush(self, handle: int) -> str | None:
        """Pass on what was written; None, or what went wrong."""
        try:
            self._pipes[handle].file.flush()
        except OSError as error:
            return error.strerror
        return None

    def close(self, handle: int) -> None:
        """Close the pipe and wait for the command to end."""
        pipe = self._pipes.pop(handle)
        _close(pipe.file)
        pipe.process.wait()
        self._forward(pipe.captured)

    def close_all(self) -> None:
        """End every command that was not closed."""
        for pipe in self._pipes.values():
            _close(pipe.file)
            if pipe.process.poll() is None:
                os.killpg(pipe.process.pid, signal.SIGKILL)
                pipe.process.wait()
            self._forward(pipe.captured)
        self._pipes.clear()

    def _forward(self, captured: dict[Stream, IO[bytes]]) -> None:
        for stream, file in captured.items():
            with file:
                file.seek(0)
                while data := file.read(1 << 20):
                    self._output.write(stream, data)


# Files, not pipes: a command that leaves something running in the background ends all the same.
def _capture(*streams: Stream) -> dict[Stream, IO[bytes]]:
    return {stream: tempfile.TemporaryFile() for stream in streams}


def _some(data: bytes) -> bytes | None:
    return data or None


def _peek(file: IO[bytes]) -> bytes | None:
    return b"" if file.peek(1) else None  # type: ignore[attr-defined]  # a pipe to read from is buffered


def _number(file: IO[bytes]) -> bytes | None:
    digits = b""
    while (head := file.peek(1)[:1]) and (head in NUMBER or (head in BLANK and not digits)):  # type: ignore[attr-defined]
        file.read(1)
        digits += head.strip()
    return _some(digits)


def _close(file: IO[bytes]) -> None:
    # The command went away with data unread: nobody is left to tell.
    with contextlib.suppress(OSError):
        file.close()
