"""The components that the page does not know: where one is drawn, what is there is refused by its name."""

from __future__ import annotations

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.shoelace.elements import ELEMENTS

__all__ = ["unknown"]


class Unknown(Component):
    """A component of Shoelace of which only the name is known."""

    is_known = False


def unknown(known: dict[str, Component]) -> dict[str, Component]:
    """Those of Shoelace's own table of elements that are not among the known ones."""
    return {tag: Unknown() for tag in ELEMENTS if tag not in known}
