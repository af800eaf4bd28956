"""Boxes of shapes, and what strokes, effects, clips and transforms make of them."""

from __future__ import annotations

import math

import pytest

from pytest_uimcp.javafx.scene.layout.bounds import in_parent, layout_box, local, to_scene
from tests.javafx.app import App

EMPTY = (0.0, 0.0, -1.0, -1.0)
STROKED = 'stroke="BLACK" strokeWidth="4"'


@pytest.mark.parametrize(
    ("shape", "box"),
    [
        ('<Rectangle x="5" y="6" width="10" height="20"/>', (5, 6, 15, 26)),
        (f'<Rectangle width="10" height="20" {STROKED}/>', (-2, -2, 12, 22)),
        (f'<Rectangle width="10" height="20" {STROKED} strokeType="OUTSIDE"/>', (-4, -4, 14, 24)),
        (f'<Rectangle width="10" height="20" {STROKED} strokeType="INSIDE"/>', (0, 0, 10, 20)),
        ('<Rectangle width="-1" height="20"/>', EMPTY),
        ('<Circle centerX="10" centerY="20" radius="5"/>', (5, 15, 15, 25)),
        ('<Ellipse centerX="10" centerY="20" radiusX="5" radiusY="3"/>', (5, 17, 15, 23)),
        ('<Line endX="30" endY="0"/>', (-0.5, -0.5, 30.5, 0.5)),
        ('<Line endX="30" endY="40" strokeLineCap="BUTT"/>', (-0.5, -0.5, 30.5, 40.5)),
        (
            '<Line endX="30" endY="40"/>',
            (-math.sqrt(2) / 2, -math.sqrt(2) / 2, 30 + math.sqrt(2) / 2, 40 + math.sqrt(2) / 2),
        ),
        ('<Polygon points="0,0,10,0,5,8"/>', (0, 0, 10, 8)),
        ("<Polygon/>", EMPTY),
        ('<Polyline points="1,2,3,4" stroke="TRANSPARENT" strokeWidth="2"/>', (-0.914, 0.086, 4.914, 5.914)),
        (
            '<Arc centerX="10" centerY="10" radiusX="10" radiusY="10" startAngle="0" length="90" type="ROUND"/>',
            (10, 0, 20, 10),
        ),
        (
            '<Arc centerX="10" centerY="10" radiusX="10" radiusY="10" startAngle="0" length="180" type="CHORD"/>',
            (0, 0, 20, 10),
        ),
        ('<QuadCurve controlX="10" controlY="20" endX="20"/>', (0, 0, 20, 10)),
        ('<CubicCurve controlY1="40" controlX2="20" controlY2="40" endX="20"/>', (0, 0, 20, 30)),
        ('<SVGPath content="M 1 2 h 10 v 5 z"/>', (1, 2, 11, 7)),
        ('<SVGPath content="m 1 2 l 3 4 l -3 4"/>', (1, 2, 4, 10)),
        ('<SVGPath content="M 0 0 C 0 10 10 10 10 0"/>', (0, 0, 10, 7.5)),
        ('<SVGPath content="M0 0 A 5 5 0 0 1 10 0 Z"/>', (0, -5, 10, 0)),
        ('<SVGPath content="M0 0 a 25 30 20 1 0 30 20"/>', (-20.939, 0, 30.341, 57.595)),
        ('<SVGPath content="M0 0 h20 v10 q5 5 10 0 t10 0 s3 9 4 4 z"/>', (0, 0, 44, 16.298)),
        ("<SVGPath/>", EMPTY),
        (
            '<Path><elements><MoveTo x="1" y="2"/><LineTo x="5" y="9"/><HLineTo x="20"/><ClosePath/></elements></Path>',
            (-0.615, 0.556, 23.304, 10),
        ),
        (
            '<Path><MoveTo/><ArcTo x="30" y="20" radiusX="25" radiusY="30" largeArcFlag="true"/></Path>',
            (-19.83, -1.124, 32.172, 60.072),
        ),
        ('<Polyline points="0,0,50,0,25,40" strokeWidth="8"/>', (-4.5, -4.5, 57.717, 46.012)),
        (
            '<Polygon points="0,0,50,0,25,40" strokeWidth="8" stroke="RED" strokeLineJoin="ROUND"/>',
            (-4.5, -4.5, 54.5, 44.5),
        ),
        (
            '<Polygon points="0,0,50,0,25,40" strokeWidth="8" stroke="RED" strokeLineJoin="BEVEL"/>',
            (-3.892, -4.5, 53.892, 42.62),
        ),
        ('<Line endX="60" strokeType="INSIDE"/>', EMPTY),
        ('<Path><elements><MoveTo/><LineTo x="10" y="10"/></elements></Path>', (-1.207, -1.207, 11.207, 11.207)),
    ],
)
def test_a_shape_is_as_large_as_its_outline_and_its_stroke(shape: str, box: tuple[float, ...]) -> None:
    node = App(f"<Pane>{shape}</Pane>").loaded.root.children[0]
    assert layout_box(node) == pytest.approx(box, abs=0.01)


@pytest.mark.parametrize(
    ("attributes", "box"),
    [
        ("", (0, 0, 40, 20)),
        ('layoutX="5" layoutY="7"', (5, 7, 45, 27)),
        ('translateX="5" layoutX="10"', (15, 0, 55, 20)),
        ('scaleX="2"', (-20, 0, 60, 20)),
        ('scaleX="0.5" scaleY="0.5"', (10, 5, 30, 15)),
        ('rotate="90"', (10, -10, 30, 30)),
        ('rotate="180" layoutX="10"', (10, 0, 50, 20)),
        (
            'rotate="45"',
            (20 - 15 * math.sqrt(2), 10 - 15 * math.sqrt(2), 20 + 15 * math.sqrt(2), 10 + 15 * math.sqrt(2)),
        ),
        ('rotate="90" scaleX="2"', (10, -30, 30, 50)),
    ],
)
def test_transforms_are_around_the_middle_and_then_shifted(attributes: str, box: tuple[float, ...]) -> None:
    app = App(f'<Pane><Rectangle fx:id="r" width="40" height="20" {attributes}/></Pane>')
    assert in_parent(app["r"]) == pytest.approx(box, abs=0.01)


@pytest.mark.parametrize(
    ("style", "box"),
    [
        ("-fx-effect: dropshadow(gaussian, black, 10, 0, 0, 0)", (-10, -10, 50, 30)),
        ("-fx-effect: dropshadow(gaussian, black, 10, 0, 30, 5)", (0, -5, 80, 35)),
        ("-fx-effect: dropshadow(one-pass-box, black, 10, 0, 0, 0)", (-3, -3, 43, 23)),
        ("-fx-effect: dropshadow(three-pass-box, black, 10, 0, 0, 0)", (-9, -9, 49, 29)),
        ("-fx-effect: innershadow(gaussian, black, 10, 0, 0, 0)", (0, 0, 40, 20)),
        ("-fx-effect: nonsense(1)", (0, 0, 40, 20)),
        ("-fx-background-color: red; -fx-background-insets: -3", (-3, -3, 43, 23)),
        ("-fx-background-color: red, blue; -fx-background-insets: -3, -1 -5", (-5, -3, 45, 23)),
        ("-fx-border-color: red; -fx-border-insets: -2", (-2, -2, 42, 22)),
    ],
)
def test_effects_and_backgrounds_reach_beyond_the_size(style: str, box: tuple[float, ...]) -> None:
    app = App(f'<Pane><Region fx:id="r" prefWidth="40" prefHeight="20" style="{style}"/></Pane>')
    assert local(app["r"]) == pytest.approx(box)
    assert (app["r"].width, app["r"].height) == (40, 20)


def test_a_clip_takes_what_is_beyond_it() -> None:
    app = App(
        '<Pane><Region fx:id="r" prefWidth="40" prefHeight="20"><clip><Rectangle x="10" width="100" height="5"/></clip>'
        "</Region></Pane>"
    )
    assert local(app["r"]) == (10, 0, 40, 5)
    assert layout_box(app["r"]) == (0, 0, 40, 20)


def test_a_group_is_as_large_as_what_can_be_seen_in_it() -> None:
    app = App(
        '<?import javafx.scene.Group?><Pane><Group fx:id="group"><Rectangle x="10" y="10" width="5" height="5"/>'
        '<Rectangle fx:id="far" x="100" width="5" height="5"/></Group></Pane>'
    )
    assert layout_box(app["group"]) == (10, 0, 105, 15)
    app["far"].visible = False
    assert layout_box(app["group"]) == (10, 10, 15, 15)
    app["far"].visible = True
    app["far"].translate_x = 50
    assert layout_box(app["group"]) == (10, 0, 155, 15)


def test_places_add_up_to_the_scene_through_what_is_turned() -> None:
    app = App(
        '<Pane><Pane layoutX="100" rotate="90" prefWidth="20" prefHeight="20">'
        '<Region fx:id="r" layoutX="5"/></Pane></Pane>'
    )
    a, b, c, d, x, y = to_scene(app["r"])
    assert (a, b, c, d) == pytest.approx((0, 1, -1, 0), abs=1e-9)
    # Turned to the right, the upper left corner is the upper right one.
    assert (x, y) == pytest.approx((120, 5))


def test_boxes_follow_a_change_without_a_pulse() -> None:
    app = App('<Pane><Rectangle fx:id="r" width="10" height="10"/></Pane>')
    assert in_parent(app["r"]) == (0, 0, 10, 10)
    app["r"].width = 30
    assert in_parent(app["r"]) == (0, 0, 30, 10)
    app["r"].rotate = 90
    assert in_parent(app["r"]) == pytest.approx((10, -10, 20, 20))
