"""Boxes, insets, maps, and the rounding that layout rests on."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.javafx.scene.values import geometry
from pytest_uimcp.javafx.scene.values.enums import ENUMS, position
from pytest_uimcp.javafx.scene.values.fonts import Font
from pytest_uimcp.javafx.scene.values.geometry import EMPTY, FARTHEST, IDENTITY, Box, Insets

NUMBERS = st.floats(-1000, 1000)
BOXES = st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS)


@pytest.mark.parametrize(
    ("value", "size", "place"),
    [
        (0, 0, 0),
        (1, 1, 1),
        (1.2, 2, 1),
        (1.5, 2, 2),
        (-1.5, -1, -1),
        (-0.5, 0, 0),
        (2.0000000001, 2, 2),
        (0.1 + 0.2, 1, 0),
        (math.inf, FARTHEST, FARTHEST),
        (-math.inf, -FARTHEST, -FARTHEST),
        (math.nan, 0, 0),
    ],
)
def test_sizes_are_rounded_up_and_places_to_the_nearest_pixel(value: float, size: float, place: float) -> None:
    assert (geometry.snap_size(value), geometry.snap_position(value)) == (size, place)


@given(BOXES, BOXES)
def test_a_union_holds_both_and_an_intersection_is_in_both(first: Box, second: Box) -> None:
    union = geometry.union(first, second)
    for box in (first, second):
        if not geometry.is_empty(box):
            assert geometry.intersect(union, box) == box
    common = geometry.intersect(first, second)
    if not geometry.is_empty(common):
        assert geometry.union(common, first) == first
        assert geometry.union(common, second) == second


@given(BOXES)
def test_an_empty_box_adds_nothing(box: Box) -> None:
    assert geometry.union(EMPTY, box) == box
    if not geometry.is_empty(box):
        assert geometry.union(box, EMPTY) == box
        assert geometry.bounds_of([EMPTY, box, EMPTY]) == box
    assert geometry.is_empty(geometry.intersect(EMPTY, box))
    assert geometry.move(EMPTY, 5, 5) == EMPTY


@given(st.floats(-720, 720), NUMBERS, NUMBERS)
def test_a_turn_and_its_opposite_are_nothing(degrees: float, x: float, y: float) -> None:
    there = geometry.rotation(degrees, (x, y))
    back = geometry.rotation(-degrees, (x, y))
    assert geometry.compose(there, back) == pytest.approx(IDENTITY, abs=1e-6)


@given(st.floats(0.1, 10), st.floats(0.1, 10), NUMBERS, NUMBERS)
def test_scaling_leaves_its_pivot(sx: float, sy: float, x: float, y: float) -> None:
    assert geometry.apply(geometry.scaling(sx, sy, (x, y)), (x, y, x, y)) == pytest.approx((x, y, x, y), abs=1e-6)


def test_maps_are_applied_from_the_inside_out() -> None:
    shift = (1.0, 0.0, 0.0, 1.0, 10.0, 0.0)
    double = geometry.scaling(2, 2, (0, 0))
    assert geometry.apply(geometry.compose(double, shift), (0, 0, 1, 1)) == (20, 0, 22, 2)
    assert geometry.apply(geometry.compose(shift, double), (0, 0, 1, 1)) == (10, 0, 12, 2)


def test_insets_are_in_the_order_of_stylesheets() -> None:
    insets = Insets(1, 2, 3, 4)
    assert geometry.grow((10, 10, 20, 20), insets) == (6, 9, 22, 23)
    assert (insets.along(0), insets.along(1)) == (6, 4)


@pytest.mark.parametrize("name", ENUMS["Pos"])
def test_a_position_is_two_halves(name: str) -> None:
    halves = position(name)
    assert halves.h in ENUMS["HPos"]
    assert halves.v in ENUMS["VPos"]
    assert halves.block_v in ("TOP", "CENTER", "BOTTOM")
    assert name in (f"{halves.v}_{halves.h}", "CENTER")


@pytest.mark.parametrize(
    ("font", "name"),
    [
        (Font(), "System Regular"),
        (Font("Serif", 10, True), "Serif Bold"),
        (Font(italic=True), "System Italic"),
        (Font(bold=True, italic=True), "System Bold Italic"),
    ],
)
def test_a_font_is_named_for_its_family_and_style(font: Font, name: str) -> None:
    assert font.name == name
