"""A screen of its own for programs with windows, where there is none: Xvfb with openbox.

Without a window manager no stage is ever focused. Both belong to us alone: the X server wants a cookie and listens on
no port, and openbox has no shortcuts, so that every key reaches the program.
"""

from __future__ import annotations

import os
import secrets
import shutil
import struct
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pytest_uimcp.core.errors import UimcpError

LINE: Final = "apt-get update && apt-get install -y --no-install-recommends xvfb openbox"
SCREEN: Final = "1600x1200x24"
# How long each of the two may take to be ready, on a busy machine.
MAX_SECONDS: Final = 60.0
# Of an entry of `.Xauthority`: for every host and every display, because the number is not known before the start.
_ANY_FAMILY: Final = 0xFFFF
_COOKIE: Final = b"MIT-MAGIC-COOKIE-1"
_OPENBOX: Final = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew><followMouse>no</followMouse></focus>
  <keyboard/>
  <mouse>
    <context name="Client"><mousebind button="Left" action="Press">
      <action name="Focus"/><action name="Raise"/>
    </mousebind></context>
  </mouse>
</openbox_config>
"""


def has_display(environment: Mapping[str, str]) -> bool:
    """Whether programs started with this environment find a screen."""
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


class VirtualDisplay:
    """A screen without hardware, until it is closed."""

    def __init__(self) -> None:
        missing = [name for name in ("Xvfb", "openbox") if shutil.which(name) is None]
        if missing:
            raise UimcpError(
                f"there is no display, and no {' and no '.join(missing)} to make one for the program; on Debian and "
                f"Ubuntu, as root: {LINE}"
            )
        self._folder = tempfile.TemporaryDirectory(prefix="uimcp-display-")
        self._processes: list[subprocess.Popen[bytes]] = []
        folder = Path(self._folder.name)
        try:
            cookie = folder / "Xauthority"
            cookie.touch(mode=0o600)
            cookie.write_bytes(_authority())
            self.environment = {"DISPLAY": self._start_server(cookie), "XAUTHORITY": str(cookie)}
            self._start_window_manager(folder)
            self._start_watcher()
        except BaseException:
            self.close()
            raise

    def _start_server(self, cookie: Path) -> str:
        """The X server, on the first number that is free; returns its name."""
        read, write = os.pipe()
        options = ["-screen", "0", SCREEN, "-auth", str(cookie), "-nolisten", "tcp", "-noreset"]
        with os.fdopen(read, "rb") as numbers:
            self._start(["Xvfb", "-displayfd", str(write), *options], {}, pass_fds=(write,))
            os.close(write)
            # The pipe ends without a number if the server does.
            number = numbers.readline().decode().strip()
        if not number:
            raise UimcpError("Xvfb ended before it had a display; run it by hand to see why: Xvfb -displayfd 1")
        return f":{number}"

    def _start_window_manager(self, folder: Path) -> None:
        settings = folder / "openbox.xml"
        settings.write_text(_OPENBOX, encoding="utf-8")
        ready = folder / "ready"
        options = ["--sm-disable", "--config-file", str(settings), "--startup", f"touch {ready}"]
        process = self._start(["openbox", *options], {**self.environment, "HOME": str(folder)})
        end = time.monotonic() + MAX_SECONDS
        while not ready.exists():
            if process.poll() is not None or time.monotonic() > end:
                raise UimcpError("openbox did not start on the display of Xvfb")
            time.sleep(0.01)

    def _start_watcher(self) -> None:
        """A shell that reads what never comes: when it ends because this process was killed, it ends the others."""
        pids = " ".join(str(process.pid) for process in self._processes)
        self._start(["sh", "-c", f"read _; kill {pids}"], {}, stdin=subprocess.PIPE)

    def _start(
        self,
        command: list[str],
        environment: Mapping[str, str],
        pass_fds: tuple[int, ...] = (),
        stdin: int = subprocess.DEVNULL,
    ) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            command, env={**os.environ, **environment}, pass_fds=pass_fds, start_new_session=True,
            stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._processes.append(process)
        return process

    @property
    def processes(self) -> list[int]:
        """The numbers of its processes."""
        return [process.pid for process in self._processes]

    def close(self) -> None:
        """End all, the last first."""
        while self._processes:
            process = self._processes.pop()
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdin is not None:
                process.stdin.close()
        self._folder.cleanup()


def _authority() -> bytes:
    """The entry of a new cookie in the format of `xauth`, which need not be installed for it."""
    fields = (b"", b"", _COOKIE, secrets.token_bytes(16))
    return struct.pack(">H", _ANY_FAMILY) + b"".join(struct.pack(">H", len(field)) + field for field in fields)
