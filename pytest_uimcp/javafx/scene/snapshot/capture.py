"""`UiNode` and `UiSnapshot` from the scene.

The walk carries each node's path and its map to the scene with it, so that a node costs the same wherever it is.
"""

from __future__ import annotations

import datetime
import os
import platform as python_platform
from collections import Counter
from collections.abc import Sequence
from typing import Final

from pytest_uimcp.javafx.scene.errors import UiError
from pytest_uimcp.javafx.scene.layout.bounds import local, to_parent, to_scene
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.snapshot.options import Json, Options
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
from pytest_uimcp.javafx.scene.stage.window import StageWindow, Window, window_of
from pytest_uimcp.javafx.scene.values.geometry import IDENTITY, Affine, Box, apply, compose

SCHEMA: Final = "mcp-javafx-ui/1.0"
# The version whose behaviour is followed where versions differ.
JAVAFX: Final = "21"


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


def without_nulls(json: Json) -> Json:
    return {key: _value_without_nulls(value) for key, value in json.items() if value is not None}


def _value_without_nulls(value: object) -> object:
    if isinstance(value, dict):
        return without_nulls(value)
    if isinstance(value, list):
        return [_value_without_nulls(item) for item in value]
    return value


class Capture:
    def __init__(self, platform: Platform, uids: Uids, options: Options, app: Json | None = None) -> None:
        platform.check_thread()
        self.platform = platform
        self.uids = uids
        self.options = options
        self.stages = platform.stages
        self.app = app or {}

    def ref(self, node: Node) -> dict[str, str]:
        return {"path": path_of(node, self.stages), "uid": self.uids.of(node)}

    def stage_index(self, window: Window | None) -> int | None:
        """A window's place among the stages; a popup's is its stage's."""
        stage = window.stage if window is not None else None
        if stage in self.stages:
            return self.stages.index(stage)
        return None

    def snapshot(self, stages: Sequence[StageWindow]) -> Json:
        if not self.stages:
            raise UiError("MCP_UI_NO_STAGES", "no stage is showing; show one first")
        self.platform_settled()
        # First, so that the owner of the focus has the first uid, as in the original.
        focus = self.focus()
        snapshot = {
            "schema": SCHEMA,
            "capturedAt": datetime.datetime.now(tz=datetime.UTC)
            .isoformat(timespec="milliseconds")
            .replace("+00:00", "Z"),
            "app": self.about(),
            "focus": focus,
            "stages": [self.stage(stage) for stage in stages],
        }
        if self.options.omit_nulls:
            return without_nulls(snapshot)
        return snapshot

    def platform_settled(self) -> None:
        """Lay out what changed since the last pulse, without letting time pass."""
        for window in self.platform.windows:
            if window.scene is not None:
                window.scene.pulse()

    def about(self) -> Json:
        """`app`: this process, and what it stands for."""
        return {
            "pid": os.getpid(),
            "javaVersion": None,
            "javafxVersion": JAVAFX,
            "mainClass": None,
            # The contract is served, and it says that there is no JVM behind it.
            "debugFlags": ["mcpEnabled", f"inMemory: Python {python_platform.python_version()}"],
        } | self.app

    def focus(self) -> Json:
        """Who has the focus; the owner gets its uid before all others."""
        window = self.platform.focused
        owner = None
        if window is not None and window.scene is not None:
            owner = window.scene.focus_owner
        index = self.stage_index(window)
        return {
            "focusedNode": self.ref(owner) if owner is not None else None,
            "focusedWindow": {"stageIndex": index} if index is not None else None,
        }

    def stage(self, stage: StageWindow) -> Json:
        data: Json = {"stageIndex": self.stage_index(stage), "title": stage.read("title")}
        data |= {name: bool(stage.read(name)) for name in ("showing", "focused")}
        data |= {name: float(stage.read(name)) for name in ("x", "y", "width", "height")}
        data["scene"] = self.scene(stage)
        popups = []
        if self.options.popups:
            popups = [self.popup(window) for window in windows(stage)[1:]]
        if popups:
            data["popups"] = popups
        # An extension, too: an agent is told that what it sees is not all that JavaFX would show.
        if stage.differences:
            data["notAsInJavaFX"] = list(stage.differences)
        return data

    def popup(self, window: Window) -> Json:
        """A popup: an extension beside the stage's scene."""
        place = {name: float(window.read(name)) for name in ("x", "y", "width", "height")}
        return (
            {"path": window_path(window, self.stages).removesuffix("/scene/root"), "type": window.fx.simple}
            | place
            | {"scene": self.scene(window)}
        )

    def scene(self, window: Window) -> Json:
        names = None
        if window.scene is not None:
            names = window.scene.values.get("stylesheets")
        root = window.root
        return {
            "stylesheets": [name.rpartition("/")[2] for name in names or ()],
            "root": self.root(window, root) if root is not None else None,
        }

    def root(self, window: Window, root: Node) -> Json:
        shift = to_parent(root)
        # Two numbers are a shift, six a map: most nodes are only shifted, and a shift is two additions.
        turn = None
        if len(shift) != 2:
            turn = compose(shift, IDENTITY)
        x, y = (shift[0], shift[1]) if turn is None else (0.0, 0.0)
        self.origin = window.origin
        return self.node(root, window_path(window, self.stages), x, y, turn, self.options.depth)

    def one(self, node: Node, children: bool) -> Json:
        self.platform_settled()
        window = window_of(node)
        if window is not None:
            self.origin = window.origin
        else:
            self.origin = (0.0, 0.0)
        turn = to_scene(node)
        plain = turn[:4] == IDENTITY[:4]
        depth = self.options.depth if children else 0
        path = path_of(node, self.stages)
        data = self.node(node, path, turn[4], turn[5], None if plain else turn, depth)
        # Whoever asked for one node knows that there is more below it.
        if not children:
            data.pop("moreChildren", None)
        if self.options.omit_nulls:
            return without_nulls(data)
        return data

    def node(self, node: Node, path: str, x: float, y: float, turn: Affine | None, depth: int) -> Json:
        """One node and, as deep as asked, what is below it; `x` and `y` or `turn` map it to the scene."""
        options = self.options
        values = node.values
        data: Json = {
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
                data["virtualization"] = virtualization(node, kind, self.ref, self.in_scene if options.bounds else None)
        kids: Sequence[Node] = node.kids
        if kids and not options.internals:
            kids = shown_children(node)
        # An extension: how many children a snapshot of this depth leaves out.
        if kids and depth <= 0:
            data["moreChildren"] = len(kids)
            kids = ()
        data["children"] = self.children(node, kids, path, x, y, turn, depth) if kids else []
        return data

    def children(
        self, node: Node, kids: Sequence[Node], path: str, x: float, y: float, turn: Affine | None, depth: int
    ) -> list[Json]:
        children = []
        is_complete = len(kids) == len(node.kids)
        counts: Counter[str] = Counter()
        if not is_complete:
            node.kids.number()
        for kid in kids:
            name = kid.fx.simple
            # With some children left out, the ordinals are those among all of them.
            ordinal = counts[name] if is_complete else kid.ordinal
            counts[name] += 1
            shift = to_parent(kid)
            kid_path = f"{path}/{name}[{ordinal}]"
            if turn is None and len(shift) == 2:
                children.append(self.node(kid, kid_path, x + shift[0], y + shift[1], None, depth - 1))
            else:
                if len(shift) == 2:
                    step = (1.0, 0.0, 0.0, 1.0, *shift)
                else:
                    step = shift
                parent_map = turn or (1.0, 0.0, 0.0, 1.0, x, y)
                children.append(self.node(kid, kid_path, 0.0, 0.0, compose(parent_map, step), depth - 1))
        return children

    def layout(self, node: Node, x: float, y: float, turn: Affine | None) -> Json:
        local_box = node.gbox or local(node)
        scene = _mapped(local_box, x, y, turn)
        parent_box = node.pbox
        if parent_box is None:
            from pytest_uimcp.javafx.scene.layout.bounds import in_parent

            parent_box = in_parent(node)
        options = self.options
        origin = self.origin
        size = (scene[2] - scene[0], scene[3] - scene[1])
        return {
            "boundsInParent": _box(parent_box) if options.bounds else None,
            "boundsInScene": {"minX": scene[0], "minY": scene[1], "width": size[0], "height": size[1]}
            if options.bounds
            else None,
            "localToScreen": {"x": scene[0] + origin[0], "y": scene[1] + origin[1], "width": size[0], "height": size[1]}
            if options.localToScreen
            else None,
        }

    def in_scene(self, node: Node) -> dict[str, float]:
        return _box(_mapped(local(node), 0.0, 0.0, to_scene(node)))
