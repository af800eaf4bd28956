"""What stands for a class that a document names and that has no model here: its superclass, or a box with its name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from pytest_uimcp.javafx.scene.errors import WrongValue, near
from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.sizer import Sizer, managed, register
from pytest_uimcp.javafx.scene.layout.text import line_height, text_width
from pytest_uimcp.javafx.scene.model.base import FxItem, FxObject
from pytest_uimcp.javafx.scene.model.classes import fx_class
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.registry import FxType, fx_types
from pytest_uimcp.javafx.scene.tables.libraries import BOX, LOOKS, NO_NODE, RENAMED, superclasses
from pytest_uimcp.javafx.scene.values.fonts import DEFAULT_FONT

# What a class extends of which nothing is known but that it is a node.
PLAIN: Final = "StackPane"
# Superclasses that say nothing of what is seen: what extends them is a box.
BLANK: Final = frozenset({"Control", "Labeled", "Node", "Parent", "Region", "ComboBoxBase", "TextInputControl"})
# Around the name in a box.
PADDING: Final = 8.0


class Superclasses:
    """Which class of JavaFX a class extends, as the libraries say and as the caller does."""

    def __init__(self, own: Mapping[str, str]) -> None:
        for name, superclass in own.items():
            if superclass.rpartition(".")[2] not in fx_types():
                raise WrongValue(
                    f"superclass of {name}: JavaFX has no class {superclass!r}.{near(superclass, fx_types())}"
                )
        self.own = {name: superclass.rpartition(".")[2] for name, superclass in own.items()}

    def find(self, path: str) -> str | None:
        """The superclass of a class; the caller may leave out its package."""
        return self.own.get(path) or self.own.get(path.rpartition(".")[2]) or superclasses().get(path)


def is_unmodelled(path: str) -> bool:
    """Whether a class of JavaFX, or of a library, is known to be without a model."""
    return path in superclasses()


def is_library(package: str) -> bool:
    """Whether the tables have classes of a package."""
    return any(path.rpartition(".")[0] == package for path in superclasses())


def placeholder(path: str, superclass: str | None) -> FxObject:
    """An object for a class; without a superclass it is a box."""
    kind = _class(path, superclass)
    node = kind()
    look = LOOKS.get(path)
    if look is not None and look.style_class and isinstance(node, Node):
        node.values["styleClass"] = node.make_list(node.fx.props["styleClass"])
        node.classes.append(look.style_class)
    return node


@cache
def _class(path: str, superclass: str | None) -> type[FxObject]:
    name = path.rpartition(".")[2]
    if superclass == NO_NODE:
        fx = FxType(name, name, None, user=True, stands_for=path)
        item: type[FxObject] = type(name, (FxItem,), {"__slots__": ()})
        item.describe(fx)
        return item
    base = fx_class(superclass or PLAIN)
    kind: type[FxObject] = type(name, (base,), {"__slots__": ()})
    kind.fx.stands_for = path
    if superclass in BLANK or superclass is None:
        # Found by this name before the superclass's: by sizers, skins and pictures.
        kind.fx.order = (name, BOX, *base.fx.order)
        kind.fx.lineage |= {BOX}
    return kind


def stands_for(target: object) -> str:
    """The class that an object stands for; empty for what is itself."""
    return getattr(getattr(target, "fx", None), "stands_for", "")


def is_box(target: object) -> bool:
    return isinstance(target, Node) and target.is_a(BOX)


def renamed(target: object, name: str) -> str:
    """What a property of a class is called in the one that stands for it."""
    return RENAMED.get(stands_for(target), {}).get(name, name)


class PlaceholderSizer(Sizer):
    """As large as its name, or as what is in it, one below the other, or as JavaFX has the class."""

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        look = LOOKS.get(node.fx.stands_for)
        if look is not None:
            return (look.width, look.height)[axis]
        around = measure.insets(node).along(axis)
        kids = managed(node)
        if not kids:
            name_size = (text_width(node.fx.name, DEFAULT_FONT), line_height(DEFAULT_FONT))
            return around + name_size[axis] + 2 * PADDING
        if axis == 0:
            return around + max(measure.pref_width(kid) for kid in kids)
        return around + sum(measure.pref_height(kid) for kid in kids)

    def min_size(self, node: Node, axis: int, cross: float) -> float:
        return 0.0

    def layout(self, node: Node) -> None:
        """Each as wide as the box and as high as it would be, the last as high as there is room."""
        top, right, bottom, left = measure.insets(node)
        kids = managed(node)
        width = max(0.0, node.lw - left - right)
        place = top
        for kid in kids:
            height = measure.pref_height(kid)
            if kid is kids[-1]:
                height = max(height, node.lh - bottom - place)
            if kid.resizable:
                kid.resize(width, height)
            kid.move(left, place)
            place += height


register(BOX, sizer=PlaceholderSizer())
