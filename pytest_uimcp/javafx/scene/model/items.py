"""Items and parts: objects that are not nodes but show in one, and properties that put a node into another."""

from __future__ import annotations

from collections.abc import Callable

from pytest_uimcp.javafx.scene.model.base import FxItem, FxObject, hook
from pytest_uimcp.javafx.scene.model.classes import create, extends
from pytest_uimcp.javafx.scene.model.node import Node


@extends("MenuItem")
class FxMenuItem(FxItem):
    __slots__ = ("on_chosen",)

    def prepare(self) -> None:
        super().prepare()
        # What one of our own menus does; items of a program fire their action.
        self.on_chosen: Callable[[], object] | None = None


def node_of(item: FxItem) -> Node | None:
    # A column in a column, an item in a submenu: the node is above the topmost.
    owner = item.owner
    while isinstance(owner, FxItem):
        owner = owner.owner
    if isinstance(owner, Node):
        return owner
    return None


@hook("Tab MenuItem TableColumnBase TreeItem ColumnConstraints RowConstraints SpinnerValueFactory Divider Image", "*")
def _follow(item: FxItem, _old: object, _new: object) -> None:
    node = node_of(item)
    if node is not None:
        node.affect("k" if node.is_a("Control") else "l")


@hook("GridPane", "columnConstraints rowConstraints")
@hook("TabPane", "tabs")
@hook("MenuBar", "menus")
@hook("MenuButton Menu ContextMenu", "items")
@hook("TableView TreeTableView TableColumn TreeTableColumn", "columns")
def _adopt(owner: FxObject, _removed: list[object], added: list[object]) -> None:
    for item in added:
        if isinstance(item, FxItem):
            item.owner = owner


@hook("BorderPane", "top right bottom left center")
def _replace_part(pane: Node, old: Node | None, new: Node | None) -> None:
    if old is not None and old.parent is pane:
        pane.kids.remove(old)
    if new is not None and new.parent is not pane:
        pane.kids.append(new)


@hook("ImageView", "image")
def _image(view: Node, _old: object, new: object) -> None:
    if isinstance(new, str):
        view.values["image"] = create("Image", url=new)
