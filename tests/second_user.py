"""Programs of a second user of this machine, for tests of what such a user can do. Only root can start them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests import patience

__all__ = ["NOBODY", "SOMEBODY", "SecondUser", "request", "second_user", "second_user_running"]

PATIENCE = patience.SECONDS
NOBODY = 65534
SOMEBODY = 54321
"""The number of a user without a name."""

# The program is started as root, and becomes the other user by itself after it has imported what it needs: that user
# may not be able to read the folders of the environment.
IMPORTS = """
import json, os, socket, struct, sys
UID, GIVEN, sys.path[:] = (json.loads(text) for text in sys.argv[1:])
"""
PRELUDE = """
os.setgroups([])
os.setresgid(UID, UID, UID)
os.setresuid(UID, UID, UID)

def answer(value):
    print(json.dumps(value), flush=True)

def connect(port, host="127.0.0.1", source="", device=""):
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    connection = socket.socket(family)
    connection.settimeout(30)
    if source:
        connection.bind((source, 0))
    if device:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, device.encode())
    connection.connect((host, port))
    return connection

def read(connection):
    # Everything until the other end closes or resets the connection.
    data = b""
    try:
        while more := connection.recv(65536):
            data += more
    except ConnectionError:
        pass
    return data.decode("latin-1")

def exchange(port, data, **where):
    connection = connect(port, **where)
    try:
        connection.sendall(data.encode())
    except ConnectionError:
        pass
    return read(connection)

"""


class SecondUser:
    """A program of another user; called, it waits for the next `answer`."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._killer = threading.Timer(PATIENCE, process.kill)
        self._killer.start()

    def __call__(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, self._process.communicate()[1].decode()
        return json.loads(line)

    def end(self) -> None:
        """Kill it."""
        self._killer.cancel()
        self._process.kill()
        self._process.wait(PATIENCE)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None
            pipe.close()


def second_user(code: str, *given: Any, uid: int = NOBODY) -> Any:
    """Run code as another user, with `GIVEN` and the functions above; returns what it passes to `answer`."""
    with second_user_running(code, *given, uid=uid) as told:
        return told()


@contextmanager
def second_user_running(code: str, *given: Any, uid: int = NOBODY, imports: str = "") -> Iterator[SecondUser]:
    """Run code as another user while the context is open, or until its `end`."""
    if os.geteuid() != 0:
        pytest.fail(
            "this test acts as a second user of this machine, which only root can: run it with "
            f"`sudo {sys.executable} -m pytest …`"
        )
    process = subprocess.Popen(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            IMPORTS + imports + PRELUDE + code,
            *map(json.dumps, (uid, given, sys.path)),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    program = SecondUser(process)
    try:
        yield program
    finally:
        program.end()


def request(port: int, path: str = "/", *, host: str = "127.0.0.1", uid: int = NOBODY, **where: str) -> str:
    """What another user gets for a GET, or an empty text if the connection is ended."""
    name = f"[{host}]" if host == "::1" else "127.0.0.1"
    text = f"GET {path} HTTP/1.1\r\nHost: {name}:{port}\r\nConnection: close\r\n\r\n"
    answer: str = second_user("answer(exchange(*GIVEN[:2], **GIVEN[2]))", port, text, {"host": host} | where, uid=uid)
    return answer
