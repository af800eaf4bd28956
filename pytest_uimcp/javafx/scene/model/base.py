"""Objects with properties: read, set, observed, bound.

`get` and `set` are the door for programs and for whoever drives them: they check the thread. `read` is what the room
itself uses while it styles and lays out; it knows that it is on the right thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from pytest_uimcp.javafx.scene.errors import BoundProperty, UnknownName, WrongValue, near
from pytest_uimcp.javafx.scene.model.kinds import accept
from pytest_uimcp.javafx.scene.model.lists import ObservableList
from pytest_uimcp.javafx.scene.model.registry import FxType, Prop, derived

__all__ = ["FxObject", "Watcher", "hook"]

Watcher = Callable[["FxObject", str, Any, Any], None]
Hook = Callable[[Any, Any, Any], None]

# Behaviour by class and property: what a CheckBox does when `selected` changes. Modules of behaviour fill it.
HOOKS: dict[str, dict[str, list[Hook]]] = {}


def hook(types: str, names: str) -> Callable[[Hook], Hook]:
    """Register a function `(object, old, new)` for changes of properties of classes, each named with spaces between.

    `*` stands for every property.
    """

    def register(function: Hook) -> Hook:
        for kind in types.split():
            for name in names.split():
                HOOKS.setdefault(kind, {}).setdefault(name, []).append(function)
        return function

    return register


class FxObject:
    """Anything with properties of JavaFX."""

    __slots__ = ("__weakref__", "bindings", "fx_id", "values", "watchers")

    fx: ClassVar[FxType]

    def __init__(self, **properties: Any) -> None:
        self.values: dict[str, Any] = {}
        self.watchers: dict[str, list[Watcher]] | None = None
        self.bindings: dict[str, Any] | None = None
        self.fx_id: str | None = None
        self.prepare()
        for name, value in properties.items():
            self.set(self.property_name(name), value)

    def prepare(self) -> None:
        """What a class sets up before its first property is set."""

    def __init_subclass__(cls) -> None:
        """A class of a program extends one of JavaFX, and is found by its own name."""
        super().__init_subclass__()
        if "fx" not in cls.__dict__ and hasattr(cls, "fx"):
            qualified = cls.__qualname__.rpartition("<locals>.")[2]
            cls.describe(derived(cls.fx, cls.__name__, qualified.replace(".", "$")))

    @classmethod
    def describe(cls, fx: FxType) -> None:
        """Make the class one of JavaFX."""
        cls.fx = fx

    @classmethod
    def property_name(cls, name: str) -> str:
        """`prompt_text` is `promptText`."""
        if name in cls.fx.props or "_" not in name:
            return name
        head, *rest = name.split("_")
        return head + "".join(part[:1].upper() + part[1:] for part in rest)

    def is_a(self, name: str) -> bool:
        """Whether this is of the class or of one that extends it."""
        return name in self.fx.lineage

    # --- reading

    def read(self, name: str) -> Any:
        """The value in force, on the FX thread."""
        if name in self.values:
            return self.values[name]
        if name in self.fx.lists:
            return self.make_list(self.fx.props[name])
        return self.fx.defaults.get(name)

    def get(self, name: str) -> Any:
        """The value in force; an unknown name is an error that knows near ones."""
        self.guard()
        if name not in self.fx.props:
            raise UnknownName(f"{self.fx.name} has no property {name!r}.{near(name, self.fx.props)}")
        return self.read(name)

    def guard(self) -> None:
        """Refuse what does not come on the FX thread; nothing to refuse for an object outside a scene."""

    def make_list(self, prop: Prop) -> Any:
        """The list of a property, made when it is first asked for."""
        found = ObservableList(
            prop.default or (), lambda went, came: self.list_changed(prop, went, came), self.list_check(prop)
        )
        self.values[prop.name] = found
        return found

    def list_check(self, prop: Prop) -> Callable[[list[Any], list[Any]], None] | None:
        """Who may refuse items of a list."""
        return None

    # --- changing

    def set(self, name: str, value: Any) -> None:
        """Set a property as a program does."""
        self.guard()
        if self.bindings and name in self.bindings:
            raise BoundProperty(f"{self.fx.name}.{name} is bound and cannot be set; unbind it first")
        self.put(self.fx.prop(name), value)

    def put(self, prop: Prop, value: Any) -> None:
        """Set a property whatever it is bound to."""
        if prop.is_list:
            self.read(prop.name).set_all(value.split() if isinstance(value, str) else value or ())
            return
        try:
            value = accept(prop.kind, value)
        except WrongValue as reason:
            raise WrongValue(f"{self.fx.name}.{prop.name}: {reason}") from None
        old = self.read(prop.name)
        self.values[prop.name] = value
        if old is not value and old != value:
            self.changed(prop, old, value)

    def changed(self, prop: Prop, old: Any, new: Any) -> None:
        """Behaviour first, then whoever watches."""
        for kind in reversed(self.fx.order):
            hooks = HOOKS.get(kind)
            if hooks:
                for function in (*hooks.get(prop.name, ()), *hooks.get("*", ())):
                    function(self, old, new)
        self.tell(prop.name, old, new)

    def list_changed(self, prop: Prop, went: list[Any], came: list[Any]) -> None:
        """As `changed`, for the items of a list."""
        self.changed(prop, went, came)

    # --- observing

    def tell(self, name: str, old: Any, new: Any) -> None:
        """Call who watches a property."""
        if self.watchers:
            for watcher in tuple(self.watchers.get(name, ())):
                watcher(self, name, old, new)

    def observe(self, name: str, watcher: Watcher) -> Callable[[], None]:
        """Call `watcher(object, name, old, new)` on every change; the result ends it."""
        self.fx.prop(name)
        if self.watchers is None:
            self.watchers = {}
        watchers = self.watchers.setdefault(name, [])
        watchers.append(watcher)
        return lambda: watchers.remove(watcher) if watcher in watchers else None

    def bind(self, name: str, source: FxObject, source_name: str | None = None) -> None:
        """Keep a property equal to one of another object."""
        of = source_name or name
        self.bind_to(name, lambda: source.read(of), [(source, of)])

    def bind_to(self, name: str, value: Callable[[], Any], sources: list[tuple[FxObject, str]]) -> None:
        """Keep a property equal to what a function gives, asked again when a source changes."""
        prop = self.fx.prop(name)
        self.unbind(name)
        update: Watcher = lambda *_: self.put(prop, value())  # noqa: E731  # the same object on every source
        ends = [source.observe(of, update) for source, of in sources]
        self.bindings = {**(self.bindings or {}), name: ends}
        self.put(prop, value())

    def unbind(self, name: str) -> None:
        """Let a property be set again."""
        for end in (self.bindings or {}).pop(name, ()):
            end()

    def __repr__(self) -> str:
        name = self.values.get("id")
        return f"<{self.fx.name}{'#' + name if name else ''}>"
