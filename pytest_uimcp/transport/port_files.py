"""Port files: each holds a port number, by which scripts find a running server.

Several servers may run in one directory. The files hold the ports of the one that started first, and of the next one
after that has ended.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from pytest_uimcp.core.regular_file import read_regular
from pytest_uimcp.transport.errors import PortFileError
from pytest_uimcp.transport.port_file_owner import PortFileOwnership

_PROBE_SECONDS = 0.2


class PortFiles:
    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._owner = PortFileOwnership(directory)
        self._written: dict[Path, int] = {}
        # A server may stop while another thread checks whether the owner is gone.
        self._lock = threading.Lock()
        self._over = False

    def write(self, ports: Mapping[str, int]) -> str | None:
        """Write the port files. Returns None, or a description of the other server that owns them."""
        with self._lock:
            if self._over or not ports:
                return None
            return self._take(ports)

    def remove(self) -> None:
        """Remove the files that are still ours, so that another server can write its own; later writes do nothing."""
        with self._lock:
            self._over = True
            self._give_back()

    def _take(self, ports: Mapping[str, int]) -> str | None:
        if not self._owner.acquire():
            return self._owner.holder
        try:
            if not self._owner.successor and _is_used(self._directory, ports):
                self._owner.release()
                return "another server"  # one that does not write `server-pid`
            self._owner.write_pid()
            for name, port in ports.items():
                self._write(name, port)
        except BaseException:
            self._give_back()
            raise
        return None

    def _give_back(self) -> None:
        files = self._written
        self._written = {}
        for path, port in files.items():
            with suppress(OSError):
                if _read(path) == port:
                    path.unlink()
        self._owner.release()

    def _write(self, name: str, port: int) -> None:
        path = self._directory / name
        partial = path.with_name(f".{name}.{os.getpid()}")
        try:
            # Without a newline: programs of the original read the whole file as a number.
            partial.write_text(str(port))
            # At once: scripts read these files at any time, and half a number is another port.
            partial.replace(path)
        except OSError as error:
            with suppress(OSError):
                partial.unlink()
            raise PortFileError(f"cannot write {path}: {error.strerror}; is the directory writable?") from None
        self._written[path] = port


def remove_stale(directory: Path, names: Iterable[str]) -> list[Path]:
    """Remove the files of a server that was killed. Returns the removed paths."""
    owner = PortFileOwnership(directory)
    if not owner.acquire():
        return []
    stale = []
    try:
        for path in (directory / name for name in names):
            with suppress(OSError):
                if owner.successor or not _is_used(directory, [path.name]):
                    path.unlink()
                    stale.append(path)
    finally:
        owner.release()
    return stale


def _is_used(directory: Path, names: Iterable[str]) -> bool:
    return any(_somebody_listens(_read(directory / name)) for name in names)


def _read(path: Path) -> int | None:
    try:
        return int(read_regular(path, 100).decode("ascii", "replace").strip())
    except (OSError, ValueError):
        return None


def _somebody_listens(port: int | None) -> bool:
    if port is None or not 0 < port < 65536:
        return False
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=_PROBE_SECONDS):
        return True
    return False
