"""Objects that are not nodes but show in one: whoever shows them follows when they change."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.model.base import FxObject, hook

__all__ = ["belongs_to"]


def belongs_to(item: FxObject, owner: Any) -> None:
    """Let a node follow an item's changes."""
    item.values["owner"] = owner


@hook("Tab MenuItem TableColumnBase TreeItem ColumnConstraints RowConstraints SpinnerValueFactory Divider Image", "*")
def _follow(item: FxObject, _old: Any, _new: Any) -> None:
    owner = item.values.get("owner")
    while isinstance(owner, FxObject) and not hasattr(owner, "affect"):
        owner = owner.values.get("owner")
    if owner is not None:
        owner.affect("k" if owner.is_a("Control") else "l")


def _adopt(owner: Any, _old: Any, new: Any) -> None:
    for item in new:
        if isinstance(item, FxObject):
            item.values["owner"] = owner


hook("GridPane", "columnConstraints rowConstraints")(_adopt)
hook("TabPane", "tabs")(_adopt)
hook("MenuBar", "menus")(_adopt)
hook("MenuButton Menu ContextMenu", "items")(_adopt)
hook("TableView TreeTableView TableColumn TreeTableColumn", "columns")(_adopt)
