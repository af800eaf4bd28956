"""Scenes that make no sense are drawn too, as far as they have something to see."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from pytest_uimcp.javafx.scene.picture import draw_stage
from tests.javafx.app import App


def picture(app: App) -> Image.Image:
    return Image.open(io.BytesIO(draw_stage(app.stage))).convert("RGB")


@pytest.mark.parametrize(
    "shape",
    [
        '<Circle radius="-5"/>',
        '<Ellipse radiusX="0" radiusY="10"/>',
        '<Rectangle width="-10" height="10"/>',
        '<Rectangle width="10" height="10" arcWidth="1000000000" arcHeight="-1"/>',
        '<Polygon points="1,2,3"/>',
        '<Polygon points=""/>',
        '<Polyline points="1,2"/>',
        '<Line endX="1000000000" strokeWidth="1000000"/>',
        '<Arc radiusX="0" radiusY="5" length="9999"/>',
        '<CubicCurve endX="10" controlX1="-1000000000"/>',
        '<Path/>',
        '<Circle radius="5" scaleX="0"/>',
        '<Circle radius="5" rotate="1000000000"/>',
        '<Circle radius="5" opacity="0"/>',
        '<Circle radius="5" opacity="-3"/>',
        '<Circle radius="5" translateX="-1000000000000"/>',
    ],
)  # fmt: skip
def test_a_shape_of_impossible_measures_is_drawn_or_left_out(shape: str) -> None:
    assert picture(App(f"<Pane>{shape}</Pane>", width=60, height=40)).size == (60, 40)


@pytest.mark.parametrize(
    "style",
    [
        "-fx-background-color: ;;;",
        "-fx-background-color: nothing",
        "-fx-border-color: red; -fx-border-width: 1e300",
        "-fx-border-color: red; -fx-border-width: -3",
        "-fx-background-radius: 1e9; -fx-background-color: blue",
        "-fx-background-insets: 500; -fx-background-color: blue",
        "-fx-font-size: 0",
        "-fx-font-size: -3",
        "-fx-padding: -50",
        "-fx-effect: dropshadow(gaussian, black, -5, 9, 1e9, 1e9)",
        "-fx-background-color: linear-gradient(to right, red)",
        "-fx-background-color: radial-gradient(radius 0%, red, blue)",
        "-fx-opacity: 7",
        "-fx-unknown: 1; -fx-also",
        "{}",
    ],
)
def test_a_style_that_makes_no_sense_leaves_the_rest_of_the_scene_as_it_is(style: str) -> None:
    app = App(
        f'<Pane><Button text="abc" layoutX="20" style="{style}"/>'
        '<Rectangle y="30" width="10" height="10" fill="red"/></Pane>',
        width=60,
        height=60,
    )
    app.platform.await_idle()
    drawn = picture(app)
    assert drawn.size == (60, 60)
    if "effect" not in style and "1e300" not in style:
        assert drawn.getpixel((5, 35)) == (255, 0, 0)


@pytest.mark.parametrize("text", ["\U0001f600", "a\u0301", "\u05d0\u05d1", "\t\t", "x" * 5000, "\u200b", "_", "__"])
def test_any_text_of_a_control_is_drawn(text: str) -> None:
    app = App('<VBox><Label fx:id="label"/><Button fx:id="button"/><TextField fx:id="field"/></VBox>')
    for name in ("label", "button", "field"):
        app[name].text = text
    app.platform.pulse()
    assert picture(app).size == (400, 300)


@pytest.mark.parametrize(
    "kind",
    ["ListView", "TableView", "TreeView", "TreeTableView", "TabPane", "Accordion", "SplitPane", "ToolBar", "MenuBar",
     "ScrollPane", "Pagination", "DatePicker", "ColorPicker", "Spinner", "Slider", "ScrollBar", "ProgressBar",
     "ProgressIndicator", "ButtonBar", "TitledPane", "TextArea", "Separator"],
)  # fmt: skip
@pytest.mark.parametrize("size", [1, 7])
def test_a_control_with_hardly_any_room_is_drawn(kind: str, size: int) -> None:
    app = App(f'<Pane><{kind} prefWidth="{size}" prefHeight="{size}" maxWidth="{size}"/></Pane>', width=40, height=40)
    app.platform.await_idle()
    assert picture(app).size == (40, 40)
