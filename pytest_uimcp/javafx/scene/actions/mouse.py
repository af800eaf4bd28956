"""The mouse of a platform: where it is, what is under it, what is pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from pytest_uimcp.javafx.scene.actions.events import FxEvent, fire, fire_at, platform_of
from pytest_uimcp.javafx.scene.actions.picking import pick, window_at
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.stage.window import PopupWindow

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.stage.platform import Platform
    from pytest_uimcp.javafx.scene.stage.scene import Scene
    from pytest_uimcp.javafx.scene.stage.window import Window


MAX_CLICK_GAP_MS: Final = 500.0
# Within both a second click counts as one more of the same.
MAX_CLICK_DISTANCE_PX: Final = 3.0


class Press(NamedTuple):
    time: float
    x: float
    y: float
    button: str

    def continues(self, earlier: Press) -> bool:
        distance = max(abs(self.x - earlier.x), abs(self.y - earlier.y))
        is_same_place = self.button == earlier.button and distance <= MAX_CLICK_DISTANCE_PX
        return is_same_place and self.time - earlier.time <= MAX_CLICK_GAP_MS


NO_PRESS: Final = Press(-1e9, 0.0, 0.0, "NONE")


class Mouse:
    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.x = self.y = -1.0
        self.over: list[Node] = []
        self.pressed: list[Node] = []
        self.target: Node | Scene | None = None
        self.button = "NONE"
        self.count = 0
        self.last_press = NO_PRESS
        self.modifiers: frozenset[str] = frozenset()

    def move(self, x: float, y: float) -> None:
        self.x = x
        self.y = y
        self.hover()
        target = self.under()
        if target is not None:
            fire(self.event("MOUSE_MOVED", target), self.platform)

    def window(self) -> Window | None:
        """The window under the mouse, unless a dialog in front of it takes all input."""
        window = window_at(self.platform, self.x, self.y)
        if window is None or self.platform.blocked(window):
            return None
        return window

    def under(self, window: Window | None = None) -> Node | Scene | None:
        """The node under the mouse, or the scene where there is none; in a window, or in the topmost."""
        window = window or self.window()
        if window is None or window.scene is None:
            return None
        x, y = window.origin
        return pick(window.scene.root, self.x - x, self.y - y) or window.scene

    def hover(self) -> None:
        """Bring `hover` in line with what is under the mouse now."""
        # From the node up: what a node is in is hovered with it.
        chain = _chain(self.under())
        window = self.window()
        while isinstance(window, PopupWindow):
            # What a popup covers is hovered all the same.
            window = window.owner
            chain = [*chain, *(node for node in _chain(self.under(window)) if node not in chain)]
        if chain == self.over:
            return
        exited = [node for node in self.over if node not in chain]
        entered = [node for node in chain if node not in self.over]
        self.over = chain
        # First what is left, from the inside out, then what is entered, from the outside in, as JavaFX does.
        for node in exited:
            _flag(node, "hover", False)
            fire_at(self.event("MOUSE_EXITED", node), self.platform)
        for node in reversed(entered):
            _flag(node, "hover", True)
            fire_at(self.event("MOUSE_ENTERED", node), self.platform)

    def press(self, button: str = "PRIMARY") -> None:
        """Press a button: popups that are not hit close, the window comes to the front, the node hears of it."""
        window = self.window()
        # Remembered until the next press: the button that opened a menu must not open it again.
        self.platform.closed_by_press.clear()
        self.close_popups(window)
        self.window_to_front(window)
        self.button = button
        self.target = self.under()
        press = Press(self.platform.clock.now, self.x, self.y, button)
        if press.continues(self.last_press):
            self.count = self.count + 1
        else:
            self.count = 1
        self.last_press = press
        if self.target is None:
            return
        self.pressed = _chain(self.target)
        for node in self.pressed:
            _flag(node, "pressed", True)
        fire(self.event("MOUSE_PRESSED", self.target, button), self.platform)
        # On Linux and macOS a context menu comes with the press; on Windows it would be the release.
        if button == "SECONDARY":
            fire(self.event("CONTEXT_MENU_REQUESTED", self.target, button), self.platform)

    def release(self) -> None:
        """Let the button go; where it was pressed that is a click."""
        target = self.target
        button = self.button
        self.button = "NONE"
        for node in self.pressed:
            _flag(node, "pressed", False)
        self.pressed = []
        self.target = None
        if target is None:
            return
        fire(self.event("MOUSE_RELEASED", target, button), self.platform)
        # The release may have closed the window: then nobody is left to be clicked.
        if platform_of(target) is not None:
            fire(self.event("MOUSE_CLICKED", target, button), self.platform)

    def forget_clicks(self) -> None:
        self.last_press = NO_PRESS

    def wheel(self, delta_x: float, delta_y: float) -> None:
        """Scroll what is under the mouse; a negative `delta_y` goes further down."""
        target = self.under()
        if target is not None:
            event = self.event("SCROLL", target)
            event.delta_x = delta_x
            event.delta_y = delta_y
            fire(event, self.platform)

    def close_popups(self, window: Window | None) -> None:
        """Popups that close by themselves do so when the mouse is pressed outside them and what they opened."""
        pressed_inside = []
        while window is not None:
            pressed_inside.append(window)
            if isinstance(window, PopupWindow):
                window = window.owner
            else:
                window = None
        for popup in reversed(self.platform.windows[:]):
            if isinstance(popup, PopupWindow) and popup.auto_hide and popup not in pressed_inside:
                self.platform.closed_by_press.append(popup)
                popup.hide()

    def window_to_front(self, window: Window | None) -> None:
        """The stage that was hit gets the focus."""
        stage = window.stage if window is not None else None
        if stage is not None and not stage.read("focused"):
            stage.to_front()

    def event(self, kind: str, target: Node | Scene, button: str | None = None) -> FxEvent:
        if isinstance(target, Node):
            scene = target.scene
        else:
            scene = target
        window = scene.window if scene is not None else None
        x, y = window.origin if window is not None else (0.0, 0.0)
        return FxEvent(
            kind,
            target,
            target,
            modifiers=self.modifiers,
            button=button or self.button,
            click_count=self.count if button else 0,
            scene_x=self.x - x,
            scene_y=self.y - y,
            screen_x=self.x,
            screen_y=self.y,
        )


def _chain(target: Node | Scene | None) -> list[Node]:
    if isinstance(target, Node):
        return [target, *target.ancestors()]
    return []


def _flag(node: Node, name: str, is_on: bool) -> None:
    if bool(node.values.get(name)) is not is_on:
        node.write(name, is_on)
        node.restyle()
