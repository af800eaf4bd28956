"""`python -m tools.javafx.properties`: write what the type checker knows of properties and classes by name.

The tables of properties say which kind of value a property has, in every class that has one of the name. Where all
classes agree, `node.read("spacing")` is a `float` to the checker; where they do not (`value`), it is an `object`.
"""

from __future__ import annotations

import textwrap
from collections import defaultdict
from pathlib import Path
from typing import Final

from pytest_uimcp.javafx.scene.model.registry import Prop, fx_types

TARGET: Final = (
    Path(__file__).resolve().parents[2] / "pytest_uimcp" / "javafx" / "scene" / "tables" / "property_names.py"
)
HEAD: Final = '''\
"""For the type checker: names of properties by the type of their value, and of classes by what Python makes of them.

Written by `python -m tools.javafx.properties` from the tables of properties; nothing imports it at run time.
"""

from __future__ import annotations

from typing import Literal

'''
TYPES: Final = {
    "double": "Number", "duration": "Number", "extent": "Number", "size": "Number", "int": "Whole", "boolean": "Flag",
    "string": "Text", "enum": "Text", "insets": "Insets", "font": "Font", "handler": "Handler", "node": "Node",
    "paint": "Paint", "color": "Paint", "insetses": "InsetsList", "paints": "PaintList", "box": "Pair",
    "classes": "TextList", "children": "ObjectList", "doubles": "Numbers",
}  # fmt: skip
"""The type of a kind. Other kinds are objects."""
OPTIONAL: Final = ("Text", "Insets", "Number", "Whole")
"""Types that are not null where the default is not; the others are always optional, or never."""
LISTS: Final = {
    "string": "TextList", "ButtonType": "TextList", "Node": "NodeList", "TitledPane": "NodeList",
    "double": "NumberList", "color": "AnyList", "object": "AnyList",
}  # fmt: skip
OBJECTS: Final = {
    "selectionModel": "SelectionModel", "focusModel": "FocusModel", "scene": "Scene", "owner": "Window",
    "ownerWindow": "Window", "toggleGroup": "Item", "contextMenu": "PopupWindow",
    "valueFactory": "Item", "parentMenu": "Item", "parentColumn": "Item", "tableColumn": "Item",
    "treeColumn": "Item", "treeItem": "Item", "parent": "Item", "toggles": "ObjectList",
    "clip": "Object", "customColors": "AnyList",
}  # fmt: skip
"""What the table calls an object, though it is always one of ours; and what it calls a node, though it may be a box."""
CLASSES: Final = ("Node", "Scene", "Stage", "PopupWindow", "SelectionModel", "FocusModel", "MenuItem", "TreeItem")


def type_of(prop: Prop) -> str:
    """What the checker takes one property for."""
    if prop.name in OBJECTS:
        return OBJECTS[prop.name]
    kind, _, detail = prop.kind.partition(":")
    if kind == "list":
        return LISTS.get(detail, "ItemList")
    name = TYPES.get(kind, "Object")
    if prop.default is None and name in OPTIONAL:
        return f"Optional{name}"
    return name


def common_type(types: set[str]) -> str:
    """One type for all classes that have a property of the name."""
    if len(types) == 1:
        return types.pop()
    if types == {"Number", "Whole"}:
        return "Number"
    for name in OPTIONAL:
        if types == {name, f"Optional{name}"}:
            return f"Optional{name}"
    if all(name.endswith("List") for name in types):
        return "ObjectList" if "AnyList" not in types else "AnyList"
    return "Object"


def property_types() -> dict[str, list[str]]:
    """Names of properties by type; those of which only an object is known are left out."""
    types: defaultdict[str, set[str]] = defaultdict(set)
    for described in fx_types().values():
        for name, prop in described.own.items():
            types[name].add(type_of(prop))
    names: defaultdict[str, list[str]] = defaultdict(list)
    for name in sorted(types):
        names[common_type(types[name])].append(name)
    return {name: members for name, members in names.items() if name not in ("Object", "OptionalInsets")}


def class_names() -> dict[str, list[str]]:
    """Names of classes by the Python class that they extend."""
    names: defaultdict[str, list[str]] = defaultdict(list)
    for name, described in fx_types().items():
        names[next((root for root in CLASSES if root in described.lineage), "Item")].append(name)
    return {root: sorted(members) for root, members in sorted(names.items())}


def alias(name: str, members: list[str]) -> str:
    """As many names to a line as it takes."""
    words = " ".join(f'"{member}",' for member in members)
    lines = textwrap.wrap(words, 112, break_long_words=False, break_on_hyphens=False)
    return f"{name} = Literal[\n" + "".join(f"    {line}\n" for line in lines) + "]  # fmt: skip\n"


def text() -> str:
    """The module."""
    names = {f"{name}Property": members for name, members in sorted(property_types().items())}
    names |= {f"{name}Class": members for name, members in class_names().items()}
    return HEAD + "".join(alias(name, members) for name, members in names.items())


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
