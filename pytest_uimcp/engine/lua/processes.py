"""`io.popen` and `os.execute`.

Our Lua builds have no `popen`, and their `os.execute` writes into the streams of our own process. Here the children get
no standard input, and what they write goes to the app's output.
"""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO

from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.groups import ProcessGroups
from pytest_uimcp.engine.lua.output import Output, Stream

__all__ = ["MAX_COMMANDS", "Processes"]

# Commands of `io.popen` that a session may have at a time: each holds up to three descriptors of the process.
MAX_COMMANDS = 64

NUMBER = b"0123456789+-.eExXabcdefABCDEF"
BLANK = b" \t\n\v\f\r"
# How long a command may take to exit after it closed its output, before we look again at the next occasion.
GRACE = 0.1


class Processes:
    """The child processes of one session; `limit` bytes are read at once at most."""

    def __init__(
        self,
        output: Output,
        limit: int,
        directory: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """`environment` has the variables that commands get besides those of the process."""
        self._output = output
        self._limit = limit
        self._directory = directory
        self._groups = ProcessGroups(environment or {})
        self._pipes: dict[int, _Pipe] = {}
        self._detached: list[_Pipe] = []
        # The command that a call waits for, and whether none may be waited for; `stop_waiting` comes from any thread.
        self._waited_for: subprocess.Popen[bytes] | None = None
        self._is_stopped = False

    def begin(self) -> None:
        """An operation begins: it may wait for commands again."""
        self._is_stopped = False

    def stop_waiting(self) -> None:
        """End the command that the running operation waits for, now or as soon as it waits; from any thread."""
        self._is_stopped = True
        if (process := self._waited_for) is not None:
            self._groups.end_group(process)

    @contextlib.contextmanager
    def _waits_for(self, process: subprocess.Popen[bytes]) -> Iterator[None]:
        self._waited_for = process
        try:
            # After it is noted: one of the two threads sees what the other has set.
            if self._is_stopped:
                self._groups.end_group(process)
            yield
        finally:
            self._waited_for = None

    def execute(self, command: bytes) -> int:
        """Run a command to its end; the status as C's `system` gives it."""
        self.reap()
        captured = _capture("out", "err")
        with (
            self._groups.start(
                command,
                cwd=self._directory,
                stdin=subprocess.DEVNULL,
                stdout=captured["out"],
                stderr=captured["err"],
            ) as process,
            self._waits_for(process),
        ):
            process.wait()
        _forward(captured, self._output)
        return process.returncode << 8 if process.returncode >= 0 else -process.returncode

    def room(self) -> int:
        self.reap()
        return MAX_COMMANDS - len(self._pipes) - len(self._detached)

    def open(self, handle: int, command: bytes, mode: bytes) -> None:
        """Start a command that is read from (`r`) or written to (`w`), as what `handle` stands for."""
        if self.room() <= 0:
            raise LuaError(
                f"io.popen: this session has {MAX_COMMANDS} commands open, and may have no more at a time: close the "
                "files of io.popen; a command whose file was collected counts until it ends"
            )
        self._pipes[handle] = _Pipe(command, mode == b"r", self._output, self._directory, self._groups)

    def read(self, handle: int, item: bytes | int) -> bytes | None:
        """One item as `file:read` defines it, None at the end: a number of bytes, or `l`, `a`, `n`."""
        pipe = self._pipes[handle]
        with self._waits_for(pipe.process):
            return pipe.read(item, self._limit + 1)

    def write(self, handle: int, data: bytes) -> str | None:
        """Send data; None, or what went wrong."""
        pipe = self._pipes[handle]
        with self._waits_for(pipe.process):
            return _problem(pipe.file.write, data)

    def flush(self, handle: int) -> str | None:
        """Pass on what was written; None, or what went wrong."""
        pipe = self._pipes[handle]
        with self._waits_for(pipe.process):
            return _problem(pipe.file.flush)

    def close(self, handle: int) -> None:
        pipe = self._pipes.pop(handle)
        with self._waits_for(pipe.process):
            pipe.end()

    def forget(self, handle: int) -> None:
        """Close the pipe of a file that the script dropped, without waiting for the command."""
        pipe = self._pipes.pop(handle, None)
        if pipe is not None:
            pipe.close()
            self._detached.append(pipe)

    def abort(self) -> None:
        """End every command, from any thread, so that a call waiting for one returns."""
        self._groups.end()
        for pipe in (*self._pipes.values(), *self._detached):
            pipe.forward()

    def close_all(self) -> None:
        self._groups.end()
        for pipe in (*self._pipes.values(), *self._detached):
            pipe.end()
        self._pipes.clear()
        self._detached.clear()

    @property
    def has_commands(self) -> bool:
        return bool(self._pipes or self._detached)

    def reap(self) -> None:
        """Release the resources of commands that have ended, whether or not the script still has their files."""
        for pipe in self._pipes.values():
            pipe.ended()
        self._detached = [pipe for pipe in self._detached if not pipe.ended()]


class _Pipe:
    def __init__(
        self, command: bytes, reading: bool, output: Output, directory: Path | None, groups: ProcessGroups
    ) -> None:
        self._output = output
        self._captured = _capture("err") if reading else _capture("out", "err")
        self.process = groups.start(
            command,
            cwd=directory,
            stdin=subprocess.DEVNULL if reading else subprocess.PIPE,
            stdout=subprocess.PIPE if reading else self._captured["out"],
            stderr=self._captured["err"],
        )
        file = self.process.stdout if reading else self.process.stdin
        assert file is not None
        self.file: IO[bytes] = file

    def read(self, item: bytes | int, limit: int) -> bytes | None:
        if self.file.closed:
            return b"" if item == b"a" else None
        if item == b"a":
            data = self.file.read(limit)
        elif item == b"l":
            # One byte more than may be read, so that Lua can tell a long line from one that is too long.
            data = self.file.readline(limit)
        elif item == b"n":
            return _number(self.file)
        elif item == 0:
            return b"" if _next(self.file) else None
        else:
            data = self.file.read(int(item))
        if item == b"a" or not data:
            self._at_end()
        if item == b"a":
            return data
        return data.removesuffix(b"\n") if item == b"l" and data else data or None

    def close(self) -> None:
        # A command that went away with data unread: nobody is left to tell.
        with contextlib.suppress(OSError):
            self.file.close()

    def end(self) -> None:
        self.close()
        self.process.wait()
        self._release()

    def ended(self) -> bool:
        """Whether the command has ended; then its resources are released."""
        if self.process.poll() is None:
            return False
        self._release()
        return True

    def forward(self) -> None:
        """Copy what the command wrote so far to the app's output."""
        self._release()

    def _at_end(self) -> None:
        # Scripts seldom close what they have read to its end: give back the files now.
        self.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE)
            self._release()

    def _release(self) -> None:
        # Item by item, because `abort` may do the same on another thread.
        while self._captured:
            with contextlib.suppress(KeyError):
                _forward(dict([self._captured.popitem()]), self._output)


# Files, not pipes: a command that leaves something running in the background ends all the same.
def _capture(*streams: Stream) -> dict[Stream, IO[bytes]]:
    return {stream: tempfile.TemporaryFile() for stream in streams}


def _forward(captured: dict[Stream, IO[bytes]], output: Output) -> None:
    for stream, file in captured.items():
        with file:
            file.seek(0)
            while data := file.read(1 << 20):
                output.write(stream, data)


def _problem(action: Callable[..., object], *args: bytes) -> str | None:
    try:
        action(*args)
    except OSError as error:
        return error.strerror
    return None


def _next(file: IO[bytes]) -> bytes:
    data: bytes = file.peek(1)[:1]  # type: ignore[attr-defined]  # a pipe that is read from has a buffer
    return data


def _number(file: IO[bytes]) -> bytes | None:
    digits = b""
    while (head := _next(file)) and (head in NUMBER or (head in BLANK and not digits)):
        file.read(1)
        digits += head.strip(BLANK)
    return digits or None
