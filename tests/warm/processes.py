"""Processes of Python that begin where importing the package has ended.

An interpreter that imports the package, the SDK, aiohttp and pydantic's models takes half a second to two seconds of
processor time before a program does anything; hundreds of tests start one. A test marked `warm` has its programs
forked from an interpreter that every worker keeps (tests/warm/interpreter.py): they are processes like others, children
of the worker, with arguments, environment, streams, signals and an end of their own. Only what a program imports, and
when, is not as it is: a test of that has no such mark.
"""

from __future__ import annotations

import ctypes
import inspect
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from tests import patience
from tests.warm.interpreter import LARGEST, WORKER

__all__ = ["MARK", "Interpreter", "Origin", "forks", "warm_tests"]

MARK: Final = "warm"
_ENOUGH: Final = 4
"""Tests with the mark, from which on an interpreter costs less than it saves."""
_SCRIPT: Final = Path(__file__).with_name("interpreter.py")
_EXECUTE: Final = subprocess.Popen._execute_child  # type: ignore[attr-defined]  # noqa: SLF001 -- starts the process
_PARAMETERS: Final = inspect.signature(_EXECUTE)
# What a fork can do nothing about.
_PLAIN: Final = {
    "preexec_fn": None, "pass_fds": (), "shell": False, "close_fds": True, "executable": None,
    "gid": None, "gids": None, "uid": None, "umask": -1, "process_group": -1,
}  # fmt: skip
_VARIABLES: Final = {"PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}
"""Of Python's own, those that `become` heeds."""
_SUBREAPER: Final = 36  # PR_SET_CHILD_SUBREAPER


def warm_tests(items: Iterable[pytest.Item]) -> list[pytest.Function]:
    """The tests with the mark, where it means something, and if they are enough for the interpreter to save time."""
    if sys.platform != "linux":
        return []
    tests = [item for item in items if isinstance(item, pytest.Function) and _is_warm(item)]
    return tests if len(tests) >= _ENOUGH else []


def _is_warm(item: pytest.Item) -> bool:
    mark = item.get_closest_marker(MARK)
    # `warm(False)` excepts a test from the mark of its file.
    return mark is not None and mark.args != (False,)


class Origin:
    """What forks programs when it is asked through a channel."""

    def __init__(self, channel: socket.socket) -> None:
        self._lock = threading.Lock()
        self._channel = channel
        self._channel.settimeout(patience.SECONDS)
        self._set = ctypes.CDLL(None, use_errno=True).prctl

    def fork(self, program: Mapping[str, Any], streams: Sequence[int]) -> int:
        """Start a program; the number of its process, which is a child of this one."""
        question = json.dumps(program).encode()
        assert len(question) < LARGEST
        with self._lock:
            # The process between them ends, and its child becomes that of the next above that takes it.
            self._set(_SUBREAPER, 1, 0, 0, 0)
            try:
                socket.send_fds(self._channel, [question], streams)
                return int(self._channel.recv(20))
            finally:
                self._set(_SUBREAPER, 0, 0, 0, 0)


class Interpreter(Origin):
    """The interpreter of a worker; it imports while the first tests run."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        super().__init__(ours)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, _SCRIPT, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env={name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
                start_new_session=True,
            )

    def close(self) -> None:
        self._channel.close()
        self._process.wait(patience.SECONDS)


@contextmanager
def forks(origin: Origin) -> Iterator[None]:
    """Let `subprocess` fork programs of this Python from an interpreter."""

    def execute(self: Any, *arguments: Any, **named: Any) -> None:
        asked = _PARAMETERS.bind(self, *arguments, **named).arguments
        program = _program(asked)
        if program is None:
            _EXECUTE(self, *arguments, **named)
            return
        streams = [asked[name] if asked[name] != -1 else place for place, name in enumerate(_STREAMS)]
        sys.audit("tests.warm", program["arguments"])
        try:
            self.pid = origin.fork(program, streams)
            self._child_created = True
        finally:
            self._close_pipe_fds(*(asked[name] for name in _PIPES))

    patch = pytest.MonkeyPatch()
    patch.setattr(subprocess.Popen, "_execute_child", execute)
    yield
    patch.undo()


_STREAMS: Final = ("p2cread", "c2pwrite", "errwrite")
_PIPES: Final = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")


def _program(asked: Mapping[str, Any]) -> dict[str, Any] | None:
    """What to become, or None if this has to be started as usual."""
    if isinstance(asked["args"], str | bytes | os.PathLike):
        return None
    command = [os.fsdecode(word) for word in asked["args"]]
    if any(asked.get(name, plain) != plain for name, plain in _PLAIN.items()):
        return None
    environment = dict(os.environ if asked["env"] is None else asked["env"])
    own = {name for name, value in environment.items() if name.startswith("PYTHON") and value}
    cwd = Path.cwd() if asked["cwd"] is None else Path(os.fsdecode(asked["cwd"]))
    if command[0] != sys.executable or len(command) < 2 or own - _VARIABLES or not cwd.is_dir():
        return None
    arguments = command[1:]
    if arguments == ["-u", *WORKER]:  # which flushes what it writes by itself
        del arguments[0]
    if arguments[0].startswith("-m") and arguments[0] != "-m":
        arguments[:1] = ["-m", arguments[0].removeprefix("-m")]
    if arguments[0].startswith("-") and (arguments[0] not in ("-c", "-m") or len(arguments) == 1):
        return None
    return {
        "arguments": arguments,
        "cwd": str(cwd.absolute()),
        "environment": {os.fsdecode(name): os.fsdecode(value) for name, value in environment.items()},
        "start_new_session": bool(asked["start_new_session"]),
    }
