"""Posters in processes of their own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.chat import poster


class Poster:
    """A poster that runs; `begin` lets it post."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def begin(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()

    def line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def kill(self) -> list[str]:
        """End it at once; what it still said, without a line that was cut."""
        assert self._process.stdout is not None
        self._process.kill()
        rest = self._process.stdout.read()
        return rest.split("\n")[:-1]

    def finish(self) -> None:
        assert self._process.wait(240) == 0


@contextmanager
def started(address: str, name: str, first: int, last: int, expected: int = 0) -> Iterator[Poster]:
    command = [sys.executable, poster.__file__, address, name, str(first), str(last), str(expected)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            found = Poster(process)
            assert found.line() == "ready"
            yield found
        finally:
            process.kill()
