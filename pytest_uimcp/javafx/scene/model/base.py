"""Objects with properties: read, set, observed, bound.

`get` and `set` are the door for programs and for whoever drives them: they check the thread. `read` and `write` are
what this library uses while it styles and lays out; it knows that it is on the right thread. All of them take names,
since classes and properties are a table (`registry`). The type checker knows the table too (`property_types`), so that
`node.read("spacing")` is a `float` without costing more than a look into dictionaries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar, cast

from pytest_uimcp.javafx.scene.errors import BoundProperty, UnknownName, WrongValue, near
from pytest_uimcp.javafx.scene.model.kinds import accept
from pytest_uimcp.javafx.scene.model.lists import ObservableList
from pytest_uimcp.javafx.scene.model.registry import FxType, Prop, derived

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node
    from pytest_uimcp.javafx.scene.model.property_types import Read, Values


Watcher = Callable[["FxObject", str, object, object], object]
# Called with the object, the old and the new value; those of a list are what was removed and what was added.
Hook = Callable[..., None]
H = TypeVar("H", bound=Hook)


class Hooks:
    """Behaviour by class and property: what a CheckBox does when `selected` changes. Modules of behaviour fill it."""

    def __init__(self) -> None:
        self._hooks: dict[str, dict[str, list[Hook]]] = {}

    def add(self, classes: Iterable[str], names: Iterable[str], function: Hook) -> None:
        for name in classes:
            by_name = self._hooks.setdefault(name, {})
            for property_name in names:
                by_name.setdefault(property_name, []).append(function)

    def run(self, changed: FxObject, name: str, old: object, new: object) -> None:
        """The hooks of the most general class first, so that those of a subclass find its work done."""
        for kind in reversed(changed.fx.order):
            hooks = self._hooks.get(kind)
            if hooks:
                for function in (*hooks.get(name, ()), *hooks.get("*", ())):
                    function(changed, old, new)


HOOKS: Final = Hooks()


def hook(classes: str, names: str) -> Callable[[H], H]:
    """Register a function `(object, old, new)` for changes of properties of classes, each named with spaces between.

    `*` stands for every property.
    """

    def register(function: H) -> H:
        HOOKS.add(classes.split(), names.split(), function)
        return function

    return register


class FxObject:
    __slots__ = ("__weakref__", "bindings", "fx_id", "values", "watchers")

    fx: ClassVar[FxType]

    if TYPE_CHECKING:
        read: Read
        get: Read

    def __init__(self, **properties: object) -> None:
        self.values: Values = {}  # type: ignore[assignment]  # a plain dictionary, whose keys the checker knows
        self.watchers: dict[str, list[Watcher]] | None = None
        # By the bound property, what ends watching each of its sources.
        self.bindings: dict[str, list[Callable[[], object]]] | None = None
        self.fx_id: str | None = None
        self.prepare()
        for name, value in properties.items():
            self.set(self.property_name(name), value)

    def prepare(self) -> None:
        """What a class sets up before its first property is set."""

    def __init_subclass__(cls) -> None:
        """A class of a program extends one of JavaFX, and is found by its own name."""
        super().__init_subclass__()
        # The classes made of the table have their description already; what is left is a program's own.
        if "fx" not in cls.__dict__ and hasattr(cls, "fx"):
            qualified = cls.__qualname__.rpartition("<locals>.")[2]
            cls.describe(derived(cls.fx, cls.__name__, qualified.replace(".", "$")))

    @classmethod
    def describe(cls, fx: FxType) -> None:
        cls.fx = fx

    @classmethod
    def property_name(cls, name: str) -> str:
        """`prompt_text` is `promptText`."""
        if name in cls.fx.props or "_" not in name:
            return name
        head, *words = name.split("_")
        return head + "".join(word[:1].upper() + word[1:] for word in words)

    def is_a(self, name: str) -> bool:
        return name in self.fx.lineage

    def _read(self, name: str) -> object:
        """The value in force, on the FX thread."""
        if name in self.values:
            return self.values[name]
        if name in self.fx.lists:
            return self.make_list(self.fx.props[name])
        return self.fx.defaults.get(name)

    def _get(self, name: str) -> object:
        """The value in force; an unknown name is an error that knows near ones."""
        self.guard()
        if name not in self.fx.props:
            raise UnknownName(f"{self.fx.name} has no property {name!r}.{near(name, self.fx.props)}")
        return self.read(name)

    if not TYPE_CHECKING:
        read = _read
        get = _get

    # For names that are computed, and for those that mean another thing in every class: the caller knows the type.

    def read_number(self, name: str) -> float:
        return cast("float", self.read(name))

    def read_flag(self, name: str) -> bool:
        return bool(self.read(name))

    def read_text(self, name: str) -> str | None:
        return cast("str | None", self.read(name))

    def read_node(self, name: str) -> Node | None:
        return cast("Node | None", self.read(name))

    def guard(self) -> None:
        """Refuse what does not come on the FX thread; nothing to refuse for an object outside a scene."""

    def make_list(self, prop: Prop) -> ObservableList[object]:
        """The list of a property, made when it is first asked for."""
        initial = ()
        if isinstance(prop.default, tuple):
            initial = prop.default
        items: ObservableList[object] = ObservableList(
            initial, lambda removed, added: self.changed(prop, removed, added)
        )
        self.values[prop.name] = items
        return items

    def set(self, name: str, value: object) -> None:
        """Set a property as a program does."""
        self.guard()
        # As JavaFX: only unbinding makes a bound property free.
        if self.bindings and name in self.bindings:
            raise BoundProperty(f"{self.fx.name}.{name} is bound and cannot be set; unbind it first")
        self.put(self.fx.prop(name), value)

    def write(self, name: str, value: object) -> None:
        """Set a property by its name, whatever it is bound to."""
        self.put(self.fx.props[name], value)

    def put(self, prop: Prop, value: object) -> None:
        """Set a property whatever it is bound to."""
        old = self.read(prop.name)
        if isinstance(old, ObservableList) and prop.is_list:
            old.set_all(_items(prop, value))
            return
        try:
            value = accept(prop.kind, value)
        except WrongValue as reason:
            raise WrongValue(f"{self.fx.name}.{prop.name}: {reason}") from None
        # Kept before anybody hears of it: hooks read the new value.
        self.values[prop.name] = value
        if old is not value and old != value:
            self.changed(prop, old, value)

    def changed(self, prop: Prop, old: object, new: object) -> None:
        """Behaviour first, then whoever watches."""
        HOOKS.run(self, prop.name, old, new)
        self.tell(prop.name, old, new)

    def tell(self, name: str, old: object, new: object) -> None:
        if self.watchers:
            # A copy: a watcher may end itself, or another, while it is called.
            for watcher in tuple(self.watchers.get(name, ())):
                watcher(self, name, old, new)

    def observe(self, name: str, watcher: Watcher) -> Callable[[], None]:
        """Call `watcher(object, name, old, new)` on every change; the result ends it."""
        self.fx.prop(name)
        if self.watchers is None:
            self.watchers = {}
        watchers = self.watchers.setdefault(name, [])
        watchers.append(watcher)

        def end() -> None:
            if watcher in watchers:
                watchers.remove(watcher)

        return end

    def bind(self, name: str, source: FxObject, source_name: str | None = None) -> None:
        source_property = source_name or name
        self.bind_to(name, lambda: source.read(source_property), [(source, source_property)])

    def bind_to(self, name: str, value: Callable[[], object], sources: list[tuple[FxObject, str]]) -> None:
        """Keep a property equal to what a function gives, asked again when a source changes."""
        prop = self.fx.prop(name)
        self.unbind(name)

        def update(*_change: object) -> None:
            self.put(prop, value())

        ends = [source.observe(source_name, update) for source, source_name in sources]
        # After the first watching: a source that refuses leaves the property free.
        self.bindings = {**(self.bindings or {}), name: [*ends]}
        update()

    def unbind(self, name: str) -> None:
        for end in (self.bindings or {}).pop(name, ()):
            end()

    def __repr__(self) -> str:
        name = self.values.get("id")
        return f"<{self.fx.name}{'#' + name if name else ''}>"


class FxItem(FxObject):
    """What is no node but shows in one, such as a tab, a menu item, a column, an item of a tree."""

    __slots__ = ("owner",)

    def prepare(self) -> None:
        # The node or the item that it is in.
        self.owner: FxObject | None = None


def _items(prop: Prop, value: object) -> Iterable[object]:
    if isinstance(value, str):
        return value.split()
    # A string was a list of words above; any other iterable gives its items.
    if value is None or isinstance(value, Iterable):
        return value or ()
    raise WrongValue(f"{prop.name}: expected a list; got {value!r}")
