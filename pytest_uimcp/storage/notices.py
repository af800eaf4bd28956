"""Notices between the processes that share a SQLite file: who has committed sends an empty datagram to all that watch.

Each watcher has a socket in a folder beside the file, which only its user may enter. A notice says nothing but that it
is worth looking, so a lost one costs time and a forged one a look. Watchers look now and then as well, and often where
there can be no socket: on file systems that have none, or when the folder is somebody else's.

A process that was killed leaves its socket behind. The next to send a notice is refused there, and removes it.
"""

from __future__ import annotations

import os
import secrets
import selectors
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Self

from pytest_uimcp.storage.watching import LOOK_SECONDS, Stop

SELDOM_SECONDS: Final = 1.0
"""How often a file is looked at when there are notices."""
MAX_NOTICES: Final = 1000
MAX_ADDRESS_BYTES: Final = 100
"""The smallest limit of a system for the path of a socket is 104."""
_ATTEMPTS: Final = 5
_DESCRIPTORS: Final = Path("/proc/self/fd")


class NoticeFolder:
    """The sockets of all that watch one file."""

    def __init__(self, file: Path) -> None:
        # As SQLite does with its journal: whoever opens the file through a link uses the same folder.
        real = Path(os.path.realpath(file))
        self.path = real.with_name(f"{real.name}-notices")

        # The names of our own, who need no notice.
        self.own: set[str] = set()

    def notify(self) -> None:
        """Tell all others who watch that there may be something new; never fails."""
        with suppress(OSError), self.opened(for_others=True) as folder:
            # By the descriptor, which pathlib cannot list.
            names = [name for name in os.listdir(folder) if name not in self.own]  # noqa: PTH208 -- as above
            if not names:
                return
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                sender.setblocking(False)
                for name in names:
                    _send(sender, folder, name, self.address(folder, name))

    def create(self) -> None:
        with suppress(FileExistsError):
            self.path.mkdir(mode=0o700)

    def remove_if_empty(self) -> None:
        with suppress(OSError):
            self.path.rmdir()

    @contextmanager
    def opened(self, *, for_others: bool = False) -> Iterator[int]:
        """A descriptor of the folder, once it is certain that nobody else may enter it; raises OSError."""
        folder = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            status = os.fstat(folder)
            is_ours = status.st_uid == os.geteuid() or (for_others and os.geteuid() == 0)
            if not is_ours or stat.S_IMODE(status.st_mode) & 0o077:
                raise PermissionError(f"{self.path} is not a folder that only its user may enter")
            yield folder
        finally:
            os.close(folder)

    def address(self, folder: int, name: str) -> str:
        """What to call a socket in the folder; raises OSError if the system has no such long names."""
        # By its descriptor the folder has a short name, and is the one that was looked at.
        if _DESCRIPTORS.is_dir():
            return f"{_DESCRIPTORS}/{folder}/{name}"
        address = str(self.path / name)
        if len(os.fsencode(address)) > MAX_ADDRESS_BYTES:
            raise OSError(f"{address} is too long for the name of a socket")
        return address


class NoticeBox:
    """The socket of one watcher. Without one, `wait` ends after a shorter time."""

    def __init__(self, folder: NoticeFolder) -> None:
        self.name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self._folder = folder
        self._folder.own.add(self.name)
        self._socket: socket.socket | None = None

    def __enter__(self) -> Self:
        self._open()
        return self

    def __exit__(self, *_: object) -> None:
        self._close()
        self._folder.own.discard(self.name)

    def wait(self, stop: Stop) -> bool:
        """Wait until it is time to look; returns whether it is over instead."""
        with selectors.DefaultSelector() as selector:
            selector.register(stop, selectors.EVENT_READ)
            seconds = LOOK_SECONDS
            if self._socket is not None:
                selector.register(self._socket, selectors.EVENT_READ)
                seconds = SELDOM_SECONDS
            ready = [key.fileobj for key, _ in selector.select(seconds)]
        if self._socket is not None and self._socket in ready:
            _drain(self._socket)
        elif not ready and self._socket is not None and not (self._folder.path / self.name).exists():
            # Somebody has cleaned up: nobody would find us any more.
            self._close()
            self._open()
        return stop in ready

    def _open(self) -> None:
        for _ in range(_ATTEMPTS):
            try:
                self._socket = self._bound()
                break
            except FileNotFoundError:
                continue  # the last of the others has just removed the folder
            except OSError:
                return
        # Those that are refused now are removed.
        self._folder.notify()

    def _bound(self) -> socket.socket:
        self._folder.create()
        mailbox = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            mailbox.setblocking(False)
            with self._folder.opened() as folder:
                mailbox.bind(self._folder.address(folder, self.name))
        except BaseException:
            mailbox.close()
            raise
        return mailbox

    def _close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
            (self._folder.path / self.name).unlink(missing_ok=True)
            self._folder.remove_if_empty()


def _send(sender: socket.socket, folder: int, name: str, address: str) -> None:
    try:
        sender.sendto(b"", address)
    except ConnectionRefusedError:  # its process is gone
        with suppress(OSError):
            os.unlink(name, dir_fd=folder)
    except OSError:
        pass  # full: it has notices to read; or removed meanwhile


def _drain(mailbox: socket.socket) -> None:
    # Not for ever: those that come meanwhile bring us back.
    with suppress(BlockingIOError):
        for _ in range(MAX_NOTICES):
            mailbox.recv(1)
