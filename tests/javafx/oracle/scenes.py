"""Every recorded scene against ours, node by node."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.snapshot.capture import Capture
from pytest_uimcp.javafx.scene.snapshot.options import Options
from pytest_uimcp.javafx.scene.snapshot.paths import find
from pytest_uimcp.javafx.scene.snapshot.uids import Uids
from pytest_uimcp.javafx.scene.stage.platform import Platform
from tests.javafx.oracle.compare import Comparison, compare
from tests.javafx.oracle.extension import extension, rows_extension
from tests.javafx.oracle.recorded import played, recording

KINDS = ("leaf", "internals")
EVERYTHING = Options(depth=1000, properties=True, accessibility=True, popups=False)


def snapshots(platform: Platform) -> dict[str, dict[str, Any]]:
    """Both snapshots in the order in which they were recorded, which decides the uids; and the popups after them."""
    uids = Uids()
    leaf = Capture(platform, uids, EVERYTHING)
    whole = Capture(platform, uids, replace(EVERYTHING, internals=True))
    found = {"leaf": leaf.snapshot(platform.stages), "internals": whole.snapshot(platform.stages)}
    for snapshot in found.values():
        for stage in snapshot["stages"]:
            extend_rows(stage["scene"]["root"], platform)
    for stage, root in zip(found["internals"]["stages"], roots(platform), strict=True):
        extend(stage["scene"]["root"], root)
        stage["scene"]["x"] = scene_box(root)
    found["internals"]["allWindows"] = windows(platform, whole)
    return found


def roots(platform: Platform) -> list[Node]:
    return [stage.root for stage in platform.stages if stage.root is not None]


def scene_box(root: Node) -> dict[str, float]:
    """Where the scene is in its window."""
    assert root.scene is not None
    assert root.scene.window is not None
    x, y = root.scene.window.inside
    return {"x": x, "y": y, "width": root.scene.values["width"], "height": root.scene.values["height"]}


def extend(json: dict[str, Any], node: Node | None) -> None:
    """Add the extension to a node's JSON and to all below."""
    assert node is not None
    json["x"] = extension(node)
    for child, kid in zip(json["children"], node.kids, strict=True):
        extend(child, kid)


def extend_rows(json: dict[str, Any], platform: Platform) -> None:
    """Add the extension of the virtualization, here and below."""
    if "virtualization" in json:
        node = find(json["ref"]["path"], platform)
        assert node is not None
        json["virtualization"]["x"] = rows_extension(node)
    for child in json["children"]:
        extend_rows(child, platform)


def windows(platform: Platform, capture: Capture) -> list[dict[str, Any]]:
    """Every window in the order of showing; the trees of popups only."""
    found = []
    for window in sorted(platform.windows, key=lambda window: window.order):
        entry: dict[str, Any] = {
            "isStage": window.is_a("Stage"),
            "showing": True,
            "focused": bool(window.read("focused")),
        }
        entry |= {name: window.read(name) for name in ("x", "y", "width", "height")}
        if window.is_a("Stage"):
            entry["title"] = window.read("title")
        else:
            entry["root"] = capture.scene(window)["root"]
            extend(entry["root"], window.root)
        found.append(entry)
    return found


def recorded_windows(scene: str) -> list[dict[str, Any]]:
    """The same of the recording; the name of a window's class is its program's."""
    windows = recording(f"scene_{scene}.internals").get("allWindows", [])
    return [{key: value for key, value in window.items() if key != "class"} for window in windows]


def compare_scene(scene: str) -> dict[str, Comparison]:
    """Ours against the recording, for both kinds."""
    ours = snapshots(played(scene))
    found = {}
    for kind in KINDS:
        theirs = recording(f"scene_{scene}.{kind}")["snapshot"]
        if kind == "internals":
            theirs = theirs | {"allWindows": recorded_windows(scene)}
        found[kind] = compare(ours[kind], theirs)
        found[kind].nodes = sum(count(stage["scene"]["root"]) for stage in theirs["stages"])
    return found


def count(json: dict[str, Any]) -> int:
    return 1 + sum(count(child) for child in json["children"])
