"""Events: what happened, to which node, and who hears of it.

An event goes from its target up to the root. At each node the control's own behavior comes first, then what a program
registered, then its `onKeyPressed` and the like. Whoever consumes the event stops it on its way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.classes import method
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.registry import FxType, snake

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.stage.platform import Platform

__all__ = [
    "FILTERS",
    "Behavior",
    "FxEvent",
    "call_handler",
    "copy_to",
    "fire",
    "fire_at",
    "inside",
    "on",
    "platform_of",
]

MODIFIERS = ("shift", "control", "alt", "meta")


@dataclass(eq=False)
class FxEvent:
    """Something that happened; which fields count depends on the kind."""

    kind: str
    target: Any
    source: Any = None
    code: str = "UNDEFINED"
    character: str = ""
    modifiers: frozenset[str] = frozenset()
    button: str = "NONE"
    click_count: int = 0
    scene_x: float = 0.0
    scene_y: float = 0.0
    screen_x: float = 0.0
    screen_y: float = 0.0
    delta_x: float = 0.0
    delta_y: float = 0.0
    consumed: bool = field(default=False)

    def consume(self) -> None:
        """Stop the event: no further handler gets it."""
        self.consumed = True

    @property
    def shift(self) -> bool:
        return "shift" in self.modifiers

    @property
    def control(self) -> bool:
        return "control" in self.modifiers

    @property
    def alt(self) -> bool:
        return "alt" in self.modifiers

    @property
    def text(self) -> str:
        return self.character

    def __getattr__(self, name: str) -> Any:
        """Java's spelling too: `event.getSource()`, `event.isShiftDown()`, `event.clickCount`."""
        if name.startswith("__"):
            raise AttributeError(name)
        plain = snake(name)
        if plain.startswith("is_") and plain.endswith("_down"):
            return lambda: plain[3:-5] in self.modifiers
        spelled = plain.removeprefix("get_").removeprefix("is_")
        if spelled == name or spelled not in _FIELDS:
            raise AttributeError(f"an event has no {name!r}; it has {', '.join(sorted(_FIELDS))}")
        value = getattr(self, spelled)
        return value if spelled == plain else lambda: value


_FIELDS = {*FxEvent.__dataclass_fields__, "shift", "control", "alt", "text"}

Behavior = Callable[[Any, FxEvent], None]
# The answers of controls: by class, then by kind of event. Modules in `behaviors` register theirs.
BEHAVIORS: dict[str, dict[str, Behavior]] = {}
# Who hears of a kind of event before anybody on its way.
FILTERS: dict[str, list[Callable[[list[Any], FxEvent], None]]] = {}
# A program's handler is the property of this name, where it is not `on` and the kind.
HANDLERS = {"CONTEXT_MENU_REQUESTED": "onContextMenuRequested"}


def on(kinds: str, types: str) -> Callable[[Behavior], Behavior]:
    """Register what classes do on kinds of events; the nearest class answers."""

    def register(function: Behavior) -> Behavior:
        for kind in kinds.split():
            for name in types.split():
                BEHAVIORS.setdefault(name, {})[kind] = function
        return function

    return register


@cache
def _behavior(described: FxType, kind: str) -> Behavior | None:
    return next((found[kind] for name in described.order if kind in (found := BEHAVIORS.get(name, {}))), None)


@cache
def _property(kind: str) -> str:
    return HANDLERS.get(kind) or "on" + "".join(part.title() for part in kind.split("_"))


def platform_of(target: Any) -> Platform | None:
    """The platform that a node or a scene shows on."""
    scene = target.scene if isinstance(target, Node) else target
    window = getattr(scene, "window", None)
    return window.platform if window is not None and window.values.get("showing") else None


def inside(event: FxEvent, kind: str) -> Any:
    """The nearest node at or above the target that has a style class, or is of a class, of this name."""
    node = event.target if isinstance(event.target, Node) else None
    while node is not None:
        if kind in node.classes or node.fx.selector == kind:
            return node
        node = node.parent
    return None


def _way(target: Any) -> list[Any]:
    """From the target to the root, the scene and the window."""
    if isinstance(target, Node):
        scene = target.scene
        above = [scene, scene.window] if scene is not None else []
        return [target, *target.ancestors(), *(one for one in above if one is not None)]
    window = getattr(target, "window", None)
    return [target] if window is None else [target, window]


def call_handler(handler: Callable[[FxEvent], object], event: FxEvent, platform: Platform | None) -> None:
    """As JavaFX: the event goes on after a handler that raises, and the error is reported."""
    if platform is None:
        handler(event)
    else:
        platform.guarded(handler, event)


def _program(node: Any, event: FxEvent, platform: Platform | None) -> None:
    handlers = [*(node.values.get("event handlers") or {}).get(event.kind, ())]
    own = node.values.get(_property(event.kind))
    for handler in (*handlers, *((own,) if own is not None else ())):
        call_handler(handler, event, platform)


def fire(event: FxEvent, shown_on: Platform | None = None) -> bool:
    """Carry an event up from its target; whether somebody consumed it."""
    platform = shown_on or platform_of(event.target)
    if platform is not None:
        for watcher in tuple(platform.event_watchers):
            watcher(event)
    way = _way(event.target)
    for first in FILTERS.get(event.kind, ()):
        first(way, event)
        if event.consumed:
            return True
    for node in way:
        if isinstance(node, FxObject):
            fire_at(event, platform, node)
            if event.consumed:
                return True
    return False


def fire_at(event: FxEvent, platform: Platform | None, node: Any = None) -> None:
    """Let one node hear of an event, and none above it."""
    event.source = node = event.target if node is None else node
    behavior = _behavior(node.fx, event.kind)
    if behavior is not None:
        behavior(node, event)
    _program(node, event, platform)


def copy_to(event: FxEvent, target: Any) -> bool:
    """Fire the same event at another node; whether it was consumed there."""
    return fire(replace(event, target=target, source=target, consumed=False))


@method("Node")
def add_event_handler(node: Any, kind: str, handler: Callable[[FxEvent], object]) -> None:
    """Call a function on every event of a kind that passes the node."""
    node.values.setdefault("event handlers", {}).setdefault(kind, []).append(handler)


@method("Node")
def fire_event(node: Any, event: FxEvent) -> bool:
    """Carry an event up from this node; whether somebody consumed it."""
    event.target = node
    return fire(event)
