"""Scroll bars and scroll panes."""

# sizes and placing are explained where Sizer and Skin declare them

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.measure import bounded
from pytest_uimcp.javafx.scene.layout.sizer import MAX, Sizer
from pytest_uimcp.javafx.scene.skins.base import Skin, adopt, part, put, skin_of, snapped_pref
from pytest_uimcp.javafx.scene.values.geometry import snap_position, snap_size

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node

__all__ = ["ScrollBarSkin", "ScrollPaneSkin", "bar_value"]

LENGTH = 100.0
NARROW = 36.0
"""The least that a scroll pane asks for in either direction."""


def bar_value(bar: Any, low: float, high: float, value: float, amount: float) -> None:
    """Set a bar's range, its value and how much of the range is in sight."""
    for name, number in (("min", low), ("max", high), ("value", value), ("visibleAmount", amount)):
        put(bar, name, number)


@skin_of("ScrollBar")
class ScrollBarSkin(Skin):
    """Two ends, a track between them, a thumb on it."""

    def build(self) -> None:
        node = self.node
        if not node.lw and not node.lh:
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

    @property
    def axis(self) -> int:
        return 0 if self.node.read("orientation") == "HORIZONTAL" else 1

    @property
    def breadth(self) -> float:
        """Across the track."""
        across = 1 - self.axis
        ends = max(measure.sized(end, "pref", across) for end in (self.increment, self.decrement))
        return ends + (self.horizontal_insets if across == 0 else self.vertical_insets)

    def shortest(self) -> float:
        """The least length: both ends, and a track of twice the breadth."""
        ends = sum(measure.sized(end, "pref", self.axis) for end in (self.increment, self.decrement))
        return 2 * self.breadth + ends + (self.horizontal_insets if self.axis == 0 else self.vertical_insets)

    def length(self, kind: str) -> float:
        return {"min": self.shortest(), "pref": LENGTH, "max": MAX}[kind]

    def min_width(self, node: Node, height: float) -> float:
        return self.length("min") if self.axis == 0 else self.breadth

    def min_height(self, node: Node, width: float) -> float:
        return self.length("min") if self.axis == 1 else self.breadth

    def pref_width(self, node: Node, height: float) -> float:
        return self.length("pref") if self.axis == 0 else self.breadth

    def pref_height(self, node: Node, width: float) -> float:
        return self.length("pref") if self.axis == 1 else self.breadth

    def max_width(self, node: Node, height: float) -> float:
        return MAX if self.axis == 0 else measure.pref_width(node)

    def max_height(self, node: Node, width: float) -> float:
        return MAX if self.axis == 1 else measure.pref_height(node)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        axis = self.axis
        start, size = ((x, width), (y, height))[axis]
        other, across = ((y, height), (x, width))[axis]
        ends = [snapped_pref(end, axis) for end in (self.increment, self.decrement)]
        track = snap_size(size - sum(ends))
        thumb = self.thumb_length(track)
        self.put(self.background, start, size, other, across)
        self.put(self.decrement, start, ends[1], other, across)
        self.put(self.increment, start + size - ends[0], ends[0], other, across)
        self.put(self.track, start + ends[1], track, other, across)
        self.thumb.resize(*((thumb, across) if axis == 0 else (across, thumb)))
        self.thumb.move(*((0.0, other) if axis == 0 else (other, 0.0)))
        shift = snap_position(start + ends[1] + self.thumb_start(track, thumb))
        put(self.thumb, "translateX" if axis == 0 else "translateY", shift)
        around = self.horizontal_insets if axis == 0 else self.vertical_insets
        roomy = (self.node.lw, self.node.lh)[axis] >= self.shortest() - around
        for inner in (self.background, self.track, self.thumb):
            put(inner, "visible", roomy)

    def put(self, inner: Any, start: float, size: float, other: float, across: float) -> None:
        """Place a part along the bar."""
        inner.resize(*((size, across) if self.axis == 0 else (across, size)))
        inner.move(*((start, other) if self.axis == 0 else (other, start)))

    def thumb_length(self, track: float) -> float:
        """As much of the track as is in sight of the range."""
        node = self.node
        span = node.read("max") - node.read("min")
        share = node.read("visibleAmount") / span if span > 0 else 1.0
        least = 1.5 * self.breadth
        return snap_size(max(least, min(track * share, track)) if track >= least else least)

    def thumb_start(self, track: float, thumb: float) -> float:
        """Where on the track the thumb begins."""
        low = self.node.read("min")
        high = self.node.read("max")
        value = min(max(self.node.read("value"), low), high)
        return (track - thumb) * (value - low) / (high - low) if high > low else 0.0


@skin_of("ScrollPane")
class ScrollPaneSkin(Skin):
    """A viewport, two bars, a corner."""

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

    def sync(self) -> None:
        content = self.node.read("content")
        adopt(self.inner, [content] if content is not None else [])

    def policy(self, name: str, other: str) -> bool:
        """Whether a bar's place is kept in the preferred size."""
        policy: str = self.node.read(name)
        asked = any(self.node.read(f"{kind}Viewport{other}") > 0 for kind in ("pref", "min"))
        return policy == "ALWAYS" or (policy == "AS_NEEDED" and asked)

    def wanted(self, axis: int, other: float) -> float:
        """The viewport that is asked for, or the content's size, with insets and bars."""
        around = self.horizontal_insets if axis == 0 else self.vertical_insets
        bar = self.vertical if axis == 0 else self.horizontal
        kept = self.policy(("vbarPolicy", "hbarPolicy")[axis], ("Height", "Width")[axis])
        extra = measure.sized(bar, "pref", axis) if kept else 0.0
        own: float = self.node.read(f"prefViewport{('Width', 'Height')[axis]}")
        if own > 0:
            return own + around + extra
        content = self.node.read("content")
        if content is None:
            return around + extra
        return measure.sized(content, "pref", axis, other if measure.bias(content) else -1.0) + around + extra

    def pref_width(self, node: Node, height: float) -> float:
        return self.wanted(0, -1.0)

    def pref_height(self, node: Node, width: float) -> float:
        return self.wanted(1, width - self.horizontal_insets if width != -1 and node.read("fitToWidth") else -1.0)

    def least(self, axis: int) -> float:
        own = self.node.read(f"minViewport{('Width', 'Height')[axis]}")
        around = self.horizontal_insets if axis == 0 else self.vertical_insets
        return own + around if own > 0 else NARROW

    def min_width(self, node: Node, height: float) -> float:
        return self.least(0)

    def min_height(self, node: Node, width: float) -> float:
        return self.least(1)

    # --- placing

    def content_size(self, width: float, height: float) -> tuple[float, float]:
        """The content's size in a viewport."""
        content = self.node.read("content")
        if content is None:
            return 0.0, 0.0
        if not content.resizable:
            box = measure.layout_box(content)
            from pytest_uimcp.javafx.scene.layout.bounds import in_parent

            seen = in_parent(content)
            return max(box[2] - box[0], seen[2]), max(box[3] - box[1], seen[3])
        if measure.bias(content) == "VERTICAL":
            high = self.side(content, 1, height, -1.0)
            return self.side(content, 0, width, high), high
        wide = self.side(content, 0, width, -1.0)
        return wide, self.side(content, 1, height, wide if measure.bias(content) else -1.0)

    def side(self, content: Any, axis: int, room: float, other: float) -> float:
        """One size: the viewport's where the content is fitted, the preferred one otherwise."""
        fits = self.node.read(("fitToWidth", "fitToHeight")[axis])
        low = measure.sized(content, "min", axis, other)
        wanted = room if fits else measure.sized(content, "pref", axis, other)
        return snap_size(bounded(low, wanted, measure.sized(content, "max", axis, other)))

    def shows(self, policy: str, needed: bool) -> bool:
        return policy == "ALWAYS" or (policy == "AS_NEEDED" and needed)

    def layout(self, node: Node) -> None:
        top, right, bottom, left = self.insets
        width = node.lw - left - right
        height = node.lh - top - bottom
        bars = (snapped_pref(self.vertical, 0), snapped_pref(self.horizontal, 1))
        vbar = hbar = False
        for _ in range(3):
            inner = (width - (bars[0] if vbar else 0.0), height - (bars[1] if hbar else 0.0))
            size = self.content_size(*inner)
            now = (
                self.shows(node.read("vbarPolicy"), (size[1] > inner[1] and not node.read("fitToHeight")) or
                           (node.read("fitToHeight") and size[1] > inner[1])),
                self.shows(node.read("hbarPolicy"), size[0] > inner[0]),
            )  # fmt: skip
            if now == (vbar, hbar):
                break
            vbar = now[0] or vbar
            hbar = now[1] or hbar
        self.view = (snap_size(inner[0]), snap_size(inner[1]))
        self.size = size
        self.viewport.resize(*self.view)
        self.viewport.move(left, top)
        put(self.viewport, "clip", (0.0, 0.0, *self.view))
        self.viewport.bounds_changed()
        self.bars(vbar, hbar, left, top, bars)
        self.viewport.dirty = True
        node.branch = True

    def bars(self, vbar: bool, hbar: bool, left: float, top: float, bars: tuple[float, float]) -> None:
        """Ranges and places of both bars, and the corner between them."""
        node = self.node
        (width, height) = self.view
        for bar, axis, on in ((self.vertical, 1, vbar), (self.horizontal, 0, hbar)):
            low, high = (node.read(name) for name in (("hmin", "hmax"), ("vmin", "vmax"))[axis])
            view = self.view[axis]
            size = self.size[axis]
            amount = (high - low) * (view / size if size > 0 else 1.0)
            bar_value(bar, low, high, node.read(("hvalue", "vvalue")[axis]), amount)
            put(bar, "visible", on)
        # Bars reach over the insets of the pane, as its border is theirs too.
        insets = measure.insets(node)
        if vbar:
            self.vertical.resize(bars[0], height + insets.top + (insets.bottom if not hbar else 0.0))
            self.vertical.move(snap_position(node.lw - insets.right - bars[0] + insets.right), top - insets.top)
        if hbar:
            self.horizontal.resize(width + insets.left + (insets.right if not vbar else 0.0), bars[1])
            self.horizontal.move(left - insets.left, snap_position(node.lh - bars[1]))
        put(self.corner, "visible", vbar and hbar)
        if vbar and hbar:
            self.corner.resize(bars[0], bars[1])
            self.corner.move(left + width, top + height)

    def offset(self, axis: int) -> float:
        """How far the content is shifted by the value."""
        node = self.node
        low, high, value = (node.read(name) for name in (("hmin", "hmax", "hvalue"), ("vmin", "vmax", "vvalue"))[axis])
        hidden = max(0.0, self.size[axis] - self.view[axis])
        return -snap_position(hidden * (value - low) / (high - low)) if high > low else 0.0


class _Viewport(Sizer):
    """The content at its size, shifted."""

    def __init__(self, skin: ScrollPaneSkin) -> None:
        self.skin = skin

    def layout(self, node: Node) -> None:
        skin = self.skin
        size = [max(own, view) for own, view in zip(skin.size, skin.view, strict=True)]
        content = skin.node.read("content")
        skin.inner.resize(snap_size(size[0]), snap_size(size[1]))
        skin.inner.move(skin.offset(0), skin.offset(1))
        skin.inner.sizer = _Inner(skin)
        if content is not None:
            skin.inner.dirty = True


class _Inner(Sizer):
    """The content itself, at the corner."""

    def __init__(self, skin: ScrollPaneSkin) -> None:
        self.skin = skin

    def layout(self, node: Node) -> None:
        content = self.skin.node.read("content")
        if content is not None and content.placed:
            if content.resizable:
                content.resize(*self.skin.size)
            box = measure.layout_box(content)
            content.move(0.0 - box[0], 0.0 - box[1])
