"""Every public node class as it is when a scene shows it: defaults, inner nodes, and what it is when disabled."""

from __future__ import annotations

from typing import Any

from pytest_uimcp.javafx.scene.model.classes import fx_class
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.program import create
from pytest_uimcp.javafx.scene.snapshot.capture import Capture
from pytest_uimcp.javafx.scene.snapshot.sections import is_leaf
from pytest_uimcp.javafx.scene.snapshot.uids import Uids
from pytest_uimcp.javafx.scene.stage.platform import Platform
from tests.javafx.oracle.compare import Comparison, compare
from tests.javafx.oracle.extension import rows_extension
from tests.javafx.oracle.recorded import recording
from tests.javafx.oracle.scenes import EVERYTHING

TYPES = {entry["type"]: entry for entry in recording("types")["types"]}
# What the recording says of a node of a skeleton only where it is not the usual.
SKELETON = {"id": None, "visible": True, "managed": True, "mouseTransparent": False}


def shown(name: str) -> tuple[Platform, Any]:
    """A node of the class, alone in a stack pane of 400 by 300."""
    platform = Platform()
    node = create(name)
    root = create("StackPane")
    stage = create("Stage", title="T", width=400, height=300, style="UNDECORATED")
    stage.scene = create("Scene", root=root)
    stage.show(platform)
    root.children.append(node)
    platform.pulse()
    return platform, node


def skeleton(node: Node, top: bool = True) -> dict[str, Any]:
    """The tree of inner nodes."""
    found: dict[str, Any] = {"type": node.fx.simple, "styleClass": list(node.classes)}
    found |= {"pseudoClassStates": sorted(node.css_states()), "role": node.read("accessibleRole")}
    if node.fx.selector != node.fx.simple:
        found["typeSelector"] = node.fx.selector
    for name, usual in SKELETON.items():
        value = node.css_id if name == "id" else node.read(name)
        if value != usual:
            found[name] = value
    if node.read("focusTraversable"):
        found["focusTraversable"] = True
    if node.kids:
        found["children"] = [skeleton(kid, False) for kid in node.kids]
    return found


def described(name: str) -> dict[str, Any]:
    """What is known of a class without showing it."""
    fx = fx_class(name).fx
    lineage = [one for one in fx.order if one != name]
    return {"className": fx.path, "type": fx.simple, "module": fx.module, "superclasses": lineage}


def compare_type(name: str) -> Comparison:
    """Ours against the recording."""
    recorded = TYPES[name]
    if "notInstantiated" in recorded:
        return compare(described(name), {key: recorded[key] for key in ("className", "type", "module", "superclasses")})
    platform, node = shown(name)
    ours: dict[str, Any] = described(name) | {
        "isParent": node.is_parent,
        "isControl": node.is_a("Control"),
        "typeSelector": node.fx.selector,
        "styleClass": list(fx_class(name).fx.style_classes),
        "role": node.fx.role,
        "pickOnBounds": node.read("pickOnBounds"),
        "leafInSnapshot": is_leaf(node.fx),
        "focusTraversable": node.read("focusTraversable"),
        "skeleton": skeleton(node),
    }
    ours["uiNodeDefaults"] = defaults(platform, node)
    node.disable = True
    platform.pulse()
    ours |= {"opacityWhenDisabled": node.read("opacity"), "pseudoClassStatesWhenDisabled": sorted(node.css_states())}
    wanted = {key: value for key, value in recorded.items() if key != "focusTraversableBeforeCss"}
    return compare(ours, wanted)


def defaults(platform: Platform, node: Node) -> dict[str, Any]:
    """Its UiNode without place, name and children."""
    found = Capture(platform, Uids(), EVERYTHING).one(node, children=False)
    if "virtualization" in found:
        found["virtualization"]["x"] = rows_extension(node)
        found["virtualization"]["visibleCells"] = found["virtualization"]["visibleCells"]
    del found["layout"]["localToScreen"]
    return {key: value for key, value in found.items() if key not in ("ref", "children")}
