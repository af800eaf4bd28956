"""Which node a click at a place of the scene reaches."""

from __future__ import annotations

from typing import Any

import pytest

from tests.javafx.app import App

SQUARE = 'prefWidth="100" prefHeight="100" minWidth="100" minHeight="100"'


def hit(content: str, x: float, y: float) -> str | None:
    """The id of the innermost node that hears of a click, if any."""
    app = App(f'<Pane fx:id="ground" prefWidth="400" prefHeight="300">{content}</Pane>')
    heard: list[Any] = []
    app["ground"].on_mouse_clicked = lambda event: heard.append(event.target)
    app.do({"type": "click", "x": x, "y": y})
    return next((node.read("id") for node in heard), None)


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ("", "front"),
        ('mouseTransparent="true"', "back"),
        ('visible="false"', "back"),
        ('disable="true"', "back"),
        ('opacity="0"', "front"),
        ('managed="false"', "front"),
        ('pickOnBounds="false"', "back"),
        ('translateX="60"', "back"),
        ('scaleX="0"', "back"),
        ('scaleX="0.5" scaleY="0.5"', "front"),
        ('viewOrder="1"', "back"),
        ('viewOrder="-1"', "front"),
    ],
)
def test_what_is_in_front_is_hit_unless_the_mouse_goes_through_it(attributes: str, expected: str) -> None:
    content = f'<Pane fx:id="back" {SQUARE}/><Rectangle fx:id="front" width="100" height="100" {attributes}/>'
    if "pickOnBounds" in attributes or "managed" in attributes:
        content = f'<Pane fx:id="back" {SQUARE}/><Pane fx:id="front" {SQUARE} {attributes}/>'
    if "managed" in attributes:
        # Nobody gives a size to what is not managed: it is as large as its children reach.
        content = content.replace('managed="false"/>', 'managed="false" pickOnBounds="true"/>')
        expected = "back"
    assert hit(content, 40, 40) == expected


@pytest.mark.parametrize(
    ("shape", "inside", "outside"),
    [
        ('<Circle fx:id="shape" centerX="50" centerY="50" radius="50"/>', (50, 3), (5, 5)),
        ('<Ellipse fx:id="shape" centerX="50" centerY="25" radiusX="50" radiusY="25"/>', (95, 25), (90, 45)),
        ('<Rectangle fx:id="shape" width="60" height="30"/>', (59, 29), (61, 15)),
        ('<Rectangle fx:id="shape" x="100" y="50" width="60" height="30" rotate="90"/>', (130, 40), (105, 60)),
        ('<Rectangle fx:id="shape" width="60" height="30" scaleX="2"/>', (80, 15), (95, 15)),
        ('<Pane layoutX="50" layoutY="50"><Rectangle fx:id="shape" width="10" height="10"/></Pane>', (55, 55), (5, 5)),
    ],
)  # fmt: skip
def test_a_shape_is_hit_where_it_is(shape: str, inside: tuple[float, float], outside: tuple[float, float]) -> None:
    assert hit(shape, *inside) == "shape"
    assert hit(shape, *outside) == "ground"


def test_a_pane_that_does_not_pick_on_bounds_is_hit_through_its_children() -> None:
    content = (
        f'<Button fx:id="back" text="back" {SQUARE}/>'
        f'<Pane fx:id="front" {SQUARE} pickOnBounds="false"><Rectangle fx:id="mark" width="20" height="20"/></Pane>'
    )
    assert hit(content, 10, 10) == "mark"
    app = App(f"<Pane>{content}</Pane>")
    fired: list[str] = []
    app["back"].on_action = lambda _event: fired.append("back")
    app.do({"type": "click", "x": 60.0, "y": 60.0})
    assert fired == ["back"]


def test_the_end_of_a_region_is_still_hit_and_what_is_beyond_is_not() -> None:
    content = f'<Pane fx:id="box" layoutX="10" layoutY="10" {SQUARE}/>'
    assert [hit(content, x, 50) for x in (9.5, 10, 109, 111)] == ["ground", "box", "box", "ground"]


def test_a_click_is_told_by_its_place_and_by_the_node_that_was_hit() -> None:
    app = App(f'<Pane fx:id="ground"><Pane fx:id="box" layoutX="20" layoutY="30" {SQUARE}/></Pane>')
    heard: list[tuple[Any, ...]] = []
    app["ground"].on_mouse_clicked = lambda event: heard.append(
        (event.target.id, event.source.id, event.getSceneX(), event.getSceneY(), event.getButton())
    )
    app.click("#box")
    app.do({"type": "click", "x": 25.0, "y": 35.0, "button": "SECONDARY"})
    assert heard == [("box", "ground", 70.0, 80.0, "PRIMARY"), ("box", "ground", 25.0, 35.0, "SECONDARY")]
