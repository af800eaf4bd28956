"""The state of a scene as the recordings of actions write it: `#id.property` and its value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from pytest_uimcp.javafx.scene.model.base import FxObject
from pytest_uimcp.javafx.scene.model.choices import text_of
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.stage.platform import Platform

Rule = Callable[[Any], Any]


def _list(values: Any) -> str:
    return "[" + ", ".join(str(value) for value in values) + "]"


def _editor(node: Any) -> Any:
    return node.read("editor") if node.read("editable") or node.is_a("Spinner") else None


def _selection(node: Any) -> str:
    start, end = sorted((node.read("anchor"), node.read("caretPosition")))
    return f"{start}..{end}"


def _rows(node: Any) -> Any:
    shown = node.skin.flow.shown()
    return shown[0] if shown else None


def _value(node: Any) -> Any:
    value = node.read("value")
    return None if value is None else text_of(node, value)


def _editor_text(node: Any) -> Any:
    editor = _editor(node)
    return None if editor is None else editor.read("text")


def _flag(name: str, node: Any) -> bool:
    return bool(node.read(name))


def _pane(node: Any) -> Any:
    pane = node.read("expandedPane")
    return None if pane is None else f"#{pane.css_id}"


# Properties by class, in addition to those of its superclasses.
PROPERTIES: dict[str, dict[str, Rule]] = {
    "Node": {name: partial(_flag, name) for name in ("focused", "hover", "pressed")},
    "ButtonBase": {"armed": lambda node: bool(node.read("armed"))},
    "Labeled": {"text": lambda node: node.read("text")},
    "ToggleButton": {"selected": lambda node: bool(node.read("selected"))},
    "CheckBox": {
        "selected": lambda node: bool(node.read("selected")),
        "indeterminate": lambda node: bool(node.read("indeterminate")),
    },
    "Hyperlink": {"visited": lambda node: bool(node.read("visited"))},
    "TitledPane": {"expanded": lambda node: bool(node.read("expanded"))},
    "TextInputControl": {
        "text": lambda node: node.read("text"),
        "caret": lambda node: node.read("caretPosition"),
        "anchor": lambda node: node.read("anchor"),
        "selection": _selection,
        "selectedText": lambda node: node.read("selectedText") or "",
    },
    "TextArea": {"scrollTop": lambda node: float(node.read("scrollTop"))},
    "ComboBoxBase": {"showing": lambda node: bool(node.read("showing"))},
    "ComboBox": {
        "value": _value,
        "selectedIndex": lambda node: node.read("selectionModel").read("selectedIndex"),
        "editorText": _editor_text,
        "editorCaret": lambda node: None if _editor(node) is None else _editor(node).read("caretPosition"),
    },
    "ChoiceBox": {
        "showing": lambda node: bool(node.read("showing")),
        "value": _value,
        "selectedIndex": lambda node: node.read("selectionModel").read("selectedIndex"),
    },
    "DatePicker": {
        "value": lambda node: None if node.read("value") is None else node.read("value").isoformat(),
        "editorText": _editor_text,
    },
    "Spinner": {
        "value": lambda node: None if node.read("value") is None else str(node.read("value")),
        "editorText": _editor_text,
        "editorCaret": lambda node: _editor(node).read("caretPosition"),
        "editorSelection": lambda node: _editor(node).read("selectedText") or "",
    },
    "Slider": {"value": lambda node: float(node.read("value"))},
    "ScrollBar": {"value": lambda node: float(node.read("value"))},
    "MenuButton": {"showing": lambda node: bool(node.read("showing"))},
    "TabPane": {"selectedIndex": lambda node: node.read("selectionModel").read("selectedIndex")},
    "Accordion": {"expandedPane": _pane},
    "ScrollPane": {
        "hvalue": lambda node: float(node.read("hvalue")),
        "vvalue": lambda node: float(node.read("vvalue")),
    },
}
FLOW: dict[str, Rule] = {
    "selectedIndices": lambda node: _list(node.read("selectionModel").selected_indices),
    "focusedIndex": lambda node: node.read("focusModel").read("focusedIndex"),
    "firstVisible": lambda node: _rows(node)[0],
    "lastVisible": lambda node: node.skin.flow.shown()[-1][0],
    "firstVisibleOffset": lambda node: float(round(_rows(node)[2], 6)) + 0.0,
    "position": lambda node: node.skin.flow.position,
}
PROPERTIES |= dict.fromkeys(("ListView", "TableView", "TreeTableView"), FLOW)
PROPERTIES["TreeView"] = FLOW | {"expandedItemCount": lambda node: len(node.skin.rows)}
ITEMS: dict[str, dict[str, Rule]] = {
    "Menu": {"showing": lambda item: bool(item.read("showing"))},
    "CheckMenuItem": {"selected": lambda item: bool(item.read("selected"))},
}


def state(platform: Platform, named: dict[str, Any]) -> dict[str, Any]:
    """The state of everything with an `fx:id`, who has the focus, which windows there are."""
    found: dict[str, Any] = {}
    for name, one in named.items():
        if isinstance(one, FxObject):
            rules = PROPERTIES if isinstance(one, Node) else ITEMS
            for kind in reversed(one.fx.order):
                for prop, rule in rules.get(kind, {}).items():
                    found[f"#{name}.{prop}"] = rule(one)
    found["focusOwner"] = owner(platform)
    found["windows"] = _list(sorted(_window(window) for window in platform.windows))
    found["clipboard"] = platform.clipboard
    return found


def owner(platform: Platform) -> str | None:
    """The focus owner of the focused window: by its id, or by its place in a window of its own."""
    window = platform.focused
    node = window.scene.focus_owner if window is not None else None
    if node is None:
        return None
    if node.css_id is not None and window is platform.primary:
        return f"#{node.css_id}"
    return "popup:" + "".join(f"/{_step(one)}" for one in [*node.ancestors()[::-1], node])


def place(node: Node, named: dict[str, Any], window: Any) -> str:
    """A node by what has an `fx:id` at or above it, and the steps from there."""
    names = {id(one): name for name, one in named.items()} if window is not None and window.is_a("Stage") else {}
    steps: list[str] = []
    above: Node | None = node
    while above is not None:
        if id(above) in names:
            return f"#{names[id(above)]}" + "".join(steps)
        steps.insert(0, f"/{_step(above)}")
        above = above.parent
    return "popup:" + "".join(steps)


def _step(node: Node) -> str:
    if node.is_a("IndexedCell"):
        mark = f"index={node.read('index')}"
    elif node.css_id:
        mark = f"id={node.css_id}"
    else:
        mark = "".join(f".{name}" for name in node.classes[-1:])
    return f"{node.fx.simple}({mark})" if mark else node.fx.simple


def _window(window: Any) -> str:
    if window.is_a("Stage"):
        return f"Stage:{window.read('title') or 'null'}"
    return {"Popup": "Popup:PopupWindow/Popup", "ContextMenu": "Popup:PopupControl/ContextMenu"}.get(
        window.fx.name, "Popup:PopupControl/"
    )


def properties(node: Node) -> Iterator[str]:
    """The names of what is recorded of a node."""
    for kind in node.fx.order:
        yield from PROPERTIES.get(kind, ())
