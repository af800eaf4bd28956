"""`ui-port` and `mcp-port`: where scripts find a running server.

A server removes only files that still hold its own ports: another one may have started in the same directory.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from pytest_uimcp.server.errors import ConfigError

__all__ = ["MCP_PORT", "UI_PORT", "PortFiles", "remove_stale"]

UI_PORT = "ui-port"
MCP_PORT = "mcp-port"

_PROBE_SECONDS = 0.2


class PortFiles:
    """The port files that one server has written."""

    def __init__(self) -> None:
        self._written: dict[Path, int] = {}

    def write(self, base_dir: Path, name: str, port: int) -> None:
        """Put a port where scripts look for it, in one piece."""
        path = base_dir / name
        partial = path.with_name(f".{name}.{os.getpid()}")
        try:
            partial.write_text(f"{port}\n")
            partial.replace(path)
        except OSError as error:
            with suppress(OSError):
                partial.unlink()
            raise ConfigError(f"cannot write {path}: {error.strerror}; is the directory writable?") from None
        self._written[path] = port

    def remove(self) -> None:
        """Take away what is still ours."""
        written, self._written = self._written, {}
        for path, port in written.items():
            with suppress(OSError):
                if _read(path) == port:
                    path.unlink()


def remove_stale(base_dir: Path, names: Iterable[str] = (UI_PORT, MCP_PORT)) -> list[Path]:
    """Remove the files of a server that was killed: nobody listens on their port. Returns them."""
    stale = []
    for path in (base_dir / name for name in names):
        with suppress(FileNotFoundError, OSError):
            port = _read(path)
            if port is None or not _somebody_listens(port):
                path.unlink()
                stale.append(path)
    return stale


def _read(path: Path) -> int | None:
    try:
        return int(path.read_text(encoding="ascii", errors="replace").strip())
    except ValueError:
        return None


def _somebody_listens(port: int) -> bool:
    if not 0 < port < 65536:
        return False
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=_PROBE_SECONDS):
        return True
    return False
