"""Dialogs: a button closes them."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.actions.events import FxEvent, on
from pytest_uimcp.javafx.scene.skins.dialogs import DialogPaneSkin


@on("ACTION", "DialogPane")
def _chosen(pane: Any, event: FxEvent) -> None:
    """A button of the dialog's own is its result; the dialog closes."""
    kind = pane.skin.type_of(event.target) if isinstance(pane.skin, DialogPaneSkin) else None
    stage = pane.scene.window if pane.scene is not None else None
    if kind is None or stage is None or not stage.is_a("Stage"):
        return
    stage.values["result"] = kind
    stage.hide()
