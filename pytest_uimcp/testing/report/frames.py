"""Tracebacks without frames of our own code, which do not help the reader of a test.

Only errors that are raised on purpose are shortened. All others are bugs of ours and keep their whole traceback.
"""

from __future__ import annotations

from types import TracebackType
from typing import Any

import pytest

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.servers import KINDS

_OURS = "pytest_uimcp."
# Frames of these modules occur between pytest and a test, or between pytest and our own code.
_PYTEST = (
    "_pytest.",
    "pluggy.",
    "pytest_uimcp.plugin.",
    "pytest_uimcp.testing.hooks.",
    *(f"{kind.fixtures}." for kind in KINDS),
)


def shorten_traceback(call: pytest.CallInfo[None]) -> bool:
    """Cut the traceback of a failed call before our first frame. Returns whether no frame of the user is left."""
    if call.excinfo is None or not isinstance(call.excinfo.value, UimcpError):
        return False
    error = call.excinfo.value
    innermost: TracebackType | None = None
    frame = error.__traceback__
    while frame is not None and not _is_ours(frame):
        if not _module(frame).startswith("contextlib."):  # a `with` of the test, or of a fixture
            innermost = frame
        frame = frame.tb_next
    if frame is None:
        return False
    # The message already says what our own frames would.
    error.__cause__ = None
    error.__suppress_context__ = True
    if innermost is None or _is_pytests(innermost):  # a fixture of ours
        frame.tb_next = None
        call.excinfo = pytest.ExceptionInfo.from_exception(error.with_traceback(frame))
        return True
    innermost.tb_next = None
    call.excinfo = pytest.ExceptionInfo.from_exception(error)
    return False


def keep_message_only(longrepr: Any) -> None:
    for entry in getattr(getattr(longrepr, "reprtraceback", None), "reprentries", ()):
        entry.lines = [line for line in entry.lines if line.startswith("E")]
        entry.reprfuncargs = entry.reprlocals = entry.reprfileloc = None


def _module(frame: TracebackType) -> str:
    return f"{frame.tb_frame.f_globals.get('__name__', '')}."


def _is_ours(frame: TracebackType) -> bool:
    return _module(frame).startswith(_OURS) and not _is_pytests(frame)


def _is_pytests(frame: TracebackType) -> bool:
    return _module(frame).startswith(_PYTEST)
