"""The mouse of a platform: where it is, what is under it, what is pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_uimcp.javafx.scene.actions.events import FxEvent, fire, fire_at, platform_of
from pytest_uimcp.javafx.scene.actions.picking import pick, window_at
from pytest_uimcp.javafx.scene.model.node import Node

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.stage.platform import Platform

__all__ = ["Mouse"]

DOUBLE = 500.0
NEAR = 3.0
"""Milliseconds and pixels within which a second click counts as one more of the same."""


class Mouse:
    """One mouse, somewhere on the screen or nowhere."""

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.x = self.y = -1.0
        self.over: list[Node] = []
        self.pressed: list[Node] = []
        self.target: Any = None
        self.button = "NONE"
        self.count = 0
        self.last = (-1e9, 0.0, 0.0, "NONE")
        self.modifiers: frozenset[str] = frozenset()

    # --- where it is

    def move(self, x: float, y: float) -> None:
        """Go to a place on the screen."""
        self.x = x
        self.y = y
        self.hover()
        found = self.under()
        if found is not None:
            fire(self.event("MOUSE_MOVED", found), self.platform)

    def window(self) -> Any:
        """The window under the mouse, unless a dialog in front of it takes all input."""
        found = window_at(self.platform, self.x, self.y)
        if found is None or self.platform.blocked(found):
            return None
        return found

    def under(self, window: Any = None) -> Any:
        """The node under the mouse, or the scene where there is none; in a window, or in the topmost."""
        window = self.window() if window is None else window
        if window is None or window.scene is None:
            return None
        x, y = window.origin
        return pick(window.scene.root, self.x - x, self.y - y) or window.scene

    def hover(self) -> None:
        """Bring `hover` in line with what is under the mouse now."""
        chain = _chain(self.under())
        window = self.window()
        while window is not None and not window.is_a("Stage"):
            # What a popup covers is hovered all the same.
            window = window.owner
            chain = [*chain, *(node for node in _chain(self.under(window)) if node not in chain)]
        if chain == self.over:
            return
        left = [node for node in self.over if node not in chain]
        came = [node for node in chain if node not in self.over]
        self.over = chain
        for node in left:
            _flag(node, "hover", False)
            fire_at(self.event("MOUSE_EXITED", node), self.platform)
        for node in reversed(came):
            _flag(node, "hover", True)
            fire_at(self.event("MOUSE_ENTERED", node), self.platform)

    # --- buttons

    def press(self, button: str = "PRIMARY") -> None:
        """Press a button: popups that are not hit close, the window comes to the front, the node hears of it."""
        window = self.window()
        self.platform.closed_by_press.clear()
        self.close_popups(window)
        self.window_to_front(window)
        self.button, self.target = button, self.under()
        now = (self.platform.clock.now, self.x, self.y, button)
        same = now[3] == self.last[3] and max(abs(now[1] - self.last[1]), abs(now[2] - self.last[2])) <= NEAR
        if same and now[0] - self.last[0] <= DOUBLE:
            self.count = self.count + 1
        else:
            self.count = 1
        self.last = now
        if self.target is None:
            return
        self.pressed = _chain(self.target)
        for node in self.pressed:
            _flag(node, "pressed", True)
        fire(self.event("MOUSE_PRESSED", self.target, button), self.platform)
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
        if platform_of(target) is not None:
            fire(self.event("MOUSE_CLICKED", target, button), self.platform)

    def forget_clicks(self) -> None:
        """The next click is a first one."""
        self.last = (-1e9, 0.0, 0.0, "NONE")

    def wheel(self, delta_x: float, delta_y: float) -> None:
        """Scroll what is under the mouse; a negative `delta_y` goes further down."""
        target = self.under()
        if target is not None:
            event = self.event("SCROLL", target)
            event.delta_x = delta_x
            event.delta_y = delta_y
            fire(event, self.platform)

    # --- how

    def close_popups(self, window: Any) -> None:
        """Popups that close by themselves do so when the mouse is pressed outside them and what they opened."""
        kept = []
        while window is not None:
            kept.append(window)
            window = getattr(window, "owner", None)
        for popup in reversed(self.platform.windows[:]):
            if not popup.is_a("Stage") and popup.auto_hide and popup not in kept:
                self.platform.closed_by_press.append(popup)
                popup.hide()

    def window_to_front(self, window: Any) -> None:
        """The stage that was hit gets the focus."""
        while window is not None and not window.is_a("Stage"):
            window = window.owner
        if window is not None and not window.read("focused"):
            window.to_front()

    def event(self, kind: str, target: Any, button: str | None = None) -> FxEvent:
        """An event at the place of the mouse."""
        scene = target.scene if isinstance(target, Node) else target
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


def _chain(target: Any) -> list[Node]:
    if isinstance(target, Node):
        return [target, *target.ancestors()]
    return []


def _flag(node: Node, name: str, on: bool) -> None:
    if bool(node.values.get(name)) is not on:
        node.put(node.fx.props[name], on)
        node.restyle()
