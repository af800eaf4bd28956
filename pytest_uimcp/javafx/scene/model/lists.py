"""Lists that tell their owner of every change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import SupportsIndex, TypeVar, cast, overload

T = TypeVar("T")
# Called with what was removed and what was added.
ListWatcher = Callable[[list[T], list[T]], None]


class ObservableList(list[T]):
    """A list as `javafx.collections` has it: whoever owns it hears what was removed and what was added.

    `check` may refuse new items before anything changes; `changed` hears of it afterwards.
    """

    __slots__ = ("changed", "check")

    def __init__(
        self,
        items: Iterable[T] = (),
        changed: ListWatcher[T] | None = None,
        check: ListWatcher[T] | None = None,
    ) -> None:
        super().__init__(items)
        self.changed = changed
        self.check = check

    def replace(self, start: int, stop: int, items: Iterable[T]) -> None:
        """The one door for changes: `items` in place of a stretch."""
        added = list(items)
        removed = list(self[start:stop])
        if self.check:
            self.check(removed, added)
        list.__setitem__(self, slice(start, stop), added)
        if self.changed and (added or removed):
            self.changed(removed, added)

    def set_all(self, items: Iterable[T]) -> None:
        """These items and no others, in one change."""
        self.replace(0, len(self), items)

    def append(self, item: T) -> None:
        self.replace(len(self), len(self), (item,))

    def extend(self, items: Iterable[T]) -> None:
        self.replace(len(self), len(self), items)

    def insert(self, index: SupportsIndex, item: T) -> None:
        start = slice(index, None).indices(len(self))[0]
        self.replace(start, start, (item,))

    def pop(self, index: SupportsIndex = -1) -> T:
        item = self[index]
        start = range(len(self))[index]
        self.replace(start, start + 1, ())
        return item

    def remove(self, item: T) -> None:
        start = self.index(item)
        self.replace(start, start + 1, ())

    def clear(self) -> None:
        self.replace(0, len(self), ())

    def sort(self, *, key: Callable[[T], object] | None = None, reverse: bool = False) -> None:
        ordered = list(self)
        ordered.sort(key=key, reverse=reverse)  # type: ignore[arg-type]  # as a list: whatever compares
        self.set_all(ordered)

    def reverse(self) -> None:
        self.set_all(self[::-1])

    @overload
    def __setitem__(self, index: SupportsIndex, value: T) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[T]) -> None: ...
    def __setitem__(self, index: SupportsIndex | slice, value: T | Iterable[T]) -> None:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1:
                raise ValueError("an observable list is changed in one stretch; this slice has a step")
            self.replace(start, max(start, stop), cast("Iterable[T]", value))
        else:
            start = range(len(self))[index]
            self.replace(start, start + 1, (cast("T", value),))

    def __delitem__(self, index: SupportsIndex | slice) -> None:
        if isinstance(index, slice):
            self[index] = ()
        else:
            start = range(len(self))[index]
            self.replace(start, start + 1, ())

    def __iadd__(self, items: Iterable[T]) -> ObservableList[T]:  # type: ignore[override,misc]  # `+` makes a plain list
        self.extend(items)
        return self

    def __imul__(self, times: SupportsIndex) -> ObservableList[T]:
        self.set_all(list(self) * int(times))
        return self

    def __reversed__(self) -> Iterator[T]:
        return iter(self[::-1])
