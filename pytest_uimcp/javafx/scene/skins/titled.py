from __future__ import annotations

import math

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, place_in
from pytest_uimcp.javafx.scene.layout.sizer import MAX, Sizer
from pytest_uimcp.javafx.scene.layout.text import text_width
from pytest_uimcp.javafx.scene.model.base import FxObject, hook
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import Skin, adopt, part, put, skin_of
from pytest_uimcp.javafx.scene.skins.labeled import LabeledSkin
from pytest_uimcp.javafx.scene.values.enums import position
from pytest_uimcp.javafx.scene.values.geometry import snap_position, snap_size


@skin_of("TitledPane")
class TitledPaneSkin(LabeledSkin):
    def build(self) -> None:
        super().build()
        self.arrow = part("StackPane", "arrow")
        # JavaFX's skin gives these ids itself, and selectors of programs use them.
        put(self.arrow, "id", "arrow")
        self.arrow_region = part("StackPane", "arrow-button")
        put(self.arrow_region, "id", "arrowRegion")
        adopt(self.arrow_region, [self.arrow])
        self.title = part("TitleRegion", "title")
        self.title.sizer = _Title(self)
        self.container = part("TitledPaneSkin$1", "content")

    def sync(self) -> None:
        node = self.node
        graphic = self.graphic
        arrow = None
        if node.read("collapsible"):
            arrow = self.arrow_region
        adopt(self.title, [arrow, graphic, self.text])
        content = node.read_node("content")
        adopt(self.container, [content])
        # The container stays, of no height: what a program put there is hidden.
        if content is not None and bool(content.read("visible")) != bool(node.read("expanded")):
            content.write("visible", bool(node.read("expanded")))
        # JavaFX turns it in an animation; here it is always at the end of it.
        put(self.arrow, "rotate", (-90.0, 0.0)[bool(node.read("expanded"))])
        self.show(self.container, self.title)
        self.title.request_layout()

    @property
    def title_height(self) -> float:
        insets = measure.snapped(self.title)
        title_height = max(
            self.text_size()[1] + self.padding.along(1), self.graphic_size(1), measure.pref_height(self.arrow_region)
        )
        return insets.top + snap_size(title_height) + insets.bottom

    @property
    def least(self) -> float:
        """A title that is cut shows its dots even where they have no room."""
        return min(self.text_size()[0], text_width(self.overrun.ellipsis, self.font))

    @property
    def title_width(self) -> float:
        insets = measure.snapped(self.title)
        arrow = 0.0
        if self.node.read("collapsible"):
            arrow = snap_size(measure.pref_width(self.arrow_region))
        label = 0.0
        if not self.ignores_text:
            label = self.text_size()[0]
        graphic = self.graphic_size(0)
        return insets.left + arrow + label + (graphic + self.gap if graphic else 0.0) + insets.right

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 0:
            return self.horizontal_insets + snap_size(max(self.title_width, measure.pref_width(self.container)))
        size = self.vertical_insets + self.title_height
        if node.read("expanded"):
            return size + snap_size(measure.pref_height(self.container, cross))
        return size

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 0:
            return self.horizontal_insets + self.title_width
        size = self.vertical_insets + self.title_height
        if node.read("expanded"):
            return size + measure.min_height(self.container)
        return size

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 0:
            return MAX
        return super().max_size(node, axis, cross)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        title_height = self.title_height
        self.title.resize(width, title_height)
        self.title.move(x, y)
        # A closed pane keeps its container, of no height: it is hidden, and there for selectors.
        content_height = 0.0
        if self.node.read("expanded"):
            content_height = max(0.0, height - title_height)
        self.container.resize(width, content_height)
        self.container.move(x, snap_position(y + title_height))
        self.container.values["clip"] = (0.0, 0.0, width, content_height)
        self.container.bounds_changed()


class _Title(Sizer):
    def __init__(self, skin: TitledPaneSkin) -> None:
        self.skin = skin

    def layout(self, node: Node) -> None:
        skin = self.skin
        insets = measure.snapped(node)
        width = node.lw - insets.left - insets.right
        height = node.lh - insets.top - insets.bottom
        x = insets.left
        if skin.arrow_region.parent is node:
            arrow_width = snap_size(measure.pref_width(skin.arrow_region))
            skin.arrow_region.resize(arrow_width, snap_size(measure.pref_height(skin.arrow_region)))
            place_in(skin.arrow_region, Area(x, insets.top, arrow_width, height))
            # JavaFX takes off half of the arrow, and puts what is in the middle in the middle of the whole title.
            width -= math.floor(arrow_width / 2)
            align = position(skin.node.read("alignment")).h
            x += {"LEFT": arrow_width, "CENTER": arrow_width / 4}.get(align, arrow_width / 2)
        skin.place_label(x, insets.top, max(width, skin.least), height)


@skin_of("Accordion")
class AccordionSkin(Skin):
    """Titles one below the other; the expanded pane takes what is left."""

    def sync(self) -> None:
        panes = self.node.read("panes")
        for place, pane in enumerate(panes):
            classes = pane.read("styleClass")
            if place == 0 and "first-titled-pane" not in classes:
                # The theme draws the line between panes above each title but the first.
                classes.append("first-titled-pane")
            elif place and "first-titled-pane" in classes:
                classes.remove("first-titled-pane")
        self.show(*panes)

    def title(self, pane: Node) -> float:
        if isinstance(pane.skin, TitledPaneSkin):
            return pane.skin.vertical_insets + pane.skin.title_height
        return 0.0

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 0:
            return self.horizontal_insets + max((measure.pref_width(pane) for pane in node.kids), default=0.0)
        return self.vertical_insets + sum(measure.pref_height(pane, cross) for pane in node.kids)

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 0:
            return self.horizontal_insets + max((measure.min_width(pane) for pane in node.kids), default=0.0)
        return self.vertical_insets + sum(self.title(pane) for pane in node.kids)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        panes = [pane for pane in self.node.kids if pane.placed]
        closed_height = sum(self.title(pane) for pane in panes if not pane.read("expanded"))
        for pane in panes:
            if pane.read("expanded"):
                pane_height = height - closed_height
            else:
                pane_height = self.title(pane)
            pane.resize(width, max(0.0, pane_height))
            pane.move(x, y)
            y += pane.lh


@hook("Accordion", "panes")
def _panes(accordion: Node, _went: list[Node], came: list[Node]) -> None:
    for pane in came:
        # For good: `_follow` tells a pane that has left the accordion.
        pane.observe("expanded", lambda pane, _name, _old, is_expanded: _follow(accordion, pane, bool(is_expanded)))
        if pane is not accordion.read("expandedPane"):
            # All panes begin closed but the one that the accordion was told to expand.
            pane.write("expanded", False)


@hook("Accordion", "expandedPane")
def _expanded_pane(accordion: Node, old: Node | None, new: Node | None) -> None:
    if old is not None:
        # The old one first: nobody who watches ever sees two expanded panes.
        old.write("expanded", False)
    if new is not None:
        new.write("expanded", True)


def _follow(accordion: Node, pane: FxObject, is_expanded: bool) -> None:
    """A pane that is expanded or closed by itself becomes the accordion's expanded pane, or ceases to be it."""
    if pane not in accordion.read("panes"):
        return
    current = accordion.read("expandedPane")
    if is_expanded and current is not pane:
        accordion.write("expandedPane", pane)
    elif not is_expanded and current is pane:
        accordion.write("expandedPane", None)


@hook("TitledPane", "expanded")
def _expanded(pane: Node, _old: bool, _new: bool) -> None:
    # `:expanded` and `:collapsed` come from the property.
    pane.restyle()
