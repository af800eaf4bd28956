"""Columns and rows of a grid: shares, spans, growth, what a constraint says against what children need."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.javafx.app import App

WIDE = 'prefWidth="100"'


def grid(constraints: str, children: str = "", attributes: str = "") -> App:
    return App(f'<GridPane fx:id="grid" {attributes}>{constraints}{children}</GridPane>', width=400, height=300)


def panes(count: int) -> str:
    return "".join(f'<Pane fx:id="p{index}" GridPane.columnIndex="{index}"/>' for index in range(count))


def columns(*attributes: str) -> str:
    return f"<columnConstraints>{''.join(f'<ColumnConstraints {text}/>' for text in attributes)}</columnConstraints>"


def shares(*percents: float) -> str:
    return columns(*(f'percentWidth="{percent}"' for percent in percents))


@pytest.mark.parametrize(
    ("percents", "widths"),
    [
        ((50, 50), [200, 200]),
        ((25, 75), [100, 300]),
        ((25, 25), [100, 100]),
        ((0, 50), [0, 200]),
        ((100, 0), [400, 0]),
        # More than a hundred: the shares are weights.
        ((50, 50, 50, 50), [100, 100, 100, 100]),
        ((100, 100), [200, 200]),
        ((150, 50), [300, 100]),
    ],
)
def test_a_share_is_of_the_width_of_the_grid(percents: tuple[float, ...], widths: list[float]) -> None:
    app = grid(shares(*percents), panes(len(percents)))
    assert [app[f"p{index}"].width for index in range(len(percents))] == widths


@pytest.mark.parametrize(("percents", "heights"), [((50, 50), [150, 150]), ((100, 100, 100), [100, 100, 100])])
def test_a_share_is_of_the_height_for_rows(percents: tuple[float, ...], heights: list[float]) -> None:
    rows = "".join(f'<RowConstraints percentHeight="{percent}"/>' for percent in percents)
    kids = "".join(f'<Pane fx:id="p{index}" GridPane.rowIndex="{index}"/>' for index in range(len(percents)))
    app = grid(f"<rowConstraints>{rows}</rowConstraints>", kids)
    assert [app[f"p{index}"].height for index in range(len(percents))] == heights


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 500), min_size=1, max_size=5), st.integers(0, 20))
def test_shares_never_take_more_than_there_is(percents: list[int], gap: int) -> None:
    app = grid(shares(*percents), panes(len(percents)), f'hgap="{gap}"')
    widths = [app[f"p{index}"].width for index in range(len(percents))]
    room = 400 - gap * (len(percents) - 1)
    # Each column ends on a whole pixel.
    assert sum(widths) <= room + len(percents)
    if sum(percents) >= 100:
        assert sum(widths) >= room


def test_gaps_are_not_shared() -> None:
    app = grid(shares(50, 50), panes(2), 'hgap="20"')
    assert [(app[name].layout_x, app[name].width) for name in ("p0", "p1")] == [(0, 190), (210, 190)]


def test_a_column_without_a_share_has_what_the_others_leave() -> None:
    app = grid(columns('percentWidth="25"', 'hgrow="ALWAYS"'), panes(2))
    assert [app["p0"].width, app["p1"].width] == [100, 300]


@pytest.mark.parametrize(
    ("first", "second", "widths"),
    [
        ("", "", [50, 50]),
        ('hgrow="ALWAYS"', "", [350, 50]),
        ('hgrow="ALWAYS"', 'hgrow="ALWAYS"', [200, 200]),
        ('hgrow="SOMETIMES"', 'hgrow="ALWAYS"', [50, 350]),
        ('hgrow="SOMETIMES"', 'hgrow="SOMETIMES"', [200, 200]),
        ('hgrow="ALWAYS" maxWidth="100"', 'hgrow="SOMETIMES"', [100, 300]),
        ('hgrow="NEVER"', 'hgrow="ALWAYS" maxWidth="60"', [50, 60]),
        ('prefWidth="120"', 'minWidth="80"', [120, 80]),
    ],
)
def test_columns_grow_by_their_priority_within_their_bounds(first: str, second: str, widths: list[float]) -> None:
    kids = "".join(f'<Pane fx:id="p{index}" prefWidth="50" GridPane.columnIndex="{index}"/>' for index in (0, 1))
    app = grid(columns(first, second), kids)
    assert [app["p0"].width, app["p1"].width] == widths


def test_columns_that_do_not_fit_shrink_to_what_is_least() -> None:
    kids = "".join(
        f'<Pane fx:id="p{index}" prefWidth="300" minWidth="{least}" GridPane.columnIndex="{index}"/>'
        for index, least in ((0, 250), (1, 10))
    )
    app = grid("", kids)
    assert [app["p0"].width, app["p1"].width] == [250, 150]


def test_a_child_over_the_rest_is_as_wide_as_all_columns_from_its_own() -> None:
    app = grid(
        "",
        '<Pane fx:id="wide" prefHeight="10" GridPane.columnIndex="1" GridPane.columnSpan="REMAINING"/>'
        '<Pane fx:id="a" prefWidth="50" GridPane.rowIndex="1"/>'
        '<Pane fx:id="b" prefWidth="60" GridPane.rowIndex="1" GridPane.columnIndex="1"/>'
        '<Pane fx:id="c" prefWidth="70" GridPane.rowIndex="1" GridPane.columnIndex="2"/>',
        'hgap="5" vgap="7"',
    )
    assert (app["wide"].layout_x, app["wide"].width) == (55, 135)
    assert [app[name].layout_y for name in "abc"] == [17, 17, 17]


def test_a_span_that_needs_more_widens_its_last_column() -> None:
    app = grid(
        "",
        '<Pane prefWidth="200" prefHeight="10" GridPane.columnSpan="2"/>'
        '<Pane fx:id="a" prefWidth="50" GridPane.rowIndex="1"/>'
        '<Pane fx:id="b" prefWidth="50" GridPane.rowIndex="1" GridPane.columnIndex="1"/>',
    )
    assert [app["a"].width, app["b"].width] == [50, 150]


@pytest.mark.parametrize(
    ("attributes", "place"),
    [
        ("", (0, 0, 100, 50)),
        ('GridPane.halignment="RIGHT"', (0, 0, 100, 50)),
        ('GridPane.fillWidth="false" GridPane.halignment="RIGHT"', (80, 0, 20, 50)),
        ('GridPane.fillWidth="false" GridPane.halignment="CENTER"', (40, 0, 20, 50)),
        ('GridPane.fillHeight="false"', (0, 20, 100, 10)),
        ('GridPane.fillHeight="false" GridPane.valignment="BOTTOM"', (0, 40, 100, 10)),
        ('GridPane.fillHeight="false" GridPane.valignment="TOP" GridPane.margin="3"', (3, 3, 94, 10)),
        ('GridPane.margin="5"', (5, 5, 90, 40)),
        ('maxWidth="60"', (0, 0, 60, 50)),
    ],
)
def test_a_child_stands_in_its_cell_as_its_constraints_say(attributes: str, place: tuple[float, ...]) -> None:
    margin = ""
    if "margin" in attributes:
        attributes, _, amount = attributes.partition('GridPane.margin="')
        margin = f'<GridPane.margin><javafx.geometry.Insets topRightBottomLeft="{amount[0]}"/></GridPane.margin>'
    app = App(
        f"<GridPane>{columns(WIDE)}"
        '<rowConstraints><RowConstraints prefHeight="50"/></rowConstraints>'
        f'<Pane fx:id="kid" prefWidth="20" prefHeight="10" {attributes}>{margin}</Pane></GridPane>'
    )
    kid = app["kid"]
    assert (kid.layout_x, kid.layout_y, kid.width, kid.height) == place


@pytest.mark.parametrize(
    ("alignment", "corner"),
    [
        ("TOP_LEFT", (0, 0)),
        ("CENTER", (150, 125)),
        ("BOTTOM_RIGHT", (300, 250)),
        ("TOP_RIGHT", (300, 0)),
        ("CENTER_LEFT", (0, 125)),
    ],
)
def test_the_whole_grid_stands_where_its_alignment_says(alignment: str, corner: tuple[float, float]) -> None:
    app = grid("", '<Pane fx:id="kid" prefWidth="100" prefHeight="50"/>', f'alignment="{alignment}"')
    assert (app["kid"].layout_x, app["kid"].layout_y) == corner


def test_what_is_not_managed_makes_no_column_and_what_is_invisible_does() -> None:
    kids = (
        '<Pane prefWidth="50" managed="false"/><Pane prefWidth="30" visible="false" GridPane.columnIndex="1"/>'
        '<Pane fx:id="last" prefWidth="20" GridPane.columnIndex="2"/>'
    )
    assert grid("", kids)["last"].layout_x == 30
