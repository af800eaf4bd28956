"""Where panes put their children, and how large they make them: the rules of JavaFX, with regions of known sizes."""

from __future__ import annotations

import pytest

from tests.javafx.app import App

Boxes = dict[str, tuple[float, float, float, float]]
"""Layout x and y, width and height by `fx:id`."""


def region(name: str, width: float, height: float, more: str = "") -> str:
    return f'<Region fx:id="{name}" prefWidth="{width}" prefHeight="{height}" {more}/>'


def boxes(app: App, names: Boxes) -> Boxes:
    nodes = {name: app[name] for name in names}
    return {name: (node.layout_x, node.layout_y, node.width, node.height) for name, node in nodes.items()}


A, B, C = region("a", 40, 20), region("b", 30, 30), region("c", 50, 10)
FIXED = 'maxWidth="-Infinity" maxHeight="-Infinity"'
"""A region that keeps its preferred size, wherever it is put."""

HBOX: dict[str, tuple[str, Boxes]] = {
    "children stand one after another, as high as the row": (
        f'<HBox spacing="10">{A}{B}</HBox>',
        {"a": (0, 0, 40, 100), "b": (50, 0, 30, 100)},
    ),
    "without fillHeight they keep their heights and are aligned": (
        f'<HBox spacing="10" fillHeight="false" alignment="CENTER">{A}{B}</HBox>',
        {"a": (60, 40, 40, 20), "b": (110, 35, 30, 30)},
    ),
    "the alignment is that of all children together": (
        f'<HBox spacing="10" fillHeight="false" alignment="BOTTOM_RIGHT">{A}{B}</HBox>',
        {"a": (120, 80, 40, 20), "b": (170, 70, 30, 30)},
    ),
    "padding is kept on all sides": (f'<HBox style="-fx-padding: 1 2 3 4">{A}</HBox>', {"a": (4, 1, 40, 96)}),
    "a child that may grow takes what is left": (
        f"<HBox>{A}" + region("b", 30, 30, 'HBox.hgrow="ALWAYS"') + "</HBox>",
        {"a": (0, 0, 40, 100), "b": (40, 0, 160, 100)},
    ),
    "one that grows sometimes grows only if none grows always": (
        "<HBox>"
        + region("a", 40, 20, 'HBox.hgrow="SOMETIMES"')
        + region("b", 30, 30, 'HBox.hgrow="ALWAYS"')
        + "</HBox>",
        {"a": (0, 0, 40, 100), "b": (40, 0, 160, 100)},
    ),
    "one that grows sometimes grows where it is alone": (
        "<HBox>" + region("a", 40, 20, 'HBox.hgrow="SOMETIMES"') + B + "</HBox>",
        {"a": (0, 0, 170, 100), "b": (170, 0, 30, 100)},
    ),
    "growing ends at the greatest width, and others take the rest": (
        "<HBox>"
        + region("a", 40, 20, 'HBox.hgrow="ALWAYS" maxWidth="50"')
        + region("b", 30, 30, 'HBox.hgrow="ALWAYS"')
        + "</HBox>",
        {"a": (0, 0, 50, 100), "b": (50, 0, 150, 100)},
    ),
    "what is too wide shrinks evenly": (
        "<HBox>" + region("a", 150, 20) + region("b", 150, 20) + "</HBox>",
        {"a": (0, 0, 100, 100), "b": (100, 0, 100, 100)},
    ),
    "shrinking ends at the least width": (
        "<HBox>" + region("a", 150, 20, 'minWidth="140"') + region("b", 150, 20) + "</HBox>",
        {"a": (0, 0, 140, 100), "b": (140, 0, 60, 100)},
    ),
    "what is not managed has no place and no size": (
        "<HBox>" + region("a", 40, 20, 'managed="false" layoutX="7"') + B + "</HBox>",
        {"a": (7, 0, 0, 0), "b": (0, 0, 30, 100)},
    ),
    "what is not visible keeps its place": (
        "<HBox>" + region("a", 40, 20, 'visible="false"') + B + "</HBox>",
        {"a": (0, 0, 40, 100), "b": (40, 0, 30, 100)},
    ),
    "a margin is kept around one child": (
        (
            f'<?import javafx.geometry.Insets?><HBox><Region fx:id="a" prefWidth="40"><HBox.margin>'
            '<Insets top="1" right="2" bottom="3" left="4"/>'
            f"</HBox.margin></Region>{B}</HBox>"
        ),
        {"a": (4, 1, 40, 96), "b": (46, 0, 30, 100)},
    ),
}

VBOX: dict[str, tuple[str, Boxes]] = {
    "children stand below each other, as wide as the column": (
        f'<VBox spacing="5">{A}{B}</VBox>',
        {"a": (0, 0, 200, 20), "b": (0, 25, 200, 30)},
    ),
    "without fillWidth they keep their widths and are aligned": (
        f'<VBox fillWidth="false" alignment="CENTER_RIGHT">{A}{B}</VBox>',
        {"a": (160, 25, 40, 20), "b": (170, 45, 30, 30)},
    ),
    "a baseline is the top of a column": (
        f'<VBox alignment="BASELINE_CENTER" fillWidth="false">{A}</VBox>',
        {"a": (80, 0, 40, 20)},
    ),
    "a child that may grow takes what is left": (
        "<VBox>" + region("a", 40, 20, 'VBox.vgrow="ALWAYS"') + B + "</VBox>",
        {"a": (0, 0, 200, 70), "b": (0, 70, 200, 30)},
    ),
    "two that grow share evenly, whatever they have": (
        "<VBox>" + region("a", 40, 20, 'VBox.vgrow="ALWAYS"') + region("b", 30, 30, 'VBox.vgrow="ALWAYS"') + "</VBox>",
        {"a": (0, 0, 200, 45), "b": (0, 45, 200, 55)},
    ),
}

STACK: dict[str, tuple[str, Boxes]] = {
    "every child has the whole space": (
        f"<StackPane>{A}{B}</StackPane>",
        {"a": (0, 0, 200, 100), "b": (0, 0, 200, 100)},
    ),
    "what keeps its size is centred": (
        "<StackPane>" + region("a", 40, 20, FIXED) + "</StackPane>",
        {"a": (80, 40, 40, 20)},
    ),
    "or where the pane says": (
        '<StackPane alignment="TOP_RIGHT">' + region("a", 40, 20, FIXED) + "</StackPane>",
        {"a": (160, 0, 40, 20)},
    ),
    "or where the child says": (
        '<StackPane alignment="TOP_RIGHT">'
        + region("a", 40, 20, FIXED + ' StackPane.alignment="BOTTOM_LEFT"')
        + "</StackPane>",
        {"a": (0, 80, 40, 20)},
    ),
    "half pixels are rounded": ("<StackPane>" + region("a", 41, 21, FIXED) + "</StackPane>", {"a": (80, 40, 41, 21)}),
}

BORDER: dict[str, tuple[str, Boxes]] = {
    "the top is as wide as the pane, the sides are between, the centre has the rest": (
        "<BorderPane>"
        + "".join(
            f"<{place}>{child}</{place}>"
            for place, child in {
                "top": region("t", 10, 20),
                "left": region("l", 30, 10),
                "center": A,
                "right": region("r", 15, 10),
                "bottom": region("u", 10, 25),
            }.items()
        )
        + "</BorderPane>",
        {
            "t": (0, 0, 200, 20),
            "l": (0, 20, 30, 55),
            "a": (30, 20, 155, 55),
            "r": (185, 20, 15, 55),
            "u": (0, 75, 200, 25),
        },
    ),
    "what keeps its size lies at the outer edge, and the centre in the middle": (
        "<BorderPane><top>"
        + region("t", 10, 20, FIXED)
        + "</top><right>"
        + region("r", 15, 10, FIXED)
        + "</right><center>"
        + region("a", 40, 20, FIXED)
        + "</center></BorderPane>",
        {"t": (0, 0, 10, 20), "r": (185, 20, 15, 10), "a": (73, 50, 40, 20)},
    ),
    "an alignment of the child is stronger": (
        "<BorderPane><top>" + region("t", 10, 20, FIXED + ' BorderPane.alignment="CENTER"') + "</top></BorderPane>",
        {"t": (95, 0, 10, 20)},
    ),
}

ANCHOR: dict[str, tuple[str, Boxes]] = {
    "without anchors a child is where it is, at its size": (
        "<AnchorPane>" + region("a", 40, 20, 'layoutX="5" layoutY="6"') + "</AnchorPane>",
        {"a": (5, 6, 40, 20)},
    ),
    "one anchor gives the distance from its edge": (
        "<AnchorPane>"
        + region("a", 40, 20, 'AnchorPane.rightAnchor="10" AnchorPane.bottomAnchor="5"')
        + "</AnchorPane>",
        {"a": (150, 75, 40, 20)},
    ),
    "two opposite ones stretch it": (
        "<AnchorPane>"
        + region("a", 40, 20, 'AnchorPane.leftAnchor="10" AnchorPane.rightAnchor="20"')
        + "</AnchorPane>",
        {"a": (10, 0, 170, 20)},
    ),
    "also farther than to its greatest width": (
        "<AnchorPane>"
        + region("a", 40, 20, 'maxWidth="60" AnchorPane.leftAnchor="10" AnchorPane.rightAnchor="20"')
        + "</AnchorPane>",
        {"a": (10, 0, 170, 20)},
    ),
    "an anchor of zero is one": (
        "<AnchorPane>" + region("a", 40, 20, 'AnchorPane.topAnchor="0" AnchorPane.bottomAnchor="0"') + "</AnchorPane>",
        {"a": (0, 0, 40, 100)},
    ),
}

FLOW: dict[str, tuple[str, Boxes]] = {
    "a row ends where the next child would not fit": (
        f'<FlowPane hgap="20" vgap="5" prefWrapLength="10">{A}{B}{region("c", 100, 10)}</FlowPane>',
        {"a": (0, 0, 40, 30), "b": (60, 0, 30, 30), "c": (0, 35, 100, 10)},
    ),
    "children of a row are aligned in its height": (
        '<FlowPane rowValignment="BOTTOM">' + region("a", 40, 20, FIXED) + f"{B}</FlowPane>",
        {"a": (0, 10, 40, 20), "b": (40, 0, 30, 30)},
    ),
    "columns wrap where it is vertical": (
        f'<FlowPane orientation="VERTICAL" vgap="10" hgap="5">{region("a", 40, 60)}{region("b", 30, 60)}</FlowPane>',
        {"a": (0, 0, 40, 60), "b": (45, 0, 30, 60)},
    ),
    "all rows together are aligned in the pane": (
        f'<FlowPane alignment="BOTTOM_RIGHT">{A}{B}</FlowPane>',
        {"a": (130, 70, 40, 30), "b": (170, 70, 30, 30)},
    ),
}

TILE: dict[str, tuple[str, Boxes]] = {
    "every tile is as large as the largest child": (
        f"<TilePane>{A}{B}</TilePane>",
        {"a": (0, 0, 40, 30), "b": (40, 0, 40, 30)},
    ),
    "what keeps its size lies in the middle of its tile": (
        f"<TilePane>{region('a', 40, 20, FIXED)}{B}</TilePane>",
        {"a": (0, 5, 40, 20), "b": (40, 0, 40, 30)},
    ),
    "a row has as many tiles as fit": (
        f'<TilePane hgap="10" prefTileWidth="90">{A}{B}{C}</TilePane>',
        {"a": (0, 0, 90, 30), "b": (100, 0, 90, 30), "c": (0, 30, 90, 30)},
    ),
}

GRID: dict[str, tuple[str, Boxes]] = {
    "a column is as wide as its widest child, a row as high as its highest": (
        '<GridPane hgap="10" vgap="5">'
        + A
        + region("b", 30, 30, 'GridPane.columnIndex="1"')
        + region("c", 20, 10, 'GridPane.rowIndex="1"')
        + "</GridPane>",
        {"a": (0, 0, 40, 30), "b": (50, 0, 30, 30), "c": (0, 35, 40, 10)},
    ),
    "a child over several columns widens the last of them": (
        "<GridPane>"
        + A
        + region("b", 30, 30, 'GridPane.columnIndex="1"')
        + region("c", 100, 10, 'GridPane.rowIndex="1" GridPane.columnSpan="2"')
        + "</GridPane>",
        {"a": (0, 0, 40, 30), "b": (40, 0, 60, 30), "c": (0, 30, 100, 10)},
    ),
    "a column that may grow takes what is left": (
        '<GridPane><columnConstraints><ColumnConstraints/><ColumnConstraints hgrow="ALWAYS"/></columnConstraints>'
        + A
        + region("b", 30, 30, 'GridPane.columnIndex="1"')
        + "</GridPane>",
        {"a": (0, 0, 40, 30), "b": (40, 0, 160, 30)},
    ),
    "and so does one with a child that may": (
        "<GridPane>" + A + region("b", 30, 30, 'GridPane.columnIndex="1" GridPane.hgrow="ALWAYS"') + "</GridPane>",
        {"a": (0, 0, 40, 30), "b": (40, 0, 160, 30)},
    ),
    "shares are of the whole width without gaps": (
        '<GridPane hgap="20"><columnConstraints><ColumnConstraints percentWidth="25"/><ColumnConstraints '
        'percentWidth="75"/></columnConstraints>' + A + region("b", 30, 30, 'GridPane.columnIndex="1"') + "</GridPane>",
        {"a": (0, 0, 45, 30), "b": (65, 0, 135, 30)},
    ),
    "a fixed width holds whatever is in the column": (
        '<GridPane><columnConstraints><ColumnConstraints minWidth="70" prefWidth="70" maxWidth="70"/>'
        "</columnConstraints>" + A + "</GridPane>",
        {"a": (0, 0, 70, 20)},
    ),
    "a child that does not fill its cell is aligned in it": (
        '<GridPane><rowConstraints><RowConstraints minHeight="60"/></rowConstraints><columnConstraints>'
        '<ColumnConstraints minWidth="100"/></columnConstraints>'
        + region(
            "a",
            40,
            20,
            'GridPane.fillWidth="false" GridPane.fillHeight="false" GridPane.halignment="RIGHT" '
            'GridPane.valignment="BOTTOM"',
        )
        + "</GridPane>",
        {"a": (60, 40, 40, 20)},
    ),
    "the alignment of a column holds for children without one": (
        '<GridPane><columnConstraints><ColumnConstraints minWidth="100" halignment="CENTER" fillWidth="false"/>'
        "</columnConstraints>" + A + "</GridPane>",
        {"a": (30, 0, 40, 20)},
    ),
    "the grid is aligned in the pane": (f'<GridPane alignment="CENTER">{A}</GridPane>', {"a": (80, 40, 40, 20)}),
    "a span over what remains ends with the last column": (
        "<GridPane>"
        + A
        + region("b", 30, 30, 'GridPane.columnIndex="1"')
        + region("c", 10, 10, 'GridPane.rowIndex="1" GridPane.columnSpan="REMAINING"')
        + "</GridPane>",
        {"a": (0, 0, 40, 30), "b": (40, 0, 30, 30), "c": (0, 30, 70, 10)},
    ),
}

CASES = [
    pytest.param(fxml, expected, id=f"{pane}: {sentence}")
    for pane, cases in {
        "HBox": HBOX,
        "VBox": VBOX,
        "StackPane": STACK,
        "BorderPane": BORDER,
        "AnchorPane": ANCHOR,
        "FlowPane": FLOW,
        "TilePane": TILE,
        "GridPane": GRID,
    }.items()
    for sentence, (fxml, expected) in cases.items()
]


@pytest.mark.parametrize(("fxml", "expected"), CASES)
def test_a_pane_places_its_children(fxml: str, expected: Boxes) -> None:
    assert boxes(App(fxml, width=200, height=100), expected) == expected


@pytest.mark.parametrize(
    ("fxml", "width", "height"),
    [
        (f'<HBox spacing="10" style="-fx-padding: 3">{A}{B}</HBox>', 86, 36),
        (f'<VBox spacing="10" style="-fx-padding: 3">{A}{B}</VBox>', 46, 66),
        (f"<StackPane>{A}{B}</StackPane>", 40, 30),
        (f"<BorderPane><top>{A}</top><left>{B}</left></BorderPane>", 40, 50),
        (
            "<AnchorPane>"
            + region("a", 40, 20, 'AnchorPane.leftAnchor="10" AnchorPane.rightAnchor="20"')
            + "</AnchorPane>",
            70,
            20,
        ),
        (f'<FlowPane prefWrapLength="60" hgap="5" vgap="5">{A}{B}</FlowPane>', 60, 55),
        (f'<TilePane prefColumns="2" hgap="5">{A}{B}{C}</TilePane>', 105, 60),
        (
            f'<GridPane hgap="10">{A}' + region("b", 30, 30, 'GridPane.columnIndex="1"') + "</GridPane>",
            80,
            30,
        ),
        ("<Pane>" + region("a", 40, 20, 'layoutX="30"') + "</Pane>", 70, 20),
    ],
)
def test_a_pane_asks_for_what_its_children_need(fxml: str, width: float, height: float) -> None:
    pane = App(f"<Pane>{fxml}</Pane>").loaded.root.children[0]
    assert (pane.width, pane.height) == (width, height)


def test_a_pane_that_runs_from_right_to_left_is_seen_in_a_mirror() -> None:
    app = App(f'<HBox nodeOrientation="RIGHT_TO_LEFT">{A}{B}</HBox>', width=200, height=100)
    [first, second] = [app.ui.query({"css": css})["matches"][0]["layout"]["boundsInScene"] for css in ("#a", "#b")]
    assert (first["minX"], second["minX"]) == (160, 130)


def test_a_change_of_a_child_lays_its_pane_out_again() -> None:
    app = App(f"<HBox>{A}{B}</HBox>", width=200, height=100)
    app["a"].pref_width = 70
    app.platform.pulse()
    assert boxes(app, {"a": (0, 0, 0, 0), "b": (0, 0, 0, 0)}) == {"a": (0, 0, 70, 100), "b": (70, 0, 30, 100)}
    app.loaded.root.children.remove(app["a"])
    app.platform.pulse()
    assert app["b"].layout_x == 0


def test_a_button_stands_on_the_baseline_of_its_neighbours() -> None:
    app = App(
        '<HBox alignment="BASELINE_LEFT"><Label fx:id="small" text="a" style="-fx-font-size: 10"/>'
        '<Label fx:id="large" text="a" style="-fx-font-size: 30"/></HBox>'
    )
    # The capital's height and the descent are shares of the size: the letters end on one line.
    assert app["large"].layout_y == 0
    assert 15 < app["small"].layout_y < 22
    assert app["small"].layout_y + app["small"].height < app["large"].height
