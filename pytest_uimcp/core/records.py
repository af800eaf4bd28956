"""`dataclass` for modules that every start imports: a tenth of a run of checks was to make the standard library's.

That compiles six functions for each class. Here it compiles the one that fills an object; to compare, hash and show
objects is the same for all classes, but for the names of their fields. What is `frozen` is so for type checkers alone,
which take this for the standard one, and objects are made faster. `fields` and `replace` work as usual.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(
        cls: type | None = None,
        /,
        *,
        frozen: bool = False,
        slots: bool = False,
        eq: bool = True,
        repr: bool = True,  # noqa: A002 -- what the standard library calls it
    ) -> Any:
        """The decorator, with those options of the standard one that are in use."""

        def decorate(cls: type) -> type:
            own = vars(cls).keys()
            made = dataclasses.dataclass(cls, slots=slots, eq=False, repr=False)
            fields = dataclasses.fields(made)
            if repr and "__repr__" not in own:
                made.__repr__ = _showing([field.name for field in fields if field.repr])
            if eq and "__eq__" not in own:
                values = _values([field.name for field in fields if field.compare])
                made.__eq__ = _comparing(values)
                if "__hash__" not in own:
                    # What may change cannot be found again by what it was.
                    made.__hash__ = _hashing(values) if frozen else None
            return made

        if cls is None:
            return decorate
        return decorate(cls)


def _values(names: list[str]) -> Callable[[Any], object]:
    """A function that gets what counts of an object."""
    if names:
        return attrgetter(*names)
    return lambda _: ()


def _comparing(values: Callable[[Any], object]) -> Callable[[Any, object], bool]:
    def __eq__(self: Any, other: object) -> bool:  # noqa: N807 -- it becomes the method
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    return __eq__


def _hashing(values: Callable[[Any], object]) -> Callable[[Any], int]:
    def __hash__(self: Any) -> int:  # noqa: N807 -- as above
        return hash(values(self))

    return __hash__


def _showing(names: list[str]) -> Callable[[Any], str]:
    @recursive_repr()
    def __repr__(self: Any) -> str:  # noqa: N807 -- as above
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({values})"

    return __repr__
