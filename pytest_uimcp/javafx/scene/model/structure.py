"""Properties that put nodes into a parent: the parts of a `BorderPane`, the content of a popup."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.model.base import hook
from pytest_uimcp.javafx.scene.model.node import Node

__all__ = ["replace_child"]


def replace_child(parent: Node, old: Node | None, new: Node | None) -> None:
    """One child in place of another, at the end if there was none."""
    if old is not None and old.parent is parent:
        parent.kids.remove(old)
    if new is not None and new.parent is not parent:
        parent.kids.append(new)


@hook("BorderPane", "top right bottom left center")
def _part(pane: Any, old: Node | None, new: Node | None) -> None:
    replace_child(pane, old, new)


@hook("ImageView", "image")
def _image(view: Any, _old: Any, new: Any) -> None:
    if isinstance(new, str):
        from pytest_uimcp.javafx.scene.model.classes import create

        view.values["image"] = create("Image", url=new)
