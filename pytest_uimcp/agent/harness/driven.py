"""Agents that are functions of the test: each runs in a thread of its own until it is done, async ones in a loop."""

from __future__ import annotations

import asyncio
import inspect
import threading
import traceback
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from pytest_uimcp.agent.errors import RunError

AgentFunction = Callable[[str, str], Awaitable[Any] | Any]
_JOIN_SECONDS: Final = 5.0


class DrivenAgent:
    """A function, async or not, that was called with the two URLs. `.result` is what it has returned."""

    def __init__(self, function: AgentFunction, ended: Callable[[], object]) -> None:
        self.result: Any = None
        self.error: BaseException | None = None
        # As of a program: None while it runs.
        self.exit_code: int | None = None
        self._function = function
        self._ended = ended
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[Any] | None = None
        self._thread: threading.Thread | None = None

    def __str__(self) -> str:
        return getattr(self._function, "__qualname__", repr(self._function))

    @property
    def tail(self) -> str:
        """Its error, with the lines where it occurred."""
        if self.error is None:
            return ""
        return "".join(traceback.format_exception(self.error))

    def start(self, model_url: str, mcp_url: str) -> None:
        self._thread = threading.Thread(
            target=self._serve, args=(model_url, mcp_url), name=f"agent {self}", daemon=True
        )
        self._thread.start()

    def fault(self) -> RunError | None:
        """Why it has failed, if it has."""
        if self.error is None:
            return None
        return RunError(f"{self} failed: {type(self.error).__name__}: {self.error}\n{self.tail}")

    async def close(self) -> None:
        """Cancel it, if it still runs; a function that is not async ends with the test's process at the latest."""
        if self._thread is None:
            return
        if self._loop is not None and self._task is not None and self.exit_code is None:
            # It may end at this very moment, and its loop with it.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._task.cancel)
        await asyncio.to_thread(self._thread.join, _JOIN_SECONDS)

    def _serve(self, model_url: str, mcp_url: str) -> None:
        try:
            # Without a loop around it: a plain function may have one of its own.
            result = self._function(model_url, mcp_url)
            if inspect.isawaitable(result):
                result = asyncio.run(self._run(result))
            self.result = result
        except BaseException as error:  # noqa: BLE001 - the test is told of it, whatever it is
            self.error = error
        self.exit_code = int(self.error is not None)
        self._ended()

    async def _run(self, work: Awaitable[Any]) -> Any:
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        return await work
