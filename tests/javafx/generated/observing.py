"""What a program shows of a case, asked by the tools of the contract alone: so that two programs can be compared."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from tests.javafx.generated.cases import TABS, Case
from tests.javafx.generated.stories import Action

Json = dict[str, Any]
# A node: depth, type, id, style classes, text and states, then its place in the scene in tenths of a pixel.
Row = list[Any]
SAID = 4
STATES = 5
PLACE = 6
LETTERS = {"disabled": "d", "focused": "f", "hover": "h", "pressed": "p", "selected": "s"}


class Face(ABC):
    """A program that shows documents."""

    @abstractmethod
    def show(self, case: Case) -> None:
        """Show a case, alone; raises `RefusedDocument` if the program does not take it."""

    @abstractmethod
    def tool(self, tool: str, **arguments: Any) -> Json:
        """What a tool gives: its data, or the body of its error."""

    def snapshot(self) -> Json:
        """All nodes of the stage in front, when nothing moves any more."""
        return self.tool("ui_get_snapshot", includeControlInternals=True)


class RefusedDocument(Exception):
    """A program does not take a document, and says why."""


class Scene:
    """The nodes of the stage in front and of its popups, in the order of the tree."""

    def __init__(self, snapshot: Json) -> None:
        self.rows: list[Row] = []
        self.paths: dict[str, int] = {}
        # Rows of what separates the columns of a table.
        self.grips: set[int] = set()
        stage = next(stage for stage in snapshot["stages"] if stage["showing"])
        self._add(stage["scene"]["root"], 0)
        for popup in stage.get("popups", ()):
            self._add(popup["scene"]["root"], 0)
        self.focus = self.place((snapshot["focus"] or {}).get("focusedNode"))

    def _add(self, node: Json, depth: int) -> None:
        self.paths[node["ref"]["path"]] = len(self.rows)
        box = node["layout"]["boundsInScene"]
        sides = [round(box[name] * 10) for name in ("minX", "minY", "width", "height")]
        classes = " ".join(node["styleClass"])
        self.rows.append([depth, node["type"], node["id"] or "", classes, _said(node), _states(node), *sides])
        for child in _children(node):
            if _is_grip(node, child):
                self.grips.add(len(self.rows))
            self._add(child, depth + 1)

    def in_order(self, places: list[int]) -> list[int]:
        """Places of nodes, those of grips in the order of the rows (see `_children`)."""
        grips = iter(sorted(self.grips.intersection(places)))
        return [next(grips) if place in self.grips else place for place in places]

    def place(self, ref: Json | None) -> int:
        """The number of the row of a node, -1 if there is none."""
        return -1 if ref is None else self.paths.get(ref["path"], -1)


def _children(node: Json) -> list[Json]:
    """The children of a node, those whose order JavaFX leaves to chance in the order of their places.

    The order of the grips in a table's header is another in each run of a program.
    """
    children: list[Json] = node["children"]
    grips = iter(sorted((child for child in children if _is_grip(node, child)), key=_position))
    return [next(grips) if _is_grip(node, child) else child for child in children]


def _is_grip(parent: Json, node: Json) -> bool:
    return bool(parent["type"] == "NestedTableColumnHeader" and node["type"] == "Rectangle")


def _position(node: Json) -> tuple[float, ...]:
    box = node["layout"]["boundsInScene"]
    return (box["minX"], box["minY"], box["width"], box["height"])


def _said(node: Json) -> str:
    words = [str(value) for value in (node["text"] or {}).values() if value]
    words += [str(value) for value in (node["value"] or {}).values() if value not in (None, False)]
    rows = node.get("virtualization")
    if rows:
        words.append(f"{rows['itemsCount']} {rows['visibleRange']} {rows['selectedIndices']} {rows['focusedIndex']}")
    return "|".join(words)


def _states(node: Json) -> str:
    letters = [LETTERS[name] for name in node["pseudoClass"] if name in LETTERS]
    letters += [letter for letter, name in (("v", "visible"), ("m", "managed")) if not node[name]]
    return "".join(sorted(letters))


def observe(face: Face, case: Case) -> Json:
    """All of a case: its nodes, what is found, the way of the focus or what each action does."""
    face.show(case)
    scene = Scene(face.snapshot())
    seen: Json = {
        "rows": scene.rows,
        "focus": scene.focus,
        "lookups": [_lookup(face, scene, css) for css in case.lookups],
    }
    if case.actions:
        seen["steps"] = _steps(face, case.actions, scene)
    elif not case.seed % 2:
        seen["tabs"] = _tabs(face, scene)
    return seen


def _lookup(face: Face, scene: Scene, css: str) -> list[int]:
    found = face.tool("ui_query", selector={"css": css}, limit=1000, includeControlInternals=True)
    return scene.in_order([scene.place(match["ref"]) for match in found["matches"]])


def _tabs(face: Face, scene: Scene) -> list[int]:
    """Where the focus is after each `Tab`, and after `Shift+Tab` on the way back."""
    way = []
    none: list[str] = []
    for modifiers in [none] * TABS + [["SHIFT"]] * 2:
        face.tool("ui_perform", actions=[{"type": "pressKey", "key": "TAB", "modifiers": modifiers}])
        focus = face.tool("ui_get_snapshot", depth=0)["focus"]
        way.append(scene.place(focus["focusedNode"]))
    return way


def _steps(face: Face, actions: tuple[Action, ...], scene: Scene) -> list[Json]:
    """What each action changes: the rows that are others than before it, and all of them if the tree is another."""
    steps: list[Json] = []
    before = scene.rows
    for action in actions:
        ok = _perform(face, action)
        after = Scene(face.snapshot())
        step: Json = {"ok": ok, "focus": after.focus}
        if [row[:2] for row in before] == [row[:2] for row in after.rows]:
            pairs = enumerate(zip(before, after.rows, strict=True))
            step["changes"] = {str(number): new for number, (old, new) in pairs if old != new}
        else:
            step["rows"] = after.rows
        steps.append(step)
        before = after.rows
    return steps


def _perform(face: Face, action: Action) -> bool:
    done = {name: value for name, value in action.items() if name not in ("css", "nth")}
    if "css" in action:
        found = face.tool("ui_query", selector={"css": action["css"]}, limit=1000, includeControlInternals=True)
        if len(found["matches"]) <= action.get("nth", 0):
            return False
        done["target"] = {"ref": found["matches"][action.get("nth", 0)]["ref"]}
    answer = face.tool("ui_perform", actions=[done])
    return "results" in answer and bool(answer["results"][0]["ok"])
