"""Values as stylesheets write them."""

from __future__ import annotations

import math

import pytest

from pytest_uimcp.javafx.scene.css.units import UNREADABLE, convert, length, split
from pytest_uimcp.javafx.scene.values.fonts import Font
from pytest_uimcp.javafx.scene.values.geometry import Insets

FONT = Font(size=10.0)


@pytest.mark.parametrize(
    ("text", "pixels"),
    [
        ("5", 5),
        ("5px", 5),
        (" 5 px ", 5),
        ("-5", -5),
        ("+5", 5),
        (".5", 0.5),
        ("5.", 5),
        ("1e2", 100),
        ("2em", 20),
        ("2ex", 10),
        ("0.33em", 3.3),
        ("0.333333em", 3.3),
        ("72pt", 96),
        ("1in", 96),
        ("2.54cm", 96),
        ("25.4mm", 96),
        ("1pc", 16),
        ("50%", 0.5),
        ("90deg", 90),
        ("2s", 2),
        ("0em", 0),
        ("-0.08em", -0.8),
        ("Infinity", 1e15),
        ("1e300", 1e15),
    ],
)
def test_a_length_is_in_pixels_and_relative_ones_are_rounded_to_a_tenth(text: str, pixels: float) -> None:
    assert length(text, FONT) == pytest.approx(pixels)


@pytest.mark.parametrize("text", ["", "wide", "5 5", "5furlongs", "em", "NaN"])
def test_what_is_no_length_is_refused(text: str) -> None:
    with pytest.raises(UNREADABLE):
        length(text, FONT)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("insets", "1", Insets(1, 1, 1, 1)),
        ("insets", "1 2", Insets(1, 2, 1, 2)),
        ("insets", "1 2 3", Insets(1, 2, 3, 2)),
        ("insets", "1 2 3 4", Insets(1, 2, 3, 4)),
        ("insets", "1em 2", Insets(10, 2, 10, 2)),
        ("insetses", "1, 2 3", [Insets(1, 1, 1, 1), Insets(2, 3, 2, 3)]),
        ("boolean", "true", True),
        ("boolean", "visible", True),
        ("boolean", "hidden", False),
        ("int", "3.7", 3),
        ("double", "1.5em", 15),
        ("string", "'a b'", "a b"),
        ("string", "plain", "plain"),
        ("string", "'open", "'open"),
        ("paints", "red, derive(blue, 10%), rgb(1, 2, 3)", ["red", "derive(blue, 10%)", "rgb(1, 2, 3)"]),
        ("paint", " linear-gradient(red, blue) ", "linear-gradient(red, blue)"),
        ("box", "1 2", (1, 2)),
        ("enum:Pos", "center-left", "CENTER_LEFT"),
        ("enum:Pos", "'CENTER_LEFT'", "CENTER_LEFT"),
        ("effect", "dropshadow(gaussian, red, 10, 0.5, 1, 2)", ("dropshadow", "gaussian", "red", 10, 0.5, 1, 2)),
        ("effect", "dropshadow(gaussian, red)", None),
        ("effect", "blur(10)", None),
        ("node", "anything", None),
        ("double", "null", None),
        ("effect", "none", None),
    ],
)
def test_a_value_is_what_the_kind_of_its_property_makes_of_it(kind: str, text: str, value: object) -> None:
    assert convert(kind, text, FONT) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("insets", "1 2 3 4 5"),
        ("insets", "wide"),
        ("int", "none at all"),
        ("enum:Pos", "somewhere"),
        ("double", "x"),
    ],
)
def test_what_a_kind_cannot_take_is_refused(kind: str, text: str) -> None:
    with pytest.raises(UNREADABLE):
        convert(kind, text, FONT)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a, b", ["a", "b"]),
        ("a", ["a"]),
        ("", []),
        (" , ", []),
        ("f(a, b), c", ["f(a, b)", "c"]),
        ("f(g(a, b), c)", ["f(g(a, b), c)"]),
    ],
)
def test_a_list_is_not_cut_inside_parentheses(text: str, parts: list[str]) -> None:
    assert split(text) == parts


def test_a_tenth_is_rounded_away_from_zero_at_its_half() -> None:
    assert length("0.105em", FONT) == pytest.approx(1.1)
    assert length("-0.105em", FONT) == pytest.approx(-1.1)
    assert not math.isnan(length("0em", FONT))
