"""Where `print`, `io.stdout` and `io.stderr` of an app go."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, Protocol

from pytest_uimcp.engine.logfile import MAX_FILE_BYTES, append

__all__ = ["FileOutput", "MemoryOutput", "Output", "Stream"]

Stream = Literal["out", "err"]

FILE_NAMES: Final[Mapping[Stream, str]] = {"out": "lua.log", "err": "lua-err.log"}
MAX_FAILURES = 100


class Output(Protocol):
    """Takes what an app prints."""

    def write(self, stream: Stream, data: bytes) -> None:
        """Take a piece of a stream; must not raise."""


class FileOutput:
    """Appends to `lua.log` and `lua-err.log` in a directory, and bounds their size.

    Other programs may truncate, move or delete the files at any time, and a deleted directory is created again. A disk
    error must not fail the app: it is recorded in `failures`. No file is longer than `limit` bytes.
    """

    def __init__(self, log_dir: Path, limit: int = MAX_FILE_BYTES) -> None:
        self.log_dir = log_dir
        self.limit = limit
        self.failures: deque[str] = deque(maxlen=MAX_FAILURES)

    def write(self, stream: Stream, data: bytes) -> None:
        path = self.log_dir / FILE_NAMES[stream]
        try:
            try:
                append(path, data, self.limit)
            # Made when it is missed, not checked with each line: it is hardly ever gone.
            except FileNotFoundError:
                self.log_dir.mkdir(parents=True, exist_ok=True)
                append(path, data, self.limit)
        except OSError as error:
            self.failures.append(f"{path}: {error.strerror or error} ({len(data)} bytes lost)")


class MemoryOutput:
    """Keeps the last `lines` lines of each stream."""

    def __init__(self, lines: int = 10_000) -> None:
        self._done: dict[Stream, deque[bytes]] = {"out": deque(maxlen=lines), "err": deque(maxlen=lines)}
        self._open: dict[Stream, bytes] = {"out": b"", "err": b""}

    def write(self, stream: Stream, data: bytes) -> None:
        # print and io.write come in pieces; only complete lines count against the limit.
        *complete, self._open[stream] = (self._open[stream] + data).split(b"\n")
        self._done[stream].extend(complete)

    def lines(self, stream: Stream = "out") -> list[str]:
        """The lines so far, the unfinished last one included."""
        unfinished = [self._open[stream]] if self._open[stream] else []
        return [line.decode("utf-8", "surrogateescape") for line in [*self._done[stream], *unfinished]]

    def text(self, stream: Stream = "out") -> str:
        data = b"".join(line + b"\n" for line in self._done[stream]) + self._open[stream]
        return data.decode("utf-8", "surrogateescape")
