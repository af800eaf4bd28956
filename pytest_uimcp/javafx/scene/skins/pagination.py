"""Pagination: a page, and numbers to turn to others."""

from __future__ import annotations

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, layout_in
from pytest_uimcp.javafx.scene.layout.shapes import font_of
from pytest_uimcp.javafx.scene.layout.sizer import Sizer
from pytest_uimcp.javafx.scene.model.classes import create
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.spinners import LOST
from pytest_uimcp.javafx.scene.skins.base import Skin, adopt, part, put, skin_of, snapped_pref
from pytest_uimcp.javafx.scene.values.fonts import Font
from pytest_uimcp.javafx.scene.values.geometry import Insets, snap_position, snap_size

INDETERMINATE = 2147483647
NO_BOUND = float("inf")
# How many pages have a button at most, however many a program asks for.
MAX_PAGE_BUTTONS = 200
# The least edge of a number's button, in font sizes.
EDGE = 2.05
SIDES = ("minWidth", "minHeight", "maxWidth", "maxHeight")


@skin_of("Pagination")
class PaginationSkin(Skin):
    def build(self) -> None:
        # Two, because JavaFX moves one out while the other comes in; without animation the second stays empty.
        self.pages = [part("StackPane", "page"), part("StackPane", "page", visible=False)]
        self.control = part("NavigationControl")
        self.box = part("HBox", "control-box")
        self.left = self.arrow("left")
        self.right = self.arrow("right")
        self.info = part("Label", "label", "page-information")
        self.numbers: dict[int, Node] = {}
        self.shown: int | None = None
        # The width for which numbers were left out.
        self.room = NO_BOUND
        adopt(self.control, [self.box, self.info])
        self.control.sizer = _Control(self)
        self.show(*self.pages, self.control)

    def arrow(self, name: str) -> Node:
        graphic = part("StackPane", f"{name}-arrow", maxWidth=float("-inf"), maxHeight=float("-inf"))
        button = part("Button", "button", f"{name}-arrow-button", focusTraversable=False, graphic=graphic, text="")
        put(button, "contentDisplay", "GRAPHIC_ONLY")
        return button

    @property
    def range(self) -> range:
        """The page numbers that are shown: those around the current one."""
        node = self.node
        count = node.read("pageCount")
        per_row = min(max(1, node.read("maxPageIndicatorCount")), MAX_PAGE_BUTTONS)
        start = (node.read("currentPageIndex") // per_row) * per_row
        return range(start, min(start + per_row, count))

    def sync(self) -> None:
        node = self.node
        current = node.read("currentPageIndex")
        count = node.read("pageCount")
        shown = self.range
        if node.values.get(LOST):
            shown = range(0)
        numbers = [self.number(index, index == current) for index in shown]
        put(self.left, "disable", current <= 0 and bool(shown))
        put(self.right, "disable", current >= count - 1 and bool(shown))
        adopt(self.box, [self.left, *numbers, self.right])
        info = ""
        if shown:
            info = f"{current + 1}/{count if count < INDETERMINATE else '...'}"
        put(self.info, "text", info)
        self.room = NO_BOUND
        self.turn(current)
        self.control.request_layout()

    def number(self, index: int, selected: bool) -> Node:
        button = self.numbers.get(index)
        if button is None:
            text = str(index + 1)
            button = self.numbers[index] = part("IndicatorButton", focusTraversable=False, text=text)
            button.values["tooltip"] = create("Tooltip", text=text)
        put(button, "selected", selected)
        return button

    def turn(self, index: int) -> None:
        factory = self.node.read("pageFactory")
        if callable(factory) and self.shown != index:
            self.shown = index
            content = factory(index)
            adopt(self.pages[0], [content])

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        page = max(measure.sized(page, "pref", axis) for page in self.pages)
        control = snapped_pref(self.control, axis)
        if axis == 0:
            return self.horizontal_insets + max(control, page)
        return self.vertical_insets + control + page

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 0:
            return self.horizontal_insets + self.least
        return self.vertical_insets + measure.sized(self.control, "pref", axis)

    @property
    def least(self) -> float:
        """The arrows, and one number, even where none is shown."""
        gap = self.box.read_number("spacing")
        return 3 * snap_size(EDGE * font_of(self.left).size + gap) - gap

    def fit(self, width: float) -> None:
        """Leave out the last numbers while there is no room for them; the first stays."""
        if width > self.room:
            # All of them are tried again in the next pulse.
            if self.node.scene is not None:
                self.node.scene.unsynced[self.node] = None
            return
        gap = self.box.read_number("spacing")
        over = snapped_pref(self.box, 0) - width
        buttons = list(self.box.kids[:-1])
        while len(buttons) > 2 and over > 0:
            last = buttons.pop()
            over -= max(snapped_pref(last, 0), measure.min_width(last)) + gap
        if len(buttons) < len(self.box.kids) - 1:
            adopt(self.box, [*buttons, self.right])
            self.room = width

    def place(self, x: float, y: float, width: float, height: float) -> None:
        self.fit(width)
        control_height = snapped_pref(self.control, 1)
        for page in self.pages:
            page.resize(width, max(0.0, height - control_height))
            page.move(x, y)
        # JavaFX forgets the upper inset here.
        layout_in(self.control, Area(x, max(0.0, height - control_height), width, control_height))


class _Control(Sizer):
    """Arrows and numbers of one size, and the page information below them."""

    def __init__(self, skin: PaginationSkin) -> None:
        self.skin = skin
        self.seen: list[tuple[Node, str | None, Font, Insets]] = []

    def sizes(self) -> None:
        """Make all buttons as high as the highest and no narrower than that, again only when what they show changed."""
        buttons = self.skin.box.kids
        contents = [(b, b.read("text"), font_of(b), measure.snapped(b)) for b in buttons]
        # Setting sizes asks for a layout, and a layout for sizes: without this they would never come to rest.
        if contents == self.seen:
            return
        self.seen = contents
        numbers = buttons[1:-1]
        for button in numbers:
            # Bounds of an earlier size would be measured again.
            for name in SIDES:
                put(button, name, -1.0)
        edge = snap_size(EDGE * font_of(buttons[0]).size)
        tall = max((snapped_pref(button, 1) for button in numbers), default=0.0)
        side = max(edge, tall)
        for button in buttons:
            wide = side
            if button in numbers:
                wide = max(side, snapped_pref(button, 0))
            for name, size in zip(SIDES, (wide, side, wide, side), strict=True):
                put(button, name, size)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        self.sizes()
        if axis == 0:
            return max(measure.pref_width(self.skin.box), self.skin.least)
        info = snap_size(measure.pref_height(self.skin.info))
        return measure.pref_height(self.skin.box) + info

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 1:
            return self.pref_size(node, axis, cross)
        return super().min_size(node, axis, cross)

    def layout(self, node: Node) -> None:
        skin = self.skin
        self.sizes()
        box_width = snapped_pref(skin.box, 0)
        box_height = snapped_pref(skin.box, 1)
        info = (snapped_pref(skin.info, 0), snapped_pref(skin.info, 1))
        skin.box.resize(box_width, box_height)
        skin.box.move(snap_position((node.lw - box_width) / 2), 0.0)
        skin.info.resize(*info)
        skin.info.move(snap_position((node.lw - info[0]) / 2), box_height)
