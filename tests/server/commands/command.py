"""`ui-mcp` as a client starts it: a process with pipes. Every wait is bounded."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from tests import patience
from tests.server.rig import environment

PATIENCE = patience.SECONDS
RUN = "from pytest_uimcp.cli import run; run()"
INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "process", "version": "1"},
}


class Command:
    """A running command; threads read its output, so that no pipe fills up."""

    def __init__(self, *arguments: str, code: str = RUN, cwd: Path | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=environment(),
        )
        self.lines: list[bytes] = []
        self.stderr = b""
        self._queue: queue.Queue[bytes | None] = queue.Queue()
        self._last = 0
        self._threads = [threading.Thread(target=self._read_lines), threading.Thread(target=self._read_stderr)]
        for thread in self._threads:
            thread.start()

    # Speaking JSON-RPC.

    def initialize(self) -> dict[str, Any]:
        answer = self.ask("initialize", INITIALIZE)
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return answer

    def ask(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        return self.answer_to(self.send(method, params))

    def send(self, method: str, params: dict[str, Any] | None = None) -> int:
        self._last += 1
        self.write({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params or {}})
        return self._last

    def answer_to(self, number: int) -> dict[str, Any]:
        while True:
            answer = self.receive()
            if answer.get("id") == number:
                return answer

    def tool(self, name: str, **arguments: Any) -> str:
        """Call a tool that must succeed; returns its text."""
        result = self.ask("tools/call", {"name": name, "arguments": arguments})["result"]
        assert not result.get("isError"), result
        text: str = result["content"][0]["text"]
        return text

    def write(self, message: dict[str, Any] | bytes) -> None:
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self._stdin.write(line + b"\n")
        self._stdin.flush()

    def receive(self) -> dict[str, Any]:
        line = self.line()
        assert line is not None, self.stderr.decode()
        message: dict[str, Any] = json.loads(line)
        return message

    def line(self) -> bytes | None:
        """The next line of standard output; None at the end."""
        return self._queue.get(timeout=PATIENCE)

    # Ending.

    def close_input(self) -> None:
        self._stdin.close()

    def end(self) -> tuple[int, str]:
        """Wait until the process ends; returns its exit code and its standard error."""
        code = self.process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        return code, self.stderr.decode()

    @property
    def _stdin(self) -> IO[bytes]:
        assert self.process.stdin is not None
        return self.process.stdin

    def _read_lines(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            self._queue.put(line)
        self._queue.put(None)

    def _read_stderr(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.stderr += line


@contextmanager
def command(*arguments: str, code: str = RUN, cwd: Path | None = None) -> Iterator[Command]:
    """Run a command, which is killed at the end of the block if it still runs."""
    made = Command(*arguments, code=code, cwd=cwd)
    try:
        yield made
    finally:
        if made.process.poll() is None:
            made.process.kill()
        made.end()
        for pipe in (made.process.stdin, made.process.stdout, made.process.stderr):
            assert pipe is not None
            with suppress(BrokenPipeError):  # unwritten data in the buffer
                pipe.close()
