"""Events: what happened, to which node, and who hears of it.

An event goes from its target up to the root. At each node the control's own behavior comes first, then what a program
registered, then its `onKeyPressed` and the like. Whoever consumes the event stops it on its way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final, TypeVar

from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.classes import method
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.registry import FxType, snake

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.property_types import Handler
    from pytest_uimcp.javafx.scene.stage.platform import Platform
    from pytest_uimcp.javafx.scene.stage.window import Window


MODIFIERS: Final = ("shift", "control", "alt", "meta")


@dataclass(eq=False)
class FxEvent:
    """Something that happened; which fields count depends on the kind."""

    kind: str
    target: FxObject
    source: FxObject | None = None
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
    consumed: bool = False

    def consume(self) -> None:
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

    if not TYPE_CHECKING:  # our own code uses the names above

        def __getattr__(self, name: str) -> object:
            """Java's spelling too: `event.getSource()`, `event.isShiftDown()`, `event.clickCount`."""
            # Python asks for these itself: copying and pickling must go on.
            if name.startswith("__"):
                raise AttributeError(name)
            plain = snake(name)
            if plain.startswith("is_") and plain.endswith("_down"):
                return lambda: plain[3:-5] in self.modifiers
            field = plain.removeprefix("get_").removeprefix("is_")
            if field == name or field not in _FIELDS:
                raise AttributeError(f"an event has no {name!r}; it has {', '.join(sorted(_FIELDS))}")
            value = getattr(self, field)
            return value if field == plain else lambda: value


_FIELDS: Final = frozenset((*FxEvent.__dataclass_fields__, "shift", "control", "alt", "text"))

# Functions of subclasses: each knows the class that it is registered for.
Behavior = Callable[..., object]
B = TypeVar("B", bound=Behavior)
EventFilter = Callable[[Sequence[FxObject], FxEvent], None]
# A program's handler is the property of this name, where it is not `on` and the kind.
HANDLERS: Final[Mapping[str, str]] = {"CONTEXT_MENU_REQUESTED": "onContextMenuRequested"}


class Behaviors:
    """The answers of controls, by class and kind of event; and who hears of a kind before anybody on its way."""

    def __init__(self) -> None:
        self._by_class: defaultdict[str, dict[str, Behavior]] = defaultdict(dict)
        self._filters: defaultdict[str, list[EventFilter]] = defaultdict(list)
        # Asked for every event at every node on its way; registered once, before the first event.
        self.find = cache(self._find)

    def add(self, name: str, kind: str, function: Behavior) -> None:
        self._by_class[name][kind] = function

    def _find(self, fx: FxType, kind: str) -> Behavior | None:
        """The answer of the nearest class that has one."""
        behaviors = (self._by_class[name].get(kind) for name in fx.order if name in self._by_class)
        return next((behavior for behavior in behaviors if behavior is not None), None)

    def add_filter(self, kind: str, function: EventFilter) -> None:
        """Let a function see the way of every event of a kind before it sets out; it may consume it."""
        self._filters[kind].append(function)

    def filters(self, kind: str) -> Sequence[EventFilter]:
        return self._filters.get(kind, ())


BEHAVIORS: Final = Behaviors()


def on(kinds: str, classes: str) -> Callable[[B], B]:
    """Register what classes do on kinds of events; the nearest class answers."""

    def register(function: B) -> B:
        for kind in kinds.split():
            for name in classes.split():
                BEHAVIORS.add(name, kind, function)
        return function

    return register


def before(kind: str) -> Callable[[EventFilter], EventFilter]:
    """Register a function that sees the way of every event of a kind before it sets out."""

    def register(function: EventFilter) -> EventFilter:
        BEHAVIORS.add_filter(kind, function)
        return function

    return register


@cache
def _handler_name(kind: str) -> str:
    return HANDLERS.get(kind) or "on" + "".join(part.title() for part in kind.split("_"))


def _window_of(target: object) -> Window | None:
    scene = target.scene if isinstance(target, Node) else target
    # Only a scene has one; its module knows this one.
    window: Window | None = getattr(scene, "window", None)
    return window


def platform_of(target: object) -> Platform | None:
    window = _window_of(target)
    return window.platform if window is not None and window.values.get("showing") else None


def inside(event: FxEvent, kind: str) -> Node | None:
    """The nearest node at or above the target that has a style class, or is of a class, of this name."""
    node = event.target if isinstance(event.target, Node) else None
    while node is not None:
        if kind in node.classes or node.fx.selector == kind:
            return node
        node = node.parent
    return None


def _way(target: FxObject) -> list[FxObject]:
    """From the target to the root, the scene and the window."""
    way = [target]
    if isinstance(target, Node):
        way.extend(target.ancestors())
        if target.scene is not None:
            way.append(target.scene)
    window = _window_of(target)
    if window is not None:
        way.append(window)
    return way


def call_handler(handler: Handler, event: FxEvent, platform: Platform | None) -> None:
    """As JavaFX: the event goes on after a handler that raises, and the error is reported."""
    if platform is None:
        handler(event)
    else:
        platform.guarded(handler, event)


def _call_program(target: FxObject, event: FxEvent, platform: Platform | None) -> None:
    if isinstance(target, Node) and target.handlers is not None:
        # A copy: a handler may add another.
        for handler in tuple(target.handlers.get(event.kind, ())):
            call_handler(handler, event, platform)
    handler_property = target.values.get(_handler_name(event.kind))
    if callable(handler_property):
        call_handler(handler_property, event, platform)


def fire(event: FxEvent, shown_on: Platform | None = None) -> bool:
    """Carry an event up from its target; whether somebody consumed it."""
    platform = shown_on or platform_of(event.target)
    if platform is not None:
        for watcher in tuple(platform.event_watchers):
            watcher(event)
    way = _way(event.target)
    # A menu bar that has the keyboard takes keys before the owner of the focus hears of them.
    for look in BEHAVIORS.filters(event.kind):
        look(way, event)
        if event.consumed:
            return True
    for target in way:
        fire_at(event, platform, target)
        if event.consumed:
            return True
    return False


def fire_at(event: FxEvent, platform: Platform | None, target: FxObject | None = None) -> None:
    """Let one object hear of an event, and none above it."""
    event.source = source = target or event.target
    # The control first: a handler of the program sees what the event has done.
    behavior = BEHAVIORS.find(source.fx, event.kind)
    if behavior is not None:
        behavior(source, event)
    _call_program(source, event, platform)


def copy_to(event: FxEvent, target: FxObject) -> bool:
    """Fire the same event at another node; whether it was consumed there."""
    return fire(replace(event, target=target, source=target, consumed=False))


@method("Node")
def add_event_handler(node: Node, kind: str, handler: Handler) -> None:
    if node.handlers is None:
        node.handlers = {}
    node.handlers.setdefault(kind, []).append(handler)


@method("Node")
def fire_event(node: Node, event: FxEvent) -> bool:
    event.target = node
    return fire(event)
