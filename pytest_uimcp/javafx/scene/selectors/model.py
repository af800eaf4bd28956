"""A selector, parsed: compounds and the combinators between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

Combinator = Literal[" ", ">"]


class Styled(Protocol):
    """What matching asks of a node, or of a place in the tree of styles."""

    @property
    def css_type(self) -> str:
        """Its class, as a type selector names it."""
        ...

    @property
    def css_id(self) -> str | None: ...

    @property
    def css_classes(self) -> frozenset[str] | list[str]: ...

    @property
    def css_rtl(self) -> bool: ...

    @property
    def css_parent(self) -> Styled | None: ...

    def css_states(self) -> frozenset[str]: ...

    def css_place(self) -> tuple[int, int]:
        """Its index among its siblings, and how many they are."""
        ...


@dataclass(frozen=True, slots=True)
class Compound:
    """`Type.class:state` or `#id.class`; what is `None` or empty asks nothing."""

    type: str | None = None
    id: str | None = None
    classes: tuple[str, ...] = ()
    states: frozenset[str] = frozenset()
    rtl: bool | None = None

    @property
    def specificity(self) -> tuple[int, int, int]:
        """Ids, then classes and states, then types."""
        # `:dir()` counts as a state, although it is kept apart from them.
        states = len(self.states) + (self.rtl is not None)
        return (self.id is not None, len(self.classes) + states, self.type is not None)


@dataclass(frozen=True, slots=True)
class Selector:
    """Compounds from the outermost to the one that is matched, and what is between each and the next."""

    compounds: tuple[Compound, ...]
    combinators: tuple[Combinator, ...] = ()

    @property
    def last(self) -> Compound:
        return self.compounds[-1]

    @property
    def specificity(self) -> tuple[int, int, int]:
        parts = [compound.specificity for compound in self.compounds]
        ids, classes, types = (sum(column) for column in zip(*parts, strict=True))
        return (ids, classes, types)
