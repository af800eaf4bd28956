"""Texts under keys: whatever is typed, the caret and the selection stay in the text, and undoing goes all the way."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.javafx.app import App

MOVES = ("LEFT", "RIGHT", "HOME", "END", "UP", "DOWN")
STROKES = st.one_of(
    st.tuples(st.just("type"), st.text(alphabet="ab .,_é", min_size=1, max_size=3)),
    st.tuples(
        st.sampled_from([*MOVES, "BACK_SPACE", "DELETE", "PAGE_UP", "PAGE_DOWN"]),
        st.sampled_from(["", "SHIFT", "CTRL", "CTRL+SHIFT"]),
    ),
    st.tuples(st.sampled_from("AXCVZY"), st.just("CTRL")),
)


def field(kind: str, text: str = "") -> App:
    app = App(f'<VBox><{kind} fx:id="field"/><Button fx:id="other" text="other"/></VBox>')
    app.do({"type": "focus", "on": "#field"}, {"type": "setText", "on": "#field", "text": text})
    return app


def press(app: App, strokes: str) -> None:
    for stroke in strokes.split():
        *held, key = stroke.split("+")
        app.press(key, *held)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(["TextField", "PasswordField", "TextArea"]), st.lists(STROKES, max_size=10))
def test_the_selection_is_always_a_part_of_the_text(kind: str, strokes: list[tuple[str, str]]) -> None:
    app = field(kind, "one two")
    for key, argument in strokes:
        if key == "type":
            app.type(argument)
        else:
            app.press(key, *argument.split("+") if argument else ())
        node = app["field"]
        low, high = sorted((node.anchor, node.caret_position))
        assert 0 <= low <= high <= len(node.text)
        assert (node.selected_text, node.length) == (node.text[low:high], len(node.text))
    assert app.platform.errors == []


@settings(max_examples=15, deadline=None)
@given(st.lists(st.sampled_from(["a", " b", "BACK_SPACE", "DELETE", "LEFT", "CTRL+A", "CTRL+BACK_SPACE"]), max_size=8))
def test_undoing_everything_gives_the_text_from_before_and_redoing_the_last_one(strokes: list[str]) -> None:
    app = field("TextField", "start")
    # Setting a text is no edit of a user: it is where undoing ends.
    app["field"].position_caret(5)
    start = app["field"].text
    for stroke in strokes:
        if stroke.strip() in ("a", "b"):
            app.type(stroke)
        else:
            press(app, stroke)
    end = app["field"].text
    for _ in strokes:
        app.press("Z", "CTRL")
    assert app["field"].text == start
    for _ in strokes:
        app.press("Y", "CTRL")
    assert app["field"].text == end


@pytest.mark.parametrize(
    ("text", "strokes", "expected", "caret"),
    [
        ("abc", "HOME DELETE", "bc", 0),
        ("abc", "BACK_SPACE", "ab", 2),
        ("abc", "HOME BACK_SPACE", "abc", 0),
        ("abc", "DELETE", "abc", 3),
        ("abc", "SHIFT+LEFT SHIFT+LEFT DELETE", "a", 1),
        ("abc", "SHIFT+HOME BACK_SPACE", "", 0),
        ("one two", "CTRL+LEFT CTRL+DELETE", "one ", 4),
        ("one two", "CTRL+BACK_SPACE", "one ", 4),
        ("abc", "CTRL+A RIGHT", "abc", 3),
        ("abc", "CTRL+A LEFT", "abc", 0),
        ("abc", "CTRL+A CTRL+X CTRL+V CTRL+V", "abcabc", 6),
        ("abc", "SHIFT+LEFT CTRL+C HOME CTRL+V", "cabc", 1),
        ("abc", "CTRL+A SHIFT+DELETE SHIFT+INSERT", "abc", 3),
        ("abc", "UP", "abc", 0),
        ("abc", "UP DOWN", "abc", 3),
    ],
)
def test_what_a_stroke_does_in_a_field(text: str, strokes: str, expected: str, caret: int) -> None:
    app = field("TextField", text)
    press(app, strokes)
    assert (app["field"].text, app["field"].caret_position) == (expected, caret)


@pytest.mark.parametrize(
    ("strokes", "caret"),
    [
        ("CTRL+HOME", 0),
        ("CTRL+HOME DOWN", 4),
        ("CTRL+HOME END", 3),
        ("CTRL+HOME DOWN END", 10),
        ("CTRL+HOME DOWN END DOWN", 13),
        ("CTRL+HOME DOWN END UP", 3),
        ("CTRL+HOME UP", 0),
        ("CTRL+END HOME", 11),
        ("CTRL+HOME PAGE_DOWN", 11),
        ("CTRL+END PAGE_UP", 2),
    ],
)
def test_what_a_stroke_does_in_an_area_of_three_lines(strokes: str, caret: int) -> None:
    app = field("TextArea", "abc\nlonger\nxy")
    press(app, strokes)
    assert app["field"].caret_position == caret


def test_a_caret_keeps_its_column_through_shorter_lines() -> None:
    app = field("TextArea", "abcdef\nx\nabcdef")
    app["field"].position_caret(5)
    press(app, "DOWN")
    assert app["field"].caret_position == 8
    press(app, "DOWN")
    assert app["field"].caret_position == 14


@pytest.mark.parametrize("stroke", ["CTRL+C", "CTRL+X", "CTRL+INSERT", "SHIFT+DELETE"])
def test_a_password_never_reaches_the_clipboard(stroke: str) -> None:
    app = field("PasswordField", "secret")
    app.platform.clipboard = "before"
    press(app, f"CTRL+A {stroke}")
    assert (app.platform.clipboard, app["field"].text) == ("before", "secret")


@pytest.mark.parametrize("stroke", ["BACK_SPACE", "DELETE", "CTRL+X", "CTRL+V", "CTRL+BACK_SPACE", "CTRL+Z"])
@pytest.mark.parametrize("kind", ["TextField", "TextArea"])
def test_a_text_that_is_only_read_is_not_changed(kind: str, stroke: str) -> None:
    app = field(kind, "abc")
    app["field"].editable = False
    app.platform.clipboard = "x"
    press(app, f"CTRL+A {stroke}")
    assert app["field"].text == "abc"


@pytest.mark.parametrize(
    ("pasted", "in_field", "in_area"),
    [("a\nb", "ab", "a\nb"), ("a\r\nb", "ab", "a\nb"), ("a\tb", "ab", "a\tb"), ("\x00a\x7f", "a", "a"), ("", "", "")],
)
def test_what_is_pasted_loses_what_the_control_cannot_hold(pasted: str, in_field: str, in_area: str) -> None:
    for kind, expected in (("TextField", in_field), ("TextArea", in_area)):
        app = field(kind)
        app.platform.clipboard = pasted
        press(app, "CTRL+V")
        assert app["field"].text == expected


@pytest.mark.parametrize(("clicks", "selected"), [(1, ""), (2, "second"), (3, "first second")])
def test_two_clicks_select_a_word_and_three_everything(clicks: int, selected: str) -> None:
    app = field("TextField", "first second")
    width = app["field"].width
    app.click("#field", x=min(60.0, width - 5), y=10.0, clickCount=clicks)
    assert app["field"].selected_text == selected


def test_a_click_with_shift_selects_up_to_it() -> None:
    app = field("TextField", "first second")
    app.click("#field", x=1.0, y=10.0)
    app.click("#field", x=300.0, y=10.0, modifiers=["SHIFT"])
    assert app["field"].selected_text == "first second"
