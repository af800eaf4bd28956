"""Windows: stages with a title and a place, and popups above them."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Final

from pytest_uimcp.javafx.scene.errors import WrongValue
from pytest_uimcp.javafx.scene.model.base import FxObject, hook
from pytest_uimcp.javafx.scene.model.classes import create, extends
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.stage import focus
from pytest_uimcp.javafx.scene.values.geometry import Insets

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.stage.platform import Platform
    from pytest_uimcp.javafx.scene.stage.scene import Scene


# Window systems have no larger windows.
MAX_WINDOW_PX: Final = 32_767.0
# What a window manager puts around a decorated stage: a title bar and thin edges.
DECORATION: Final = Insets(20.0, 1.0, 5.0, 1.0)


def window_of(node: Node) -> Window | None:
    if node.scene is None:
        return None
    return node.scene.window


@extends("Window")
class Window(FxObject):
    __slots__ = ("auto_hide", "level", "order", "platform", "popups")

    def prepare(self) -> None:
        self.platform: Platform | None = None
        self.order = 0
        # How far to the front it is among the stages.
        self.level = 0
        self.popups: list[PopupWindow] = []
        # Whether it closes by itself: at a press of the mouse outside it, and with ESCAPE.
        self.auto_hide = self.is_a("PopupControl")

    def guard(self) -> None:
        """On the FX thread once it shows."""
        if self.platform is not None and self.values.get("showing"):
            self.platform.check_thread()

    @property
    def scene(self) -> Scene | None:
        return self.values.get("scene")

    @scene.setter
    def scene(self, scene: Scene | None) -> None:
        self.set("scene", scene)

    @property
    def root(self) -> Node | None:
        if self.scene is not None:
            return self.scene.root
        return None

    @property
    def inside(self) -> tuple[float, float]:
        return (0.0, 0.0)

    @property
    def origin(self) -> tuple[float, float]:
        x, y = self.inside
        return (self.read("x") + x, self.read("y") + y)

    def open(self, platform: Platform) -> None:
        if self.values.get("showing"):
            return
        self.platform = platform
        platform.check_thread()
        self.order = platform.add_window(self)
        self.write("showing", True)

    def hide(self) -> None:
        """Show no more; its popups go with it."""
        self.guard()
        if not self.values.get("showing"):
            return
        for popup in tuple(self.popups):
            popup.hide()
        self.focus(False)
        self.write("showing", False)
        if self.platform is not None:
            self.platform.remove_window(self)

    close = hide

    @property
    def stage(self) -> StageWindow | None:
        return None

    def focus(self, focused: bool) -> None:
        if bool(self.values.get("focused")) is not focused:
            self.write("focused", focused)
            if self.scene is not None:
                self.scene.activate(focused)


@extends("Stage")
class StageWindow(Window):
    __slots__ = ("differences", "result")

    def prepare(self) -> None:
        super().prepare()
        # What is in it and is not as in JavaFX: what its document was loaded without.
        self.differences: list[str] = []
        # The button that ended a dialog.
        self.result: str | None = None

    @property
    def stage(self) -> StageWindow:
        return self

    @property
    def decoration(self) -> Insets:
        if self.read("style") in ("DECORATED", "UTILITY", "UNIFIED"):
            return DECORATION
        return Insets()

    @property
    def inside(self) -> tuple[float, float]:
        """Below the title bar."""
        return (self.decoration.left, self.decoration.top)

    def show(self, platform: Platform) -> None:
        """Show, take the focus, and let a pulse lay it out."""
        scene = self.scene
        if scene is None:
            scene = self.scene = create("Scene", root=create("Group"))
        self.open(platform)
        self.size_to_scene()
        scene.pulse()
        self.to_front()
        scene.focus_first()
        platform.pulse()

    def size_to_scene(self) -> None:
        scene = self.scene
        if scene is None:
            return
        edges = self.decoration
        width = self.values.get("width")
        height = self.values.get("height")
        preferred = (0.0, 0.0)
        if width is None or height is None:
            preferred = scene.preferred()
        if width is None:
            scene_width = preferred[0]
        else:
            scene_width = width - edges.left - edges.right
        if height is None:
            scene_height = preferred[1]
        else:
            scene_height = height - edges.top - edges.bottom
        scene_width = min(scene_width, MAX_WINDOW_PX)
        scene_height = min(scene_height, MAX_WINDOW_PX)
        scene.resize(scene_width, scene_height)
        self.values["width"] = scene_width + edges.left + edges.right
        self.values["height"] = scene_height + edges.top + edges.bottom

    def resize(self, width: float, height: float) -> None:
        """As a user drags the corner."""
        self.values["width"] = float(width)
        self.values["height"] = float(height)
        self.size_to_scene()

    def to_front(self) -> None:
        if self.platform is None:
            return
        self.level = 1 + max(window.level for window in self.platform.windows)
        for window in self.platform.windows:
            if window is not self:
                window.focus(False)
        self.focus(True)

    def hide(self) -> None:
        """Show no more; its owner gets the focus, or the stage shown last of those that still show."""
        platform = self.platform
        super().hide()
        if platform is not None and platform.focused is None:
            stages = [window for window in platform.windows if isinstance(window, StageWindow)]
            owner = self.read("owner")
            if isinstance(owner, StageWindow) and owner in stages:
                owner.to_front()
            elif stages:
                max(stages, key=attrgetter("order")).to_front()

    close = hide


@extends("PopupWindow")
class PopupWindow(Window):
    """A window above another, which keeps the focus."""

    __slots__ = ("menu", "opener", "owner")

    def prepare(self) -> None:
        super().prepare()
        self.owner: Window | None = None
        # The control that opened it; also after it is closed, for the press of the mouse that has closed it.
        self.opener: Node | None = None
        # The menu that it shows.
        self.menu: FxObject | None = None

    @property
    def stage(self) -> StageWindow | None:
        if self.owner is not None:
            return self.owner.stage
        return None

    def show(self, owner: Window | Node, x: float, y: float) -> None:
        """Show above a window, or above the window of a node, with the content's corner at a place on the screen."""
        window = window_of(owner) if isinstance(owner, Node) else owner
        if window is None or window.platform is None or self.scene is None:
            raise WrongValue(f"a popup needs a visible owner; {owner!r} is not visible")
        self.owner = window
        window.popups.append(self)
        self.open(window.platform)
        width, height = self.scene.preferred(snap=False)
        self.values["x"] = float(x)
        self.values["y"] = float(y)
        self.scene.resize(width, height)
        # The window is on whole pixels, the scene in it is not.
        self.values["width"] = float(-(-width // 1))
        self.values["height"] = float(-(-height // 1))
        self.scene.pulse()

    def set_focus_owner(self, node: Node | None) -> None:
        """Say who hears of keys first; its stage keeps the focus all the same."""
        if self.scene is not None:
            self.scene.active = True
            focus.focus(self.scene, node)

    def hide(self) -> None:
        super().hide()
        if self.owner is not None and self in self.owner.popups:
            self.owner.popups.remove(self)


@hook("Window", "scene")
def _scene(window: Window, old: Scene | None, new: Scene | None) -> None:
    if old is not None:
        old.window = None
    if new is not None:
        new.window = window
        if window.values.get("showing") and isinstance(window, StageWindow):
            window.size_to_scene()
            new.activate(bool(window.values.get("focused")))


@hook("Stage", "width height")
def _size(stage: StageWindow, _old: float, _new: float) -> None:
    if stage.values.get("showing") and stage.scene is not None:
        stage.size_to_scene()
