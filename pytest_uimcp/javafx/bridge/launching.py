"""Starting a JavaFX program with the bridge in it, and ending it with everything that it started.

The agent comes in by `JAVA_TOOL_OPTIONS`, so the command may be any that leads to Java: `java -jar app.jar`, a script,
`mvn javafx:run`. Several Java programs may start on the way; the one that loads JavaFX announces itself.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.printable import printable_lines
from pytest_uimcp.javafx.bridge.building import bridge_jar
from pytest_uimcp.javafx.bridge.display import VirtualDisplay, has_display
from pytest_uimcp.javafx.environment import TOKEN
from pytest_uimcp.transport.token_files import new_token

OPTIONS: Final = "JAVA_TOOL_OPTIONS"
# How long a program may take until it has loaded JavaFX: a build tool may compile it first.
MAX_START_SECONDS: Final = 180.0
# How long it may take to end when it is asked to.
MAX_END_SECONDS: Final = 5.0
# How much of its output an error shows.
KEPT_LINES: Final = 200
SHOWN_LINES: Final = 20
_PAUSE_SECONDS: Final = 0.02


class JavaProgram:
    """A program that runs, with the address and the token of its bridge."""

    def __init__(
        self,
        command: str,
        folder: Path,
        *,
        javafx: Path | None = None,
        enabled: bool = True,
        heard: Callable[[str], object] = lambda _line: None,
    ) -> None:
        self.command = command
        self.token = new_token()
        self._heard = heard
        self._lines: deque[str] = deque(maxlen=KEPT_LINES)
        self._display: VirtualDisplay | None = None
        self._process: subprocess.Popen[str] | None = None
        words = _words(command)
        jar = bridge_jar(javafx)
        with tempfile.TemporaryDirectory(prefix="uimcp-program-") as announcements:
            try:
                self._start(words, folder, f"-javaagent:{jar}=announce={announcements}", enabled=enabled)
                self.url = self._announced(Path(announcements))
            except BaseException:
                self.close()
                raise

    def _start(self, words: list[str], folder: Path, agent: str, *, enabled: bool) -> None:
        environment = dict(os.environ)
        if not has_display(environment):
            self._display = VirtualDisplay()
            environment |= self._display.environment
        # Quoted, because a temporary folder may have a space in its name.
        options = [f'"{agent},parent={os.getpid()}"']
        if enabled:
            options.append("-Dmcp.ui=true")
        if self._display is not None:
            options.append("-Duimcp.stage.park=true")
        # What the user has there himself stays.
        environment[OPTIONS] = " ".join(filter(None, (environment.get(OPTIONS), *options)))
        environment[TOKEN] = self.token
        try:
            # A group of its own: a script or a build tool leaves the program behind when it is ended alone.
            self._process = subprocess.Popen(
                words, cwd=folder, env=environment, start_new_session=True, text=True, errors="replace",
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )  # fmt: skip
        except OSError as error:
            raise UimcpError(f"the program {self.command!r} cannot be started: {error.strerror or error}") from None
        self._reader = threading.Thread(target=self._read, name="output of a JavaFX program", daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        for line in self._process.stdout:
            text = line.rstrip("\n")
            # What the JVM says of the options that we gave it is nothing of the program's.
            if not text.startswith(f"Picked up {OPTIONS}:"):
                self._lines.append(text)
                self._heard(text)

    def _announced(self, folder: Path) -> str:
        end = time.monotonic() + MAX_START_SECONDS
        while time.monotonic() < end:
            for file in folder.glob("*.json"):
                return str(json.loads(file.read_text(encoding="utf-8"))["url"])
            if not self.is_running:
                self._reader.join(MAX_END_SECONDS)
                raise UimcpError(
                    f"the program {self.command!r} ended with exit code {self.status} before it used "
                    f"JavaFX{self._said()}"
                )
            time.sleep(_PAUSE_SECONDS)
        raise UimcpError(
            f"the program {self.command!r} has not used JavaFX after {MAX_START_SECONDS:g} s{self._said()}"
        )

    def _said(self) -> str:
        lines = [printable_lines(line) for line in list(self._lines)[-SHOWN_LINES:]]
        if not lines:
            return "; it printed nothing"
        return "; it printed:\n" + "\n".join(f"  {line}" for line in lines)

    def ending(self, moment: str = "") -> str:
        """How it ended, in words; `moment` is when."""
        return f"the program {self.command!r} has ended with exit code {self.status}{moment}{self._said()}"

    def ends_within(self, seconds: float) -> bool:
        """Whether it has ended, with all its output, or does so in time."""
        if self._process is not None:
            try:
                self._process.wait(seconds)
            except subprocess.TimeoutExpired:
                return False
            self._reader.join(MAX_END_SECONDS)
        return True

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def status(self) -> int | None:
        """The exit code; None while it runs."""
        return self._process.poll() if self._process is not None else None

    @property
    def output(self) -> list[str]:
        """The last lines that it printed."""
        return list(self._lines)

    def close(self) -> None:
        """End the program and whatever it started, and await that."""
        if self._process is not None:
            self._signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(MAX_END_SECONDS)
            # A child may have outlived the process that we started.
            self._signal(signal.SIGKILL)
            self._process.wait()
            self._reader.join(MAX_END_SECONDS)
            if self._process.stdout is not None:
                self._process.stdout.close()
            self._process = None
        if self._display is not None:
            self._display.close()
            self._display = None

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UimcpError(f"the program {command!r} is no command: {error}") from None
    if not words:
        raise UimcpError("expected the command of a program, such as 'java -jar target/app.jar'; got an empty text")
    return words
