"""The scene: a root in a window, its index of ids, its focus, its pulse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.javafx.scene.css.apply import style_subtree
from pytest_uimcp.javafx.scene.css.syntax import StyleSheet, parse_sheet
from pytest_uimcp.javafx.scene.errors import WrongValue
from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.run import MAX_LEVELS, check_depth, deep, layout
from pytest_uimcp.javafx.scene.model.base import FxObject, hook
from pytest_uimcp.javafx.scene.model.classes import extends
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.stage import focus
from pytest_uimcp.javafx.scene.values.fonts import Font
from pytest_uimcp.javafx.scene.values.geometry import snap_size

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.stage.window import Window


# Rounds of style and layout in one pulse; what still changes then waits for the next one.
MAX_ROUNDS: Final = 8


@extends("Scene")
class Scene(FxObject):
    __slots__ = (
        "accelerators", "activating", "active", "first_areas", "focus_dirty", "focus_owner", "focus_shown", "ids",
        "menu_focus", "needs_pulse", "sheets", "unstyled", "unsynced", "window",
    )  # fmt: skip

    def prepare(self) -> None:
        """Empty, outside any window."""
        self.window: Window | None = None
        self.ids: dict[str, dict[Node, None]] = {}
        self.unstyled: dict[Node, None] = {}
        self.unsynced: dict[Node, None] = {}
        self.sheets: dict[str, StyleSheet | None] = {}
        self.needs_pulse = True
        # By font, the text area that was measured first: it is another height than those after it.
        self.first_areas: dict[Font, Node] = {}
        self.focus_owner: Node | None = None
        self.focus_shown: Node | None = None
        self.focus_dirty = False
        # Whether the window has the focus, and so the focus owner is `focused`.
        self.active = False
        self.activating = False
        # What a program does at a key combination such as `Shortcut+S`.
        self.accelerators: dict[object, Callable[[], object]] = {}
        # After F10, the menu bar that has the keyboard, and which of its menus; the focus stays where it is.
        self.menu_focus: tuple[Node, int] | None = None

    @property
    def root(self) -> Node | None:
        return cast("Node | None", self.values.get("root"))

    @root.setter
    def root(self, root: Node) -> None:
        self.set("root", root)

    def guard(self) -> None:
        """As for nodes: on the FX thread once it shows."""
        self.check_thread()

    def check_thread(self) -> None:
        """Refuse other threads while the window shows."""
        window = self.window
        if window is not None and window.platform is not None and window.values.get("showing"):
            window.platform.check_thread()

    def added(self, node: Node) -> None:
        name = node.values.get("id")
        if name is not None:
            self.ids.setdefault(name, {})[node] = None

    def removed(self, node: Node) -> None:
        name = node.values.get("id")
        if name is not None:
            self.ids.get(name, {}).pop(node, None)
        self.unstyled.pop(node, None)
        self.unsynced.pop(node, None)
        if self.focus_owner is node:
            self.focus_dirty = True

    def id_changed(self, node: Node, old: str | None, new: str | None) -> None:
        if old is not None:
            self.ids.get(old, {}).pop(node, None)
        if new is not None:
            self.ids.setdefault(new, {})[node] = None

    def usability_changed(self) -> None:
        """A hidden or disabled node cannot keep the focus, nor what is in it: the pulse moves it."""
        owner = self.focus_owner
        if owner is not None and not focus.can_have_focus(owner):
            self.focus_dirty = True
        self.needs_pulse = True

    def with_id(self, name: str) -> list[Node]:
        return list(self.ids.get(name, ()))

    def sheets_at(self, node: Node) -> tuple[StyleSheet, ...]:
        """The program's sheets in force at a node: the scene's, then those of its ancestors."""
        names = list(self.values.get("stylesheets") or ())
        for styled in reversed([node, *node.ancestors()]):
            names.extend(styled.values.get("stylesheets") or ())
        return tuple(sheet for sheet in map(self.sheet, names) if sheet is not None)

    def sheet(self, name: str) -> StyleSheet | None:
        """A stylesheet by its path or `file:` address, read once; one that cannot be read is left out, as in JavaFX."""
        if name not in self.sheets:
            path = Path(name.removeprefix("file://").removeprefix("file:"))
            try:
                self.sheets[name] = parse_sheet(read_text(path), path.name)
            except (OSError, ValueError):
                self.sheets[name] = None
        return self.sheets[name]

    def add_sheet(self, name: str, text: str) -> None:
        self.sheets[name] = parse_sheet(text, name)
        self.read("stylesheets").append(name)

    def pulse(self) -> None:
        """Style, let skins follow, lay out; then see to the focus."""
        if not self.needs_pulse or self.root is None:
            return
        self.prepare_layout(self.root)
        self.needs_pulse = False
        with deep():
            for _ in range(MAX_ROUNDS):
                self.style()
                layout(self.root)
                if not (self.unstyled or self.unsynced or self.root.dirty or self.root.branch):
                    break
        if self.focus_dirty:
            self.move_focus()
            if self.needs_pulse:
                self.pulse()

    def prepare_layout(self, root: Node) -> None:
        """Style what changed; whoever asks for a scene that is too deep is told so, every time."""
        self.style()
        check_depth(root)

    def style(self) -> None:
        """Style what changed; new skins bring new nodes, which are styled too, as deep as a scene may be."""
        # Skins stand above: the modules of most of them make scenes or popups.
        from pytest_uimcp.javafx.scene.skins import grown, sync

        while self.unstyled or self.unsynced:
            for node in tuple(self.unstyled):
                if self.unstyled.pop(node, 0) is None and node.scene is self:
                    levels = MAX_LEVELS - len(node.ancestors())
                    if levels >= 0:
                        style_subtree(node, self.sheets_at, grown, levels)
            for node in tuple(self.unsynced):
                if self.unsynced.pop(node, 0) is None and node.scene is self:
                    sync(node)

    def resize(self, width: float, height: float) -> None:
        """Take a size; the root fills it."""
        self.values["width"] = width
        self.values["height"] = height
        root = self.root
        if root is not None and root.resizable:
            # A root that is moved ends where the scene does.
            x = root.lx + root.read("translateX")
            y = root.ly + root.read("translateY")
            root.resize(width - x, height - y)
        self.needs_pulse = True

    def preferred(self, snap: bool = True) -> tuple[float, float]:
        """The size it asks for: what was set, or what the root prefers, on whole pixels in a stage."""
        root = self.root
        width = self.values.get("width", 0.0)
        height = self.values.get("height", 0.0)
        if root is None or (width > 0 and height > 0):
            return width, height
        self.prepare_layout(root)
        with deep():
            to_pixels = snap_size if snap else float
            kinds = ("min", "pref", "max")
            if width <= 0:
                width = to_pixels(measure.bounded(*(measure.sized(root, kind, 0) for kind in kinds)))
            if height <= 0:
                height = to_pixels(measure.bounded(*(measure.sized(root, kind, 1, width) for kind in kinds)))
        return width, height

    def request_focus(self, node: Node) -> None:
        """Let a node have the focus, if it can; the field inside a combo box or spinner leaves it to its control."""
        if node.fx.name == "FakeFocusTextField" and node.parent is not None:
            node = node.parent
        if focus.can_have_focus(node):
            focus.focus(self, node)

    def focus_first(self) -> None:
        """Where the focus is when a window opens."""
        if self.focus_owner is None:
            focus.focus(self, focus.first(self))

    def move_focus(self) -> None:
        """Pass the focus on from a node that can keep it no longer."""
        self.focus_dirty = False
        owner = self.focus_owner
        if owner is not None and not (owner.scene is self and focus.can_have_focus(owner)):
            focus.focus(self, focus.next_after(owner, self))

    def activate(self, active: bool) -> None:
        self.active = active
        self.activating = True
        focus.show(self)
        self.activating = False


@hook("Scene", "root")
def _root(scene: Scene, old: Node | None, new: Node | None) -> None:
    if old is not None:
        old.change_scene(None)
        if "root" in old.classes:
            old.read("styleClass").remove("root")
    if new is not None:
        if new.parent is not None:
            raise WrongValue(f"the root of a scene cannot be inside another node; {new!r} is in {new.parent!r}")
        if "root" not in new.classes:
            new.read("styleClass").insert(0, "root")
        new.change_scene(scene)
        new.restyle()
        scene.resize(scene.values.get("width", 0.0), scene.values.get("height", 0.0))


@hook("Scene", "stylesheets")
def _stylesheets(scene: Scene, _old: object, _new: object) -> None:
    if scene.root is not None:
        for node in scene.root.walk():
            node.context = None
        scene.root.restyle()


@hook("Parent", "stylesheets")
def _own_stylesheets(node: Node, _old: object, _new: object) -> None:
    for styled in node.walk():
        styled.context = None
