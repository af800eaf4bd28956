"""Colours of what stylesheets write, and the outlines of what is drawn."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.javafx.scene.picture.outlines import MARKS, arc, box, ellipse, fitted, mapped, ring, svg
from pytest_uimcp.javafx.scene.picture.paints import Gradient, paint_of
from pytest_uimcp.javafx.scene.values.colors import Color

RED, BLUE, BLACK, WHITE = Color(1, 0, 0), Color(0, 0, 1), Color(0, 0, 0), Color(1, 1, 1)
NAMES = {"mine": "red", "yours": "mine", "here": "there", "there": "here", "dark": "derive(mine, -100%)"}


@pytest.mark.parametrize(
    ("value", "paint"),
    [
        ("red", RED),
        (RED, RED),
        (None, None),
        ("", None),
        ("transparent", None),
        ("no colour", None),
        ("mine", RED),
        ("yours", RED),
        ("here", None),
        ("dark", BLACK),
        ("derive(red, -100%)", BLACK),
        ("derive(red, much)", None),
        ("derive(red)", None),
        ("ladder(black, white 49%, red 50%)", WHITE),
        ("ladder(white, blue 49%, red 50%)", RED),
        ("ladder(nothing, red 0%, blue 100%)", None),
        ("linear-gradient(red, blue)", Gradient(((0, RED), (1, BLUE)))),
        ("linear-gradient(to bottom, red 0%, blue 100%)", Gradient(((0, RED), (1, BLUE)))),
        ("linear-gradient(to right, red, blue)", Gradient(((0, RED), (1, BLUE)), across=True)),
        ("linear-gradient(to top, red, blue)", Gradient(((0, BLUE), (1, RED)))),
        ("linear-gradient(red 25%, blue 75%)", Gradient(((0.25, RED), (0.75, BLUE)))),
        ("linear-gradient(from 0% 0% to 0% 100%, red, blue)", Gradient(((0, RED), (1, BLUE)))),
        ("linear-gradient(red)", RED),
        ("linear-gradient(to right, nothing)", None),
        ("radial-gradient(center 50% 50%, radius 50%, red, blue)", Gradient(((0, RED), (1, BLUE)))),
        ("conic-gradient(red, blue)", None),
    ],
)
def test_a_paint_is_what_its_text_means_at_a_place(value: object, paint: object) -> None:
    assert paint_of(value, NAMES.get) == paint


def test_a_box_has_four_corners_or_round_ones() -> None:
    area = (0.0, 0.0, 10.0, 20.0)
    assert box(area) == [(0, 0), (10, 0), (10, 20), (0, 20)]
    rounded = box(area, (100, 0, 0, 0))
    assert len(rounded) > 4
    # No rounder than half of the shorter side.
    assert (0, 0) not in rounded
    assert max(x for x, _ in rounded) == 10


@given(st.floats(-360, 360), st.floats(-360, 360), st.floats(1, 100))
def test_every_point_of_an_arc_is_as_far_from_its_middle(start: float, sweep: float, radius: float) -> None:
    for x, y in arc((5, 5), radius, radius, start, sweep):
        assert math.hypot(x - 5, y - 5) == pytest.approx(radius)


def test_a_ring_has_a_hole_where_there_is_room_for_one() -> None:
    assert len(ring((0, 0, 10, 10), 2, (0,) * 4)) == 2
    assert len(ring((0, 0, 10, 10), 5, (0,) * 4)) == 1


@pytest.mark.parametrize(
    ("path", "ends"),
    [
        ("M 1 2 L 3 4", [[(1, 2), (3, 4)]]),
        ("m 1 2 l 3 4", [[(1, 2), (4, 6)]]),
        ("M 1 2 3 4 5 6", [[(1, 2), (3, 4), (5, 6)]]),
        ("M0 0 H10 V5 h-2 v-1", [[(0, 0), (10, 0), (10, 5), (8, 5), (8, 4)]]),
        ("M0 0 L1 1 Z M5 5 L6 6", [[(0, 0), (1, 1), (0, 0)], [(5, 5), (6, 6)]]),
        ("M0 0 A 0 5 0 0 1 10 0", [[(0, 0), (10, 0)]]),
        ("", []),
        ("nonsense", []),
        ("1 2 3", []),
        ("M 1", []),
    ],
)
def test_a_path_is_its_lines(path: str, ends: list[list[tuple[float, float]]]) -> None:
    assert svg(path) == ends


@pytest.mark.parametrize(
    "path",
    [
        "M0 0 C 0 10 10 10 10 0",
        "M0 0 Q 5 10 10 0",
        "M0 0 Q 5 10 10 0 T 20 0",
        "M0 0 S 5 5 10 0",
        "M0 0 A 5 5 0 0 1 10 0",
    ],
)
def test_a_curve_is_many_points_that_end_where_it_does(path: str) -> None:
    [line] = svg(path)
    assert len(line) > 10
    assert line[-1] == pytest.approx((20 if "T" in path else 10, 0))


@given(st.sampled_from(sorted(MARKS)), st.floats(-50, 50), st.floats(-50, 50), st.floats(1, 50), st.floats(1, 50))
def test_a_mark_fills_the_box_that_it_is_fitted_to(name: str, x: float, y: float, width: float, height: float) -> None:
    points = [point for line in fitted(MARKS[name], (x, y, x + width, y + height)) for point in line]
    assert min(px for px, _ in points) == pytest.approx(x, abs=1e-6)
    assert max(px for px, _ in points) == pytest.approx(x + width, abs=1e-6)
    assert min(py for _, py in points) == pytest.approx(y, abs=1e-6)
    assert max(py for _, py in points) == pytest.approx(y + height, abs=1e-6)


def test_an_outline_is_moved_as_its_map_says() -> None:
    assert mapped([[(1, 2)]], (1, 0, 0, 1, 10, 20)) == [[(11, 22)]]
    assert mapped([[(1, 2)]], (0, 1, -1, 0, 0, 0)) == [[(-2, 1)]]
    assert fitted([], (0, 0, 1, 1)) == []
    assert len(ellipse((0, 0), 1, 1)) > 32
