"""Programs that a test runs as its agent: started with the two URLs, watched until they end, their output kept.

They may run in an environment of their own, with releases of libraries that ours does not have.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from pytest_uimcp.agent.errors import RunError
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.secrets import mask
from pytest_uimcp.testing.harness.loop import LoopThread

MAX_OUTPUT_BYTES: Final = 1024 * 1024
_TAIL_LINES: Final = 30
# They belong to our interpreter, and would lead another one to our packages.
_OF_OURS: Final = frozenset({"PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__"})
_KEYS: Final = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY")


class AgentProgram:
    """A program that has been started. `.output` is what it has written, `.exit_code` None while it runs."""

    def __init__(self, command: Sequence[str], loop: LoopThread, ended: Callable[[], object]) -> None:
        self.command: Final = tuple(command)
        self.exit_code: int | None = None
        self._loop = loop
        self._ended = ended
        self._output = bytearray()
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def output(self) -> str:
        """What it has written to its standard output and error so far."""
        return bytes(self._output).decode(errors="replace")

    @property
    def tail(self) -> str:
        """The end of the output, without secrets."""
        return mask("\n".join(self.output.splitlines()[-_TAIL_LINES:]))

    def __str__(self) -> str:
        return shlex.join(self.command)

    async def start(self, folder: Path | None, environment: Mapping[str, str]) -> None:
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self.command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                cwd=folder,
                env=dict(environment),
                # With what it starts itself, so that nothing of it is left.
                start_new_session=True,
            )
        except OSError as error:
            raise UimcpError(f"cannot run {self}: {error.strerror or error}; give the path of a program") from None
        self._task = asyncio.create_task(self._watch(self._process))

    def fault(self) -> RunError | None:
        """Why it has failed, if it has."""
        if not self.exit_code:
            return None
        return RunError(
            f"{self} ended with the exit code {self.exit_code}; it wrote:\n{self.tail or '(nothing)'}\n"
            'if the test expects that: with uimcp_agent.expects_error("…"), around the step that leads to it'
        )

    async def close(self) -> None:
        """End it, and what it has started, if it still runs."""
        if self._process is None or self._task is None:
            return
        if self.exit_code is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        await self._task

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while part := await process.stdout.read(65536):
            self._output += part
            # The end says why it failed.
            del self._output[:-MAX_OUTPUT_BYTES]
        self.exit_code = await process.wait()
        self._ended()


def command_of(command: str | Sequence[object], python: str | Path | None, urls: Mapping[str, str]) -> list[str]:
    """The words of a command, with the interpreter of an environment for `python`, and URLs for `{model_url}`, …"""
    words = shlex.split(command) if isinstance(command, str) else [str(word) for word in command]
    if not words:
        raise UimcpError('runs(…): expected a command such as "python agent.py", got nothing')
    if python is not None and words[0] in ("python", "python3"):
        words[0] = str(interpreter(Path(python)))
    for name, url in urls.items():
        words = [word.replace(f"{{{name}}}", url) for word in words]
    return words


def interpreter(place: Path) -> Path:
    """The interpreter of an environment, or the one that is named itself."""
    if place.is_dir():
        for name in ("bin/python", "Scripts/python.exe"):
            if (place / name).exists():
                return (place / name).absolute()
        raise UimcpError(f"runs(…): there is no Python in {place}; expected an environment, or an interpreter")
    if not place.exists():
        raise UimcpError(f"runs(…): there is no {place}; make it with `python -m venv {place}`")
    return place.absolute()


def environment_of(model_url: str, mcp_url: str, extra: Mapping[str, str]) -> dict[str, str]:
    """Our environment with the two URLs, under the names that agents and SDKs read."""
    environment = {name: value for name, value in os.environ.items() if name not in _OF_OURS}
    # A key of the person who runs the test has no business there, and SDKs refuse to start without any.
    environment.update(dict.fromkeys(_KEYS, "none"))
    urls = {
        "OPENAI_BASE_URL": model_url,
        "OPENAI_API_BASE": model_url,
        "ANTHROPIC_BASE_URL": model_url,
        "UIMCP_MODEL_URL": model_url,
        "UIMCP_MCP_URL": mcp_url,
        "NO_PROXY": "127.0.0.1,localhost",
        "no_proxy": "127.0.0.1,localhost",
    }
    return {**environment, **urls, **extra}
