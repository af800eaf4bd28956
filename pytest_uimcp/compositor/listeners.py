"""Telling everybody who wants to know."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, TypeVar

__all__ = ["Listeners"]

logger = logging.getLogger(__name__)

Told = TypeVar("Told")


class Listeners(Generic[Told]):
    """Functions that are called with each piece of news; what one raises is logged and harms no other."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._listeners: list[Callable[[Told], object]] = []

    def add(self, listener: Callable[[Told], object]) -> Callable[[], None]:
        """Tell one more; returns the way to end that, which may be used twice."""
        self._listeners.append(listener)

        def stop() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return stop

    def tell(self, news: Told) -> None:
        """Tell all of them."""
        for listener in tuple(self._listeners):
            try:
                listener(news)
            except Exception:
                logger.exception("a listener of %s failed", self._name)
