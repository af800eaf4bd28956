"""A policy written as a program in any language.

It reads one JSON object, `{"name", "arguments", "arguments_json", …}`, and writes one, `{"decision", "rationale"}`.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE
from typing import Final

import anyio
from anyio.abc import ByteReceiveStream, Process

from pytest_uimcp.compositor.policy.callables import as_verdict
from pytest_uimcp.compositor.policy.decisions import Verdict
from pytest_uimcp.compositor.policy.errors import PolicyOutputError
from pytest_uimcp.mcp.calls import ToolCall
from pytest_uimcp.transport.environment import child_environment

MAX_OUTPUT_BYTES: Final = 65_536


class ProgramPolicy:
    """Starts the program for every call and ends it, with all it started, when it takes too long or says too much."""

    def __init__(
        self, command: Sequence[str], *, env: Mapping[str, str] | None = None, cwd: Path | str | None = None
    ) -> None:
        if isinstance(command, str) or not command:
            raise ValueError("the command is a list: the program, then its arguments")
        self._command = tuple(command)
        self._env = child_environment(env or {})
        self._cwd = cwd

    async def decide(self, call: ToolCall) -> Verdict:
        output = await self._run(json.dumps(call.to_json(), default=str).encode() + b"\n")
        try:
            answer = json.loads(output)
        except (ValueError, RecursionError):
            raise PolicyOutputError(f"{self._name} did not write a JSON object: {_shown(output)}") from None
        return as_verdict(answer if isinstance(answer, dict) else [answer])

    @property
    def _name(self) -> str:
        return Path(self._command[0]).name

    async def _run(self, question: bytes) -> bytes:
        process = await anyio.open_process(
            self._command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=self._env, cwd=self._cwd, start_new_session=True
        )
        outputs = {"out": b"", "err": b""}
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            # Both pipes are read while it is written to, or a program that says a lot would wait for us for ever.
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_write, process, question)
                tasks.start_soon(self._read, process.stdout, outputs, "out")
                tasks.start_soon(self._read, process.stderr, outputs, "err")
            code = await process.wait()
        except* PolicyOutputError as group:
            raise group.exceptions[0] from None
        finally:
            # Also when the gate's time is over: a program that nobody waits for must not go on running.
            with anyio.CancelScope(shield=True):
                await _end(process)
        if code != 0:
            raise PolicyOutputError(f"{self._name} ended with exit code {code}: {_shown(outputs['err'])}")
        return outputs["out"]

    async def _read(self, stream: ByteReceiveStream, outputs: dict[str, bytes], name: str) -> None:
        async for part in stream:
            outputs[name] += part
            if len(outputs[name]) > MAX_OUTPUT_BYTES:
                raise PolicyOutputError(f"{self._name} wrote more than {MAX_OUTPUT_BYTES} bytes")


async def _write(process: Process, question: bytes) -> None:
    assert process.stdin is not None
    with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):  # it decides without reading
        await process.stdin.send(question)
    await process.stdin.aclose()


async def _end(process: Process) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    await process.aclose()


def _shown(output: bytes) -> str:
    return repr(output[-200:].decode(errors="replace").strip())
