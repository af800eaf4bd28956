"""Scroll bars, scroll panes, sliders and spinners under mouse, wheel and keys."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_uimcp.javafx import fx
from tests.javafx.app import App


def bar(attributes: str = "", vertical: bool = False) -> App:
    orientation = "VERTICAL" if vertical else "HORIZONTAL"
    size = "prefHeight" if vertical else "prefWidth"
    return App(
        f'<Pane><ScrollBar fx:id="bar" orientation="{orientation}" {size}="220" min="0" max="100" value="50" '
        f'unitIncrement="3" blockIncrement="20" {attributes}/></Pane>'
    )


@pytest.mark.parametrize("vertical", [False, True])
@pytest.mark.parametrize(
    ("part", "value"),
    [(".increment-button", 53), (".decrement-button", 47)],
)
def test_the_ends_of_a_bar_step_by_its_unit(vertical: bool, part: str, value: float) -> None:
    app = bar(vertical=vertical)
    app.click(f"#bar {part}")
    assert app["bar"].value == value


@pytest.mark.parametrize("vertical", [False, True])
@pytest.mark.parametrize(("place", "value"), [(190, 70), (30, 30)])
def test_the_track_of_a_bar_goes_a_block_towards_the_mouse(vertical: bool, place: float, value: float) -> None:
    app = bar(vertical=vertical)
    app.click("#bar", x=5.0 if vertical else place, y=place if vertical else 5.0)
    assert app["bar"].value == value


@pytest.mark.parametrize(
    ("vertical", "keys", "value"),
    [
        (False, "RIGHT", 70),
        (False, "LEFT LEFT LEFT", 0),
        (True, "DOWN", 70),
        (True, "UP", 30),
        (False, "UP", 50),
        (True, "LEFT", 50),
        (False, "HOME", 0),
        (True, "END", 100),
        (True, "END DOWN", 100),
    ],
)
def test_keys_move_a_bar_along_its_direction_within_its_range(vertical: bool, keys: str, value: float) -> None:
    app = bar('focusTraversable="true"', vertical)
    app.do({"type": "focus", "on": "#bar"})
    for key in keys.split():
        app.press(key)
    assert app["bar"].value == value


@pytest.mark.parametrize(("delta", "value"), [(-40, 53), (40, 47)])
def test_the_wheel_over_a_bar_is_one_step(delta: float, value: float) -> None:
    app = bar(vertical=True)
    app.do({"type": "scroll", "on": "#bar", "deltaY": delta})
    assert app["bar"].value == value


def pane(width: int = 1000, height: int = 1000, attributes: str = "") -> App:
    return App(
        f'<ScrollPane fx:id="pane" {attributes}><Pane fx:id="content" prefWidth="{width}" prefHeight="{height}"/>'
        "</ScrollPane>",
        width=200,
        height=200,
    )


@pytest.mark.parametrize(
    ("keys", "right", "down"),
    [
        ("DOWN", False, True),
        ("RIGHT", True, False),
        ("SPACE", False, True),
        ("PAGE_DOWN", False, True),
        ("DOWN UP", False, False),
        ("RIGHT LEFT", False, False),
        ("END", True, True),
        ("END HOME", False, False),
        ("UP", False, False),
    ],
)
def test_keys_scroll_a_pane(keys: str, right: bool, down: bool) -> None:
    app = pane()
    app.do({"type": "focus", "on": "#pane"})
    for key in keys.split():
        app.press(key)
    assert (app["pane"].hvalue > 1e-9, app["pane"].vvalue > 1e-9) == (right, down)


@pytest.mark.parametrize("key", ["DOWN", "RIGHT", "SPACE", "PAGE_DOWN"])
def test_what_fits_is_not_scrolled_by_keys_or_the_wheel(key: str) -> None:
    app = pane(50, 50)
    app.do({"type": "focus", "on": "#pane"}, {"type": "scroll", "on": "#pane", "deltaY": -500})
    app.press(key)
    assert (app["pane"].hvalue, app["pane"].vvalue) == (0, 0)


def test_the_wheel_over_an_inner_pane_at_its_end_scrolls_the_outer_one() -> None:
    app = App(
        '<ScrollPane fx:id="outer"><VBox prefHeight="2000"><ScrollPane fx:id="inner" prefHeight="100">'
        '<Pane prefHeight="200" prefWidth="50"/></ScrollPane></VBox></ScrollPane>',
        width=200,
        height=200,
    )
    app.do({"type": "scroll", "on": "#inner", "deltaY": -1000})
    assert (app["inner"].vvalue, app["outer"].vvalue) == (1, 0)
    app.do({"type": "scroll", "on": "#inner", "deltaY": -100})
    assert app["outer"].vvalue > 0


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(-3000, 3000), max_size=5))
def test_a_pane_is_never_scrolled_beyond_its_content(deltas: list[int]) -> None:
    app = pane()
    for delta in deltas:
        app.do({"type": "scroll", "on": "#pane", "deltaY": delta})
    assert 0 <= app["pane"].vvalue <= 1
    top = app.ui.get_node(app.ref("#content"))["layout"]["boundsInScene"]["minY"]
    assert -1000 + 150 < top <= 1


def slider(attributes: str) -> Any:
    app = App(f'<VBox><Slider fx:id="slider" {attributes}/></VBox>')
    app.do({"type": "focus", "on": "#slider"})
    return app


@pytest.mark.parametrize(
    ("attributes", "keys", "value"),
    [
        ('max="100" blockIncrement="7" value="50"', "RIGHT", 57),
        ('max="100" majorTickUnit="25" minorTickCount="0" snapToTicks="true" value="0"', "RIGHT RIGHT", 0),
        ('max="100" majorTickUnit="25" minorTickCount="4" snapToTicks="true" blockIncrement="8"', "RIGHT", 10),
        ('min="-10" max="10" value="0" blockIncrement="4"', "LEFT LEFT LEFT", -10),
        ('min="-10" max="10" value="0"', "END", 10),
        ('min="3" max="3" value="3"', "RIGHT", 3),
        ('max="100" value="40" disable="true"', "RIGHT", 40),
    ],
)  # fmt: skip
def test_a_slider_moves_by_its_block_and_stays_on_its_ticks(attributes: str, keys: str, value: float) -> None:
    app = slider(attributes)
    for key in keys.split():
        app.press(key)
    assert app["slider"].value == value


@settings(max_examples=30, deadline=None)
@given(
    st.floats(allow_nan=False, allow_infinity=False, width=32),
    st.floats(allow_nan=False, allow_infinity=False, width=32),
    st.floats(allow_nan=False, allow_infinity=False, width=32),
)
def test_a_slider_is_always_within_its_bounds(low: float, high: float, value: float) -> None:
    node = fx.Slider()
    node.max = max(low, high)
    node.min = min(low, high)
    node.value = value
    assert node.min <= node.value <= node.max


@pytest.mark.parametrize(
    ("wraps", "steps", "value"),
    [(False, 5, 3), (True, 1, 0), (True, 4, 3), (True, -1, 2), (False, -9, 0)],
)
def test_a_spinner_of_whole_numbers_goes_round_only_where_it_may(wraps: bool, steps: int, value: int) -> None:
    start = 0 if steps < 0 else 3
    factory = fx.IntegerSpinnerValueFactory(min=0, max=3, initial_value=start, wrap_around=wraps)
    expected = {(True, -1): 3}.get((wraps, steps), value)
    factory.increment(steps)
    assert factory.value == expected


@pytest.mark.parametrize(("key", "value"), [("UP", "b"), ("DOWN", "c")])
def test_keys_step_a_spinner_that_is_not_editable(key: str, value: str) -> None:
    app = App('<VBox><Spinner fx:id="spinner"/></VBox>')
    app["spinner"].value_factory = fx.ListSpinnerValueFactory(items=["a", "b", "c"], wrap_around=True)
    app.platform.pulse()
    app.do({"type": "focus", "on": "#spinner"})
    app.press(key)
    assert app["spinner"].value == value
