"""Which rows of a list, a table or a tree exist as cells, and what they show."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.javafx import create, fx
from tests.javafx.app import App

LIST = '<StackPane><ListView fx:id="list"/></StackPane>'


def filled(count: int, fxml: str = LIST, height: float = 242, **properties: Any) -> App:
    app = App(fxml, width=200, height=height)
    for name, value in properties.items():
        app["list"].set(name, value)
    app["list"].items.extend(f"Item {number}" for number in range(count))
    app.platform.pulse()
    return app


def visible(app: App) -> list[int]:
    return [index for index, _, _ in app["list"].skin.flow.shown()]


def texts(app: App) -> list[str]:
    return [cell.text for _, cell, _ in app["list"].skin.flow.shown()]


def test_only_rows_in_sight_have_cells() -> None:
    app = filled(10_000)
    assert visible(app) == list(range(len(visible(app))))
    assert 8 <= len(visible(app)) <= 12
    assert texts(app)[:3] == ["Item 0", "Item 1", "Item 2"]
    assert len(app["list"].skin.flow.sheet.kids) <= 13


def test_a_short_list_is_filled_up_with_empty_cells() -> None:
    app = filled(3)
    rows = app["list"].skin.flow.rows
    assert texts(app) == ["Item 0", "Item 1", "Item 2"]
    assert len(rows) > 8
    assert all(cell.empty and cell.text is None for _, cell, _ in rows[3:])
    assert not app["list"].skin.flow.vertical.visible


@pytest.mark.parametrize("index", [0, 1, 50, 5_000, 9_998, 9_999])
def test_a_row_that_is_scrolled_to_is_at_the_top_as_far_as_the_end_allows(index: int) -> None:
    app = filled(10_000)
    flow = app["list"].skin.flow
    flow.scroll_to(index)
    app.platform.pulse()
    assert index in visible(app)
    if index < 9_900:
        assert min(flow.whole()) == index
    else:
        assert max(visible(app)) == 9_999


@pytest.mark.parametrize("index", [0, 30, 99])
def test_a_row_that_is_shown_is_in_sight_from_top_to_bottom(index: int) -> None:
    app = filled(100)
    flow = app["list"].skin.flow
    flow.show(index)
    app.platform.pulse()
    assert index in flow.whole()


def test_scrolling_moves_rows_by_pixels_and_stops_at_both_ends() -> None:
    app = filled(100)
    flow = app["list"].skin.flow
    flow.scroll_by(30)
    app.platform.pulse()
    assert flow.top() == pytest.approx(30)
    flow.scroll_by(-1_000)
    app.platform.pulse()
    assert flow.top() == 0
    flow.scroll_by(1_000_000)
    app.platform.pulse()
    assert flow.top() == pytest.approx(flow.total() - flow.viewport)
    assert flow.position == 1


def test_the_bar_says_where_the_rows_are() -> None:
    app = filled(100)
    flow = app["list"].skin.flow
    assert flow.vertical.visible
    flow.scroll_to(50)
    app.platform.pulse()
    assert 0.4 < flow.vertical.value < 0.7
    assert 0 < flow.vertical.visible_amount < 0.2


def test_rows_of_their_own_heights_are_summed_up() -> None:
    app = filled(0)
    # A node as an item is the row's graphic.
    app["list"].items.extend(create("Rectangle", width=10, height=height) for height in (100, 20, 100, 20, 100, 20))
    app.platform.pulse()
    flow = app["list"].skin.flow
    assert flow.varying
    lengths = [flow.length(index) for index in range(6)]
    assert len(set(lengths[::2])) == len(set(lengths[1::2])) == 1
    assert lengths[0] - lengths[1] == 80
    assert flow.total() == pytest.approx(3 * flow.length(0) + 3 * flow.length(1))
    flow.show(5)
    app.platform.pulse()
    assert 5 in flow.whole()


def test_a_fixed_size_is_that_of_every_row() -> None:
    app = filled(100, fixedCellSize=40.0)
    assert [cell.height for _, cell, _ in app["list"].skin.flow.shown()][:3] == [40, 40, 40]
    assert len(visible(app)) == 6


def test_cells_follow_changes_of_the_items() -> None:
    app = filled(3)
    app["list"].items.insert(1, "new")
    app.platform.pulse()
    assert texts(app) == ["Item 0", "new", "Item 1", "Item 2"]
    app["list"].items.set_all(["only"])
    app.platform.pulse()
    assert texts(app) == ["only"]
    app["list"].items.clear()
    app.platform.pulse()
    assert texts(app) == []


def test_a_cell_that_leaves_at_one_end_comes_back_at_the_other() -> None:
    app = filled(100)
    flow = app["list"].skin.flow
    before = set(flow.sheet.kids)
    flow.scroll_to(50)
    app.platform.pulse()
    assert set(flow.sheet.kids) & before


def test_cells_know_their_state() -> None:
    app = filled(5)
    app["list"].selection_model.select(2)
    app.platform.pulse()
    cells = [cell for _, cell, _ in app["list"].skin.flow.shown()]
    assert [cell.selected for cell in cells] == [False, False, True, False, False]
    assert [cell.index for cell in cells] == [0, 1, 2, 3, 4]
    assert [cell.item for cell in cells] == [f"Item {index}" for index in range(5)]


def test_an_empty_list_shows_its_placeholder() -> None:
    app = App(
        '<StackPane><ListView fx:id="list"><placeholder><Label fx:id="nothing" text="Nothing"/></placeholder>'
        "</ListView></StackPane>"
    )
    assert app["nothing"].tree_visible
    app["list"].items.append("one")
    app.platform.pulse()
    assert app["nothing"].parent is None


class Shouting(fx.ListCell):  # type: ignore[name-defined, misc]  # classes of JavaFX are made when they are asked for
    """A cell of a program."""

    def update_item(self, item: Any, empty: bool) -> None:
        self.text = None if empty else str(item).upper()


def test_a_programs_cells_show_items_their_way() -> None:
    app = App(LIST)
    app["list"].cell_factory = lambda view: Shouting()
    app["list"].items.extend(["a", "b"])
    app.platform.pulse()
    assert texts(app) == ["A", "B"]


def test_a_list_in_a_pane_of_no_height_has_no_rows_in_sight() -> None:
    app = App('<VBox><ListView fx:id="list" minHeight="0" prefHeight="0" maxHeight="0"/></VBox>')
    app["list"].items.extend(["a", "b"])
    app.platform.pulse()
    assert visible(app) == []
