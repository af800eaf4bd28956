"""Windows: stages with a title and a place, and popups above them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_uimcp.javafx.scene.errors import WrongValue
from pytest_uimcp.javafx.scene.model.base import FxObject, hook
from pytest_uimcp.javafx.scene.model.classes import ROOTS, create
from pytest_uimcp.javafx.scene.values.geometry import Insets

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.stage.platform import Platform
    from pytest_uimcp.javafx.scene.stage.scene import Scene

__all__ = ["DECORATION", "PopupWindow", "Stage", "Window"]

WIDEST = 32_767.0
"""Window systems have no larger windows."""
DECORATION = Insets(20.0, 1.0, 5.0, 1.0)
"""What a window manager puts around a decorated stage: a title bar and thin edges."""


class Window(FxObject):
    """A window of a platform, once it shows."""

    __slots__ = ("auto_hide", "level", "order", "platform", "popups")

    def prepare(self) -> None:
        self.platform: Platform | None = None
        self.order = 0
        self.level = 0
        """How far to the front it is among the stages."""
        self.popups: list[PopupWindow] = []
        self.auto_hide = self.is_a("PopupControl")
        """Whether it closes by itself: at a press of the mouse outside it, and with ESCAPE."""

    def guard(self) -> None:
        """On the FX thread once it shows."""
        if self.platform is not None and self.values.get("showing"):
            self.platform.check_thread()

    @property
    def scene(self) -> Any:
        found: Scene | None = self.values.get("scene")
        return found

    @scene.setter
    def scene(self, scene: Scene) -> None:
        self.set("scene", scene)

    @property
    def inside(self) -> tuple[float, float]:
        """Where the scene starts in the window."""
        return (0.0, 0.0)

    @property
    def origin(self) -> tuple[float, float]:
        """Where the scene starts on the screen."""
        x, y = self.inside
        return (self.read("x") + x, self.read("y") + y)

    def open(self, platform: Platform) -> None:
        """Be among the showing windows of a platform."""
        if self.values.get("showing"):
            return
        self.platform = platform
        platform.check_thread()
        self.order = platform.shown(self)
        self._note("showing", True)

    def _note(self, name: str, value: Any) -> None:
        self.put(self.fx.props[name], value)

    def hide(self) -> None:
        """Show no more; its popups go with it."""
        self.guard()
        if not self.values.get("showing"):
            return
        for popup in tuple(self.popups):
            popup.hide()
        self.focus(False)
        self._note("showing", False)
        if self.platform is not None:
            self.platform.hidden(self)

    close = hide

    def focus(self, focused: bool) -> None:
        """Get the window focus, or lose it."""
        if bool(self.values.get("focused")) is not focused:
            self._note("focused", focused)
            if self.scene is not None:
                self.scene.activate(focused)


class Stage(Window):
    """A window of its own."""

    __slots__ = ()

    @property
    def decoration(self) -> Insets:
        """What the window manager adds."""
        if self.read("style") in ("DECORATED", "UTILITY", "UNIFIED"):
            return DECORATION
        return Insets()

    @property
    def inside(self) -> tuple[float, float]:
        """Below the title bar."""
        around = self.decoration
        return (around.left, around.top)

    def show(self, platform: Platform) -> None:
        """Show, take the focus, and let a pulse lay it out."""
        if self.scene is None:
            self.scene = create("Scene", root=create("Group"))
        self.open(platform)
        self.size_to_scene()
        self.scene.pulse()
        self.to_front()
        self.scene.focus_first()
        platform.pulse()

    def size_to_scene(self) -> None:
        """Take the size that was set, or that of the scene."""
        around = self.decoration
        own: Any = (self.values.get("width"), self.values.get("height"))
        width, height = self.scene.preferred() if None in own else (0.0, 0.0)
        inner = (
            width if own[0] is None else own[0] - around.left - around.right,
            height if own[1] is None else own[1] - around.top - around.bottom,
        )
        inner = (min(inner[0], WIDEST), min(inner[1], WIDEST))
        self.scene.resize(*inner)
        self.values["width"] = inner[0] + around.left + around.right
        self.values["height"] = inner[1] + around.top + around.bottom

    def resize(self, width: float, height: float) -> None:
        """As a user drags the corner."""
        self.values["width"] = float(width)
        self.values["height"] = float(height)
        self.size_to_scene()

    def to_front(self) -> None:
        """Be the window with the focus."""
        if self.platform is None:
            return
        self.level = 1 + max(window.level for window in self.platform.windows)
        for other in self.platform.windows:
            if other is not self:
                other.focus(False)
        self.focus(True)

    def hide(self) -> None:
        """Show no more; its owner gets the focus, or the stage shown last of those that are left."""
        platform = self.platform
        super().hide()
        if platform is not None and platform.focused is None:
            left = [window for window in platform.windows if isinstance(window, Stage)]
            owner = self.read("owner")
            if left:
                (owner if owner in left else max(left, key=lambda stage: stage.order)).to_front()

    close = hide


class PopupWindow(Window):
    """A window above another, which keeps the focus."""

    __slots__ = ("owner",)

    def prepare(self) -> None:
        super().prepare()
        self.owner: Window | None = None

    def show(self, owner: Any, x: float, y: float) -> None:
        """Show above a window, or above the window of a node, with the content's corner at a place on the screen."""
        if isinstance(owner, Window):
            window = owner
        elif owner.scene:
            window = owner.scene.window
        else:
            window = None
        if window is None or window.platform is None:
            raise WrongValue(f"a popup needs a visible owner; {owner!r} is not visible")
        self.owner = window
        window.popups.append(self)
        self.open(window.platform)
        width, height = self.scene.preferred(snap=False)
        self.values |= {"x": float(x), "y": float(y)}
        self.scene.resize(width, height)
        self.values |= {"width": float(-(-width // 1)), "height": float(-(-height // 1))}
        self.scene.pulse()

    def hide(self) -> None:
        super().hide()
        if self.owner is not None and self in self.owner.popups:
            self.owner.popups.remove(self)


ROOTS |= {"Window": Window, "Stage": Stage, "PopupWindow": PopupWindow}


@hook("Window", "scene")
def _scene(window: Window, old: Scene | None, new: Scene | None) -> None:
    if old is not None:
        old.window = None
    if new is not None:
        new.window = window
        if window.values.get("showing") and isinstance(window, Stage):
            window.size_to_scene()
            new.activate(bool(window.values.get("focused")))


@hook("Stage", "width height")
def _size(stage: Stage, _old: float, _new: float) -> None:
    if stage.values.get("showing") and stage.scene is not None:
        stage.size_to_scene()
