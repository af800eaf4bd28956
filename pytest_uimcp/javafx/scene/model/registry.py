"""The classes of JavaFX as data: names, superclasses, style classes, roles, flags, properties.

`FxType` describes a class; the Python classes in `model.classes` are made from these descriptions.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from pytest_uimcp.javafx.scene.errors import UnknownName, near
from pytest_uimcp.javafx.scene.model.kinds import from_text
from pytest_uimcp.javafx.scene.tables.control_properties import CONTROL_PROPERTIES
from pytest_uimcp.javafx.scene.tables.item_properties import ITEM_PROPERTIES
from pytest_uimcp.javafx.scene.tables.node_properties import NODE_PROPERTIES
from pytest_uimcp.javafx.scene.tables.skin_types import SKIN_TYPES
from pytest_uimcp.javafx.scene.tables.types import NODE_TYPES
from pytest_uimcp.javafx.scene.values.colors import named
from pytest_uimcp.javafx.scene.values.fonts import DEFAULT_FONT
from pytest_uimcp.javafx.scene.values.geometry import NO_INSETS


@dataclass(frozen=True, slots=True)
class Prop:
    name: str
    kind: str
    default: object
    css: str | None
    # Letters of `tables.node_properties`; empty for none.
    effect: str

    @property
    def is_list(self) -> bool:
        """Whether it holds an observable list, which is changed and not replaced."""
        return self.kind.startswith("list:") or self.kind in ("children", "classes")


@dataclass(eq=False)
class FxType:
    """A class of JavaFX, or of a program that extends one."""

    name: str
    path: str
    base: FxType | None
    style_classes: tuple[str, ...] = ()
    role: str = "NODE"
    flags: str = ""
    # The properties that the class adds to those of its superclass.
    own: dict[str, Prop] = field(default_factory=dict)
    user: bool = False
    # The full name of the class that an object without a model stands for.
    stands_for: str = ""

    def __post_init__(self) -> None:
        if not self.user:
            self.selector = self.path.rpartition(".")[2]
        else:
            self.selector = self.path
        # As Class.getSimpleName(): a nested class has its last name, an anonymous one none.
        nested_name = self.selector.rpartition("$")[2]
        self.simple = "" if nested_name.isdigit() else nested_name
        self.lineage: frozenset[str] = (self.base.lineage if self.base else frozenset()) | {self.name}
        # From the class itself to the most general: the order in which rules are looked for.
        self.order: tuple[str, ...] = (self.name, *(self.base.order if self.base else ()))
        self.props: dict[str, Prop] = {**(self.base.props if self.base else {}), **self.own}
        self.defaults = {name: prop.default for name, prop in self.props.items()}
        if "Node" in self.lineage:
            self.defaults |= {"focusTraversable": "t" in self.flags, "pickOnBounds": "b" in self.flags}
            self.defaults["accessibleRole"] = self.role
        self.lists = frozenset(name for name, prop in self.props.items() if prop.is_list)
        self.css = {prop.css: prop for prop in self.props.values() if prop.css}
        self.module = None if self.user else module_of(self.path)

    @property
    def abstract(self) -> bool:
        return "a" in self.flags

    def prop(self, name: str) -> Prop:
        prop = self.props.get(name)
        if prop is None:
            raise UnknownName(f"{self.name} has no property {name!r}.{near(name, self.props)}")
        return prop


def module_of(path: str) -> str:
    controls = ("javafx.scene.control", "javafx.scene.chart", "com.sun.javafx.scene.control", "com.sun.javafx.charts")
    if path.startswith(controls):
        return "javafx.controls"
    return "javafx.graphics"


def snake(name: str) -> str:
    """`promptText` as Python writes it."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _css_name(name: str) -> str:
    return "-fx-" + re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def _default(kind: str, text: str) -> object:
    if text == "null":
        return None
    if kind == "classes":
        if text == "-":
            return ()
        return tuple(text.split("."))
    if text == "-":
        return {"insets": NO_INSETS, "font": DEFAULT_FONT, "string": ""}.get(kind)
    if kind == "insets":
        return NO_INSETS
    if kind == "paint":
        return named(text)
    return from_text(kind, text)


def _prop(line: str, section_effect: str) -> Prop:
    # The two columns at the end may be left out; a dash says that there is none.
    columns = line.split()
    columns += ("-", section_effect)[len(columns) - 3 :]
    name, kind, default, css, effect = columns
    css_names = {"*": _css_name(name), "-": None}
    return Prop(name, kind, _default(kind, default), css_names.get(css, css), effect.replace("-", ""))


def _sections(text: str) -> Iterator[tuple[str, str, list[str]]]:
    for block in re.split(r"\n(?=\[)", text.strip()):
        head, *rows = block.strip().splitlines()
        name, _, details = head[1:].partition("]")
        yield name, details.strip(), [row for row in rows if row.strip()]


def _own_properties() -> dict[str, dict[str, Prop]]:
    sections = (*_sections(NODE_PROPERTIES), *_sections(CONTROL_PROPERTIES))
    return {name: {row.split()[0]: _prop(row, effect) for row in rows} for name, effect, rows in sections}


def _add_node_types(types: dict[str, FxType]) -> None:
    own = _own_properties()
    queue = deque(row.split() for row in (NODE_TYPES + SKIN_TYPES).split("\n") if row.strip())
    while queue:
        path, parent, classes, role, flags = row = queue.popleft()
        if parent != "-" and parent not in types:
            queue.append(row)  # a superclass may stand in the other table: once more after it
            continue
        selector = path.rpartition(".")[2]
        nested_name = selector.rpartition("$")[2]
        name = selector if nested_name.isdigit() else nested_name
        style = tuple(name for name in classes.lstrip("+-").split(".") if name)
        # Most classes add to the style classes of their superclass; some, such as Hyperlink, have only their own.
        if classes.startswith("+"):
            style = (*types[parent].style_classes, *style)
        if role == "-" and parent != "-":
            role = types[parent].role
        else:
            role = role.replace("-", "NODE")
        types[name] = FxType(name, path, types.get(parent), style, role, flags, own.get(name, {}))


def _add_item_types(types: dict[str, FxType]) -> None:
    for name, details, rows in _sections(ITEM_PROPERTIES):
        parent, package = details.split()
        own = {row.split()[0]: _prop(row, "") for row in rows}
        if "styleClass" in own:
            style = own["styleClass"].default
        else:
            style = ()
        style_classes = style if isinstance(style, tuple) else ()
        types[name] = FxType(name, f"{package}.{name}", types.get(parent), style_classes, "NODE", "", own)


@cache
def fx_types() -> dict[str, FxType]:
    types: dict[str, FxType] = {}
    _add_node_types(types)
    _add_item_types(types)
    return types


def fx_type(name: str) -> FxType:
    """A class by name, or an error with names that are near."""
    types = fx_types()
    if name not in types:
        raise UnknownName(f"JavaFX has no class {name!r}.{near(name, types)}")
    return types[name]


def derived(base: FxType, name: str, path: str) -> FxType:
    flags = base.flags.replace("a", "")
    return FxType(name, path, base, base.style_classes, base.role, flags, {}, user=True)
