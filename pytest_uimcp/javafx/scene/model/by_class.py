"""Things by class of JavaFX, of which the nearest class on the way to the root has its say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.registry import FxType


T = TypeVar("T")


class ByClass(Generic[T]):
    """A registry that modules fill when they are imported."""

    def __init__(self) -> None:
        self._entries: dict[str, T | None] = {}
        # Layout asks for every node: what was answered for a class, also for those of programs, is kept.
        self._answers: dict[FxType, T | None] = {}

    def add(self, names: Iterable[str], entry: T | None) -> None:
        """Register for classes; `None` hides what a superclass has."""
        self._answers.clear()
        for name in names:
            self._entries[name] = entry

    def find(self, fx: FxType) -> T | None:
        """The entry of the class, or of the nearest one above it that has one."""
        if fx not in self._answers:
            self._answers[fx] = next((self._entries[name] for name in fx.order if name in self._entries), None)
        return self._answers[fx]
