"""A list of callbacks that can be called as one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec

__all__ = ["Observers"]

P = ParamSpec("P")


class Observers(Generic[P]):
    """Calls every callback, in the order in which they were added, from any thread."""

    def __init__(self) -> None:
        # Replaced as a whole and never modified, because another thread may be iterating over it.
        self._callbacks: tuple[Callable[P, None], ...] = ()

    def add(self, callback: Callable[P, None]) -> Callable[[], None]:
        """Add a callback; returns the function that removes it."""
        self._callbacks += (callback,)

        def remove() -> None:
            self._callbacks = tuple(other for other in self._callbacks if other is not callback)

        return remove

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        for callback in self._callbacks:
            callback(*args, **kwargs)
