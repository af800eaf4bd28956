"""The node: its place in the scene, its flags, and what has to be done again when it changes.

State that layout and snapshots touch for every node lies in slots with short names: `lx`, `ly` are the layout position,
`lw`, `lh` the size, `shown` the own `visible` flag, `placed` the own `managed` flag, `off` whether the node is disabled
itself or through an ancestor. Everything else is a property in `values`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar, cast, overload

from pytest_uimcp.javafx.scene.model.base import FxObject, hook
from pytest_uimcp.javafx.scene.model.children import NO_CHILDREN, ChildList
from pytest_uimcp.javafx.scene.model.registry import FxType, Prop
from pytest_uimcp.javafx.scene.model.states import states_of
from pytest_uimcp.javafx.scene.values.geometry import Box

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.css.context import Context
    from pytest_uimcp.javafx.scene.layout.sizer import Sizer
    from pytest_uimcp.javafx.scene.model.lists import ObservableList
    from pytest_uimcp.javafx.scene.model.property_types import Handler
    from pytest_uimcp.javafx.scene.stage.scene import Scene
    from pytest_uimcp.javafx.scene.values.fonts import Font


T = TypeVar("T")
NOTHING: Final[Mapping[str, object]] = MappingProxyType({})
# Properties that lie in slots, because every layout and every snapshot asks for them.
SLOTS: Final[Mapping[str, str]] = {"layoutX": "lx", "layoutY": "ly", "width": "lw", "height": "lh", "disabled": "off"}


class Node(FxObject):
    """A node of the scene graph; its class is in `fx`."""

    __slots__ = (
        "author",
        "branch",
        "constraints",
        "context",
        "custom",
        "dirty",
        "em",
        "gbox",
        "handlers",
        "inner",
        "kids",
        "lh",
        "lw",
        "lx",
        "ly",
        "off",
        "ordinal",
        "outline",
        "parent",
        "pbox",
        "placed",
        "scene",
        "shown",
        "sizer",
        "sizes",
        "skin",
        "styled",
        "uid",
    )

    def prepare(self) -> None:
        """Slots as they are outside any scene."""
        self.parent: Node | None = None
        self.scene: Scene | None = None
        # One empty list is shared by all that can have no children: most nodes of a scene are such.
        self.kids = ChildList(self) if self.is_parent else NO_CHILDREN
        self.lx = self.ly = self.lw = self.lh = 0.0
        self.shown = self.placed = True
        self.off = self.inner = False
        self.dirty = self.is_parent
        self.branch = False
        self.sizes: dict[Any, Any] | None = None
        self.pbox: Box | None = None
        # The box of a path that a skin makes: a caret, a mark, a tick. Its elements are not known.
        self.outline: Box | None = None
        self.gbox: Box | None = None
        self.context: Context | None = None
        self.em: Font | None = None
        self.styled: Mapping[str, object] = NOTHING
        self.author: Mapping[str, object] = NOTHING
        self.custom: frozenset[str] = frozenset()
        self.constraints: dict[str, object] | None = None
        self.skin: Any = None
        self.sizer: Sizer | None = None
        self.uid: str | None = None
        # A program's, by kind of event.
        self.handlers: dict[str, list[Handler]] | None = None
        self.ordinal = 0
        if self.fx.style_classes:
            self.values["styleClass"] = classes = super().make_list(self.fx.props["styleClass"])
            list.extend(classes, self.fx.style_classes)  # nobody watches yet: without the cost of a change

    # Whether it may have children.
    is_parent: ClassVar[bool] = False
    # Whether a layout gives it a size; shapes and groups have their own.
    resizable: ClassVar[bool] = False

    @classmethod
    def describe(cls, fx: FxType) -> None:
        super().describe(fx)
        cls.is_parent = "p" in fx.flags
        cls.resizable = "Region" in fx.lineage

    @property
    def properties(self) -> dict[str, object]:
        """The map of `Node.getProperties()`: layout constraints, and whatever a program puts there."""
        if self.constraints is None:
            self.constraints = {}
        return self.constraints

    @overload
    def constraint(self, name: str) -> object: ...
    @overload
    def constraint(self, name: str, default: T) -> T: ...
    def constraint(self, name: str, default: object = None) -> object:
        """A static property such as `GridPane.rowIndex`; whoever knows its type gives a default of it."""
        value = self.constraints.get(name) if self.constraints else None
        if value is None:
            return default
        return value

    def constrain(self, name: str, value: object) -> None:
        self.guard()
        self.properties[name] = value
        if self.parent is not None:
            self.parent.request_layout()

    @property
    def classes(self) -> list[str]:
        """The style classes, for whoever only reads them."""
        return self.values.get("styleClass") or []

    @property
    def css_type(self) -> str:
        return self.fx.selector

    @property
    def css_id(self) -> str | None:
        return self.values.get("id")

    @property
    def css_classes(self) -> list[str]:
        return self.classes

    @property
    def css_parent(self) -> Node | None:
        return self.parent

    @property
    def css_rtl(self) -> bool:
        return self.rtl

    def css_states(self) -> frozenset[str]:
        return states_of(self)

    def css_place(self) -> tuple[int, int]:
        siblings = self.parent.kids if self.parent is not None else (self,)
        return siblings.index(self), len(siblings)

    @property
    def rtl(self) -> bool:
        """Whether it runs from right to left, by itself or by an ancestor."""
        node: Node | None = self
        while node is not None:
            orientation = node.values.get("nodeOrientation", "INHERIT")
            if orientation != "INHERIT":
                return orientation == "RIGHT_TO_LEFT"
            node = node.parent
        return False

    def _read(self, name: str) -> object:
        """A stylesheet of the program first, then what was set, then the theme, then the default."""
        # The order of JavaFX: a program's sheet wins over what the program set, the theme does not.
        if self.author and name in self.author:
            return self.author[name]
        if name in self.values:
            return self.values[name]
        if name in self.styled:
            return self.styled[name]
        if name in SLOTS and (self.resizable or name not in ("width", "height")):
            return getattr(self, SLOTS[name])
        fx = self.fx
        if name in fx.lists:
            return self.make_list(fx.props[name])
        return fx.defaults.get(name)

    if not TYPE_CHECKING:
        read = _read

    def put(self, prop: Prop, value: object) -> None:
        """Positions and sizes go to their slots."""
        # Layouts set these all the time, so they cost no look-up of hooks.
        slot = SLOTS.get(prop.name)
        if slot and (self.resizable or slot in ("lx", "ly")):
            setattr(self, slot, float(value))  # type: ignore[arg-type]  # what is no number raises here
            self.bounds_changed()
            self.tell(prop.name, None, value)
            return
        super().put(prop, value)

    def changed(self, prop: Prop, old: object, new: object) -> None:
        """Do again what the property affects, then tell who watches."""
        if prop.effect:
            self.affect(prop.effect)
        super().changed(prop, old, new)

    def affect(self, letters: str) -> None:
        """The effects of `tables.node_properties`."""
        for letter in letters:
            EFFECTS[letter](self)

    def guard(self) -> None:
        """Off the FX thread a node of a showing scene is not to be touched."""
        if self.scene is not None:
            self.scene.check_thread()

    def make_list(self, prop: Prop) -> ObservableList[object]:
        """`children` of a pane are its children."""
        if prop.kind == "children":
            return cast("ObservableList[object]", self.kids)
        return super().make_list(prop)

    def enter(self, parent: Node) -> None:
        old = self.parent
        if old is not None and old is not parent:
            # It leaves the old parent first, as a child that is added elsewhere does in JavaFX.
            old.kids.remove(self)
        self.parent = parent
        self.change_scene(parent.scene)
        self.spread_disabled()
        self.restyle()

    def leave(self) -> None:
        self.parent = None
        self.change_scene(None)
        self.spread_disabled()

    def change_scene(self, scene: Scene | None) -> None:
        """Move to a scene with everything below."""
        # Built outside of any scene: nothing below can be in one either.
        if self.scene is scene and scene is None:
            return
        for node in self.walk():
            if node.scene is not scene:
                if node.scene is not None:
                    node.scene.removed(node)
                node.scene = scene
                # Styles depend on the ancestors, which are others now.
                node.context = None
                if scene is not None:
                    scene.added(node)

    def walk(self) -> list[Node]:
        """This node and all below it, in document order."""
        nodes = []
        stack = [self]
        while stack:
            node = stack.pop()
            nodes.append(node)
            if node.kids:
                stack.extend(node.kids[::-1])
        return nodes

    def ancestors(self) -> list[Node]:
        nodes = []
        node = self.parent
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes

    def children_changed(self) -> None:
        self.bounds_changed()
        self.request_layout()

    def spread_disabled(self) -> None:
        off = bool(self.values.get("disable")) or (self.parent is not None and self.parent.off)
        # Nothing below can change either: each node has its own flag or that of its parent.
        if off == self.off:
            return
        stack = [self]
        while stack:
            node = stack.pop()
            off = bool(node.values.get("disable")) or (node.parent is not None and node.parent.off)
            if off != node.off:
                node.off = off
                node.restyle()
                # Told from the top down, so that a listener finds its parents as they are now.
                node.tell("disabled", not off, off)
                if node.scene is not None:
                    node.scene.usability_changed()
                stack.extend(node.kids)

    @property
    def tree_visible(self) -> bool:
        return self.shown and all(node.shown for node in self.ancestors())

    def request_layout(self) -> None:
        """Sizes here and above are to be found again."""
        node: Node | None = self
        while node is not None:
            node.sizes = None
            node.dirty = True
            if node.parent is not None:
                node.parent.branch = True
            node = node.parent
        if self.scene is not None:
            self.scene.needs_pulse = True

    def lay_out_too(self) -> None:
        """Have the layout pass under way come here as well; a request would have it begin again at the root."""
        self.dirty = True
        node = self.parent
        while node is not None and not node.branch:
            node.branch = True
            node = node.parent

    def bounds_changed(self) -> None:
        """Boxes here and above are to be found again."""
        # Two boxes are remembered: the node's own (`gbox`) and that in its parent (`pbox`).
        self.gbox = self.pbox = None
        if not self.resizable:
            self.sizes = None
        node = self.parent
        # A parent that knows no boxes has ancestors that do not count on it.
        while node is not None and (node.gbox is not None or node.pbox is not None):
            node.gbox = node.pbox = None
            node = node.parent

    def show_or_hide(self) -> None:
        """Take over `visible`, which the program or a stylesheet has changed."""
        is_visible = self.read_flag("visible")
        if is_visible != self.shown:
            self.shown = is_visible
            if self.scene is not None:
                self.scene.usability_changed()

    def request_focus(self) -> None:
        """Have the focus, if the node is in a scene and can have it."""
        if self.scene is not None:
            self.scene.request_focus(self)

    def restyle(self) -> None:
        """Apply stylesheets again, here and where it makes a difference below."""
        if self.scene is not None:
            # A dictionary for its order: styles are applied in the order in which they were asked for.
            self.scene.unstyled[self] = None
            self.scene.needs_pulse = True

    def resize(self, width: float, height: float) -> None:
        if width != self.lw or height != self.lh:
            self.lw = width
            self.lh = height
            self.bounds_changed()
            if self.is_parent:
                self.lay_out_too()
            if self.watchers:
                self.tell("width", None, width)
                self.tell("height", None, height)

    def move(self, x: float, y: float) -> None:
        if x != self.lx or y != self.ly:
            self.lx = x
            self.ly = y
            self.bounds_changed()


def _visibility(node: Node) -> None:
    node.bounds_changed()
    if node.scene is not None:
        node.scene.needs_pulse = True


def _parent_layout(node: Node) -> None:
    node.bounds_changed()
    if node.parent is not None:
        node.parent.request_layout()


def _layout(node: Node) -> None:
    node.bounds_changed()
    node.request_layout()


def _bounds(node: Node) -> None:
    _visibility(node)
    if not node.resizable:
        _parent_layout(node)


def _skin(node: Node) -> None:
    _layout(node)
    if node.scene is not None:
        node.scene.unsynced[node] = None


EFFECTS: Final[Mapping[str, Callable[[Node], None]]] = {
    "l": _layout,
    "k": _skin,
    "p": _parent_layout,
    "b": _bounds,
    "s": Node.restyle,
}


@hook("Node", "visible")
def _visible(node: Node, _old: bool, _new: bool) -> None:
    node.show_or_hide()


@hook("Node", "managed")
def _managed(node: Node, _old: bool, _new: bool) -> None:
    node.placed = bool(node.read("managed"))


@hook("Node", "disable")
def _disable(node: Node, _old: bool, _new: bool) -> None:
    node.spread_disabled()


@hook("Node", "id")
def _id(node: Node, old: str | None, new: str | None) -> None:
    if node.scene is not None:
        node.scene.id_changed(node, old, new)
