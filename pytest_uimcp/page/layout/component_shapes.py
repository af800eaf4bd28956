"""What Shoelace's components put around the texts in them, and in which letters, as their own style sheets say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from pytest_uimcp.page.accessible.page_view import PageView
from pytest_uimcp.page.dom.nodes import Element, ShadowRoot
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.layout.fonts import TextFont, font_of

_SIZES: Final = ("small", "medium", "large")
_TOGGLE: Final = "var(--sl-toggle-size-{size})"
_FIELD_FONT: Final = "var(--sl-input-font-size-{size})"
_BUTTON_FONT: Final = "var(--sl-button-font-size-{size})"
_BUTTON_LINE: Final = "calc(var(--sl-input-height-{size}) - var(--sl-input-border-width) * 2)"


class ComponentShape(NamedTuple):
    """What a component puts around the texts in it, in the words of its style sheet.

    `{size}` is its size, `{space}` the spacing below that, `{maximum}` its greatest value.
    """

    # The size of its letters, that of the element if empty, and of their line.
    font: str = ""
    line: str = ""
    # A control before the text, and padding with borders.
    lead: str = "0px"
    across: str = "0px"
    down: str = "0px"
    # Where not the text says how wide or high it is.
    width: str = ""
    height: str = ""
    wraps: bool = True
    # Whether it stands in a line of the element, which may be higher.
    is_in_line: bool = False
    # What stands in the middle of the line around it: its texts, or all of it.
    middle: Literal["", "texts", "all"] = ""
    # Whether the size of its letters is that of the element itself, unless style sheets say another.
    has_own_font: bool = False


_CHECK: Final = ComponentShape(_FIELD_FONT, _TOGGLE, lead=f"calc({_TOGGLE} + 0.5em)", height=_TOGGLE, is_in_line=True)
_BUTTON: Final = ComponentShape(
    _BUTTON_FONT, _BUTTON_LINE, across="calc(var(--sl-spacing-{size}) * 2 + 2px)",
    height="var(--sl-input-height-{size})", wraps=False, middle="all",
)  # fmt: skip
SHAPES: Final[Mapping[str, ComponentShape]] = {
    "sl-avatar": ComponentShape(width="var(--size)", height="var(--size)", is_in_line=True, middle="all"),
    "sl-badge": ComponentShape(
        "max(12px, 0.75em)", "1", across="calc(1.2em + 2px)", down="calc(0.7em + 2px)", wraps=False,
        middle="texts",
    ),
    "sl-button": _BUTTON,
    "sl-checkbox": _CHECK,
    "sl-divider": ComponentShape(width="0px", height="0px"),
    "sl-icon-button": ComponentShape(
        width="calc(1em + var(--sl-spacing-x-small) * 2)", height="calc(1em + var(--sl-spacing-x-small) * 2)",
    ),
    "sl-progress-bar": ComponentShape(width="0px", height="var(--height)"),
    "sl-progress-ring": ComponentShape(width="var(--size)", height="var(--size)"),
    "sl-radio": _CHECK,
    "sl-rating": ComponentShape(
        width="calc((var(--symbol-size) + var(--symbol-spacing) * 2) * {maximum})",
        height="calc(var(--symbol-size) + var(--symbol-spacing) * 2)",
    ),
    "sl-radio-button": _BUTTON,
    "sl-skeleton": ComponentShape(width="0px", height="1rem"),
    "sl-switch": _CHECK._replace(lead=f"calc({_TOGGLE} * 2 + 0.5em)", has_own_font=True),
    "sl-tab": ComponentShape(
        "var(--sl-font-size-small)", across="calc(var(--sl-spacing-large) * 2)",
        down="calc(var(--sl-spacing-medium) * 2)", wraps=False, is_in_line=True,
    ),
    "sl-tag": ComponentShape(
        _BUTTON_FONT, _BUTTON_LINE, across="calc(var(--sl-spacing-{space}) * 2 + 2px)",
        height="calc(var(--sl-input-height-{size}) * 0.8)", wraps=False, middle="texts",
    ),
}  # fmt: skip
# Those whose parts are laid out like any other elements.
LAID_OUT: Final = words(
    """sl-alert sl-button-group sl-card sl-details sl-format-bytes sl-format-number sl-radio-group sl-tab-group
    sl-tab-panel"""
)
_SPACES: Final = {"small": "x-small", "medium": "small", "large": "medium"}


def content_font(look: PageView, host: Element, font: TextFont) -> TextFont | None:
    """The font of what is in a component; None where that is not known."""
    shape = SHAPES.get(host.tag)
    if shape is None or look.styles.changes_parts:
        return None
    style: dict[str, str] = {}
    for name, text in (("font-size", shape.font), ("line-height", shape.line)):
        if not text or (name == "font-size" and shape.has_own_font and look.styles.laid(host, properties=_FONT)):
            continue
        value = resolved(look, host, text)
        if value is None:
            return None
        style[name] = value
    return font_of(style, font)


def trigger_of(dropdown: Element) -> Element | None:
    """What opens it, which is all that it shows where it stands."""
    return next((child for child in dropdown.elements() if child.get("slot") == "trigger"), None)


def in_place_of(host: Element) -> Element:
    """The component whose shape is that of a component: of a dropdown the trigger, or else itself."""
    if host.tag == "sl-dropdown":
        trigger = trigger_of(host)
        if trigger is not None and trigger.tag in SHAPES:
            return trigger
    return host


def host_font(look: PageView, host: Element, font: TextFont) -> TextFont:
    """The font of a component itself, in whose line its parts stand."""
    shape = SHAPES[host.tag]
    if not shape.has_own_font or look.styles.laid(host, properties=_FONT):
        return font
    size = resolved(look, host, shape.font)
    return font_of({"font-size": size or "inherit"}, font)


def host_of_part(element: Element) -> Element | None:
    """The component in whose shadow tree an element is, or the element itself if it is one."""
    if element.shadow is not None:
        return element
    root = element.root()
    if isinstance(root, ShadowRoot):
        return root.host
    return None


_FONT: Final = frozenset({"font-size"})


def resolved(look: PageView, host: Element, text: str) -> str | None:
    """A value of its style sheet, with its variables; None for what no such sheet says."""
    size = host.attributes.get("size", "medium")
    if size not in _SIZES:
        return None
    text = text.replace("{size}", size).replace("{space}", _SPACES[size])
    text = text.replace("{maximum}", host.attributes.get("max", "5"))
    return look.styles.resolved(host, text)
