from __future__ import annotations

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.measure import bounded
from pytest_uimcp.javafx.scene.layout.sizer import Sizer
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import OrientedSkin, Skin, adopt, oriented, part, put, skin_of, snapped_pref
from pytest_uimcp.javafx.scene.values.geometry import snap_position, snap_size

LENGTH = 100.0
# The least that a scroll pane asks for in either direction.
NARROW = 36.0


def bar_value(bar: Node, minimum: float, maximum: float, value: float, amount: float) -> None:
    """Set a bar's range, its value and how much of the range is in sight."""
    for name, number in (("min", minimum), ("max", maximum), ("value", value), ("visibleAmount", amount)):
        put(bar, name, number)


@skin_of("ScrollBar")
class ScrollBarSkin(OrientedSkin):
    def build(self) -> None:
        node = self.node
        if not node.lw and not node.lh:
            # What JavaFX's constructor sets: a bar outside any layout has this size.
            node.lw = 20.0
            node.lh = LENGTH
        self.background = part("StackPane", "track-background")
        self.increment = part("ScrollBarSkin$2")
        self.decrement = part("ScrollBarSkin$3")
        self.track = part("StackPane", "track")
        self.thumb = part("ScrollBarSkin$1")
        adopt(self.increment, [part("Region", "increment-arrow")])
        adopt(self.decrement, [part("Region", "decrement-arrow")])
        self.show(self.background, self.increment, self.decrement, self.track, self.thumb)

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == self.axis:
            return self.shortest()
        return self.breadth

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == self.axis:
            return LENGTH
        return self.breadth

    @property
    def breadth(self) -> float:
        across = 1 - self.axis
        ends = max(measure.sized(end, "pref", across) for end in (self.increment, self.decrement))
        return ends + self.insets_along(across)

    def shortest(self) -> float:
        """The least length: both ends, and a track of twice the breadth."""
        ends = sum(measure.sized(end, "pref", self.axis) for end in (self.increment, self.decrement))
        return 2 * self.breadth + ends + self.insets_along(self.axis)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        axis = self.axis
        start, size = ((x, width), (y, height))[axis]
        cross_start, across = ((y, height), (x, width))[axis]
        ends = [snapped_pref(end, axis) for end in (self.increment, self.decrement)]
        track = snap_size(size - sum(ends))
        thumb = self.thumb_length(track)
        self.put(self.background, start, size, cross_start, across)
        self.put(self.decrement, start, ends[1], cross_start, across)
        self.put(self.increment, start + size - ends[0], ends[0], cross_start, across)
        self.put(self.track, start + ends[1], track, cross_start, across)
        self.thumb.resize(*oriented(axis, thumb, across))
        self.thumb.move(*oriented(axis, 0.0, cross_start))
        shift = snap_position(start + ends[1] + self.thumb_start(track, thumb))
        put(self.thumb, ("translateX", "translateY")[axis], shift)
        insets_along = self.insets_along(axis)
        roomy = (self.node.lw, self.node.lh)[axis] >= self.shortest() - insets_along
        for child in (self.background, self.track, self.thumb):
            # JavaFX hides the thumb of a bar that is too short for it, and leaves the ends.
            put(child, "visible", roomy)

    def put(self, child: Node, start: float, size: float, cross_start: float, across: float) -> None:
        child.resize(*oriented(self.axis, size, across))
        child.move(*oriented(self.axis, start, cross_start))

    def thumb_length(self, track: float) -> float:
        node = self.node
        span = node.read("max") - node.read("min")
        share = 1.0
        if span > 0:
            # JavaFX tells of a default of 15, which is gone as soon as a skin listens to the property.
            share = node.values.get("visibleAmount", 0.0) / span
        # JavaFX: a thumb is no shorter than one and a half times the bar's breadth.
        minimum = 1.5 * self.breadth
        return snap_size(max(minimum, min(track * share, track)))

    def thumb_start(self, track: float, thumb: float) -> float:
        minimum = self.node.read("min")
        maximum = self.node.read("max")
        value = min(max(self.node.read_number("value"), minimum), maximum)
        if maximum > minimum:
            return (track - thumb) * (value - minimum) / (maximum - minimum)
        return 0.0


@skin_of("ScrollPane")
class ScrollPaneSkin(Skin):
    def build(self) -> None:
        self.viewport = part("ScrollPaneSkin$5", "viewport", managed=False)
        self.inner = part("ScrollPaneSkin$6")
        self.vertical = part("ScrollBar", "scroll-bar", orientation="VERTICAL", visible=False)
        self.horizontal = part("ScrollBar", "scroll-bar", visible=False)
        self.corner = part("StackPane", "corner", visible=False)
        for bar in (self.vertical, self.horizontal):
            put(bar, "focusTraversable", False)
        adopt(self.viewport, [self.inner])
        self.show(self.viewport, self.vertical, self.horizontal, self.corner)
        self.viewport.sizer = _Viewport(self)
        self.view = (0.0, 0.0)
        self.size = (0.0, 0.0)

    def sync(self) -> None:
        adopt(self.inner, [self.node.read_node("content")])

    def policy(self, name: str, cross_name: str) -> bool:
        """Whether a bar's place is kept in the preferred size."""
        policy = self.node.read_text(name)
        is_requested = any(self.node.read_number(f"{kind}Viewport{cross_name}") > 0 for kind in ("pref", "min"))
        return policy == "ALWAYS" or (policy == "AS_NEEDED" and is_requested)

    def bar_room(self, axis: int) -> float:
        """What a bar that is always kept room for takes."""
        if self.policy(("vbarPolicy", "hbarPolicy")[axis], ("Height", "Width")[axis]):
            return measure.sized((self.vertical, self.horizontal)[axis], "pref", axis)
        return 0.0

    def wanted(self, axis: int, cross: float) -> float:
        """The viewport that is asked for, or the content's size, with insets and bars."""
        insets_along = self.insets_along(axis)
        extra = self.bar_room(axis)
        preferred = self.node.read_number(f"prefViewport{('Width', 'Height')[axis]}")
        if preferred > 0:
            return preferred + insets_along + extra
        content = self.node.read_node("content")
        if content is None:
            return insets_along + extra
        return measure.sized(content, "pref", axis, cross if measure.bias(content) else -1.0) + insets_along + extra

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        if axis == 1 and cross != -1 and node.read("fitToWidth"):
            return self.wanted(1, cross - self.horizontal_insets)
        return self.wanted(axis, -1.0)

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        minimum = self.node.read_number(f"minViewport{('Width', 'Height')[axis]}")
        if minimum > 0:
            return minimum + self.insets_along(axis) + self.bar_room(axis)
        return NARROW

    def content_size(self, width: float, height: float) -> tuple[float, float]:
        content = self.node.read_node("content")
        if content is None:
            return 0.0, 0.0
        if not content.resizable:
            # A group or a shape has a box that begins where its children do; its origin is not its corner.
            box = measure.layout_box(content)
            from pytest_uimcp.javafx.scene.layout.bounds import in_parent

            parent_box = in_parent(content)
            return max(box[2] - box[0], parent_box[2]), max(box[3] - box[1], parent_box[3])
        # The side that the other depends on comes first.
        if measure.bias(content) == "VERTICAL":
            content_height = self.side(content, 1, height, -1.0)
            return self.side(content, 0, width, content_height), content_height
        content_width = self.side(content, 0, width, -1.0)
        return content_width, self.side(content, 1, height, content_width if measure.bias(content) else -1.0)

    def side(self, content: Node, axis: int, room: float, cross: float) -> float:
        """One size: the viewport's where the content is fitted, the preferred one otherwise."""
        fits = self.node.read(("fitToWidth", "fitToHeight")[axis])
        minimum = measure.sized(content, "min", axis, cross)
        size = room
        if not fits:
            size = measure.sized(content, "pref", axis, cross)
        return snap_size(bounded(minimum, size, measure.sized(content, "max", axis, cross)))

    def shows(self, policy: str, needed: bool) -> bool:
        return policy == "ALWAYS" or (policy == "AS_NEEDED" and needed)

    def layout(self, node: Node) -> None:
        top, right, bottom, left = self.insets
        width = node.lw - left - right
        height = node.lh - top - bottom
        bars = (snapped_pref(self.vertical, 0), snapped_pref(self.horizontal, 1))
        vbar = hbar = False
        for _ in range(3):
            room = (width - bars[0] * vbar, height - bars[1] * hbar)
            size = self.content_size(*room)
            needed = (
                self.shows(node.read("vbarPolicy"), (size[1] > room[1] and not node.read("fitToHeight")) or
                           (node.read("fitToHeight") and size[1] > room[1])),
                self.shows(node.read("hbarPolicy"), size[0] > room[0]),
            )  # fmt: skip
            if needed == (vbar, hbar):
                break
            vbar = needed[0] or vbar
            hbar = needed[1] or hbar
        self.view = (snap_size(room[0]), snap_size(room[1]))
        self.size = size
        self.viewport.resize(*self.view)
        self.viewport.move(left, top)
        put(self.viewport, "clip", (0.0, 0.0, *self.view))
        self.viewport.bounds_changed()
        self.bars(vbar, hbar, left, top, bars)
        # The size may be the same while the shift has changed, which only the viewport's own layout applies.
        self.viewport.dirty = True
        node.branch = True

    def bars(self, vbar: bool, hbar: bool, x: float, y: float, bars: tuple[float, float]) -> None:
        """Ranges and places of both bars, and the corner between them."""
        node = self.node
        (width, height) = self.view
        for bar, axis, is_needed in ((self.vertical, 1, vbar), (self.horizontal, 0, hbar)):
            minimum, maximum = (node.read(name) for name in (("hmin", "hmax"), ("vmin", "vmax"))[axis])
            view = self.view[axis]
            size = self.size[axis]
            amount = (maximum - minimum) * (view / size if size > 0 else 1.0)
            bar_value(bar, minimum, maximum, node.read(("hvalue", "vvalue")[axis]), amount)
            put(bar, "visible", is_needed)
        # Bars reach over the insets of the pane, as its border is theirs too.
        insets = measure.insets(node)
        if vbar:
            self.vertical.resize(bars[0], height + insets.top + insets.bottom * (not hbar))
            self.vertical.move(snap_position(node.lw - insets.right - bars[0] + insets.right), y - insets.top)
        if hbar:
            self.horizontal.resize(width + insets.left + insets.right * (not vbar), bars[1])
            self.horizontal.move(x - insets.left, snap_position(node.lh - bars[1]))
        put(self.corner, "visible", vbar and hbar)
        if vbar and hbar:
            self.corner.resize(bars[0], bars[1])
            self.corner.move(x + width, y + height)

    def offset(self, axis: int) -> float:
        node = self.node
        minimum, maximum, value = (
            node.read(name) for name in (("hmin", "hmax", "hvalue"), ("vmin", "vmax", "vvalue"))[axis]
        )
        hidden = max(0.0, self.size[axis] - self.view[axis])
        if maximum > minimum:
            return -snap_position(hidden * (value - minimum) / (maximum - minimum))
        return 0.0


class _Viewport(Sizer):
    def __init__(self, skin: ScrollPaneSkin) -> None:
        self.skin = skin

    def layout(self, node: Node) -> None:
        skin = self.skin
        size = [max(content_size, view) for content_size, view in zip(skin.size, skin.view, strict=True)]
        content = skin.node.read_node("content")
        skin.inner.resize(snap_size(size[0]), snap_size(size[1]))
        skin.inner.move(skin.offset(0), skin.offset(1))
        skin.inner.sizer = _Inner(skin)
        if content is not None:
            skin.inner.dirty = True


class _Inner(Sizer):
    def __init__(self, skin: ScrollPaneSkin) -> None:
        self.skin = skin

    def layout(self, node: Node) -> None:
        content = self.skin.node.read_node("content")
        if content is not None and content.placed:
            if content.resizable:
                content.resize(*self.skin.size)
            box = measure.layout_box(content)
            content.move(0.0 - box[0], 0.0 - box[1])
