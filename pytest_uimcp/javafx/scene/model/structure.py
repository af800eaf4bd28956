"""Properties that put nodes into a parent: the parts of a `BorderPane`, the content of a popup."""

from __future__ import annotations

from pytest_uimcp.javafx.scene.model.base import hook
from pytest_uimcp.javafx.scene.model.classes import create
from pytest_uimcp.javafx.scene.model.node import Node

__all__: list[str] = []


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
