"""From a snapshot to what a user perceives: nodes with roles, names and states, without what only draws.

`SNAPSHOT` is what has to be asked for. With the nodes inside controls (`includeControlInternals`) it has rows, tabs
and the choices of combo boxes; of a program that does not give them, lists and tables have the cells of their
`virtualization`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from pytest_uimcp.aria.nodes import AriaNode, Child
from pytest_uimcp.aria.text import collapse

from .labels import name_fields
from .roles import CELLS, LEAVES, MENU_ITEMS, PRUNED, ROLES, ROWS, TYPES

__all__ = ["SNAPSHOT", "Seen", "key_of", "read"]

Data = dict[str, Any]
SNAPSHOT: Final[Data] = {
    "stage": "all",
    "depth": 150,
    "include": {"bounds": True, "virtualization": True, "accessibility": True, "properties": False},
    "includeControlInternals": True,
}
TOGGLES: Final = {"checkbox": "checked", "radio": "checked", "button": "pressed"}
"""The state that `value` means, by role."""


@dataclass(eq=False, slots=True)
class Seen:
    """A node that a user perceives."""

    data: Data
    role: str = ""
    """Empty for a text, and for what only holds others."""
    name: str = ""
    text: str = ""
    """A text of its own."""
    value: str = ""
    """What is in a field."""
    prompt: str = ""
    states: dict[str, bool | str | int] = field(default_factory=dict)
    children: list[Seen] = field(default_factory=list)
    parent: Seen | None = None
    inner: Data | None = None
    """The reference of the text field inside a control."""

    @property
    def key(self) -> str:
        """What tells it from all others, in this look and the next."""
        return key_of(self.data["ref"])

    @property
    def type(self) -> str:
        return str(self.data.get("type") or "")

    @property
    def id(self) -> str | None:
        found: str | None = self.data.get("id")
        return found

    @property
    def disabled(self) -> bool:
        return bool(self.data.get("disabled"))

    @property
    def box(self) -> tuple[float, float, float, float] | None:
        """Its box in the scene: x0, y0, x1, y1."""
        bounds = (self.data.get("layout") or {}).get("boundsInScene")
        if not bounds:
            return None
        x, y = bounds["minX"], bounds["minY"]
        return (x, y, x + bounds["width"], y + bounds["height"])

    def walk(self) -> Iterator[Seen]:
        """All below it, in order."""
        waiting = self.children[::-1]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(node.children[::-1])

    def around(self) -> Iterator[Seen]:
        """The nodes around it, nearest first."""
        outer = self.parent
        while outer is not None:
            yield outer
            outer = outer.parent

    def aria(self) -> list[Child]:
        """The accessible nodes of it and its content."""
        inner = [child for kid in self.children for child in kid.aria()]
        if not self.role:
            return [*([self.text] if self.text else []), *inner]
        node = AriaNode(self.role, self.name, self, inner, dict(self.states))
        if self.value and not inner:
            node.children = [self.value]
        if inner == [self.name]:
            node.children = []
        if self.prompt and self.prompt != self.name:
            node.properties["placeholder"] = self.prompt
        return [node]


def read(snapshot: Data) -> Seen:
    """All stages of a snapshot, each a window, with the popups above it."""
    top = Seen({"ref": {"uid": "", "path": ""}, "type": ""})
    for stage in snapshot["stages"]:
        root = (stage.get("scene") or {}).get("root")
        window = Seen({"ref": {"uid": "", "path": f"/stages[{stage['stageIndex']}]"}, "type": "Stage"}, "window")
        window.name = collapse(stage.get("title") or "")
        window.data["stageIndex"] = stage["stageIndex"]
        roots = [root, *(popup["scene"]["root"] for popup in stage.get("popups", ()))]
        for one in roots:
            if one is not None:
                _visit(one, window)
        _adopt(top, window)
        name_fields(window)
    return top


def key_of(ref: Data) -> str:
    """The uid of a reference; the path of a program that gives no uids."""
    return str(ref.get("uid") or ref.get("path"))


def _adopt(parent: Seen, child: Seen) -> Seen:
    child.parent = parent
    parent.children.append(child)
    return child


def _visit(data: Data, into: Seen) -> None:
    """Read a node and what is below it; recursion only as deep as the scene, which snapshots bound."""
    accessible = _role(data)
    if not data.get("visible", True) or accessible in PRUNED or data.get("type") == "LabeledText":
        return
    seen = _adopt(into, Seen(data))
    seen.role = TYPES.get(seen.type, ROLES.get(accessible or "", ""))
    text, value = data.get("text") or {}, data.get("value") or {}
    label = collapse(_shown(data, text.get("label") or ""))
    if seen.role == "textbox":
        seen.value, seen.prompt = _typed(data, value, accessible), collapse(text.get("prompt") or "")
    elif seen.role:
        seen.name = label
    else:
        seen.text = label
    _read_states(seen, value)
    if seen.role in LEAVES:
        _read_inside(seen)
        return
    rows = data.get("virtualization")
    kids = list(data.get("children") or ())
    if rows is not None:
        _read_rows(seen, rows, kids)
    else:
        _read_kids(seen, kids)


def _typed(data: Data, value: Data, role: str | None) -> str:
    text = str(value.get("text") or "")
    return "\u2022" * len(text) if role == "PASSWORD_FIELD" else text


def _shown(data: Data, label: str) -> str:
    """A label without the marker of its mnemonic, which is drawn as a line."""
    if "_" not in label:
        return label
    inner = next((text for text in _texts(data) if text), None)
    plain = label.replace("__", "\0").replace("_", "", 1).replace("\0", "_")
    if inner is not None:
        return plain if plain.startswith(inner.removesuffix("...")) and not label.startswith(inner) else label
    return plain if data.get("type", "").endswith(("Button", "Menu", "MenuItem", "CheckBox")) else label


def _texts(data: Data) -> Iterator[str]:
    for kid in data.get("children") or ():
        if kid.get("type") == "LabeledText":
            yield (kid.get("text") or {}).get("label") or ""
        else:
            yield from _texts(kid)


def _read_states(seen: Seen, value: Data) -> None:
    states = seen.states
    name = TOGGLES.get(seen.role)
    on = value.get("checked") if value.get("checked") is not None else value.get("selected")
    if name and on:
        states[name] = True
    if seen.disabled and seen.role:
        states["disabled"] = True


def _read_inside(seen: Seen) -> None:
    """What the nodes inside a control tell of it: the field that is typed into, and the choice that it shows."""
    fields = [one for one in _below(seen.data) if (one.get("value") or {}).get("text") is not None]
    if fields and seen.role != "textbox":
        seen.inner = dict(fields[0]["ref"])
        seen.value = str(fields[0]["value"]["text"] or "")
        seen.prompt = collapse((fields[0].get("text") or {}).get("prompt") or "")
    elif seen.role == "combobox":
        seen.value = next((text for text in _labels(seen.data) if text), "")
    elif seen.type == "MenuItemContainer":
        seen.name = next((text for text in _labels(seen.data) if text), "")
        seen.role = next((role for name, role in MENU_ITEMS.items() if name in seen.data["styleClass"]), seen.role)
        if any(one.get("type") == "Separator" for one in _below(seen.data)):
            seen.role = "separator"


def _below(data: Data) -> Iterator[Data]:
    for kid in data.get("children") or ():
        yield kid
        yield from _below(kid)


def _labels(data: Data) -> Iterator[str]:
    return (_label(one) for one in _below(data) if "virtualization" not in one)


def _read_kids(seen: Seen, kids: list[Data]) -> None:
    if seen.type == "TabPane":
        # The headers come first for a reader, although they are drawn last.
        kids = sorted(kids, key=lambda kid: kid.get("type") != "TabHeaderArea")
    for kid in kids:
        _visit(kid, seen)
    if seen.role == "tab":
        _read_tab(seen)
    elif seen.type == "TabPane":
        _select_tab(seen)
    elif seen.role == "dialog":
        seen.name = next((one.text for one in seen.walk() if one.text), "")
    elif seen.role == "columnheader":
        seen.name = next((one.text for one in seen.walk() if one.text), "")
        seen.role = seen.role if seen.name else ""
        seen.children.clear()
    elif seen.type == "TitledPane" and any(kid.get("visible") and _tall(kid) for kid in kids if _is_content(kid)):
        seen.states["expanded"] = True


def _is_content(kid: Data) -> bool:
    return "content" in (kid.get("styleClass") or ())


def _tall(kid: Data) -> bool:
    bounds = (kid.get("layout") or {}).get("boundsInParent")
    return bounds is None or bounds["height"] > 0


def _read_tab(seen: Seen) -> None:
    seen.name = seen.name or next((one.text for one in seen.walk() if one.text), "")
    buttons = [one for one in seen.walk() if one.role == "button"]
    for button in buttons:
        button.name = button.name or "Close"
    seen.children = buttons


def _select_tab(pane: Seen) -> None:
    """The tab whose content shows. A tab pane lays the content of each further tab below that of the others."""
    contents = [kid for kid in pane.data.get("children") or () if kid.get("type") == "TabContentRegion"][::-1]
    headers = next((one for one in pane.children if one.role == "tablist"), None)
    tabs = [one for one in headers.walk() if one.role == "tab"] if headers is not None else []
    for tab, content in zip(tabs, contents, strict=False):
        if content.get("visible"):
            tab.states["selected"] = True
    for one in pane.children:
        if one.type == "TabContentRegion":
            one.role = "tabpanel"
            one.name = next((tab.name for tab in tabs if tab.states.get("selected")), "")


def _read_rows(seen: Seen, rows: Data, kids: list[Data]) -> None:
    """The rows in sight in their order, and the headers; what else is in the control only holds them."""
    inside = {key_of(one["ref"]): one for one in _below(seen.data)}
    cells = rows.get("visibleCells") or []
    is_empty = not rows.get("itemsCount")
    for kid in kids:
        if kid.get("type") in HEADERS or (is_empty and "placeholder" in (kid.get("styleClass") or ())):
            _visit(kid, seen)
    selected, role = set(rows.get("selectedIndices") or ()), _row_role(rows.get("kind") or seen.type)
    for row in cells:
        data = inside.get(key_of(row["rowRef"]))
        made = _adopt(seen, Seen(data or _row_data(row), role))
        made.states |= {"selected": True} if row["index"] in selected else {}
        made.data = {**made.data, "rowIndex": row["index"]}
        _fill_row(made, row, data)
    if not cells:
        _read_cells(seen)


HEADERS: Final = ("TableHeaderRow", "NestedTableColumnHeader", "TableColumnHeader")


def _read_cells(seen: Seen) -> None:
    """The rows of a program that does not tell which are in sight: its cells with a text, from the top."""
    found = [one for one in _shown_below(seen.data) if ROLES.get(_role(one) or "") in ROWS]
    for data in sorted(found, key=lambda one: ((one.get("layout") or {}).get("boundsInScene") or {}).get("minY", 0)):
        texts = [text for text in (_label(data), *_labels(data)) if text]
        if texts:
            made = _adopt(seen, Seen(data, ROLES[_role(data) or ""]))
            cells = [{"text": _label(one)} for one in _below(data) if ROLES.get(_role(one) or "") in CELLS]
            _fill_row(made, {"cells": cells or [{"text": texts[0]}]}, data)


def _role(data: Data) -> str | None:
    found: str | None = (data.get("accessibility") or {}).get("role")
    return found


def _label(data: Data) -> str:
    return collapse((data.get("text") or {}).get("label") or "")


def _shown_below(data: Data) -> Iterator[Data]:
    for kid in data.get("children") or ():
        if kid.get("visible", True):
            yield kid
            yield from _shown_below(kid)


def _row_role(kind: str) -> str:
    return {"ListView": "option", "TreeView": "treeitem"}.get(kind, "row")


def _row_data(row: Data) -> Data:
    return {"ref": row["rowRef"], "type": "", "visible": True, "layout": {"boundsInScene": row.get("boundsInScene")}}


def _fill_row(made: Seen, row: Data, data: Data | None) -> None:
    texts = [collapse(cell.get("text") or "") for cell in row["cells"]]
    made.name = " ".join(text for text in texts if text)
    if data is not None:
        before = made.states
        _read_kids(made, [kid for kid in data.get("children") or () if kid.get("type") != "LabeledText"])
        made.states = before
    if made.role == "row" and not any(one.role in CELLS for one in made.children):
        made.children = [Seen(made.data, "cell", text, parent=made) for text in texts]
    for cell in made.children:
        if cell.role in CELLS:
            cell.name = cell.name or cell.text
