"""How large fields, pictures and components are by themselves, which no content of theirs decides."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.layout.component_shapes import LAID_OUT, trigger_of
from pytest_uimcp.page.layout.fonts import TextFont, text_width
from pytest_uimcp.page.layout.lengths import Pixels

__all__ = ["DRAWN", "drawing_ratio", "has_lines", "is_replaced", "natural_height", "natural_width"]

DRAWN: Final = words("img svg canvas iframe video audio object embed")
_FIELDS: Final = words("input select textarea meter progress")
# Fields of one line of text, which is as high as those around it.
_TEXTS: Final = words("text search email url tel password number")
_PICKED: Final = words("date time month week datetime-local")
_BUTTONS: Final = {"submit": "Submit", "reset": "Reset", "button": ""}
_LARGEST: Final = 1280.0
_COLUMNS: Final = 20
# Of a letter in fields whose width is counted in letters, in sizes of the font.
_LETTER: Final = (0.4, 1.1)
# Width and height of what is as large as its font says, in sizes of that.
_SIZES: Final = {
    "sl-icon": ((1.0, 1.0), (1.0, 1.0)),
    "sl-icon-button": ((0.0, 6.0), (1.0, 3.0)),
    "meter": ((5.0, 5.0), (1.0, 1.0)),
    "progress": ((10.0, 10.0), (1.0, 1.0)),
    **dict.fromkeys((*_PICKED, "file"), ((4.0, 25.0), (0.9, 3.0))),
}
# Those of a size of their own, in pixels, unless they are stretched.
_MARKS: Final = words("checkbox radio")
_MARK: Final = Pixels(13, 13)
_FRAME: Final = Pixels(300, 300), Pixels(150, 150)
_ARROW: Final = (0.0, 45.0)
# The heights of components of one line, by their size; and which have it where they have no label.
_LOW_COMPONENTS: Final = {"small": Pixels(28, 32), "medium": Pixels(38, 42), "large": Pixels(48, 52)}
_LOW: Final = words("sl-button")
# Those of one line with a label above and a help text below it, each of one line or two unless it is long.
_LABELLED: Final = words("sl-input sl-select")
_BESIDE_FIELD: Final = Pixels(0, 70)
_LONG_LABEL: Final = 40
# How much larger the letters of a button are than those around it, at most; and its edges, icons and arrow.
_LARGE_TEXT: Final = 1.3
_AROUND_TEXT: Final = 120.0


def is_replaced(element: Element) -> bool:
    """Whether its size is its own, and nothing is laid out in it."""
    return element.tag in DRAWN or element.tag in _FIELDS or is_component(element)


def is_component(element: Element) -> bool:
    """Whether how its parts are laid out is not known, but how large it is may be."""
    if element.tag in LAID_OUT:
        return False
    return element.component is not None or element.shadow is not None or "-" in element.tag


def kind_of(element: Element) -> str:
    if element.tag != "input":
        return element.tag
    kind = element.attributes.get("type", "").lower()
    if kind in _TEXTS or kind in _PICKED or kind in _OTHERS:
        return kind
    return "text"


_OTHERS: Final = words("checkbox radio range color file image submit reset button hidden")


def has_lines(element: Element) -> bool:
    """Whether it is as high as one line of its font, and stands on the line like a text."""
    kind = kind_of(element)
    return kind in _TEXTS or kind in _BUTTONS


def _is_list(element: Element) -> bool:
    return "multiple" in element.attributes or element.attributes.get("size", "1").strip() not in ("0", "1")


def natural_width(element: Element, font: TextFont) -> Pixels:
    """The width of its content."""
    kind = kind_of(element)
    if kind in _SIZES:
        width = _SIZES[kind][0]
        return Pixels(font.size.low * width[0], font.size.high * width[1])
    if kind == "number":  # its bounds may say how many digits it takes
        return Pixels(font.size.low, _letters(element, "size", _COLUMNS, font).high)
    if kind in _TEXTS:
        return _letters(element, "size", _COLUMNS, font)
    if kind == "textarea":
        return _letters(element, "cols", _COLUMNS, font).plus(Pixels(0, 20))
    if kind in _BUTTONS:
        return text_width(element.attributes.get("value", _BUTTONS[kind]), font)
    if kind == "select":
        options = [text_width(" ".join(option.text_content().split()), font) for option in _options(element)]
        lower = max((width.low for width in options), default=0.0)
        upper = max((width.high for width in options), default=0.0)
        return Pixels(lower + _ARROW[0], upper + _ARROW[1])
    fixed = _fixed_size(element)
    if fixed is not None:
        return fixed[0]
    if element.tag == "sl-dropdown":
        return _width_of_trigger(element, font)
    if element.tag == "sl-button" and _has_only_text(element):
        text = " ".join(element.text_content().split())
        return Pixels(20, text_width(text, font).high * _LARGE_TEXT + _AROUND_TEXT)
    return Pixels(0, _LARGEST)


def _width_of_trigger(dropdown: Element, font: TextFont) -> Pixels:
    trigger = trigger_of(dropdown)
    if trigger is None:
        return Pixels(0, _LARGEST)
    if trigger.tag == "button" and trigger.attributes.keys().isdisjoint(("class", "style")):
        return Pixels(5, text_width(trigger.text_content(), font).high * _LARGE_TEXT + _AROUND_TEXT)
    if is_component(trigger):
        return natural_width(trigger, font)
    return Pixels(0, _LARGEST)


def _has_only_text(button: Element) -> bool:
    return all(child.tag in ("b", "span", "sl-icon") for child in button.elements())


def _fixed_size(element: Element) -> tuple[Pixels, Pixels] | None:
    """The size in pixels of what has one of its own: a box to check, or a frame of which nothing else is said."""
    if kind_of(element) in _MARKS:
        return _MARK, _MARK
    if element.tag in ("iframe", "canvas") or (element.tag == "svg" and not _has_view_box(element)):
        return _FRAME
    return None


def _has_view_box(element: Element) -> bool:
    return any(name.lower() == "viewbox" for name in element.attributes)


def drawing_ratio(element: Element) -> float | None:
    """The height of a drawing in widths, by its `viewBox`; None for what has none."""
    if element.tag != "svg" or "preserveaspectratio" in (name.lower() for name in element.attributes):
        return None
    for name, value in element.attributes.items():
        numbers = value.replace(",", " ").split()
        if name.lower() == "viewbox" and len(numbers) == 4:
            try:
                return float(numbers[3]) / float(numbers[2])
            except (ValueError, ZeroDivisionError):
                return None
    return None


def _height_of_field(element: Element) -> Pixels:
    height = _LOW_COMPONENTS.get(element.attributes.get("size", "medium"), Pixels(0, 80))
    slots = [child.attributes.get("slot") for child in element.elements()]
    if "multiple" in element.attributes:  # what is chosen may take several lines
        height = height.plus(Pixels(0, 160))
    for name in ("label", "help-text"):
        if len(element.attributes.get(name, "")) > _LONG_LABEL or name in slots:
            return Pixels(0, _LARGEST)
        if element.attributes.get(name):
            height = height.plus(_BESIDE_FIELD)
    return height


def _options(element: Element) -> list[Element]:
    return [option for option in element.descendants() if option.tag == "option"]


def _letters(element: Element, name: str, default: int, font: TextFont) -> Pixels:
    number = element.attributes.get(name, "").strip()
    count = default
    if number.isdigit() and int(number):
        count = int(number)
    return Pixels(count * font.size.low * _LETTER[0], (count + 3) * font.size.high * _LETTER[1])


def natural_height(element: Element, font: TextFont) -> Pixels:
    """The height of its content."""
    kind = kind_of(element)
    if kind in _SIZES:
        height = _SIZES[kind][1]
        return Pixels(font.size.low * height[0], font.size.high * height[1])
    if kind == "select":
        # Its lines are as high as its font says, whatever the style sheet does.
        lines = 1.0
        if _is_list(element):
            lines = 30.0
        return Pixels(font.size.low * 0.9, font.size.high * 1.9 * lines)
    if has_lines(element):
        if not font.line.is_exact:
            return Pixels(font.size.low, max(font.line.high, font.size.high * 2))
        return font.line
    if kind == "textarea":
        number = element.attributes.get("rows", "").strip()
        rows = 2
        if number.isdigit() and int(number):
            rows = int(number)
        return font.line.times(rows).plus(Pixels(0, 20))
    fixed = _fixed_size(element)
    if fixed is not None:
        return fixed[1]
    return _component_height(element, font)


def _component_height(element: Element, font: TextFont) -> Pixels:
    if element.tag == "sl-dropdown" and (trigger := trigger_of(element)) is not None and is_component(trigger):
        return natural_height(trigger, font)
    if element.tag in _LABELLED:
        return _height_of_field(element)
    if element.tag in _LOW:
        return _LOW_COMPONENTS.get(element.attributes.get("size", "medium"), Pixels(0, 80))
    return Pixels(0, _LARGEST)
