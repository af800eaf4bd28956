"""What real JavaFX gave: the recordings, and our scenes played to the same state."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from pytest_uimcp.javafx import show_stage
from pytest_uimcp.javafx.scene.program import create
from pytest_uimcp.javafx.scene.stage.platform import Platform
from tests.javafx.playing import IdleController, play, settle

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "oracle" / "javafx"
SCENES = sorted(
    path.name.removeprefix("scene_").removesuffix(".leaf.json") for path in FOLDER.glob("scene_*.leaf.json")
)


@cache
def recording(name: str) -> Any:
    """A recording by its file name."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def played(scene: str) -> Platform:
    """Our scene, played as the recorded one was."""
    return played_with_names(scene)[0]


def played_with_names(scene: str) -> tuple[Platform, dict[str, Any]]:
    """Our scene, and everything in it that has an `fx:id`."""
    platform = Platform()
    setup = json.loads((FOLDER / "fxml" / f"{scene}.setup.json").read_text(encoding="utf-8"))
    fxml = FOLDER / "fxml" / f"{scene}.fxml"
    if fxml.exists():
        return platform, play(platform, fxml, setup, controller=IdleController()).named
    rebuilt(platform, scene, setup["stages"][0])
    return platform, {}


def rebuilt(platform: Platform, scene: str, options: dict[str, Any]) -> None:
    """A scene that was built in Java, built from what was recorded of it."""
    nodes = [entry for entry in recording(f"selectors_{scene}")["nodes"] if entry["type"] != "LabeledText"]
    shown = {node["ref"]["path"]: node for node in walk(recording(f"scene_{scene}.leaf")["snapshot"]["stages"][0])}
    made: dict[int, Any] = {}
    for entry in nodes:
        node = made[entry["i"]] = create(entry["type"])
        if entry["id"] is not None:
            node.id = entry["id"]
        node.styleClass = [name for name in entry["styleClass"] if name != "root"]
        if "ownOrientation" in entry:
            node.nodeOrientation = entry["ownOrientation"]
        if node.is_a("Label"):
            text = shown[entry["path"]]["text"]
            node.text = None if text is None else text["label"]
        if entry["parent"] >= 0:
            made[entry["parent"]].children.append(node)
    made[0].spacing = 4
    show_stage(platform, made[0], options, FOLDER)
    settle(platform)


def walk(stage: dict[str, Any]) -> list[dict[str, Any]]:
    """Every node of a recorded stage, in document order."""
    found, waiting = [], [stage["scene"]["root"]]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(node["children"][::-1])
    return found
