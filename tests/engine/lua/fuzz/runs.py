"""Sends batches to children, and learns from those that die what killed them."""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from types import TracebackType
from typing import IO, Any, Self

__all__ = ["Death", "Run", "Runner", "run"]

GRACE = 5.0
PATIENCE = 60.0
"""Seconds without a word after which a child counts as dead: each call may take 0.05 s."""


@dataclass(frozen=True)
class Death:
    """A child that died, the call it was at and those before in the same session."""

    batch: dict[str, Any]
    calls: tuple[str, ...]
    how: str
    said: str

    def __str__(self) -> str:
        return f"{self.how} in {self.calls[-1] if self.calls else 'no call'!r} (call {len(self.calls)} of {self.batch})"


@dataclass
class Run:
    """What came of all calls; `outcomes` has them in order."""

    counts: Counter[str] = field(default_factory=Counter)
    outcomes: list[tuple[str, str]] = field(default_factory=list)
    deaths: list[Death] = field(default_factory=list)

    @property
    def escapes(self) -> list[tuple[str, str]]:
        """The calls that got hold of something of the engine's own."""
        return [(call, outcome) for call, outcome in self.outcomes if outcome.startswith("escaped")]


class Runner:
    """Runs batches in a child process, which it keeps for as long as the child can take another batch."""

    def __init__(self, dialect: str, access: str = "base-dir", grace: float = GRACE) -> None:
        """`grace` is the number of seconds above the time limit after which a call counts as stuck."""
        self._arguments = dialect, access, str(grace)
        self._child: _Child | None = None

    def run(self, batches: Iterable[dict[str, Any]]) -> Run:
        """Run the batches one after the other; a child that died is replaced."""
        result = Run()
        for batch in batches:
            self._child = self._child or _Child(*self._arguments)
            if not _do(self._child, batch, result):
                self.close()
        return result

    def close(self) -> None:
        """End the child."""
        if self._child is not None:
            self._child.end()
            self._child = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()


def run(dialect: str, batches: Iterable[dict[str, Any]], access: str = "base-dir", grace: float = GRACE) -> Run:
    """Run batches in children of their own."""
    with Runner(dialect, access, grace) as runner:
        return runner.run(batches)


def _do(child: _Child, batch: dict[str, Any], result: Run) -> bool:
    """One batch; whether the child can take another."""
    done: list[str] = []
    child.send(batch)
    while True:
        try:
            heard = child.hear()
        except Died as death:
            result.deaths.append(Death(batch, tuple(done), str(death), child.said()))
            result.counts["died"] += 1
            return False
        if "call" in heard:
            done.append(heard["call"])
        elif "outcome" in heard:
            outcome = heard["outcome"]
            result.outcomes.append((done[-1], outcome))
            result.counts[outcome.partition(":")[0]] += 1
            if outcome == "stuck":  # its thread would stay until the process ends
                return False
        else:
            return True


class Died(Exception):
    """The child is gone, or as good as that."""


class _Child:
    def __init__(self, *arguments: str) -> None:
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `end`
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.engine.lua.fuzz.child", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def send(self, batch: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(batch) + "\n")
        self._process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise Died(f"no answer within {PATIENCE:g} s") from None
        if not line:
            raise Died(_ending(self._process.wait()))
        heard: dict[str, Any] = json.loads(line)
        return heard

    def said(self) -> str:
        self._errors.seek(0)
        return self._errors.read().decode("utf-8", "replace")[-4000:]

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._reader.join()
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            if stream is not None:
                stream.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put("")


def _ending(code: int) -> str:
    return f"ended by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
