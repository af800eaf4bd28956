"""The hands of a user: a mouse and a keyboard on one platform, which wait for the scene between steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pytest_uimcp.javafx.scene.actions import behaviors, shortcuts
from pytest_uimcp.javafx.scene.actions.keyboard import Keyboard
from pytest_uimcp.javafx.scene.actions.keys import key_code, modifiers
from pytest_uimcp.javafx.scene.actions.mouse import Mouse
from pytest_uimcp.javafx.scene.actions.picking import center, to_scene
from pytest_uimcp.javafx.scene.errors import JavaFxError
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.stage.platform import Platform
from pytest_uimcp.javafx.scene.stage.window import window_of

REGISTERED: Final = (behaviors, shortcuts)
# How often what is hovered may change what is under the mouse before that is left for later.
MAX_HOVERS: Final = 4


class Robot:
    """What a user can do; everything happens on the FX thread."""

    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.mouse = Mouse(platform)
        self.keyboard = Keyboard(platform)

    def settle(self, timeout: float = 5.0) -> None:
        """Wait until the user interface is idle; what came under the mouse meanwhile is hovered."""
        self.platform.await_idle(timeout)
        # A hovered node may become larger, or show a popup that covers what was under the mouse.
        for _ in range(MAX_HOVERS):
            self.mouse.hover()
            if not self.platform.needs_pulse:
                return
            self.platform.await_idle(timeout)

    def place_of(self, node: Node, x: float | None = None, y: float | None = None) -> tuple[float, float]:
        """Where a node is on the screen: its middle, or a place in it."""
        window = window_of(node)
        if window is None:
            raise JavaFxError(f"{node!r} is in no window that shows")
        if x is None or y is None:
            point = center(node)
        else:
            point = to_scene(node, x, y)
        return point[0] + window.origin[0], point[1] + window.origin[1]

    def click(
        self, node: Node, x: float | None = None, y: float | None = None, button: str = "PRIMARY", count: int = 1
    ) -> None:
        """Click a node in the middle, or at a place in it."""
        self.click_at(*self.place_of(node, x, y), button, count)

    def click_at(self, x: float, y: float, button: str = "PRIMARY", count: int = 1) -> None:
        mouse = self.mouse
        # A click with CTRL is one of the mouse while a key is down.
        mouse.modifiers = self.keyboard.modifiers
        mouse.move(x, y)
        for _ in range(count):
            self.platform.pulse()
            mouse.press(button)
            self.platform.pulse()
            mouse.release()
            self.platform.pulse()

    def move_to(self, node: Node) -> None:
        self.mouse.move(*self.place_of(node))

    def scroll(self, node: Node, delta_x: float, delta_y: float) -> None:
        """Turn the wheel over a node; a negative `delta_y` goes further down."""
        self.move_to(node)
        self.mouse.wheel(delta_x, delta_y)

    def press(self, key: str, held_keys: Sequence[str] | None = None) -> None:
        self.keyboard.stroke(key_code(key), modifiers(held_keys))

    def type(self, text: str) -> None:
        self.keyboard.type(text)


def robot_of(platform: Platform) -> Robot:
    """The hands on a platform; there is one pair."""
    if platform.robot is None:
        platform.robot = Robot(platform)
    return platform.robot
