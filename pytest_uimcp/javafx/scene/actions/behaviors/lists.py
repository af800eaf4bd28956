"""List views, and what all views with rows share: selecting with mouse and keys, and the row under the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytest_uimcp.javafx.scene.actions.events import FxEvent, on
from pytest_uimcp.javafx.scene.model.selection import rows_of

__all__ = ["Rule", "cell_pressed", "keep_in_sight", "run_rule"]

Rule = Callable[[Any, FxEvent], Any]


def _model(view: Any) -> Any:
    return view.values["selectionModel"]


def _focused(view: Any) -> int:
    return int(view.values["focusModel"].read("focusedIndex"))


def _count(view: Any) -> int:
    return len(rows_of(view))


def _several(view: Any) -> bool:
    return bool(_model(view).read("selectionMode") == "MULTIPLE")


def keep_in_sight(view: Any, index: int) -> None:
    """Scroll no further than it takes to see a row."""
    if view.skin is not None and 0 <= index < _count(view):
        view.skin.flow.show(index)


def choose(view: Any, index: int) -> None:
    """Select one row only, and see it."""
    if 0 <= index < _count(view):
        view.values["anchor row"] = index
        _model(view).clear_and_select(index)
        keep_in_sight(view, index)


# --- where keys go


def _next(view: Any) -> int:
    return min(_focused(view) + 1, _count(view) - 1)


def _previous(view: Any) -> int:
    return max(_focused(view) - 1, 0)


def _page_down(view: Any) -> int:
    """The last row that is wholly in sight; from there on, a page further."""
    flow = view.skin.flow
    whole = flow.whole()
    if not whole:
        return _focused(view)
    if _focused(view) == whole[-1]:
        flow.scroll_to(whole[-1])
        view.scene.pulse()
        whole = flow.whole() or whole
    return int(whole[-1])


def _page_up(view: Any) -> int:
    flow = view.skin.flow
    whole = flow.whole()
    if not whole:
        return _focused(view)
    if _focused(view) == whole[0]:
        flow.scroll_by(flow.length(whole[0]) - flow.viewport)
        view.scene.pulse()
        whole = flow.whole() or whole
    return int(whole[0])


PLACES = {
    "UP": _previous, "DOWN": _next, "HOME": lambda view: 0, "END": lambda view: _count(view) - 1,
    "PAGE_UP": _page_up, "PAGE_DOWN": _page_down,
}  # fmt: skip


# --- what keys do


def _go(place: Callable[[Any], int]) -> Rule:
    """Select the row where a key goes; a row that has the keyboard already stays as it is with arrow keys."""

    def rule(view: Any, event: FxEvent) -> None:
        index = place(view)
        if index != _focused(view) or event.code not in ("UP", "DOWN"):
            choose(view, index)

    return rule


def _extend(place: Callable[[Any], int]) -> Rule:
    """Select everything from the anchor to the row where a key goes."""

    def rule(view: Any, event: FxEvent) -> None:
        index = place(view)
        if not _several(view):
            choose(view, index)
            return
        anchor = view.values.get("anchor row", _focused(view))
        extend(view, max(anchor, 0), index)

    return rule


def extend(view: Any, anchor: int, index: int) -> None:
    """Select from the anchor to a row and nothing else; the anchor stays."""
    step = 1 if index >= anchor else -1
    rows = list(range(anchor, index + step, step))
    model = _model(view)
    model.take(rows)
    model.focus(index)
    view.values["anchor row"] = anchor
    keep_in_sight(view, index)


def _walk(place: Callable[[Any], int]) -> Rule:
    """Move the keyboard without selecting."""

    def rule(view: Any, event: FxEvent) -> None:
        index = place(view)
        _model(view).focus(index)
        keep_in_sight(view, index)

    return rule


def _all(view: Any, event: FxEvent) -> None:
    if _several(view):
        _model(view).take(list(range(_count(view))))


def _activate(view: Any, event: FxEvent) -> None:
    index = _focused(view)
    if index >= 0 and not _model(view).is_selected(index):
        choose(view, index)


def _toggle(view: Any, event: FxEvent) -> None:
    toggle_row(view, _focused(view))


def toggle_row(view: Any, index: int) -> None:
    """Select a row beside the others, or no longer."""
    model = _model(view)
    if model.is_selected(index):
        model.clear_selection(index)
    else:
        model.select(index)
    model.focus(index)
    view.values["anchor row"] = index


KEYS: dict[tuple[str, str], Rule] = {
    **{(code, ""): _go(place) for code, place in PLACES.items()},
    **{(code, "shift"): _extend(place) for code, place in PLACES.items()},
    **{(code, "control"): _walk(place) for code, place in PLACES.items()},
    ("A", "control"): _all,
    ("SPACE", ""): _activate,
    ("SPACE", "control"): _toggle,
    ("ENTER", ""): _activate,
}


def run_rule(rules: dict[tuple[str, str], Rule], view: Any, event: FxEvent) -> bool:
    """Do what a key means, if it means anything here."""
    held = "+".join(one for one in ("control", "alt", "shift") if one in event.modifiers)
    rule = rules.get((event.code, held))
    if rule is None or view.skin is None:
        return False
    if rule(view, event) is not False:
        event.consume()
    return True


@on("KEY_PRESSED", "ListView")
def _list_key(view: Any, event: FxEvent) -> None:
    run_rule(KEYS, view, event)


# --- mouse


def cell_pressed(view: Any, index: int, event: FxEvent) -> None:
    """Select the row that was pressed, or more with CTRL and SHIFT."""
    if not view.read("focused") and view.read("focusTraversable") and view.scene is not None:
        view.scene.request_focus(view)
    if not 0 <= index < _count(view) or event.button == "MIDDLE":
        return
    if event.shift and _several(view):
        extend(view, max(view.values.get("anchor row", _focused(view)), 0), index)
    elif event.control and _several(view):
        toggle_row(view, index)
    elif event.button != "SECONDARY" or not _model(view).is_selected(index):
        view.values["anchor row"] = index
        _model(view).clear_and_select(index)


@on("MOUSE_PRESSED", "ListCell")
def _cell(cell: Any, event: FxEvent) -> None:
    view = cell.values.get("listView")
    if view is not None and not cell.read("empty"):
        cell_pressed(view, cell.read("index"), event)
        event.consume()


@on("MOUSE_PRESSED", "ListView TableView TreeView TreeTableView")
def _view(view: Any, event: FxEvent) -> None:
    """A view takes the focus where it has no row too."""
    if view.read("focusTraversable") and view.scene is not None:
        view.scene.request_focus(view)
