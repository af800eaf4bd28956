"""Shoelace components (2.20): what they show, their values and the events they emit.

Each has the shadow tree of the real component as far as it matters to assistive technology, text and layout; icons and
other decoration are left out. The shadow tree is written as HTML, made from the element's attributes and state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pytest_uimcp.page.components import Component
from pytest_uimcp.page.dom.custom_elements import custom_elements
from pytest_uimcp.page.dom.displays import HOSTS
from pytest_uimcp.page.dom.styles import COMPONENT_LOOKS, COMPONENT_TOKENS, COMPONENT_VARIABLES
from pytest_uimcp.page.shoelace.alert import Alert
from pytest_uimcp.page.shoelace.base import simple_component
from pytest_uimcp.page.shoelace.carousels import Carousel
from pytest_uimcp.page.shoelace.details import Details
from pytest_uimcp.page.shoelace.dialog import Dialog, Drawer
from pytest_uimcp.page.shoelace.dropdown import Dropdown
from pytest_uimcp.page.shoelace.elements import ELEMENTS
from pytest_uimcp.page.shoelace.fields import ColorPicker, Range, Rating
from pytest_uimcp.page.shoelace.formats import FormatBytes, FormatNumber
from pytest_uimcp.page.shoelace.inputs import Input, TextArea
from pytest_uimcp.page.shoelace.menu import Menu, MenuItem
from pytest_uimcp.page.shoelace.radios import RadioButton, RadioComponent, RadioGroup
from pytest_uimcp.page.shoelace.selects import Select, SelectOption
from pytest_uimcp.page.shoelace.shown import (
    DISPLAY,
    Avatar,
    Breadcrumb,
    BreadcrumbItem,
    Button,
    ButtonGroup,
    Card,
    CopyButton,
    Divider,
    Graphic,
    IconButton,
    IconComponent,
    ProgressBar,
    ProgressRing,
    Tag,
)
from pytest_uimcp.page.shoelace.split_panel import SplitPanel
from pytest_uimcp.page.shoelace.tabs import Tab, TabGroup, TabPanel
from pytest_uimcp.page.shoelace.times import FormatDate, RelativeTime
from pytest_uimcp.page.shoelace.toggles import Checkbox, Switch
from pytest_uimcp.page.shoelace.tokens import LOOKS, TOKENS, VARIABLES
from pytest_uimcp.page.shoelace.tooltip import Popup, Tooltip
from pytest_uimcp.page.shoelace.trees import Tree, TreeItem
from pytest_uimcp.page.shoelace.values import VALUES
from pytest_uimcp.page.widgets import WIDGETS

__all__ = ["install"]


class UnknownComponent(Component):
    """A component of which only the name is known: where one is drawn, what is there is refused by its name."""

    is_known = False


COMPONENTS: Final[Mapping[str, type[Component]]] = {
    **dict.fromkeys(ELEMENTS, UnknownComponent),  # all that have no row here
    "sl-alert": Alert,
    "sl-animation": simple_component("<slot></slot>"),
    "sl-avatar": Avatar,
    "sl-badge": simple_component('<span role=status style="display:flex"><slot></slot></span>'),
    "sl-breadcrumb": Breadcrumb,
    "sl-breadcrumb-item": BreadcrumbItem,
    "sl-button": Button,
    "sl-button-group": ButtonGroup,
    "sl-card": Card,
    "sl-carousel": Carousel,
    "sl-carousel-item": simple_component("<slot></slot>"),
    "sl-checkbox": Checkbox,
    "sl-color-picker": ColorPicker,
    "sl-copy-button": CopyButton,
    "sl-details": Details,
    "sl-dialog": Dialog,
    "sl-divider": Divider,
    "sl-drawer": Drawer,
    "sl-dropdown": Dropdown,
    "sl-format-bytes": FormatBytes,
    "sl-format-date": FormatDate,
    "sl-format-number": FormatNumber,
    "sl-icon": IconComponent,
    "sl-icon-button": IconButton,
    "sl-input": Input,
    "sl-menu": Menu,
    "sl-menu-item": MenuItem,
    "sl-menu-label": simple_component('<slot style="display:inline-block"></slot>'),
    "sl-mutation-observer": simple_component("<slot></slot>"),
    "sl-option": SelectOption,
    "sl-popup": Popup,
    "sl-progress-bar": ProgressBar,
    "sl-progress-ring": ProgressRing,
    "sl-qr-code": Graphic,
    "sl-radio": RadioComponent,
    "sl-radio-button": RadioButton,
    "sl-radio-group": RadioGroup,
    "sl-range": Range,
    "sl-rating": Rating,
    "sl-relative-time": RelativeTime,
    "sl-select": Select,
    "sl-skeleton": simple_component("<div></div>"),
    "sl-spinner": simple_component('<svg role=progressbar aria-label=Loading style="display:block"></svg>'),
    "sl-split-panel": SplitPanel,
    "sl-switch": Switch,
    "sl-tab": Tab,
    "sl-tab-group": TabGroup,
    "sl-tab-panel": TabPanel,
    "sl-tag": Tag,
    "sl-textarea": TextArea,
    "sl-tooltip": Tooltip,
    "sl-tree": Tree,
    "sl-tree-item": TreeItem,
    "sl-visually-hidden": simple_component("<slot></slot>"),
}


def install() -> None:
    """Register the components; calling it again has no effect."""
    # Styles know the elements' own `display`, bindings their values, the document their components.
    HOSTS.update(DISPLAY)
    COMPONENT_TOKENS.update(TOKENS)
    COMPONENT_LOOKS.update(LOOKS)
    COMPONENT_VARIABLES.update(VARIABLES)
    custom_elements.define(COMPONENTS)
    WIDGETS.update(VALUES)
