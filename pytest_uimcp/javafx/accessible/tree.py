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

__all__ = ["SNAPSHOT", "read"]

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
        roots = [root, *((popup.get("scene") or {}).get("root") for popup in stage.get("popups") or ())]
        for one in roots:
            if one is not None:
                _visit(one, window)
        adopt(top, window)
        name_fields(window)
    return top


def _visit(data: Data, into: Seen) -> None:
    """Read a node and what is below it; recursion only as deep as the scene, which snapshots bound."""
    accessible = role_of(data)
    if not data.get("visible", True) or accessible in PRUNED or data.get("type") == "LabeledText":
        return
    seen = adopt(into, Seen(data))
    seen.role = TYPES.get(seen.type, ROLES.get(accessible or "", ""))
    text = data.get("text") or {}
    value = data.get("value") or {}
    label = collapse(shown_label(data, text.get("label") or ""))
    if seen.role == "textbox":
        seen.value = _typed(data, value, accessible)
        seen.prompt = collapse(text.get("prompt") or "")
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
        read_rows(seen, rows, kids, _visit)
    else:
        _read_kids(seen, kids)


def _typed(data: Data, value: Data, role: str | None) -> str:
    text = str(value.get("text") or "")
    if role == "PASSWORD_FIELD":
        return "\u2022" * len(text)
    return text


def _read_states(seen: Seen, value: Data) -> None:
    states = seen.states
    name = TOGGLES.get(seen.role)
    if value.get("checked") is not None:
        on = value.get("checked")
    else:
        on = value.get("selected")
    if name and on:
        states[name] = True
    if seen.disabled and seen.role:
        states["disabled"] = True


def _read_inside(seen: Seen) -> None:
    """What the nodes inside a control tell of it: the field that is typed into, and the choice that it shows."""
    fields = [one for one in below(seen.data) if (one.get("value") or {}).get("text") is not None]
    if fields and seen.role != "textbox":
        seen.inner = dict(fields[0]["ref"])
        seen.value = str(fields[0]["value"]["text"] or "")
        seen.prompt = collapse((fields[0].get("text") or {}).get("prompt") or "")
    elif seen.role == "combobox":
        seen.value = next((text for text in labels_in(seen.data) if text), "")
    elif seen.type == "MenuItemContainer":
        seen.name = next((text for text in labels_in(seen.data) if text), "")
        classes = seen.data.get("styleClass") or ()
        seen.role = next((role for name, role in MENU_ITEMS.items() if name in classes), seen.role)
        if any(one.get("type") == "Separator" for one in below(seen.data)):
            seen.role = "separator"


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
    if headers is not None:
        tabs = [one for one in headers.walk() if one.role == "tab"]
    else:
        tabs = []
    for tab, content in zip(tabs, contents, strict=False):
        if content.get("visible"):
            tab.states["selected"] = True
    for one in pane.children:
        if one.type == "TabContentRegion":
            one.role = "tabpanel"
            one.name = next((tab.name for tab in tabs if tab.states.get("selected")), "")
