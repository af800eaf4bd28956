"""`UiNode` and `UiSnapshot` from the scene.

The walk carries each node's path and its map to the scene with it, so that a node costs the same wherever it is.
"""

from __future__ import annotations

import datetime
import os
import platform as python_platform
from collections import Counter
from typing import Any

from pytest_uimcp.javafx.scene.errors import UiError
from pytest_uimcp.javafx.scene.layout.bounds import local, to_parent, to_scene
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.snapshot.options import Options
from pytest_uimcp.javafx.scene.snapshot.paths import path_of, window_path, windows
from pytest_uimcp.javafx.scene.snapshot.sections import (
    properties_of,
    reported_states,
    shown_children,
    text_of,
    value_of,
)
from pytest_uimcp.javafx.scene.snapshot.uids import Uids
from pytest_uimcp.javafx.scene.snapshot.virtual import kind_of, virtualization
from pytest_uimcp.javafx.scene.stage.platform import Platform
from pytest_uimcp.javafx.scene.stage.window import Window
from pytest_uimcp.javafx.scene.values.geometry import IDENTITY, Affine, Box, apply, compose

__all__ = ["SCHEMA", "Capture", "without_nulls"]

SCHEMA = "mcp-javafx-ui/1.0"
# The version whose behaviour is followed where versions differ.
JAVAFX = "21"


def _box(box: Box) -> dict[str, float]:
    return {"minX": box[0], "minY": box[1], "width": box[2] - box[0], "height": box[3] - box[1]}


def _mapped(box: Box, x: float, y: float, turn: Affine | None) -> Box:
    """A box mapped to the scene; an empty one becomes the box around its corners, as in JavaFX."""
    if turn is not None:
        return apply(turn, box)
    x0, y0, x1, y1 = box
    if x1 < x0:
        x0, x1 = x1, x0
    if y1 < y0:
        y0, y1 = y1, y0
    return (x0 + x, y0 + y, x1 + x, y1 + y)


def without_nulls(value: Any) -> Any:
    """The same without what is null."""
    if isinstance(value, dict):
        return {key: without_nulls(one) for key, one in value.items() if one is not None}
    return [without_nulls(one) for one in value] if isinstance(value, list) else value


class Capture:
    """One look at the windows of a platform."""

    def __init__(self, platform: Platform, uids: Uids, options: Options, app: dict[str, Any] | None = None) -> None:
        platform.check_thread()
        self.platform = platform
        self.uids = uids
        self.options = options
        self.stages = platform.stages
        self.app = app or {}

    # --- references

    def ref(self, node: Node) -> dict[str, str]:
        return {"path": path_of(node, self.stages), "uid": self.uids.of(node)}

    def stage_index(self, window: Any) -> int | None:
        """A window's place among the stages; a popup's is its stage's."""
        while window is not None and not window.is_a("Stage"):
            window = window.owner
        return next((place for place, stage in enumerate(self.stages) if stage is window), None)

    # --- the whole

    def snapshot(self, wanted: list[Any]) -> dict[str, Any]:
        """The stages wanted, with the focus."""
        if not self.stages:
            raise UiError("MCP_UI_NO_STAGES", "no stage is showing; show one first")
        self.platform_settled()
        focus = self.focus()
        found = {
            "schema": SCHEMA,
            "capturedAt": datetime.datetime.now(tz=datetime.UTC)
            .isoformat(timespec="milliseconds")
            .replace("+00:00", "Z"),
            "app": self.about(),
            "focus": focus,
            "stages": [self.stage(stage) for stage in wanted],
        }
        return without_nulls(found) if self.options.omit_nulls else found

    def platform_settled(self) -> None:
        """Lay out what changed since the last pulse, without letting time pass."""
        for window in self.platform.windows:
            if window.scene is not None:
                window.scene.pulse()

    def about(self) -> dict[str, Any]:
        """`app`: this process, and what it stands for."""
        return {
            "pid": os.getpid(),
            "javaVersion": None,
            "javafxVersion": JAVAFX,
            "mainClass": None,
            "debugFlags": ["mcpEnabled", f"inMemory: Python {python_platform.python_version()}"],
        } | self.app

    def focus(self) -> dict[str, Any]:
        """Who has the focus; the owner gets its uid before all others."""
        window = self.platform.focused
        owner = window.scene.focus_owner if window is not None and window.scene is not None else None
        index = self.stage_index(window)
        return {
            "focusedNode": self.ref(owner) if owner is not None else None,
            "focusedWindow": {"stageIndex": index} if index is not None else None,
        }

    def stage(self, stage: Any) -> dict[str, Any]:
        """One stage, its scene, and the popups above it."""
        found: dict[str, Any] = {"stageIndex": self.stage_index(stage), "title": stage.read("title")}
        found |= {name: bool(stage.read(name)) for name in ("showing", "focused")}
        found |= {name: float(stage.read(name)) for name in ("x", "y", "width", "height")}
        found["scene"] = self.scene(stage)
        popups = [self.popup(window) for window in windows(stage)[1:]] if self.options.popups else []
        if popups:
            found["popups"] = popups
        return found

    def popup(self, window: Window) -> dict[str, Any]:
        """A popup: an extension beside the stage's scene."""
        place = {name: float(window.read(name)) for name in ("x", "y", "width", "height")}
        return (
            {"path": window_path(window, self.stages).removesuffix("/scene/root"), "type": window.fx.simple}
            | place
            | {"scene": self.scene(window)}
        )

    def scene(self, window: Window) -> dict[str, Any]:
        """Stylesheets by name, and the tree."""
        names = window.scene.values.get("stylesheets") if window.scene is not None else None
        root = window.root
        return {
            "stylesheets": [name.rpartition("/")[2] for name in names or ()],
            "root": self.root(window, root) if root is not None else None,
        }

    def root(self, window: Window, root: Node) -> dict[str, Any]:
        """The tree below a window's root."""
        shift = to_parent(root)
        turn = None if len(shift) == 2 else compose(shift, IDENTITY)
        x, y = (shift[0], shift[1]) if turn is None else (0.0, 0.0)
        self.origin = window.origin
        return self.node(root, window_path(window, self.stages), x, y, turn, self.options.depth)

    def one(self, node: Node, children: bool) -> dict[str, Any]:
        """A single node, with or without what is below it."""
        self.platform_settled()
        window = node.scene.window if node.scene is not None else None
        self.origin = window.origin if window is not None else (0.0, 0.0)
        turn = to_scene(node)
        plain = turn[:4] == IDENTITY[:4]
        depth = self.options.depth if children else 0
        path = path_of(node, self.stages)
        found = self.node(node, path, turn[4], turn[5], None if plain else turn, depth)
        if not children:
            found.pop("moreChildren", None)
        return without_nulls(found) if self.options.omit_nulls else found

    # --- a node

    def node(self, node: Node, path: str, x: float, y: float, turn: Affine | None, depth: int) -> dict[str, Any]:
        """One node and, as deep as asked, what is below it; `x` and `y` or `turn` map it to the scene."""
        options = self.options
        values = node.values
        found: dict[str, Any] = {
            "ref": {"path": path, "uid": self.uids.of(node)},
            "type": node.fx.simple,
            "module": node.fx.module,
            "id": values.get("id"),
            "styleClass": list(values.get("styleClass") or ()),
            "pseudoClass": reported_states(node),
            "visible": node.shown,
            "managed": node.placed,
            "disabled": node.off,
            "opacity": node.read("opacity"),
            "layout": self.layout(node, x, y, turn) if options.bounds or options.localToScreen else None,
            "text": text_of(node),
            "value": value_of(node),
            "accessibility": {"role": node.read("accessibleRole"), "help": values.get("accessibleHelp")}
            if options.accessibility
            else None,
            "fx": {"properties": properties_of(node)} if options.properties else None,
        }
        if options.virtualization:
            kind = kind_of(node)
            if kind is not None:
                found["virtualization"] = virtualization(
                    node, kind, self.ref, self.in_scene if options.bounds else None
                )
        kids = node.kids if options.internals else shown_children(node) if node.kids else ()
        if kids and depth <= 0:
            found["moreChildren"] = len(kids)
            kids = ()
        found["children"] = self.children(node, kids, path, x, y, turn, depth) if kids else []
        return found

    def children(
        self, node: Node, kids: Any, path: str, x: float, y: float, turn: Affine | None, depth: int
    ) -> list[dict[str, Any]]:
        """The children, each with its path and its map to the scene."""
        found = []
        whole = len(kids) == len(node.kids)
        counts: Counter[str] = Counter()
        if not whole:
            node.kids.number()
        for kid in kids:
            name = kid.fx.simple
            ordinal = counts[name] if whole else kid.ordinal
            counts[name] += 1
            shift = to_parent(kid)
            below = f"{path}/{name}[{ordinal}]"
            if turn is None and len(shift) == 2:
                found.append(self.node(kid, below, x + shift[0], y + shift[1], None, depth - 1))
            else:
                step = (1.0, 0.0, 0.0, 1.0, *shift) if len(shift) == 2 else shift
                outer = turn or (1.0, 0.0, 0.0, 1.0, x, y)
                found.append(self.node(kid, below, 0.0, 0.0, compose(outer, step), depth - 1))
        return found

    def layout(self, node: Node, x: float, y: float, turn: Affine | None) -> dict[str, Any]:
        inner = node.gbox or local(node)
        scene = _mapped(inner, x, y, turn)
        outer = node.pbox
        if outer is None:
            from pytest_uimcp.javafx.scene.layout.bounds import in_parent

            outer = in_parent(node)
        on = self.options
        origin = self.origin
        size = (scene[2] - scene[0], scene[3] - scene[1])
        return {
            "boundsInParent": _box(outer) if on.bounds else None,
            "boundsInScene": {"minX": scene[0], "minY": scene[1], "width": size[0], "height": size[1]}
            if on.bounds
            else None,
            "localToScreen": {"x": scene[0] + origin[0], "y": scene[1] + origin[1], "width": size[0], "height": size[1]}
            if on.localToScreen
            else None,
        }

    def in_scene(self, node: Node) -> dict[str, float]:
        """A node's box in its scene."""
        return _box(_mapped(local(node), 0.0, 0.0, to_scene(node)))
