"""Errors of the app that reach no caller: in handlers, getters, timers, reloads, files and JavaScript.

They occur on threads of the app. They are raised in the test as soon as possible: by the call that is settling, by the
next call, or at the end of the test.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, Literal, Self, TypeAlias

from pytest_uimcp.core.errors import UimcpError, public
from pytest_uimcp.core.steps import Step, StepLog
from pytest_uimcp.testing.report.step_text import done_text

LuaErrors: TypeAlias = Literal["raise", "collect"]

_MAX_ERRORS: Final = 1000


@public
class NoAppError(UimcpError, AssertionError):
    """An error of the app was expected but did not occur."""


@dataclass(frozen=True, slots=True)
class AppError:
    """A failure in the app."""

    error: UimcpError
    """The exception: a LuaError, a ViewdefError, …"""
    doing: str
    """What the app was doing: `calling add() of Notes`, `running a timer`."""
    step: str
    """The step of the test in which it occurred."""

    @property
    def message(self) -> str:
        """The message of the error."""
        return self.error.text

    @property
    def file(self) -> str | None:
        """The file of the app, relative to the app directory."""
        return getattr(self.error, "file", None)

    @property
    def line(self) -> int | None:
        return getattr(self.error, "line", None)

    @property
    def traceback(self) -> str:
        """The stack frames of the app, innermost first."""
        return str(getattr(self.error, "traceback", ""))

    def __str__(self) -> str:
        return f"{self.message} (while {self.doing}; {self.step})"


class ExpectedError:
    """The context manager of `expects_error`, which holds the error once it has occurred."""

    def __init__(self, match: str | re.Pattern[str] | None, errors: AppErrors, settle: Callable[[], None]) -> None:
        """`settle` waits for pending work and raises unexpected errors."""
        try:
            self._pattern = re.compile(match or "")
        except re.error as error:
            raise UimcpError(f"expects_error({match!r}): expected a regular expression, but {error}") from None
        self.all: list[AppError] = []
        """The expected errors that have occurred."""
        self._errors = errors
        self._settle = settle

    @property
    def value(self) -> AppError:
        """The first error."""
        if not self.all:
            raise NoAppError(f"{self}: the error has not occurred yet")
        return self.all[0]

    def takes(self, error: AppError) -> bool:
        """Keep an error if it is expected; returns whether it is."""
        if self._pattern.search(error.message) is None:
            return False
        self.all.append(error)
        return True

    def __enter__(self) -> Self:
        self._settle()
        self._errors.expect(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._settle()
        finally:
            self._errors.expect_no_more(self)
        if error is None and not self.all:
            came = "".join(f"\n  came instead: {surplus}" for surplus in self._errors.left)
            raise NoAppError(f"{self}: expected an error of the app that matches, but none occurred{came}")

    def __str__(self) -> str:
        if self._pattern.pattern:
            return f"expects_error({self._pattern.pattern!r})"
        return "expects_error()"


class AppErrors:
    """The errors of one server or session that have not been reported to the test. Observes its log of steps."""

    def __init__(self, story: StepLog, mode: LuaErrors = "raise") -> None:
        self.mode = mode
        self.left: list[AppError] = []
        self._story = story
        self._expected: list[ExpectedError] = []
        self._lock = threading.Lock()
        self._step: Step | None = None
        # What has failed in this step, so that the same error on the same line counts once.
        self._known: set[tuple[str | None, int | None, str]] = set()
        story.follow(self)

    def heed(self, story: StepLog) -> None:
        """Let errors belong to the steps of another log too."""
        story.follow(_Began(self))

    def begin(self) -> None:
        with self._lock:
            self._step = None
            self._known.clear()

    def began(self, step: Step) -> None:
        """Called when a step begins: later errors belong to it."""
        with self._lock:
            self._step = step
            self._known.clear()

    def app_failed(self, error: UimcpError, doing: str) -> None:
        """Keep an error until it can be raised in the test."""
        # The frames are those of the harness, and would keep their local variables alive.
        error.__traceback__ = error.__context__ = None
        with self._lock:
            # On whatever thread of the app it failed; the test's thread takes it later.
            app_error = AppError(error, doing, _in_words(self._step))
            key = (app_error.file, app_error.line, app_error.message)
            if key in self._known:
                return
            self._known.add(key)
            # The innermost block that expects it gets the error.
            expected = any(expectation.takes(app_error) for expectation in reversed(self._expected))
            if not expected and len(self.left) < _MAX_ERRORS:
                self.left.append(app_error)

    def settled(self, face: Any) -> None:
        """Raise the errors not reported yet, unless the test collects them itself."""
        if self.mode == "raise" and (errors := self.take()):
            error = errors[0].error
            # Beside the error stands the page that was waited for, or any that is open.
            error.context = "\n".join(_context(errors, face or next(iter(self._story.pages), None)))
            raise error

    def take(self) -> list[AppError]:
        with self._lock:
            errors = list(self.left)
            # Emptied, not replaced: a test may hold this list.
            self.left.clear()
        return errors

    def expect(self, expected: ExpectedError) -> None:
        """Pass matching errors to `expected` from now on."""
        with self._lock:
            # What has failed earlier in the step counts anew for the block.
            self._expected.append(expected)
            self._known.clear()

    def expect_no_more(self, expected: ExpectedError) -> None:
        with self._lock:
            self._expected.remove(expected)


@dataclass(frozen=True, slots=True)
class _Began:
    """Hears of the steps of another log, and of nothing else there."""

    errors: AppErrors

    def began(self, step: Step) -> None:
        self.errors.began(step)

    def settled(self, page: Any) -> None:
        """What is tested settles by itself."""

    def app_failed(self, error: UimcpError, doing: str) -> None:
        """The other log's errors are not the app's."""


def _in_words(step: Step | None) -> str:
    if step is None:
        return "before the first step"
    return f"{'after the step' if step.is_over else 'step'}: {step.actor} {done_text(step)}"


def _context(errors: list[AppError], face: Any) -> Iterator[str]:
    error, *others = errors
    yield f"  while {error.doing}"
    yield f"  {error.step}"
    yield from _indented(f"in {getattr(error.error, 'language', 'Lua')}", error.traceback.replace("\t", ""))
    for another in others:
        yield f"  also: {another}"
    yield from _indented("the page", _last_aria(face))


def _indented(title: str, text: str) -> Iterator[str]:
    if text:
        yield f"  {title}:"
        yield from (f"    {line}" for line in text.split("\n"))


def _last_aria(face: Any) -> str:
    try:
        if face is None:
            return ""
        return face.last_aria() or "(nothing)"
    except Exception as error:  # noqa: BLE001 -- a page that cannot be read must not hide the failure
        return f"(could not be read: {error})"
