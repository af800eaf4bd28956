"""Texts on their own and in the lines of a `TextFlow`: what they measure, as JavaFX 11 was asked for it."""

from __future__ import annotations

import pytest

from pytest_uimcp.javafx.scene.layout.bounds import local, to_scene
from pytest_uimcp.javafx.scene.values.geometry import apply
from tests.javafx.app import App

Sides = tuple[float, float, float, float]
# Bounds are compared to a tenth of a pixel, as they were written down.
TENTH = 0.1


def measured(app: App, name: str) -> Sides:
    node = app[name]
    left, top, right, bottom = apply(to_scene(node), local(node))
    return left, top, right - left, bottom - top


@pytest.mark.parametrize(
    ("attributes", "sides"),
    [
        ('text="WWWW iiii"', (0, 87.9, 70, 15.1)),
        ('text="WWWW iiii" boundsType="VISUAL"', (0.4, 90.1, 68.3, 9.9)),
        ('text="WWWW iiii" boundsType="VISUAL" wrappingWidth="140"', (0.4, 90.1, 68.3, 9.9)),
        ('text="WWWW iiii" boundsType="VISUAL" textOrigin="TOP"', (0.4, 100, 68.3, 9.9)),
        ('text="WWWW iiii" boundsType="VISUAL" textOrigin="CENTER"', (0.4, 95.1, 68.3, 9.9)),
        ('text="WWWW iiii" boundsType="VISUAL" underline="true"', (0, 90.1, 70, 10.7)),
        ('text="g" boundsType="VISUAL"', (0.7, 92.7, 6.4, 10)),
        ('text="_File" stroke="RED"', (-1.1, 87.9, 30.6, 16.1)),
        ('text="_File" stroke="RED" strokeType="OUTSIDE"', (-1.6, 87.9, 31.6, 16.6)),
        ('text="_File" stroke="RED" strokeType="INSIDE"', (-0.1, 87.9, 29.3, 15.1)),
        ('text="AgAg" style="-fx-font-family: Serif; -fx-font-size: 100"', (-0.6, 7.2, 273, 116.4)),
        ('text="AgAg" style="-fx-font-style: italic; -fx-font-size: 100"', (-5.3, 7.2, 269.1, 116.4)),
        ('text="AgAg" style="-fx-font: bold 100 Serif"', (-0.8, 6.1, 295.8, 117.5)),
    ],
)
def test_a_text_is_measured_by_its_lines_or_by_its_ink(attributes: str, sides: Sides) -> None:
    app = App(f'<Pane><Text fx:id="words" layoutY="100" {attributes}/></Pane>')
    assert measured(app, "words") == pytest.approx(sides, abs=TENTH)


def test_a_reflection_is_that_of_a_picture_with_whole_pixels() -> None:
    app = App('<Pane><Text fx:id="words" layoutY="100" text="WWWW iiii"><effect><Reflection/></effect></Text></Pane>')
    assert measured(app, "words") == pytest.approx((0, 87, 70, 29.8), abs=TENTH)


FLOWS = """<VBox prefWidth="200" prefHeight="300" maxWidth="200">
<TextFlow textAlignment="RIGHT"><Text fx:id="right" text="Hello you there and so we go"/></TextFlow>
<TextFlow textAlignment="CENTER"><Text fx:id="centre" text="Two&#10;lines and then some more of it"/></TextFlow>
<TextFlow fx:id="spaced" lineSpacing="5"><Text fx:id="first" text="Two&#10;lines"/>
<Text fx:id="second" text="more and more and more"/></TextFlow>
<TextFlow><Text fx:id="stroked" text="a" stroke="RED"/><Text fx:id="hidden" text="bbbb" visible="false"/>
<Text fx:id="last" text="bc"/></TextFlow></VBox>"""


@pytest.mark.parametrize(
    ("name", "sides"),
    [
        ("right", (9.7, 0, 190.3, 15.1)),
        ("centre", (0.2, 16, 199.6, 30.3)),
        # The room between lines belongs to the line above it, and not to the height of the paragraph.
        ("first", (0, 47, 30.3, 40.3)),
        ("second", (30.2, 67.1, 167.3, 20.1)),
        ("stroked", (-0.2, 86.8, 8, 9.5)),
        ("hidden", (8, 83, 33, 15.1)),
        ("last", (41, 83, 15.4, 15.1)),
    ],
)
def test_the_texts_of_a_flow_follow_each_other(name: str, sides: Sides) -> None:
    app = App(FLOWS, width=200, height=300)
    assert measured(app, name) == pytest.approx(sides, abs=TENTH)


def test_a_flow_that_is_too_narrow_breaks_its_words() -> None:
    app = App('<HBox><TextFlow prefWidth="1" minWidth="1"><Text fx:id="words" text="Twolines"/></TextFlow></HBox>')
    # A letter in each line: `w` is the widest.
    assert measured(app, "words") == pytest.approx((0, 0, 10.6, 121.1), abs=TENTH)


@pytest.mark.parametrize(
    ("name", "sides"),
    [
        # `between` stays together on the second line, and with it what the first text has of it.
        ("first", (0, 0, 37.1, 41.1)),
        ("second", (16.2, 15.1, 40, 26)),
        ("button", (54.6, 13.6, 28.8, 28.8)),
    ],
)
def test_a_word_may_run_through_several_texts_and_a_node_stands_between_words(name: str, sides: Sides) -> None:
    app = App(
        '<HBox><TextFlow prefWidth="100"><Text fx:id="first" text="Hello be"/><Text fx:id="second" text="tween"/>'
        '<Button fx:id="button" text="x"/></TextFlow></HBox>'
    )
    assert measured(app, name) == pytest.approx(sides, abs=TENTH)
