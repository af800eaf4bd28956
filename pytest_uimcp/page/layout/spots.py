"""Where pieces lie in the element that lays them out."""

from __future__ import annotations

from dataclasses import field

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.layout.lengths import NOTHING, Pixels


@dataclass(slots=True)
class Spot:
    """The box of an element, from where the content of what lays it out begins."""

    left: Pixels
    top: Pixels
    width: Pixels
    height: Pixels
    # What is in it, from where its own content begins; None for what has nothing in it, or lies in lines.
    interior: Arrangement | None = None
    # How far down its content begins beside its padding, as that of a table's cell.
    shift: Pixels = NOTHING


@dataclass(slots=True)
class Arrangement:
    """What is in an element, and how high it is together."""

    height: Pixels
    spots: dict[Element, Spot] = field(default_factory=dict)
    # Where what is out of the flow would be in it.
    static: dict[Element, tuple[Pixels, Pixels]] = field(default_factory=dict)

    # Whether it is one line, in which everything stands around the middle.
    is_even: bool = False

    def mirror(self, width: Pixels) -> None:
        """Turn it round, as in texts from right to left."""
        for spot in self.spots.values():
            spot.left = width.minus(spot.left).minus(spot.width)
