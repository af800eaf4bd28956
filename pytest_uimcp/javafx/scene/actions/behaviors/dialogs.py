"""Dialogs: a button closes them."""

from __future__ import annotations

from pytest_uimcp.javafx.scene.actions.events import FxEvent, on
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.dialogs import DialogPaneSkin
from pytest_uimcp.javafx.scene.stage.window import StageWindow


@on("ACTION", "DialogPane")
def _button_fired(pane: Node, event: FxEvent) -> None:
    """A button of the dialog's own is its result; the dialog closes."""
    if isinstance(pane.skin, DialogPaneSkin):
        kind = pane.skin.type_of(event.target)
    else:
        kind = None
    if pane.scene is not None:
        stage = pane.scene.window
    else:
        stage = None
    if kind is not None and isinstance(stage, StageWindow):
        stage.result = str(kind)
        stage.hide()
