"""Numbers that no designer writes: a document with them is shown and used, or refused by an error that says why."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from typing import Any

import pytest

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.javafx import JavaFxError, Platform, Ui, UiError, load_text, show_stage
from pytest_uimcp.javafx.scene.model.registry import fx_types
from pytest_uimcp.javafx.scene.picture import draw_stage

PACKAGES = ("scene", "scene.control", "scene.layout", "scene.shape", "scene.text", "scene.chart", "scene.image",
            "scene.effect", "geometry")  # fmt: skip
IMPORTS = "".join(f"<?import javafx.{package}.*?>" for package in PACKAGES)
REALS = ("Infinity", "-Infinity", "NaN", "1e308", "-1e308", "-1", "0", "1e9", "1e-300", "2147483647", "-7.5", "1e5")
WHOLES = ("2147483647", "-1", "0", "-2147483648", "1000000000", "99999999999999999999", "100000")
INSIDE = {
    "VBox": "children", "GridPane": "children", "FlowPane": "children", "TilePane": "children", "Group": "children",
    "AnchorPane": "children", "ScrollPane": "content", "TitledPane": "content", "BorderPane": "center",
    "SplitPane": "items", "ToolBar": "items",
}  # fmt: skip
ACTIONS: list[dict[str, Any]] = [
    {"type": "click", "x": 5, "y": 5},
    {"type": "pressKey", "key": "TAB"},
    {"type": "pressKey", "key": "DOWN"},
    {"type": "scroll", "deltaY": -50},
]


def used(document: str) -> None:
    """Load, show, describe, draw and use it."""
    named = re.sub(r"<\w+", lambda first: first[0] + ' xmlns:fx="http://javafx.com/fxml"', document, count=1)
    platform = Platform()
    stage = show_stage(platform, load_text(IMPORTS + named).root, {"title": "App"})
    ui = Ui(platform)
    ui.get_snapshot(includeControlInternals=True, include={"properties": True})
    ui.perform(ACTIONS)
    with suppress(UiError):  # pictures have a limit of size
        draw_stage(stage)
    assert platform.errors == []


@pytest.mark.parametrize(
    "document",
    [
        '<VBox prefWidth="Infinity"><Label text="a" maxWidth="Infinity" minWidth="-Infinity"/></VBox>',
        '<HBox spacing="1.7976931348623157E308"><Label text="a"/><Label text="b"/></HBox>',
        '<VBox><Label text="a"><VBox.margin><Insets top="Infinity"/></VBox.margin></Label></VBox>',
        '<ListView prefHeight="1.7976931348623157E308" fixedCellSize="1e-300"/>',
        '<Pagination maxPageIndicatorCount="2147483647"/>',
        '<TilePane prefColumns="0" hgap="1e308"><Label text="a"/></TilePane>',
        '<VBox><Arc length="1e9" radiusX="5" radiusY="5" startAngle="Infinity"/></VBox>',
        '<VBox><Button text="a" rotate="Infinity" scaleX="Infinity"/></VBox>',
        '<VBox><Button text="a"><effect><GaussianBlur radius="Infinity"/></effect></Button></VBox>',
        '<VBox><Button text="a" style="-fx-font-size: 1e400; -fx-rotate: 1e400; -fx-padding: 1e308"/></VBox>',
        '<VBox><Label text="a"><font><Font size="-Infinity"/></font></Label></VBox>',
        '<GridPane><Label text="a" GridPane.rowSpan="2147483647" GridPane.columnIndex="9999"/></GridPane>',
    ],
)
def test_numbers_without_bound_are_laid_out(document: str) -> None:
    used(document)


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ('<VBox prefWidth="NaN"/>', "<VBox> prefWidth='NaN': expected a value of kind extent; got 'NaN'"),
        ('<Slider><max><Double fx:constant="NaN"/></max></Slider>', "Slider.max: expected a number; got NaN"),
        ('<Pagination pageCount="2147483648"/>', "expected a whole number from -2147483648 to 2147483647"),
        ('<GridPane><Label GridPane.rowIndex="-1"/></GridPane>', "expected a row or column from 0 to 9999; got -1"),
        ('<GridPane><Label GridPane.rowSpan="0"/></GridPane>', "expected a span from 1 to 9999; got 0"),
        ('<GridPane><Label GridPane.columnIndex="2147483647"/></GridPane>', "expected a row or column from 0 to 9999"),
    ],
)
def test_what_is_no_number_is_refused_with_its_line(document: str, said: str) -> None:
    with pytest.raises(JavaFxError, match=re.escape(said)) as caught:
        used("<?import java.lang.*?>" + document if "Double" in document else document)
    assert "<fxml>:1: " in str(caught.value)


def written(rnd: random.Random, depth: int) -> str:
    """A document of random classes with random numbers."""
    leaves = [name for name, kind in fx_types().items() if kind.path.startswith("javafx.") and "$" not in kind.path
              and "Node" in kind.lineage and not kind.abstract]  # fmt: skip
    name = rnd.choice(list(INSIDE) if depth else leaves)
    numbers = [prop for prop in fx_types()[name].props.values() if prop.kind in ("double", "size", "extent", "int")]
    chosen = rnd.sample(numbers, min(len(numbers), rnd.randint(0, 4)))
    given = "".join(f' {prop.name}="{rnd.choice(WHOLES if prop.kind == "int" else REALS)}"' for prop in chosen)
    if not depth:
        return f"<{name}{given}/>"
    inside = "".join(written(rnd, depth - 1) for _ in range(2 if INSIDE[name] in ("children", "items") else 1))
    return f"<{name}{given}><{INSIDE[name]}>{inside}</{INSIDE[name]}></{name}>"


@pytest.mark.parametrize("seed", range(40))
def test_a_random_document_is_shown_or_refused(seed: int) -> None:
    rnd = random.Random(seed)
    document = written(rnd, rnd.randint(0, 3))
    try:
        used(document)
    except UimcpError as reason:
        assert len(str(reason)) > 20  # noqa: PT017  # either outcome is right
