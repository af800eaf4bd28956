"""Elements that stand for values, and the names that a document may use."""

from __future__ import annotations

import datetime
import math
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.javafx import FxmlError, JavaFxError, create, load_text
from pytest_uimcp.javafx.scene.fxml import values
from pytest_uimcp.javafx.scene.fxml.bundles import bundle
from pytest_uimcp.javafx.scene.fxml.names import ImportedNames, default_property
from pytest_uimcp.javafx.scene.fxml.resources import DocumentPlace
from pytest_uimcp.javafx.scene.fxml.static import set_static
from pytest_uimcp.javafx.scene.values.colors import Color
from pytest_uimcp.javafx.scene.values.fonts import Font
from pytest_uimcp.javafx.scene.values.geometry import Insets


@pytest.mark.parametrize(
    ("name", "properties", "value"),
    [
        ("Insets", {"top": "1", "right": "2", "bottom": "3", "left": "4"}, Insets(1, 2, 3, 4)),
        ("Insets", {"topRightBottomLeft": "5"}, Insets(5, 5, 5, 5)),
        ("Insets", {"left": 2.5}, Insets(0, 0, 0, 2.5)),
        ("Font", {}, Font(size=12.0)),
        ("Font", {"name": "System Bold", "size": "20"}, Font("System", 20.0, True)),
        ("Font", {"name": "Fira Code Bold Italic"}, Font("Fira Code", 12.0, True, True)),
        ("Font", {"name": "Serif", "size": "20"}, Font("System", 20.0)),
        ("Font", {"family": "Serif", "size": 9.0}, Font("Serif", 9.0)),
        ("Color", {"red": "1", "green": "0.5", "blue": "0"}, Color(1, 0.5, 0)),
        ("Color", {"red": "1", "opacity": "0.5"}, Color(1, 0, 0, 0.5)),
        ("Stop", {"color": "RED"}, Color(1, 0, 0)),
        ("Stop", {"color": Color(0, 1, 0)}, Color(0, 1, 0)),
        ("LinearGradient", {"stops": [Color(0, 1, 0), Color(1, 0, 0)]}, Color(0, 1, 0)),
        ("LinearGradient", {}, Color(0, 0, 0)),
        ("Point2D", {"x": "1", "y": "2"}, (1, 2)),
        ("Dimension2D", {"width": "3"}, (3, 0)),
        ("Rectangle2D", {"minX": "1", "minY": "2", "width": "3", "height": "4"}, (1, 2, 3, 4)),
        ("Duration", {"millis": "300"}, 300),
        ("KeyCodeCombination", {"code": "O", "control": "DOWN", "shift": "DOWN"}, "Control+Shift+O"),
        ("KeyCodeCombination", {"code": "F5"}, "F5"),
        ("URL", {"value": "form.css"}, "form.css"),
        ("HashMap", {}, {}),
        ("ArrayList", {}, []),
        ("String", {}, ""),
    ],
)
def test_a_value_is_built_from_what_its_element_says(name: str, properties: dict[str, Any], value: object) -> None:
    assert values.build(name, properties) == value


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("Integer", " 5 ", 5),
        ("Double", "1.5", 1.5),
        ("Boolean", "TRUE", True),
        ("Boolean", "yes", False),
        ("String", " a ", " a "),
        ("Color", "#ff0000", Color(1, 0, 0)),
        ("Duration", "2s", 2000),
        ("LocalDate", "2026-02-14", datetime.date(2026, 2, 14)),
        ("Cursor", "HAND", "HAND"),
    ],
)
def test_fx_value_is_a_text_that_is_read(name: str, text: str, value: object) -> None:
    assert values.parse(name, text) == value


@pytest.mark.parametrize(
    ("name", "text"), [("Integer", "1.5"), ("Double", "wide"), ("Color", "no colour"), ("LocalDate", "tomorrow")]
)
def test_a_text_that_is_no_value_is_refused(name: str, text: str) -> None:
    with pytest.raises((ValueError, LookupError, JavaFxError)):
        values.parse(name, text)


@pytest.mark.parametrize(
    ("name", "constant", "value"),
    [
        ("Double", "NEGATIVE_INFINITY", -math.inf),
        ("Double", "MAX_VALUE", 1.7976931348623157e308),
        ("Region", "USE_PREF_SIZE", -math.inf),
        ("Integer", "MAX_VALUE", 2147483647),
        ("Pos", "CENTER_LEFT", "CENTER_LEFT"),
        ("Color", "RED", Color(1, 0, 0)),
        ("Cursor", "HAND", "HAND"),
        ("GridPane", "REMAINING", 2147483647),
        ("ButtonType", "OK", "OK"),
        ("Boolean", "TRUE", True),
    ],
)
def test_a_constant_is_found_by_its_class_and_name(name: str, constant: str, value: object) -> None:
    assert values.constant(name, constant) == value


@pytest.mark.parametrize(("name", "constant"), [("Double", "PI"), ("Pos", "NOWHERE"), ("Nothing", "AT_ALL")])
def test_a_constant_that_is_not_there_is_a_lookup_error(name: str, constant: str) -> None:
    with pytest.raises(LookupError):
        values.constant(name, constant)


@pytest.mark.parametrize(
    ("imports", "name", "found"),
    [
        (["javafx.scene.control.*"], "Button", "Button"),
        (["javafx.scene.control.Button"], "Button", "Button"),
        (["javafx.scene.control.Button"], "Label", None),
        ([], "Button", None),
        ([], "String", "String"),
        ([], "javafx.scene.control.Button", "Button"),
        (["javafx.geometry.*"], "Insets", "Insets"),
        (["javafx.scene.chart.XYChart"], "XYChart.Series", "Series"),
        (["com.example.*"], "Widget", None),
    ],
)
def test_a_name_means_what_is_imported(imports: list[str], name: str, found: str | None) -> None:
    kind = ImportedNames(imports, {}).find(name)
    assert (getattr(kind, "__name__", kind) if kind is not None else None) == found


def test_a_class_of_the_program_comes_before_one_of_javafx_and_may_be_imported_by_its_full_name() -> None:
    class Widget:
        pass

    names = ImportedNames(
        ["javafx.scene.control.*", "com.example.Widget"], {"Button": Widget, "com.example.Widget": Widget}
    )
    assert names.find("Button") is Widget
    assert names.find("Widget") is Widget
    assert "A class of your program goes into classes={...}." in names.hint("Wigdet")
    assert "Add <?import javafx.scene.layout.VBox?>." in names.hint("VBox")


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("VBox", "children"),
        ("Group", "children"),
        ("BorderPane", "center"),
        ("Button", "text"),
        ("TextField", "text"),
        ("ScrollPane", "content"),
        ("TabPane", "tabs"),
        ("ComboBox", "items"),
        ("TableView", "columns"),
        ("TreeView", "root"),
        ("Slider", None),
    ],
)
def test_children_without_a_property_go_to_the_default_one(kind: str, name: str | None) -> None:
    assert default_property(create(kind).fx.order) == name


@pytest.mark.parametrize(
    ("owner", "name", "value", "kept"),
    [
        ("GridPane", "rowIndex", "3", 3),
        ("GridPane", "columnSpan", "REMAINING", 2147483647),
        ("GridPane", "columnSpan", 2147483647, 2147483647),
        ("GridPane", "hgrow", "always", "ALWAYS"),
        ("GridPane", "fillWidth", "false", False),
        ("HBox", "margin", Insets(1, 1, 1, 1), Insets(1, 1, 1, 1)),
        ("HBox", "margin", "5", Insets(5, 5, 5, 5)),
        ("AnchorPane", "topAnchor", "2.5", 2.5),
        ("StackPane", "alignment", "TOP_LEFT", "TOP_LEFT"),
    ],
)
def test_a_static_property_is_kept_with_the_child(owner: str, name: str, value: object, kept: object) -> None:
    node = create("Label")
    set_static(node, owner, name, value)
    assert node.constraint(f"{owner}.{name}") == kept


@pytest.mark.parametrize(
    ("owner", "name", "value", "message"),
    [
        ("GridPane", "rowIndex", "-1", "expected a row or column from 0 to 9999; got -1"),
        ("GridPane", "rowIndex", "10000", "expected a row or column from 0 to 9999; got 10000"),
        ("GridPane", "rowSpan", "0", "expected a span from 1 to 9999; got 0"),
        ("GridPane", "hgrow", "perhaps", "expected one of ALWAYS, SOMETIMES, NEVER"),
        ("AnchorPane", "topAnchor", "high", "got 'high'"),
    ],
)
def test_a_static_property_refuses_what_it_cannot_take(owner: str, name: str, value: object, message: str) -> None:
    with pytest.raises(JavaFxError) as caught:
        set_static(create("Label"), owner, name, value)
    assert message in str(caught.value)


def test_a_static_property_of_what_is_no_node_is_an_error_with_its_line() -> None:
    text = (
        "<?import javafx.scene.control.*?>\n<?import javafx.scene.layout.*?>\n<MenuBar>\n<Menu>\n"
        '<MenuItem GridPane.rowIndex="1"/>\n</Menu>\n</MenuBar>'
    )
    with pytest.raises(FxmlError) as caught:
        load_text(text, file="form.fxml")
    assert str(caught.value) == "form.fxml:5: GridPane.rowIndex is for nodes; <MenuItem> is none"


def test_texts_by_key_are_read_as_java_reads_them(tmp_path: Path) -> None:
    path = tmp_path / "texts.properties"
    path.write_text(
        "# a comment\n! another\nplain=value\ncolon: value\nspaced   value\nlong=one \\\n    two\n"
        "umlaut=\\u00fc\nescaped\\=key=a\\tb\nempty=\n",
        encoding="utf-8",
    )
    assert bundle(path) == {
        "plain": "value",
        "colon": "value",
        "spaced": "value",
        "long": "one two",
        "umlaut": "\u00fc",
        "escaped=key": "a\tb",
        "empty": "",
    }
    assert bundle(None) == {}
    assert bundle({"a": "b"}) == {"a": "b"}
    with pytest.raises(FxmlError, match="cannot be read"):
        bundle(tmp_path / "nowhere.properties")


@pytest.mark.parametrize(
    ("reference", "inside"),
    [
        ("style.css", True),
        ("../other/style.css", True),
        ("/style.css", True),
        ("../../style.css", False),
        ("link", False),
    ],
)
def test_references_stay_within_the_base(reference: str, inside: bool, tmp_path: Path) -> None:
    base = tmp_path / "base"
    (base / "views").mkdir(parents=True)
    (base / "views" / "link").symlink_to(tmp_path)
    place = DocumentPlace(base / "views", base)
    if inside:
        assert place.find(reference).is_relative_to(base.resolve())
    else:
        with pytest.raises(ValueError, match="leads out of"):
            place.find(reference)
