"""Python's collector of garbage, and what it need not look at: it would do so again and again."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

# Fewer modules are not worth a collection of everything.
_MIN_MODULES: Final = 100
# About ten megabytes.
_MANY_OBJECTS: Final = 50_000


@contextmanager
def collector_paused() -> Iterator[None]:
    """Collect no garbage during the block; for the making of many objects that stay."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def rare_collections() -> Iterator[None]:
    """Collect garbage less often during the block; for work that makes many objects, and little garbage."""
    first, *others = gc.get_threshold()
    if first:
        gc.set_threshold(max(first, _MANY_OBJECTS), *others)
    try:
        yield
    finally:
        gc.set_threshold(first, *others)


@contextmanager
def lasting_objects() -> Iterator[None]:
    """The same for modules, which stay until the process ends: the collector does not look at them later, either.

    It leaves alone whatever there is by then, also the garbage. So use it once, early in a short process.
    """
    with collector_paused():
        yield
        gc.freeze()


class ImportedWorld:
    """What a long run has imported: looked at by every full collection, and no garbage before the run ends."""

    def __init__(self) -> None:
        self._modules = 0
        self._collections = _full_collections()
        # Whoever has set objects aside before decides when they come back.
        self._returns = gc.get_freeze_count() == 0

    def set_aside(self) -> None:
        """To be called where hardly anything but modules is alive: what else there is would be set aside too."""
        # A short run has no full collection, and nothing to gain.
        if _full_collections() == self._collections or len(sys.modules) < self._modules + _MIN_MODULES:
            return
        # A full collection has just been: a second one would look at the whole world again, and find nothing in it.
        gc.collect(1)
        gc.freeze()
        self._modules = len(sys.modules)
        self._collections = _full_collections()

    def take_back(self) -> None:
        if self._returns and self._modules:
            gc.unfreeze()


def _full_collections() -> int:
    return int(gc.get_stats()[-1]["collections"])
