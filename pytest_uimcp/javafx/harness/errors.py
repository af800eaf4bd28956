"""What goes wrong when a test drives a JavaFX program."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Final

from pytest_uimcp.aria.errors import PageError
from pytest_uimcp.core.errors import UimcpError, public

OURS: Final = Path(__file__).resolve().parents[1]


@public
class StageError(PageError):
    """The program answered with an error of the contract; `code` is the contract's."""

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(f"{code}: {message}" if code else message)
        self.code = code


@public
class ProgramEnded(StageError):
    """The program ended while a test was using it; `status` is its exit code."""

    def __init__(self, message: str, status: int | None) -> None:
        super().__init__(message)
        self.status = status


@public
class ProgramError(UimcpError):
    """A handler of a real program threw an exception; its trace is in what the program printed."""

    language = "Java"
    file = None
    line = None
    traceback = ""


@public
class FxmlWarning(UserWarning):
    """A document was loaded with parts that are not as in JavaFX; `strict` makes an error of them."""


@public
class HandlerError(UimcpError):
    """A handler, a listener or a task of the program raised an exception."""

    language = "Python"

    def __init__(self, error: BaseException) -> None:
        trace = list(traceback.extract_tb(error.__traceback__))
        # How the event came to the handler is our business, not the program's.
        frames = [frame for frame in trace if not Path(frame.filename).is_relative_to(OURS)] or trace
        super().__init__(f"{type(error).__name__}: {error}")
        self.file = frames[-1].filename if frames else None
        self.line = frames[-1].lineno if frames else None
        self.traceback = "".join(traceback.format_list(frames)).rstrip("\n")
