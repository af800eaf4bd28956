"""Dialogs: a button closes them."""

from __future__ import annotations

from pytest_uimcp.javafx.scene.actions.events import FxEvent, on
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.dialogs import DialogPaneSkin
from pytest_uimcp.javafx.scene.stage.window import StageWindow


@on("ACTION", "DialogPane")
def _button_fired(pane: Node, event: FxEvent) -> None:
    """A button of the dialog's own is its result; the dialog closes."""
    kind = pane.skin.type_of(event.target) if isinstance(pane.skin, DialogPaneSkin) else None
    stage = pane.scene.window if pane.scene is not None else None
    if kind is not None and isinstance(stage, StageWindow):
        stage.result = str(kind)
        stage.hide()
