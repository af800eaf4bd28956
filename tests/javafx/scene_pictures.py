"""Scenes of the recordings as pictures: drawn here, and by real JavaFX."""

from __future__ import annotations

import base64
import json
from typing import Any, Final

from pytest_uimcp.javafx import Platform, Ui, load, show_stage
from tests.javafx.bridge.host import Host
from tests.javafx.oracle.recorded import FOLDER
from tests.javafx.playing import IdleController

FXML: Final = FOLDER / "fxml"
SCENES: Final = (
    "01_login", "02_layouts", "03_tabs", "05_menus", "06_list", "07_table", "10_controls", "12_states", "a1_form",
    "a2_views",
)  # fmt: skip
# The least structural similarity.
ALIKE: Final = 0.95
# What the controller of the host puts into a list of this name.
ROWS: Final = 50


def drawn(scene: str) -> bytes:
    """The picture of a scene in memory, with the fonts that JavaFX uses, too."""
    platform = Platform()
    loaded = load(FXML / f"{scene}.fxml", controller=IdleController())
    rows = loaded.named.get("list")
    if rows is not None:
        rows.items.set_all([f"Item {number}" for number in range(ROWS)])
    show_stage(platform, loaded.root, {"title": scene, **_size(scene)}, FXML)
    return Ui(platform).picture(installed_fonts=True)


def taken(host: Host, scene: str) -> bytes:
    """The picture of the same scene in real JavaFX."""
    host.order("close")
    host.load(FXML / f"{scene}.fxml", title=scene, **_size(scene))
    (image,) = [part for part in host.call("ui_screenshot")["content"] if part["type"] == "image"]
    return base64.b64decode(image["data"])


def _size(scene: str) -> dict[str, Any]:
    stage = json.loads((FXML / f"{scene}.setup.json").read_text(encoding="utf-8"))["stage"]
    return {name: stage[name] for name in ("width", "height")}
