"""A job: work for a session's queue, whose result somebody waits for."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from typing import Generic, TypeVar

__all__ = ["Job"]

T = TypeVar("T")


class Job(Generic[T]):
    __slots__ = ("future", "survives_stall", "work")

    def __init__(self, work: Callable[[], T], survives_stall: bool) -> None:
        self.work = work
        self.survives_stall = survives_stall
        self.future: Future[T] = Future()

    def run(self) -> None:
        """Do the work, unless it was cancelled or answered already."""
        future = self.future
        if future.done() and not future.cancelled():
            return
        if future.set_running_or_notify_cancel():
            _answer(future, self.work)

    def fail(self, error: BaseException) -> None:
        """Answer with an error if there is no answer yet."""
        with suppress(InvalidStateError):
            self.future.set_exception(error)


def _answer(future: Future[T], work: Callable[[], T]) -> None:
    try:
        result = work()
    except BaseException as error:  # noqa: BLE001 -- whoever waits must get it, whatever it is
        with suppress(InvalidStateError):
            future.set_exception(error)
        del future, work  # the error's traceback knows this frame, and should keep nothing alive with it
    else:
        with suppress(InvalidStateError):  # answered during a stall: this result comes too late
            future.set_result(result)
