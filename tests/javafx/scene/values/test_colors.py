"""Colours as documents and stylesheets write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.javafx.scene.values.colors import BLACK, TRANSPARENT, WHITE, Color, derive, named, parse_color

SHARES = st.floats(0, 1)
COLORS = st.builds(Color, SHARES, SHARES, SHARES, SHARES)


@pytest.mark.parametrize(
    ("text", "hexadecimal"),
    [
        ("red", "#ff0000"),
        ("RED", "#ff0000"),
        ("  Red ", "#ff0000"),
        ("rebeccapurple", None),
        ("cornflowerblue", "#6495ed"),
        ("#f00", "#ff0000"),
        ("#ff0000", "#ff0000"),
        ("0xff0000", "#ff0000"),
        ("#f008", "#ff000088"),
        ("#ff000080", "#ff000080"),
        ("#ff00", "#ffff0000"),
        ("#ff0", "#ffff00"),
        ("#ff000", None),
        ("#xyzxyz", None),
        ("#", None),
        ("", None),
        ("rgb(255, 0, 0)", "#ff0000"),
        ("rgb(100%, 0%, 0%)", "#ff0000"),
        ("rgba(255, 0, 0, 0.5)", "#ff000080"),
        ("rgb(300, -5, 0)", "#ff0000"),
        ("rgb(1, 2)", None),
        ("rgb(a, b, c)", None),
        ("hsb(0, 100%, 100%)", "#ff0000"),
        ("hsb(120, 1.0, 1.0)", "#00ff00"),
        ("hsba(240, 100%, 100%, 0.5)", "#0000ff80"),
        ("hsl(0, 1, 1)", None),
        ("transparent", "#00000000"),
        ("no colour", None),
    ],
)
def test_a_colour_is_read_in_every_notation(text: str, hexadecimal: str | None) -> None:
    color = parse_color(text)
    assert (color.hex() if color is not None else None) == hexadecimal


@given(COLORS)
def test_what_a_colour_writes_is_read_as_that_colour(color: Color) -> None:
    again = parse_color(color.hex())
    assert again is not None
    assert tuple(again) == pytest.approx(tuple(color), abs=0.5 / 255 + 1e-9)


@pytest.mark.parametrize(
    ("percent", "expected"), [(0, "#808080"), (100, "#f2f2f2"), (-100, "#000000"), (50, "#b9b9b9"), (-50, "#404040")]
)
def test_derived_colours_are_brighter_or_darker_by_a_share_of_what_is_left(percent: float, expected: str) -> None:
    assert derive(Color(128 / 255, 128 / 255, 128 / 255), percent).hex() == expected


@given(COLORS, st.floats(-100, 100))
def test_deriving_keeps_the_opacity_and_stays_a_colour(color: Color, percent: float) -> None:
    derived = derive(color, percent)
    assert derived.opacity == color.opacity
    assert all(0 <= part <= 1 + 1e-9 for part in derived)


def test_names_are_found_in_any_case() -> None:
    assert (named("White"), named("black"), named("TRANSPARENT"), named("whitish")) == (WHITE, BLACK, TRANSPARENT, None)


@pytest.mark.parametrize(
    ("color", "percent", "recorded"),
    [
        ("#ececec", 40, "#f8f8f8"),
        ("#d8d8d8", 40, "#e7e7e7"),
        ("#888888", 40, "#b2b2b2"),
        ("#777777", 40, "#a2a2a2"),
        ("#444444", 40, "#707070"),
        ("#202020", 40, "#555555"),
        ("#202020", -50, "#161616"),
        ("#3070c0", 40, "#6093d1"),
        ("#f0e020", -20, "#c0b219"),
    ],
)
def test_derived_colours_are_those_of_javafx_to_a_shade(color: str, percent: float, recorded: str) -> None:
    base, expected = parse_color(color), parse_color(recorded)
    assert base is not None
    assert expected is not None
    assert tuple(derive(base, percent)) == pytest.approx(tuple(expected), abs=1.5 / 255)
