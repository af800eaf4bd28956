"""Port files of a server that may share its directory with other servers.

The files hold the ports of the server that started first. The others check twice a second whether it is gone, and the
next one takes the files over.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pytest_uimcp.transport.errors import PortFileError
from pytest_uimcp.transport.port_files import PortFiles

log = logging.getLogger(__name__)

INTERVAL: Final = 0.5


class PublishedPorts:
    """Publishes the ports of one run of a server in port files. Made on the event loop that it belongs to."""

    def __init__(self, directory: Path) -> None:
        # A description of the other server that owns the files.
        self.holder: str | None = None
        self._directory = directory
        self._ports: Mapping[str, int] = {}
        self._files = PortFiles(directory)
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Task[None] | None = None

    def publish(self, ports: Mapping[str, int]) -> None:
        """Write the files, now or as soon as no other server owns them; raises PortFileError.

        From any thread, not the event loop's if that has to go on: a port may have to be tried that does not answer.
        """
        self._ports = ports
        self.holder = self._files.write(ports)
        if self.holder is not None:
            self._loop.call_soon_threadsafe(self._wait)

    async def retract(self) -> None:
        """Remove the files that are ours, and stop waiting for others."""
        # The waiting task first: it would write the files again.
        task = self._waiting
        self._waiting = None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self.holder = None
        self._files.remove()

    def _wait(self) -> None:
        self._waiting = self._loop.create_task(self._succeed())

    async def _succeed(self) -> None:
        while self.holder is not None:
            await asyncio.sleep(INTERVAL)
            try:
                self.holder = await asyncio.to_thread(self._files.write, self._ports)
            except PortFileError as error:
                # Whoever has called `publish` has gone on long ago: only the log can tell.
                log.warning("%s", error)
                return
        names = " and ".join(self._ports)
        log.warning("the other server in %s is gone; %s lead here now", self._directory, names)
