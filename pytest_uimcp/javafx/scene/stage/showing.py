from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.javafx.scene.model.classes import create

if TYPE_CHECKING:
    from pytest_uimcp.javafx.scene.model.node import Node
    from pytest_uimcp.javafx.scene.stage.platform import Platform
    from pytest_uimcp.javafx.scene.stage.window import StageWindow


def show_stage(platform: Platform, root: Node, options: Mapping[str, Any], folder: Path | None = None) -> StageWindow:
    """A stage with a root, as its options say: title, x, y, width, height, decorated, stylesheets.

    Stylesheets are beside the root's document, in `folder`.
    """
    # Any: the options of a program, which reads them from anywhere.
    if options.get("decorated"):
        style = "DECORATED"
    else:
        style = "UNDECORATED"
    stage = create("Stage", title=options.get("title"), style=style)
    for name in ("x", "y", "width", "height"):
        # Without effects: the stage has no scene yet, and takes its size when it shows.
        if name in options:
            stage.values[name] = float(options[name])
    scene = create("Scene", root=root)
    for sheet in options.get("stylesheets", ()):
        scene.add_sheet(sheet, read_text((folder or Path()) / sheet))
    stage.scene = scene
    stage.show(platform)
    return stage
