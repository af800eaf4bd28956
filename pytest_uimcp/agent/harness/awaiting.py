"""Verbs that an async test awaits: they wait in a thread of their own, so the test's loop goes on, and what runs on it.

In a plain test the same verbs are plain calls. An agent that runs as a task of the test cannot go on while a plain call
waits for it, and the test would wait for ever; so in an async test a verb does nothing until it is awaited, and one
that is not awaited is an error at the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from functools import partial, wraps
from typing import Any, Final, TypeVar, cast

import anyio.to_thread

from pytest_uimcp.core.errors import UimcpError

F = TypeVar("F", bound=Callable[..., Any])


class UnawaitedVerbs:
    """The verbs of one harness that an async test has called, and not awaited yet."""

    def __init__(self) -> None:
        self._verbs: list[AwaitedVerb] = []

    def begin(self, name: str, work: Callable[[], Any]) -> AwaitedVerb:
        """A verb to be awaited; UimcpError if an earlier one was not."""
        self.check()
        verb = AwaitedVerb(name, work, self._verbs.remove)
        self._verbs.append(verb)
        return verb

    def check(self) -> None:
        """UimcpError if a verb was not awaited."""
        if not self._verbs:
            return
        names = ", ".join(f"{verb.name}(…)" for verb in self._verbs)
        self._verbs.clear()
        raise UimcpError(f"{names} was not awaited, so it was not done; in an async test write `await …{names}`")


class AwaitedVerb:
    """A verb in an async test. It is done when it is awaited."""

    def __init__(self, name: str, work: Callable[[], Any], awaited: Callable[[AwaitedVerb], object]) -> None:
        self.name: Final = name
        self._work = work
        self._awaited = awaited

    def __await__(self) -> Generator[Any, Any, Any]:
        self._awaited(self)
        return anyio.to_thread.run_sync(self._work, abandon_on_cancel=True).__await__()


def awaitable(method: F) -> F:
    """A verb that is a plain call in a plain test, and is awaited in an async one."""

    @wraps(method)
    def call(self: Any, /, *args: Any, **kwargs: Any) -> Any:
        unawaited: UnawaitedVerbs = self.unawaited
        if not _in_async_code():
            return method(self, *args, **kwargs)
        return unawaited.begin(method.__name__, partial(method, self, *args, **kwargs))

    return cast(F, call)


def _in_async_code() -> bool:
    # Not whether a loop runs: Playwright's does, under the code of plain tests.
    try:
        return asyncio.current_task() is not None
    except RuntimeError:
        return False
