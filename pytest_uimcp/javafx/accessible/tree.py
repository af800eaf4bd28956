"""From a snapshot to what a user perceives: nodes with roles, names and states, without what only draws.

`SNAPSHOT` is what has to be asked for. With the nodes inside controls (`includeControlInternals`) it has rows, tabs
and the choices of combo boxes; of a program that does not give them, lists and tables have the cells of their
`virtualization`.
"""

from __future__ import annotations

from typing import Final

from pytest_uimcp.aria.text import collapse
from pytest_uimcp.javafx.accessible.labels import name_fields
from pytest_uimcp.javafx.accessible.nodes import below, labels_in, role_of, shown_label
from pytest_uimcp.javafx.accessible.roles import LEAVES, MENU_ITEMS, PRUNED, ROLES, TYPES
from pytest_uimcp.javafx.accessible.rows import read_rows
from pytest_uimcp.javafx.accessible.seen import Data, Seen, adopt

SNAPSHOT: Final[Data] = {
    "stage": "all",
    "depth": 150,
    "include": {"bounds": True, "virtualization": True, "accessibility": True, "properties": False},
    "includeControlInternals": True,
}
# The state that `value` means, by role.
TOGGLES: Final = {"checkbox": "checked", "radio": "checked", "button": "pressed"}


def read(snapshot: Data) -> Seen:
    """All stages of a snapshot, each a window, with the popups above it."""
    top = Seen({"ref": {"uid": "", "path": ""}, "type": ""})
    for stage in snapshot["stages"]:
        root = (stage.get("scene") or {}).get("root")
        window = Seen({"ref": {"uid": "", "path": f"/stages[{stage['stageIndex']}]"}, "type": "Stage"}, "window")
        window.name = collapse(stage.get("title") or "")
        window.data["stageIndex"] = stage["stageIndex"]
        window.data["focused"] = stage.get("focused")
        roots = [root, *((popup.get("scene") or {}).get("root") for popup in stage.get("popups") or ())]
        for node in roots:
            if node is not None:
                _visit(node, window)
        adopt(top, window)
        name_fields(window)
    return top


def _visit(data: Data, into: Seen) -> None:
    """Read a node and what is below it; recursion only as deep as the scene, which snapshots bound."""
    accessible = role_of(data)
    # `LabeledText` draws what the label around it has told already.
    if not data.get("visible", True) or accessible in PRUNED or data.get("type") == "LabeledText":
        return
    perceived = adopt(into, Seen(data))
    perceived.role = TYPES.get(perceived.type, ROLES.get(accessible or "", ""))
    text = data.get("text") or {}
    value = data.get("value") or {}
    label = collapse(shown_label(data, text.get("label") or ""))
    if perceived.role == "textbox":
        perceived.value = _typed(data, value, accessible)
        perceived.prompt = collapse(text.get("prompt") or "")
    elif perceived.role:
        perceived.name = label
    else:
        perceived.text = label
    _read_states(perceived, value)
    # The nodes inside a leaf tell of it, and are nothing by themselves to a reader.
    if perceived.role in LEAVES:
        _read_inside(perceived)
        return
    rows = data.get("virtualization")
    kids = list(data.get("children") or ())
    if rows is not None:
        read_rows(perceived, rows, kids, _visit)
    else:
        _read_kids(perceived, kids)


def _typed(data: Data, value: Data, role: str | None) -> str:
    text = str(value.get("text") or "")
    if role == "PASSWORD_FIELD":
        # The screen shows as many bullets, and a reader perceives no more than that.
        return "\u2022" * len(text)
    return text


def _read_states(perceived: Seen, value: Data) -> None:
    states = perceived.states
    name = TOGGLES.get(perceived.role)
    # Check boxes are `checked`, toggles and radio buttons `selected`.
    if value.get("checked") is not None:
        on = value.get("checked")
    else:
        on = value.get("selected")
    if name and on:
        states[name] = True
    if perceived.disabled and perceived.role:
        states["disabled"] = True


def _read_inside(perceived: Seen) -> None:
    """What the nodes inside a control tell of it: the field that is typed into, and the choice that it shows."""
    fields = [node for node in below(perceived.data) if (node.get("value") or {}).get("text") is not None]
    if fields and perceived.role != "textbox":
        perceived.inner = dict(fields[0]["ref"])
        perceived.value = str(fields[0]["value"]["text"] or "")
        perceived.prompt = collapse((fields[0].get("text") or {}).get("prompt") or "")
    elif perceived.role == "combobox":
        perceived.value = next((text for text in labels_in(perceived.data) if text), "")
    elif perceived.type == "MenuItemContainer":
        perceived.name = next((text for text in labels_in(perceived.data) if text), "")
        classes = perceived.data.get("styleClass") or ()
        perceived.role = next((role for name, role in MENU_ITEMS.items() if name in classes), perceived.role)
        # A separator is a menu item, too; only the line inside tells.
        if any(node.get("type") == "Separator" for node in below(perceived.data)):
            perceived.role = "separator"


def _read_kids(perceived: Seen, kids: list[Data]) -> None:
    if perceived.type == "TabPane":
        # The headers come first for a reader, although they are drawn last.
        kids = sorted(kids, key=lambda kid: kid.get("type") != "TabHeaderArea")
    for kid in kids:
        _visit(kid, perceived)
    if perceived.role == "tab":
        _read_tab(perceived)
    elif perceived.type == "TabPane":
        _select_tab(perceived)
    elif perceived.role == "dialog":
        perceived.name = next((node.text for node in perceived.walk() if node.text), "")
    elif perceived.role == "columnheader":
        # The header fills the row behind the last column, too, where it has no name and no column.
        perceived.name = next((node.text for node in perceived.walk() if node.text), "")
        perceived.role = perceived.role if perceived.name else ""
        perceived.children.clear()
    # A closed pane keeps its content, with no height.
    elif perceived.type == "TitledPane" and any(kid.get("visible") and _tall(kid) for kid in kids if _is_content(kid)):
        perceived.states["expanded"] = True


def _is_content(kid: Data) -> bool:
    return "content" in (kid.get("styleClass") or ())


def _tall(kid: Data) -> bool:
    bounds = (kid.get("layout") or {}).get("boundsInParent")
    return bounds is None or bounds["height"] > 0


def _read_tab(perceived: Seen) -> None:
    perceived.name = perceived.name or next((node.text for node in perceived.walk() if node.text), "")
    buttons = [node for node in perceived.walk() if node.role == "button"]
    for button in buttons:
        # The cross has no text; with this name a test can click it.
        button.name = button.name or "Close"
    perceived.children = buttons


def _select_tab(pane: Seen) -> None:
    """The tab whose content shows. A tab pane lays the content of each further tab below that of the others."""
    contents = [kid for kid in pane.data.get("children") or () if kid.get("type") == "TabContentRegion"][::-1]
    headers = next((node for node in pane.children if node.role == "tablist"), None)
    tabs = []
    if headers is not None:
        tabs = [node for node in headers.walk() if node.role == "tab"]
    for tab, content in zip(tabs, contents, strict=False):
        if content.get("visible"):
            tab.states["selected"] = True
    for node in pane.children:
        if node.type == "TabContentRegion":
            node.role = "tabpanel"
            node.name = next((tab.name for tab in tabs if tab.states.get("selected")), "")
