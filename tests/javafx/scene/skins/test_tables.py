"""Tables: columns, headers, rows."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_uimcp.javafx import create
from pytest_uimcp.javafx.scene.skins.headers import column_of
from pytest_uimcp.javafx.scene.skins.tables import as_text, cells_of, leaf_columns, value_of
from tests.javafx.app import App

TABLE = """
<StackPane><TableView fx:id="table"><columns>
  <TableColumn fx:id="name" text="Name" prefWidth="100"/><TableColumn fx:id="age" text="Age" prefWidth="60"/>
</columns></TableView></StackPane>
"""


@dataclass
class Person:
    first_name: str
    age: int

    def full(self) -> str:
        return f"{self.first_name} L."


def column(property_name: str) -> Any:
    return create("TableColumn", cellValueFactory=create("PropertyValueFactory", property=property_name))


@pytest.mark.parametrize(
    ("name", "row", "value"),
    [
        ("age", Person("Ada", 36), 36),
        ("firstName", Person("Ada", 36), "Ada"),
        ("full", Person("Ada", 36), "Ada L."),
        ("nothing", Person("Ada", 36), None),
        ("age", {"age": 36}, 36),
        ("nothing", {"age": 36}, None),
        ("text", create("Label", text="a"), "a"),
        ("nothing", create("Label", text="a"), None),
        ("firstName", SimpleNamespace(firstName="Java"), "Java"),
    ],
)
def test_a_column_finds_its_value_in_any_kind_of_row(name: str, row: object, value: object) -> None:
    assert value_of(column(name), row) == value


def test_a_column_without_a_factory_shows_nothing_and_one_with_a_function_what_it_says() -> None:
    assert value_of(create("TableColumn"), Person("Ada", 36)) is None
    assert value_of(create("TableColumn", cellValueFactory=lambda row: row.age + 1), Person("Ada", 36)) == 37


@pytest.mark.parametrize(("value", "text"), [(None, ""), (True, "true"), (1.5, "1.5"), ("a", "a"), (3, "3")])
def test_a_value_is_written_as_java_writes_it(value: object, text: str) -> None:
    assert as_text(value) == text


def shown(rows: int = 3, fxml: str = TABLE, **columns: Any) -> App:
    app = App(fxml, width=300, height=200)
    for name in ("name", "age"):
        if name in app.loaded.named:
            key = {"name": "first_name"}.get(name, name)
            app[name].cell_value_factory = lambda row, key=key: getattr(row, key)
    app["table"].items.extend(Person(f"P{number}", number) for number in range(rows))
    app.platform.pulse()
    return app


def cells(app: App) -> list[list[str]]:
    return [[cell.text for cell in row.kids] for _, row, _ in app["table"].skin.flow.shown()]


def test_rows_have_a_cell_for_each_column() -> None:
    assert cells(shown()) == [["P0", "0"], ["P1", "1"], ["P2", "2"]]


def test_a_hidden_column_has_no_cells_and_no_header() -> None:
    app = shown()
    app["age"].visible = False
    app.platform.pulse()
    assert cells(app) == [["P0"], ["P1"], ["P2"]]
    headers = [header for header in app["table"].skin.header.root.kids if header.is_a("TableColumnHeader")]
    assert [column_of(header) for header in headers] == [None, app["name"]]
    app["age"].visible = True
    app.platform.pulse()
    assert cells(app)[0] == ["P0", "0"]


def test_columns_have_the_widths_that_they_prefer_within_their_bounds() -> None:
    app = shown()
    assert (app["name"].width, app["age"].width) == (100, 60)
    app["age"].max_width = 50
    app["name"].min_width = 120
    app["table"].request_layout()
    app.platform.pulse()
    assert (app["name"].width, app["age"].width) == (120, 50)


CONSTRAINED = '<columnResizePolicy><TableView fx:constant="CONSTRAINED_RESIZE_POLICY"/></columnResizePolicy>'


def headings(columns: str, width: float, table: str = "") -> list[float]:
    """The widths of the headers of columns in an empty table; a text is a `TableColumn` with these attributes."""
    fxml = "".join(f"<TableColumn {attributes}/>" for attributes in columns.split(";"))
    app = App(f'<StackPane><TableView fx:id="t">{table}<columns>{fxml}</columns></TableView></StackPane>', width=width)
    app.platform.pulse()
    return [header.width for header in app["t"].skin.header.root.kids if column_of(header) is not None]


@pytest.mark.parametrize(
    ("columns", "width", "widths"),
    [
        ("prefWidth='100';prefWidth='50'", 301, [150, 149]),
        ("text='A';text='B';text='C'", 400, [133, 133, 132]),
        ("maxWidth='60';text='B';minWidth='200'", 400, [11, 100, 287]),
        ("resizable='false';text='B';prefWidth='260'", 400, [80, 106, 106]),
        ("prefWidth='120.5';text='B';minWidth='90'", 100, [10, 10, 90]),
    ],
)
def test_constrained_columns_share_the_room_as_in_javafx(columns: str, width: float, widths: list[float]) -> None:
    assert headings(columns, width, CONSTRAINED) == widths


def test_columns_stand_on_whole_pixels() -> None:
    assert headings("prefWidth='50.5';prefWidth='120.5';prefWidth='20.3'", 400) == [51, 121, 21]


def test_the_last_of_constrained_columns_has_nothing_to_resize_it_by() -> None:
    app = shown(fxml=TABLE.replace("<columns>", f"{CONSTRAINED}<columns>"))
    assert sum(kid.is_a("Rectangle") for kid in app["table"].skin.header.root.kids) == 1


MAPS = """<?import javafx.scene.control.cell.MapValueFactory?><?import javafx.collections.FXCollections?>
<StackPane><TableView fx:id="table"><columns><TableColumn fx:id="name" text="A">
  <cellValueFactory><MapValueFactory key="name"/></cellValueFactory>
</TableColumn></columns><items><FXCollections fx:factory="observableArrayList">
  <FXCollections fx:factory="observableHashMap" name="A fruit with a rather long name" age="7"/>
</FXCollections></items></TableView></StackPane>
"""


def test_a_column_of_which_nothing_is_said_is_fitted_to_its_first_rows_once() -> None:
    app = App(MAPS)
    fitted = app["name"].width
    assert fitted == pytest.approx(219.5, abs=0.5)
    app["table"].items.append({"name": "A fruit with a rather long name, and more of it"})
    app.platform.pulse()
    assert app["name"].width == fitted
    app["name"].pref_width = 100
    app.platform.pulse()
    assert app["name"].width == 100


@pytest.mark.parametrize(("size", "y"), [("-1", 3), ("30", 4)])
def test_the_text_of_a_row_that_is_higher_than_usual_stands_at_the_top(size: str, y: float) -> None:
    app = App(MAPS.replace('fx:id="table"', f'fx:id="table" fixedCellSize="{size}"'))
    [row] = [row for _, row, _ in app["table"].skin.flow.shown()]
    [cell] = cells_of(row)
    text = cell.skin.text
    bounds = app.ui.get_node({"path": app.ui.capture(app.ui.defaults).ref(text)["path"]})["layout"]["boundsInScene"]
    assert bounds["minY"] - 27 == y


def test_the_attributes_of_a_map_in_a_document_are_its_entries() -> None:
    assert list(App(MAPS)["table"].items) == [{"name": "A fruit with a rather long name", "age": "7"}]


@pytest.mark.parametrize(
    ("columns", "items", "text"), [(True, 0, "No content in table"), (False, 3, "No columns in table")]
)
def test_an_empty_table_says_what_is_missing(columns: bool, items: int, text: str) -> None:
    app = shown(items)
    if not columns:
        app["table"].columns.clear()
        app.platform.pulse()
    placeholder = app["table"].skin.placeholder
    assert placeholder.visible
    assert placeholder.kids[0].text == text


def test_a_placeholder_goes_when_rows_come() -> None:
    app = shown(0)
    assert app["table"].skin.placeholder.visible
    app["table"].items.append(Person("Ada", 36))
    app.platform.pulse()
    assert not app["table"].skin.placeholder.visible


NESTED = """
<StackPane><TableView fx:id="table"><columns>
  <TableColumn fx:id="group" text="Both"><columns>
    <TableColumn fx:id="name" text="Name" prefWidth="100"/><TableColumn fx:id="age" text="Age" prefWidth="60"/>
  </columns></TableColumn>
  <TableColumn fx:id="rest" text="Rest" prefWidth="50"/>
</columns></TableView></StackPane>
"""


def test_a_group_has_a_title_over_the_headers_of_its_columns() -> None:
    app = shown(fxml=NESTED)
    header = app["table"].skin.header
    group = header.header(app["group"])
    assert group.is_a("NestedTableColumnHeader")
    assert group.width == 160
    title, first, second = [kid for kid in group.kids if kid.is_a("TableColumnHeader")]
    assert (title.width, title.layout_y, first.layout_y) == (160, 0, title.height)
    assert (second.layout_x, second.width) == (100, 60)
    assert header.header(app["rest"]).height == group.height == 2 * title.height
    assert leaf_columns(app["table"].columns) == [app["name"], app["age"], app["rest"]]
    assert [column_of(header) for header in (group, title, first)] == [app["group"], app["group"], app["name"]]


def test_a_group_whose_columns_go_becomes_a_column() -> None:
    app = shown(fxml=NESTED)
    app["group"].columns.clear()
    app.platform.pulse()
    assert not app["table"].skin.header.header(app["group"]).is_a("NestedTableColumnHeader")
    assert leaf_columns(app["table"].columns) == [app["group"], app["rest"]]


def test_the_last_column_is_marked_for_stylesheets() -> None:
    app = shown()
    app.platform.pulse()
    [row, *_] = [row for _, row, _ in app["table"].skin.flow.shown()]
    assert ["last-visible" in cell.custom for cell in row.kids] == [False, True]
    app["age"].visible = False
    app.platform.pulse()
    assert ["last-visible" in cell.custom for cell in row.kids] == [True]


def test_headers_show_what_their_columns_say() -> None:
    app = shown()
    app["name"].text = "Full name"
    app["name"].style_class.append("wide")
    app.platform.pulse()
    header = app["table"].skin.header.header(app["name"])
    app["table"].affect("k")
    app.platform.pulse()
    assert header.kids[0].text == "Full name"
    assert list(header.style_class) == ["column-header", *app["name"].style_class]


def tree(*children: Any, value: str = "root", expanded: bool = True) -> Any:
    return create("TreeItem", value=value, expanded=expanded, children=list(children))


def tree_app(kind: str) -> App:
    columns = '<columns><TreeTableColumn fx:id="name" text="Name"/></columns>' if kind == "TreeTableView" else ""
    app = App(f'<StackPane><{kind} fx:id="tree">{columns}</{kind}></StackPane>')
    if columns:
        app["name"].cell_value_factory = lambda value: value
    app["tree"].root = tree(tree(value="a"), tree(tree(value="deep"), value="b"), tree(value="c", expanded=False))
    app.platform.pulse()
    return app


@pytest.mark.parametrize("kind", ["TreeView", "TreeTableView"])
def test_a_tree_indents_its_rows_and_has_arrows_where_there_is_more(kind: str) -> None:
    app = tree_app(kind)
    rows = [row for _, row, _ in app["tree"].skin.flow.shown()]
    cells = rows if kind == "TreeView" else [cells_of(row)[0] for row in rows]
    assert [cell.text for cell in cells] == ["root", "a", "b", "deep", "c"]
    assert [row.disclosure_node is not None for row in rows] == [True, False, True, False, False]
    starts = [cell.skin.text.layout_x + cell.layout_x for cell in cells]
    # Rows with an arrow keep its width free, others the usual one: each kind is compared with its own.
    assert starts[1] == starts[4]
    assert starts[2] - starts[0] == starts[3] - starts[1] == rows[0].indent


@pytest.mark.parametrize("kind", ["TreeView", "TreeTableView"])
def test_a_hidden_root_gives_its_level_to_its_children(kind: str) -> None:
    app = tree_app(kind)
    app["tree"].show_root = False
    app.platform.pulse()
    rows = [row for _, row, _ in app["tree"].skin.flow.shown()]
    cells = rows if kind == "TreeView" else [cells_of(row)[0] for row in rows]
    assert [cell.text for cell in cells] == ["a", "b", "deep", "c"]


@pytest.mark.parametrize("kind", ["TreeView", "TreeTableView"])
def test_an_item_that_is_closed_hides_what_is_below_it_and_keeps_its_arrow(kind: str) -> None:
    app = tree_app(kind)
    item = app["tree"].root.children[1]
    arrow = next(row.disclosure_node for _, row, _ in app["tree"].skin.flow.shown() if row.tree_item is item)
    item.expanded = False
    app.platform.pulse()
    assert len(app["tree"].skin.rows) == 4
    item.expanded = True
    app.platform.pulse()
    row = next(row for _, row, _ in app["tree"].skin.flow.shown() if row.tree_item is item)
    assert row.disclosure_node.fx is arrow.fx
    assert len(app["tree"].skin.rows) == 5
