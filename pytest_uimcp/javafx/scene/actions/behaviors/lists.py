"""List views, and what all views with rows share: selecting with mouse and keys, and the row under the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pytest_uimcp.javafx.scene.actions.events import FxEvent, on
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.model.selection import RowView, focus_of, rows_of, selection_of
from pytest_uimcp.javafx.scene.skins.flow import VirtualFlow

# What a key does; False if it means nothing here after all.
Rule = Callable[[RowView, FxEvent], object]
# The row where a key goes.
Place = Callable[[RowView], int]


def _focused(view: RowView) -> int:
    return focus_of(view).read("focusedIndex")


def _count(view: RowView) -> int:
    return len(rows_of(view))


def _anchor(view: RowView) -> int:
    return max(_focused(view) if view.anchor_row is None else view.anchor_row, 0)


def _several(view: RowView) -> bool:
    return selection_of(view).is_multiple


def keep_in_sight(view: RowView, index: int) -> None:
    """Scroll no further than it takes to see a row."""
    if view.skin is not None and 0 <= index < _count(view):
        view.skin.flow.show(index)


def choose(view: RowView, index: int) -> None:
    """Select one row only, and see it."""
    if 0 <= index < _count(view):
        view.anchor_row = index
        selection_of(view).clear_and_select(index)
        keep_in_sight(view, index)


def _next(view: RowView) -> int:
    return min(_focused(view) + 1, _count(view) - 1)


def _previous(view: RowView) -> int:
    return max(_focused(view) - 1, 0)


def _first(_view: RowView) -> int:
    return 0


def _last(view: RowView) -> int:
    return _count(view) - 1


def _rows_in_sight(view: RowView) -> list[int]:
    """The rows that are wholly in sight, after what was scrolled is laid out."""
    if view.scene is not None:
        view.scene.pulse()
    flow: VirtualFlow = view.skin.flow
    return flow.whole()


def _page_down(view: RowView) -> int:
    """The last row that is wholly in sight; from there on, a page further."""
    flow: VirtualFlow = view.skin.flow
    rows = flow.whole()
    if rows and _focused(view) == rows[-1]:
        flow.scroll_to(rows[-1])
        rows = _rows_in_sight(view) or rows
    if rows:
        return rows[-1]
    return _focused(view)


def _page_up(view: RowView) -> int:
    """The first row that is wholly in sight; from there on, a page back."""
    flow: VirtualFlow = view.skin.flow
    rows = flow.whole()
    if rows and _focused(view) == rows[0]:
        flow.scroll_by(flow.length(rows[0]) - flow.viewport)
        rows = _rows_in_sight(view) or rows
    if rows:
        return rows[0]
    return _focused(view)


PLACES: Final[Mapping[str, Place]] = {
    "UP": _previous, "DOWN": _next, "HOME": _first, "END": _last, "PAGE_UP": _page_up, "PAGE_DOWN": _page_down,
}  # fmt: skip


def _go(place: Place) -> Rule:
    """Select the row where a key goes; a row that has the keyboard already stays as it is with arrow keys."""

    def rule(view: RowView, event: FxEvent) -> None:
        index = place(view)
        # At the end of the list an arrow key selects nothing new; HOME and PAGE_UP select even so.
        if index != _focused(view) or event.code not in ("UP", "DOWN"):
            choose(view, index)

    return rule


def _extend(place: Place) -> Rule:
    """Select everything from the anchor to the row where a key goes."""

    def rule(view: RowView, event: FxEvent) -> None:
        index = place(view)
        if not _several(view):
            choose(view, index)
        elif _count(view):
            extend(view, _anchor(view), index)

    return rule


def extend(view: RowView, anchor: int, index: int) -> None:
    """Select from the anchor to a row and nothing else; the anchor stays."""
    step = 1 if index >= anchor else -1
    # From the anchor: the last of them is the one that counts.
    rows = list(range(anchor, index + step, step))
    model = selection_of(view)
    model.set_indices(rows)
    model.focus(index)
    view.anchor_row = anchor
    keep_in_sight(view, index)


def _walk(place: Place) -> Rule:
    """Move the keyboard without selecting."""

    def rule(view: RowView, event: FxEvent) -> None:
        index = place(view)
        selection_of(view).focus(index)
        keep_in_sight(view, index)

    return rule


def _all(view: RowView, event: FxEvent) -> None:
    if _several(view):
        selection_of(view).set_indices(list(range(_count(view))))


def _activate(view: RowView, event: FxEvent) -> None:
    index = _focused(view)
    if index >= 0 and not selection_of(view).is_selected(index):
        choose(view, index)


def _toggle(view: RowView, event: FxEvent) -> None:
    toggle_row(view, _focused(view))


def toggle_row(view: RowView, index: int) -> None:
    model = selection_of(view)
    if model.is_selected(index):
        model.clear_selection(index)
    else:
        model.select(index)
    model.focus(index)
    view.anchor_row = index


KEYS: Final[Mapping[tuple[str, str], Rule]] = {
    **{(code, ""): _go(place) for code, place in PLACES.items()},
    **{(code, "shift"): _extend(place) for code, place in PLACES.items()},
    **{(code, "control"): _walk(place) for code, place in PLACES.items()},
    ("A", "control"): _all,
    ("SPACE", ""): _activate,
    ("SPACE", "control"): _toggle,
    ("ENTER", ""): _activate,
}


def stroke_of(event: FxEvent) -> tuple[str, str]:
    """A key and the modifiers held with it, as tables of rules have them: `("HOME", "control+shift")`."""
    return event.code, "+".join(name for name in ("control", "alt", "shift") if name in event.modifiers)


def run_rule(rules: Mapping[tuple[str, str], Rule], view: RowView, event: FxEvent) -> bool:
    rule = rules.get(stroke_of(event))
    if rule is None or view.skin is None:
        return False
    if rule(view, event) is not False:
        event.consume()
    return True


@on("KEY_PRESSED", "ListView")
def _list_key(view: RowView, event: FxEvent) -> None:
    run_rule(KEYS, view, event)


def cell_pressed(view: RowView, index: int, event: FxEvent) -> None:
    """Select the row that was pressed, or more with CTRL and SHIFT."""
    if not view.read("focused") and view.read("focusTraversable") and view.scene is not None:
        view.scene.request_focus(view)
    if not 0 <= index < _count(view) or event.button == "MIDDLE":
        return
    if event.shift and _several(view):
        extend(view, _anchor(view), index)
    elif event.control and _several(view):
        toggle_row(view, index)
    # A context menu is about all that is selected, so its press leaves that alone.
    elif event.button != "SECONDARY" or not selection_of(view).is_selected(index):
        view.anchor_row = index
        selection_of(view).clear_and_select(index)


@on("MOUSE_PRESSED", "ListCell")
def _cell(cell: Node, event: FxEvent) -> None:
    view = cell.values.get("listView")
    if isinstance(view, RowView) and not cell.read("empty"):
        cell_pressed(view, cell.read("index"), event)
        event.consume()


@on("MOUSE_PRESSED", "ListView TableView TreeView TreeTableView")
def _view(view: RowView, event: FxEvent) -> None:
    """A view takes the focus where it has no row too."""
    if view.read("focusTraversable") and view.scene is not None:
        view.scene.request_focus(view)
