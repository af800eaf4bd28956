"""Python classes of the JavaFX classes, made from the registry when they are first asked for.

A class has the bases that its row of the table says, a property as an attribute in Java's spelling and in Python's, and
the methods that modules of behaviour register. Where it has state of its own, a Python class says so with `extends`
and becomes one of its bases. Those modules have to be imported before the first class is made: `registered` does it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Final, TypeVar, overload

from pytest_uimcp.javafx.scene.model.base import FxItem, FxObject
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.registry import FxType, fx_type, snake

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.items import FxMenuItem
    from pytest_uimcp.javafx.scene.model.selection import FocusModel, SelectionModel
    from pytest_uimcp.javafx.scene.model.tree import FxTreeItem
    from pytest_uimcp.javafx.scene.stage.scene import Scene
    from pytest_uimcp.javafx.scene.stage.window import PopupWindow, StageWindow
    from pytest_uimcp.javafx.scene.tables import property_names as names


# Has methods and hooks registered before there is a class that needs them.
BEHAVIOUR: Final = "pytest_uimcp.javafx.scene.registered"
C = TypeVar("C", bound="type[FxObject]")
Method = Callable[..., object]
M = TypeVar("M", bound=Method)


class FxProperty:
    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, owner: FxObject | None, kind: type) -> object:
        if owner is None:
            return self
        return owner.get(self.name)

    def __set__(self, owner: FxObject, value: object) -> None:
        owner.set(self.name, value)


class Classes:
    """The Python classes that were made, and what they are made of besides the table."""

    def __init__(self) -> None:
        self._made: dict[str, type[FxObject]] = {}
        self._bases: dict[str, type[FxObject]] = {}
        self._methods: defaultdict[str, dict[str, Method]] = defaultdict(dict)

    def add_base(self, name: str, base: type[FxObject]) -> None:
        """Let a Python class with state of its own be a base of the class of this name."""
        self._bases[name] = base

    def add_method(self, name: str, function: Method) -> None:
        """Give the class of this name a method, under the function's name and as Java spells it."""
        self._methods[name][function.__name__] = function
        if name in self._made:
            _attach(self._made[name], function)

    def get(self, name: str) -> type[FxObject]:
        """The class of this name, made now if nobody asked for it before."""
        if name not in self._made:
            # The modules of behaviour know this one, so they are imported late.
            import_module(BEHAVIOUR)
            self._made[name] = self._make(fx_type(name))
        return self._made[name]

    def _make(self, fx: FxType) -> type[FxObject]:
        is_node = "Node" in fx.lineage
        if fx.base:
            base = self.get(fx.base.name)
        elif is_node:
            base = Node
        else:
            base = FxItem
        own_base = self._bases.get(fx.name)
        if own_base is None:
            bases: tuple[type[FxObject], ...] = (base,)
        elif issubclass(own_base, Node):
            bases = (own_base, base)
        else:
            # Scenes, windows and models say themselves what they extend.
            bases = (own_base,)
        # A method of a node, such as `resize`, is worth more than a property of its name.
        if is_node:
            reserved = {*dir(FxObject), *dir(Node)}
        else:
            reserved = {*dir(bases[0])}
        attributes = {key: FxProperty(name) for name in fx.own for key in (name, snake(name)) if key not in reserved}
        namespace = {"__slots__": (), "__module__": __name__, "fx": fx, **attributes}
        made: type[FxObject] = type(fx.simple or fx.selector, bases, namespace)
        made.describe(fx)
        for function in self._methods[fx.name].values():
            _attach(made, function)
        return made


CLASSES: Final = Classes()


def _attach(cls: type[FxObject], function: Method) -> None:
    head, *words = function.__name__.split("_")
    for spelling in {function.__name__, head + "".join(word.title() for word in words)}:
        setattr(cls, spelling, function)


def method(classes: str) -> Callable[[M], M]:
    """Make a function a method of classes, under its own name and as Java spells it: `button.fire()`."""

    def register(function: M) -> M:
        for name in classes.split():
            CLASSES.add_method(name, function)
        return function

    return register


def extends(classes: str) -> Callable[[C], C]:
    """Make a Python class a base of JavaFX classes that are more than a table."""

    def register(base: C) -> C:
        for name in classes.split():
            CLASSES.add_base(name, base)
        return base

    return register


def fx_class(name: str) -> type[FxObject]:
    return CLASSES.get(name)


@overload
def create(name: names.NodeClass, **properties: object) -> Node: ...
@overload
def create(name: names.MenuItemClass, **properties: object) -> FxMenuItem: ...
@overload
def create(name: names.TreeItemClass, **properties: object) -> FxTreeItem: ...
@overload
def create(name: names.ItemClass, **properties: object) -> FxItem: ...
@overload
def create(name: names.SceneClass, **properties: object) -> Scene: ...
@overload
def create(name: names.StageClass, **properties: object) -> StageWindow: ...
@overload
def create(name: names.PopupWindowClass, **properties: object) -> PopupWindow: ...
@overload
def create(name: names.SelectionModelClass, **properties: object) -> SelectionModel: ...
@overload
def create(name: names.FocusModelClass, **properties: object) -> FocusModel: ...
@overload
def create(name: str, **properties: object) -> FxObject: ...
def create(name: str, **properties: object) -> FxObject:
    return CLASSES.get(name)(**properties)
