"""Shoelace components (2.20): what they show, their values and the events they emit.

Each has the shadow tree of the real component as far as it matters to assistive technology, text and layout; icons and
other decoration are left out. The shadow tree is written as HTML, made from the element's attributes and state.
"""

from __future__ import annotations

from typing import Final

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.custom_elements import custom_elements
from pytest_uimcp.page.dom.styles import HOSTS
from pytest_uimcp.page.shoelace.alert import ALERTS
from pytest_uimcp.page.shoelace.base import simple_component
from pytest_uimcp.page.shoelace.carousels import CAROUSELS
from pytest_uimcp.page.shoelace.details import DETAILS
from pytest_uimcp.page.shoelace.dialog import DIALOGS
from pytest_uimcp.page.shoelace.dropdown import DROPDOWNS
from pytest_uimcp.page.shoelace.elements import ELEMENTS
from pytest_uimcp.page.shoelace.fields import FIELDS
from pytest_uimcp.page.shoelace.formats import FORMATS
from pytest_uimcp.page.shoelace.inputs import INPUTS
from pytest_uimcp.page.shoelace.menu import MENUS
from pytest_uimcp.page.shoelace.radios import RADIOS
from pytest_uimcp.page.shoelace.selects import SELECTS
from pytest_uimcp.page.shoelace.shown import DISPLAY, SHOWN
from pytest_uimcp.page.shoelace.split_panel import SPLIT_PANELS
from pytest_uimcp.page.shoelace.tabs import TABS
from pytest_uimcp.page.shoelace.toggles import TOGGLES
from pytest_uimcp.page.shoelace.tooltip import TOOLTIPS
from pytest_uimcp.page.shoelace.trees import TREES
from pytest_uimcp.page.shoelace.values import VALUES
from pytest_uimcp.page.widgets import WIDGETS

__all__ = ["install"]


class UnknownComponent(Component):
    """A component of which only the name is known: where one is drawn, what is there is refused by its name."""

    is_known = False


_TABLES: Final = (
    dict.fromkeys(ELEMENTS, UnknownComponent),  # whatever no other table has
    dict.fromkeys(("sl-animation", "sl-mutation-observer"), simple_component("<slot></slot>")),
    SHOWN, FIELDS, TOGGLES, SELECTS, CAROUSELS, ALERTS, DETAILS, DIALOGS, DROPDOWNS, MENUS, TOOLTIPS,
    RADIOS, TABS, INPUTS, FORMATS, SPLIT_PANELS, TREES,
)  # fmt: skip


def install() -> None:
    """Register the components; calling it again has no effect."""
    # Styles know the elements' own `display`, bindings their values, the document their components.
    HOSTS.update(DISPLAY)
    for table in _TABLES:
        custom_elements.define(table)
    WIDGETS.update(VALUES)
