"""Dialogs: alerts and text inputs, each in a stage of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pytest_uimcp.javafx.scene.errors import JavaFxError
from pytest_uimcp.javafx.scene.model.classes import create
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.dialogs import AlertIcon
from pytest_uimcp.javafx.scene.stage.platform import Platform
from pytest_uimcp.javafx.scene.stage.window import StageWindow, Window, window_of

# Style class, buttons and picture of each kind of alert.
ALERTS: Final[Mapping[str, tuple[str | None, tuple[str, ...]]]] = {
    "INFORMATION": ("information", ("OK",)),
    "WARNING": ("warning", ("OK",)),
    "ERROR": ("error", ("OK",)),
    "CONFIRMATION": ("confirmation", ("OK", "CANCEL")),
    "NONE": (None, ()),
}


def _icon(name: str) -> Node:
    return create("ImageView", image=AlertIcon(name))


def show_dialog(
    platform: Platform,
    owner: Window | None,
    pane: Node,
    title: str | None,
    modal: bool,
    x: float | None,
    y: float | None,
) -> StageWindow:
    """Show a dialog pane in a stage; in the middle of its owner if no place is said."""
    stage = create("Stage", title=title, modality="APPLICATION_MODAL" if modal else "NONE", owner=owner)
    stage.scene = create("Scene", root=pane)
    if x is not None:
        stage.values["x"] = float(x)
    if y is not None:
        stage.values["y"] = float(y)
    stage.show(platform)
    if owner is not None and (x is None or y is None):
        stage.values.setdefault("x", owner.read("x") + (owner.read("width") - stage.read("width")) / 2)
        stage.values.setdefault("y", owner.read("y") + (owner.read("height") - stage.read("height")) / 2)
    return stage


def alert(
    owner: Node, kind: str = "INFORMATION", *, title: str | None = None, header: str | None = None,
    content: str | None = None, answered: Callable[[str | None], None] | None = None,
) -> StageWindow:  # fmt: skip
    """An alert above the window of `owner`, a node of the scene that shows, for controllers in Python.

    It does not wait, since the test that is to press its button could not go on: `answered` is called with the button,
    `"OK"` or `"CANCEL"`, or with None if the alert was closed otherwise.
    """
    window = window_of(owner)
    if window is None or window.platform is None:
        raise JavaFxError("an alert needs a node of a visible scene as its owner; open it in a handler")
    if kind not in ALERTS:
        raise JavaFxError(f"there is no alert of the kind {kind!r}; there are {', '.join(ALERTS)}")
    stage = show_alert(window.platform, window, kind, title, header, content)

    def showing_changed(_stage: object, _name: str, _old: object, is_showing: object) -> None:
        if not is_showing and answered is not None:
            answered(stage.result)

    stage.observe("showing", showing_changed)
    return stage


def show_alert(
    platform: Platform, owner: Window | None, kind: str = "INFORMATION", title: str | None = None,
    header: str | None = None, content: str | None = None, modal: bool = True, x: float | None = None,
    y: float | None = None,
) -> StageWindow:  # fmt: skip
    style, buttons = ALERTS[kind]
    pane = create("DialogPane", headerText=header, contentText=content)
    pane.read("styleClass").append("alert")
    if style:
        pane.read("styleClass").append(style)
        pane.set("graphic", _icon(style))
    pane.read("buttonTypes").set_all(buttons)
    return show_dialog(platform, owner, pane, title, modal, x, y)


def show_text_input(
    platform: Platform, owner: Window | None, title: str | None = None, header: str | None = None,
    content: str | None = None, text: str = "", modal: bool = False, x: float | None = None, y: float | None = None,
) -> StageWindow:  # fmt: skip
    """A dialog that asks for a text; the field has the focus."""
    grid = create("GridPane", hgap=10, alignment="CENTER_LEFT")
    label = create("Label", text=content or "")
    field = create("TextField", text=text)
    label.read("styleClass").append("content")
    grid.kids.extend([label, field])
    field.constrain("GridPane.columnIndex", 1)
    field.constrain("GridPane.hgrow", "ALWAYS")
    label.set("maxHeight", 1e6)
    pane = create("DialogPane", headerText=header, content=grid, graphic=_icon("confirmation"))
    pane.read("styleClass").append("text-input-dialog")
    pane.read("buttonTypes").set_all(["OK", "CANCEL"])
    stage = show_dialog(platform, owner, pane, title, modal, x, y)
    if stage.scene is not None:
        stage.scene.request_focus(field)
    return stage
