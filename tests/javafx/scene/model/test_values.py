"""Text that is edited, and values that step between bounds."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.javafx import fx
from pytest_uimcp.javafx.scene.model import editing
from pytest_uimcp.javafx.scene.model.spinners import integer_factory


def field(text: str, anchor: int, caret: int, kind: str = "TextField") -> Any:
    node = getattr(fx, kind)(text=text)
    node.select_range(anchor, caret)
    return node


def state(node: Any) -> tuple[str, int, int]:
    return node.text, node.anchor, node.caretPosition


@pytest.mark.parametrize(
    ("text", "kept_by_field", "kept_by_area"),
    [
        ("plain", "plain", "plain"),
        ("two\r\nlines", "twolines", "two\nlines"),
        ("a\rb", "ab", "a\nb"),
        ("a\tb", "ab", "a\tb"),
        ("bell\x07 and\x7f", "bell and", "bell and"),
        ("", "", ""),
    ],
)
def test_a_field_keeps_no_control_characters_and_an_area_keeps_lines(
    text: str, kept_by_field: str, kept_by_area: str
) -> None:
    assert fx.TextField(text=text).text == kept_by_field
    area = fx.TextArea(text=text)
    assert (area.text, area.length) == (kept_by_area, len(kept_by_area))


@pytest.mark.parametrize(
    ("anchor", "caret", "selection", "selected_text"),
    [(1, 3, (1, 3), "bc"), (3, 1, (1, 3), "bc"), (-5, 99, (0, 5), "abcde"), (2, 2, (2, 2), "")],
)
def test_a_selection_runs_from_the_anchor_to_the_caret_within_the_text(
    anchor: int, caret: int, selection: tuple[int, int], selected_text: str
) -> None:
    node = field("abcde", anchor, caret)
    assert (node.selection, node.selectedText) == (selection, selected_text)


def test_methods_are_spelled_as_in_python_and_as_in_java() -> None:
    node = field("abc", 0, 0)
    node.selectAll()
    assert state(node) == ("abc", 0, 3)
    node.position_caret(1)
    assert state(node) == ("abc", 1, 1)


def test_another_text_puts_the_caret_at_its_start() -> None:
    node = field("abc", 3, 3)
    node.text = "other"
    assert state(node) == ("other", 0, 0)


def test_what_is_typed_in_one_go_is_undone_in_one_go() -> None:
    node = field("", 0, 0)
    for character in "abc":
        editing.insert(node, character)
    editing.undo(node)
    assert state(node) == ("", 0, 0)
    editing.redo(node)
    assert state(node) == ("abc", 3, 3)
    editing.redo(node)  # there is nothing more
    assert state(node) == ("abc", 3, 3)


def test_a_new_line_begins_another_step_of_undoing() -> None:
    node = field("", 0, 0, "TextArea")
    for character in "ab\nc":
        editing.insert(node, character)
    texts = []
    for _ in range(4):
        editing.undo(node)
        texts.append(node.text)
    assert texts == ["ab", "", "", ""]


def test_undoing_a_replacement_selects_again_what_was_selected() -> None:
    node = field("one two", 4, 7)
    editing.insert(node, "2")
    assert state(node) == ("one 2", 5, 5)
    editing.undo(node)
    assert state(node) == ("one two", 4, 7)


def test_what_is_typed_after_undoing_cannot_be_taken_back_by_redo() -> None:
    node = field("", 0, 0)
    editing.insert(node, "a")
    editing.undo(node)
    editing.insert(node, "b")
    editing.redo(node)
    assert node.text == "b"


@pytest.mark.parametrize(
    ("anchor", "caret", "position", "result"),
    [(2, 2, 3, ("abde", 2, 2)), (2, 2, 1, ("acde", 1, 1)), (1, 3, 0, ("ade", 1, 1)), (5, 5, 9, ("abcde", 5, 5)),
     (0, 0, -3, ("abcde", 0, 0))],
)  # fmt: skip
def test_deleting_takes_the_selection_or_up_to_a_position(
    anchor: int, caret: int, position: int, result: tuple[str, int, int]
) -> None:
    node = field("abcde", anchor, caret)
    editing.delete(node, position)
    assert state(node) == result


@pytest.mark.parametrize(
    ("caret", "next_word", "previous_word"),
    [(0, 3, 0), (1, 3, 0), (3, 7, 0), (4, 7, 0), (7, 8, 4), (9, 10, 4), (10, 15, 9), (11, 15, 9), (15, 15, 11)],
)
def test_words_are_letters_and_digits(caret: int, next_word: int, previous_word: int) -> None:
    node = field("one two, x four", caret, caret)
    assert (editing.next_word(node), editing.previous_word(node)) == (next_word, previous_word)


@pytest.mark.parametrize(
    ("minimum", "maximum", "value", "steps", "wraps", "result"),
    [
        (0, 9, 3, 1, False, 4), (0, 9, 3, -2, False, 1), (0, 9, 9, 1, False, 9), (0, 9, 0, -1, False, 0),
        (0, 9, 9, 1, True, 0), (0, 9, 0, -1, True, 9), (0, 9, 8, 5, True, 3), (5, 5, 5, 1, True, 5),
        (-3, 3, 3, 2, True, -2),
    ],
)  # fmt: skip
def test_a_spinner_of_whole_numbers_steps_within_its_bounds(
    minimum: int, maximum: int, value: int, steps: int, wraps: bool, result: int
) -> None:
    factory: Any = integer_factory(minimum, maximum, value)
    factory.wrapAround = wraps
    factory.increment(steps)
    assert factory.value == result


def test_stepping_down_is_stepping_up_backwards() -> None:
    factory: Any = integer_factory(0, 100, 50, 10)
    factory.decrement(2)
    assert factory.value == 30


def test_other_bounds_move_the_value() -> None:
    factory: Any = integer_factory(0, 9, 8)
    factory.max = 5
    assert factory.value == 5
    factory.min = 7
    assert factory.value == 5  # the bounds are the wrong way round: the upper one holds


@pytest.mark.parametrize(
    ("steps", "wraps", "result"), [(1, False, "b"), (9, False, "c"), (-1, False, "a"), (4, True, "b")]
)
def test_a_spinner_of_a_list_steps_through_its_items(steps: int, wraps: bool, result: str) -> None:
    factory = fx.ListSpinnerValueFactory(items=["a", "b", "c"], wrapAround=wraps)
    assert factory.value == "a"
    factory.advance(steps)
    assert factory.value == result
    factory.items.set_all(["x"])
    assert factory.value == "x"


def test_a_spinner_shows_the_value_of_its_present_factory() -> None:
    old: Any = integer_factory(0, 9, 1)
    new: Any = integer_factory(0, 9, 2)
    spinner = fx.Spinner(valueFactory=old)
    spinner.valueFactory = new
    old.value = 7
    assert spinner.value == 2
    new.value = 8
    assert spinner.value == 8


@pytest.mark.parametrize(("value", "result"), [(-5, 0.0), (50, 50.0), (500, 100.0)])
def test_a_slider_keeps_its_value_within_its_range(value: float, result: float) -> None:
    assert fx.Slider(min=0, max=100, value=value).value == result


def test_a_slider_whose_bounds_are_the_wrong_way_round_keeps_its_value() -> None:
    slider = fx.Slider(min=0, max=100, value=50)
    slider.min = 200
    assert slider.value == 50


@pytest.mark.parametrize(("progress", "indeterminate"), [(-1.0, True), (0.0, False), (0.5, False)])
def test_negative_progress_is_indeterminate(progress: float, indeterminate: bool) -> None:
    assert fx.ProgressBar(progress=progress).indeterminate is indeterminate
