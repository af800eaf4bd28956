"""Tab panes: a header for each tab, and a region for each tab's content, of which one shows."""

from __future__ import annotations

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.measure import bounded
from pytest_uimcp.javafx.scene.layout.sizer import Sizer
from pytest_uimcp.javafx.scene.model.base import FxItem
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.selection import give_models
from pytest_uimcp.javafx.scene.skins.base import Skin, adopt, oriented, part, put, skin_of, snapped_pref
from pytest_uimcp.javafx.scene.values.geometry import snap_position, snap_size

CLOSE = 16.0
# Between the headers and the button for a list of them.
TAB_GAP = 5.0
# Where the theme puts that button, and its arrow in it.
BUTTON_TOP = 3.0
ARROW_AT = (4.0, 6.0)


class TabHeader:
    def __init__(self, skin: TabPaneSkin, tab: FxItem) -> None:
        self.skin = skin
        self.tab = tab
        self.node = part("TabHeaderSkin", viewOrder=1.0)
        self.inner = part("TabPaneSkin$TabHeaderSkin$4", "tab-container")
        self.label = part("Label", "tab-label")
        self.close = part("TabPaneSkin$TabHeaderSkin$2", "tab-close-button", visible=False)
        self.ring = part("Region", "focus-indicator", mouseTransparent=True)
        adopt(self.inner, [self.label, self.close, self.ring])
        adopt(self.node, [self.inner])
        # Its own sizer, not that of StackPane, which the class of the node would have.
        self.node.sizer = TabHeaderSizer(self)
        self.inner.sizer = _Inner(self)

    @property
    def closes(self) -> bool:
        policy = self.skin.node.read("tabClosingPolicy")
        return bool(self.tab.read("closable")) and (
            policy == "ALL_TABS" or (policy == "SELECTED_TAB" and bool(self.tab.read("selected")))
        )

    def follow(self) -> None:
        tab = self.tab
        node = self.node
        put(node, "id", tab.read("id") or tab.fx_id)
        classes = list(tab.read("styleClass"))
        if list(node.read("styleClass")) != classes:
            node.read("styleClass").set_all(classes)
        put(node, "style", tab.read("style") or "")
        put(self.label, "text", tab.read("text"))
        put(self.label, "graphic", tab.read("graphic"))
        put(self.close, "visible", self.closes)
        # Pseudo-classes of a node that is no control: nothing else would set them.
        states = {"selected": tab.read("selected"), "disabled": tab.read("disable"), self.skin.side.lower(): True}
        custom = frozenset(state for state, is_on in states.items() if is_on)
        if custom != node.custom:
            node.custom = custom
            node.restyle()
        self.inner.request_layout()

    def width(self) -> float:
        pane = self.skin.node
        insets = measure.snapped(self.node)
        label_width = snapped_pref(self.label, 0) + (CLOSE if self.closes else 0.0)
        label_width = bounded(pane.read("tabMinWidth"), label_width, pane.read("tabMaxWidth"))
        return insets.left + label_width + insets.right

    def height(self) -> float:
        pane = self.skin.node
        insets = measure.snapped(self.node)
        label_height = bounded(pane.read("tabMinHeight"), snapped_pref(self.label, 1), pane.read("tabMaxHeight"))
        return insets.top + snap_size(label_height) + insets.bottom


def tab_of(header: Node) -> FxItem:
    assert isinstance(header.sizer, TabHeaderSizer)  # every TabHeaderSkin is made by a TabHeader
    return header.sizer.header.tab


class TabHeaderSizer(Sizer):
    """The container inside of the header's padding."""

    def __init__(self, header: TabHeader) -> None:
        self.header = header

    def layout(self, node: Node) -> None:
        insets = measure.snapped(node)
        container = self.header.inner
        container.resize(
            snap_size(node.lw) - insets.left - insets.right, snap_size(node.lh) - insets.top - insets.bottom
        )
        container.move(insets.left, insets.top)


class _Inner(Sizer):
    def __init__(self, header: TabHeader) -> None:
        self.header = header

    def layout(self, node: Node) -> None:
        header = self.header
        room = node.lw - (CLOSE if header.closes else 0.0)
        label_width = snapped_pref(header.label, 0)
        label_height = snapped_pref(header.label, 1)
        header.label.resize(min(label_width, room), label_height)
        header.label.move(
            snap_position(max(0.0, (room - label_width) / 2)), snap_position((node.lh - label_height) / 2)
        )
        if header.closes:
            header.close.resize(CLOSE, CLOSE)
            header.close.move(node.lw - CLOSE, snap_position((node.lh - CLOSE) / 2))
        # One pixel around, as drawn by the theme; it is there also while the tab has no focus.
        header.ring.resize(node.lw + 2, header.label.lh + 2)
        header.ring.move(-1.0, header.label.ly - 1)


@skin_of("TabPane")
class TabPaneSkin(Skin):
    def build(self) -> None:
        give_models(self.node)
        self.background = part("StackPane", "tab-header-background")
        self.strip = part("TabPaneSkin$TabHeaderArea$1", "headers-region")
        self.button = part("Pane", "tab-down-button", visible=False)
        self.arrow = part("StackPane", "arrow", managed=False)
        self.box = part("TabPaneSkin$TabControlButtons$1", "container")
        self.controls = part("TabControlButtons", visible=False)
        self.area = part("TabHeaderArea", managed=False)
        adopt(self.button, [self.arrow])
        adopt(self.box, [self.button])
        adopt(self.controls, [self.box])
        adopt(self.area, [self.background, self.strip, self.controls])
        self.headers: dict[int, TabHeader] = {}
        self.regions: dict[int, Node] = {}
        self.disabled_contents: set[Node] = set()
        self.area.sizer = _Area(self)
        self.strip.sizer = _Strip(self)
        # The button for a list of tabs shows where there is no room for all headers.
        for child in (self.controls, self.box, self.button):
            child.sizer = _Controls()

    @property
    def tabs(self) -> list[FxItem]:
        return list(self.node.read("tabs"))

    def sync(self) -> None:
        headers = [self.header(tab) for tab in self.tabs]
        for header in headers:
            header.follow()
        adopt(self.strip, [header.node for header in headers])
        put(self.area, "visible", bool(headers))
        # A region is put before those that are there: the last tab's is the first child.
        self.show(*[self.region(tab) for tab in self.tabs][::-1], self.area)
        self.area.request_layout()

    def header(self, tab: FxItem) -> TabHeader:
        # By identity: two tabs may be equal, and a tab is no node that could carry its header.
        if id(tab) not in self.headers:
            self.headers[id(tab)] = TabHeader(self, tab)
        return self.headers[id(tab)]

    def region(self, tab: FxItem) -> Node:
        region = self.regions.get(id(tab))
        if region is None:
            region = self.regions[id(tab)] = part("TabContentRegion", managed=False, alignment="TOP_LEFT")
        content = tab.read_node("content")
        adopt(region, [content])
        put(region, "visible", bool(tab.read("selected")))
        is_disabled = bool(tab.read("disable"))
        if content is not None and is_disabled != (content in self.disabled_contents):
            # Only on a change of the tab: a program may disable the content by itself.
            self.disabled_contents ^= {content}
            put(content, "disable", is_disabled)
        return region

    def list_width(self) -> float:
        """The button for a list of all tabs."""
        return measure.snapped(self.button).along(0) + snapped_pref(self.arrow, 0)

    def strip_height(self) -> float:
        return max((self.header(tab).height() for tab in self.tabs), default=0.0)

    def header_size(self) -> float:
        insets = measure.snapped(self.area)
        if self.tabs:
            return snap_size(insets.top + self.strip_height() + insets.bottom)
        return 0.0

    @property
    def side(self) -> str:
        return self.node.read("side") or "TOP"

    @property
    def horizontal(self) -> bool:
        return self.side in ("TOP", "BOTTOM")

    def content_size(self, axis: int) -> float:
        contents = [tab.read_node("content") for tab in self.tabs]
        return max((snap_size(measure.sized(c, "pref", axis)) for c in contents if c is not None), default=0.0)

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        content = self.content_size(axis)
        # The headers take their room across the side that they are on.
        if self.horizontal != (axis == 0):
            return self.insets_along(axis) + content + self.header_size()
        if axis == 1 or not self.tabs:
            return self.insets_along(axis) + content
        headers = sum(self.header(tab).width() for tab in self.tabs)
        return self.horizontal_insets + max(content, headers + measure.snapped(self.area).along(0))

    def place(self, x: float, y: float, width: float, height: float) -> None:
        side = self.side
        size = self.header_size()
        start = {
            "TOP": (x, y, width, size), "BOTTOM": (x, y + height - size, width, size),
            "LEFT": (x, y, size, height), "RIGHT": (x + width - size, y, size, height),
        }[side]  # fmt: skip
        content = {
            "TOP": (x, y + size, width, height - size), "BOTTOM": (x, y, width, height - size),
            "LEFT": (x + size, y, width - size, height), "RIGHT": (x, y, width - size, height),
        }[side]  # fmt: skip
        self.area.resize(start[2], start[3])
        self.area.move(start[0], start[1])
        for tab in self.tabs:
            region = self.region(tab)
            region.resize(content[2], content[3])
            region.move(content[0], content[1])
            # A content that is larger than the pane is cut, not shown beside it.
            put(region, "clip", (0.0, 0.0, content[2], content[3]))
            region.bounds_changed()

    def extent(self, axis: int, kind: str) -> float:
        return 0.0


class _Area(Sizer):
    def __init__(self, skin: TabPaneSkin) -> None:
        self.skin = skin

    def layout(self, node: Node) -> None:
        skin = self.skin
        insets = measure.snapped(node)
        strip_height = skin.strip_height()
        headers = sum(skin.header(tab).width() for tab in skin.tabs)
        skin.background.resize(node.lw, node.lh)
        skin.background.move(0.0, 0.0)
        list_width = 0.0
        room = node.lw - insets.left - insets.right
        if skin.horizontal and headers > room:
            list_width = skin.list_width()
            room -= list_width + TAB_GAP
        if skin.horizontal:
            skin.strip.resize(max(0.0, min(headers, room)), strip_height)
            skin.strip.move(
                insets.left, node.lh - strip_height - insets.bottom if skin.node.read("side") == "TOP" else insets.top
            )
        else:
            skin.strip.resize(node.lw - insets.left - insets.right, min(headers, node.lh))
            skin.strip.move(insets.left, insets.top)
        put(skin.strip, "clip", (0.0, 0.0, skin.strip.lw, skin.strip.lh))
        skin.strip.bounds_changed()
        skin.strip.lay_out_too()
        control = skin.node.read("tabMinHeight")
        for child in (skin.controls, skin.button):
            put(child, "visible", bool(list_width))
        skin.controls.resize(list_width, control)
        skin.controls.move(node.lw - insets.right - list_width, snap_position(node.lh - control - insets.bottom))


class _Strip(Sizer):
    def __init__(self, skin: TabPaneSkin) -> None:
        self.skin = skin

    def layout(self, node: Node) -> None:
        axis = int(not self.skin.horizontal)
        position = 0.0
        for tab in self.skin.tabs:
            header = self.skin.header(tab)
            header_width = header.width()
            header_height = header.height()
            header.node.resize(header_width, header_height)
            header.node.move(*oriented(axis, position, 0.0))
            position += (header_width, header_height)[axis]


class _Controls(Sizer):
    """The button that lists tabs, which has no size until it shows."""

    def layout(self, node: Node) -> None:
        for kid in node.kids:
            if kid.placed and "container" in kid.classes:
                kid.resize(node.lw, snap_size(node.lh))
            elif node.lw and "tab-down-button" in kid.classes:
                kid.resize(node.lw, node.lh - BUTTON_TOP)
                kid.move(0.0, BUTTON_TOP)
            elif node.lw and "arrow" in kid.classes:
                kid.resize(snapped_pref(kid, 0), snapped_pref(kid, 1))
                kid.move(*ARROW_AT)
