"""What to do after files changed: which Lua files to run again, which viewdefs to send again."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pytest_uimcp.engine.files.file_state import BeingWritten
from pytest_uimcp.engine.files.loaded_files import Source, SourceError
from pytest_uimcp.engine.files.sources import Sources
from pytest_uimcp.engine.files.viewdefs import ViewdefChanges, ViewdefStore
from pytest_uimcp.engine.files.write_debounce import Settling

__all__ = ["ReloadPlan", "Reloader"]


@dataclass(frozen=True, slots=True)
class ReloadPlan:
    """One look's work: `sources` to run in this order, viewdefs to send, and what could not be read.

    Files in `unsettled` are being written at this moment; the end of that is a change of its own.
    """

    sources: tuple[Source, ...]
    viewdefs: ViewdefChanges
    errors: tuple[SourceError, ...] = ()
    unsettled: tuple[Path, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.sources or self.viewdefs or self.errors)


class Reloader:
    """Compares the files of a session with what it has of them."""

    def __init__(self, sources: Sources, viewdefs: ViewdefStore) -> None:
        self._sources = sources
        self._viewdefs = viewdefs

    def settle(self, wait: Callable[[float], object] = time.sleep, now: Callable[[], float] = time.monotonic) -> None:
        """Wait, a second at most, until nobody writes a changed file; not for a session's worker."""
        settling = Settling()
        while (pause := settling.look(self._writable(), now())) > 0:
            wait(pause)

    def plan(self) -> ReloadPlan:
        """Look at all files now and read what changed; for the session's worker, which owns their state."""
        sources, errors, unsettled = [], [], []
        for file in self._sources.changed():
            try:
                sources.append(self._sources.files.reread(file))
            except SourceError as error:
                errors.append(error)
            except BeingWritten:
                unsettled.append(file.path)
        return ReloadPlan(tuple(sources), self._viewdefs.rescan(), tuple(errors), tuple(unsettled))

    def _writable(self) -> tuple[Path, ...]:
        return (*(file.path for file in self._sources.changed()), *self._viewdefs.changed_paths())
