"""A played scene, and back to it: loading and laying out a scene takes longer than a case that is tried on it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from types import FunctionType, MethodType
from typing import Any

from pytest_uimcp.javafx.scene.model.registry import FxType, Prop

HOME = "pytest_uimcp.javafx"
FIXED = (FxType, Prop)


def _slots(kind: type) -> list[str]:
    return [
        name
        for base in kind.__mro__
        for name in vars(base).get("__slots__", ())
        if name not in ("__weakref__", "__dict__")
    ]


class Memento:
    """The state of everything that can be reached from some objects, as it was when this was made."""

    def __init__(self, *roots: Any) -> None:
        self.seen: set[int] = set()
        self.kept: list[Any] = []
        self.restores: list[Callable[[], None]] = []
        self.slots: dict[type, list[str]] = {}
        waiting = list(roots)
        while waiting:
            one = waiting.pop()
            if id(one) not in self.seen:
                self.seen.add(id(one))
                waiting.extend(self.remember(one))

    def restore(self) -> None:
        """Make everything as it was."""
        for restore in self.restores:
            restore()

    def remember(self, one: Any) -> Iterable[Any]:
        """Keep the state of one object; what it refers to."""
        if isinstance(one, dict):
            return self.remember_dict(one)
        if isinstance(one, list):
            return self.remember_list(one)
        if isinstance(one, (set, deque)):
            return self.remember_other(one)
        if isinstance(one, (tuple, frozenset)):
            return one
        if isinstance(one, MethodType):
            return [one.__self__, one.__func__]
        if isinstance(one, FunctionType):
            return [cell.cell_contents for cell in one.__closure__ or ()]
        if isinstance(one, (type, *FIXED)) or not type(one).__module__.startswith(HOME):
            return ()
        return self.remember_object(one)

    def remember_dict(self, one: dict[Any, Any]) -> Iterable[Any]:
        kept = dict(one)
        self.kept.append(one)

        def restore() -> None:
            dict.clear(one)
            dict.update(one, kept)

        self.restores.append(restore)
        return [*kept.keys(), *kept.values()]

    def remember_list(self, one: list[Any]) -> Iterable[Any]:
        kept = list(one)
        self.kept.append(one)
        self.restores.append(lambda: list.__setitem__(one, slice(None), kept))
        own = self.remember_object(one) if type(one) is not list else ()
        return [*kept, *own]

    def remember_other(self, one: Any) -> Iterable[Any]:
        kept = list(one)
        self.kept.append(one)

        def restore() -> None:
            one.clear()
            one.update(kept) if isinstance(one, set) else one.extend(kept)

        self.restores.append(restore)
        return kept

    def remember_object(self, one: Any) -> Iterable[Any]:
        kind = type(one)
        names = self.slots.setdefault(kind, _slots(kind))
        kept = [(name, getattr(one, name)) for name in names if hasattr(one, name)]
        found = [value for _, value in kept]
        self.kept.append(one)

        def restore() -> None:
            for name, value in kept:
                object.__setattr__(one, name, value)

        if kept:
            self.restores.append(restore)
        if hasattr(one, "__dict__"):
            found.extend(self.remember_dict(one.__dict__))
        return found
