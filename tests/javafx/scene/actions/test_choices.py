"""Choices under keys: stepping, opening, writing a value of one's own."""

from __future__ import annotations

import pytest

from tests.javafx.app import App


class Whole:
    """A converter as Java's `StringConverter`, of whole numbers."""

    def toString(self, value: int | None) -> str:  # noqa: N802 -- Java's name, which controls ask for
        return "" if value is None else f"{value:03}"

    def fromString(self, text: str) -> int:  # noqa: N802 -- Java's name, which controls ask for
        return int(text)


def combo(attributes: str = "", kind: str = "ComboBox") -> App:
    app = App(f'<VBox><{kind} fx:id="combo" {attributes}/><Button fx:id="other" text="other"/></VBox>')
    app["combo"].items.extend(["a", "b", "c"])
    app.platform.pulse()
    app.do({"type": "focus", "on": "#combo"})
    return app


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        ("DOWN", "a"),
        ("DOWN DOWN", "b"),
        ("DOWN DOWN DOWN DOWN", "c"),
        ("DOWN DOWN UP", "a"),
        ("DOWN UP", "a"),
        ("UP", None),
        ("SPACE", None),
    ],
)
def test_arrows_step_through_the_choices_and_stop_at_the_ends(keys: str, value: str | None) -> None:
    app = combo()
    for key in keys.split():
        app.press(key)
    assert app["combo"].value == value


@pytest.mark.parametrize("stroke", ["F4", "ALT+DOWN", "ALT+UP"])
def test_the_list_is_opened_and_closed_by_keys(stroke: str) -> None:
    app = combo()
    *held, key = stroke.split("+")
    counts = []
    for _ in range(2):
        app.press(key, *held)
        counts.append(len(app.platform.windows))
    assert counts == [2, 1]


def test_escape_closes_the_list() -> None:
    app = combo()
    app.press("F4")
    app.press("ESCAPE")
    assert len(app.platform.windows) == 1


@pytest.mark.parametrize("leave", ["ENTER", "TAB"])
def test_what_is_written_is_the_value_when_it_is_confirmed_or_left(leave: str) -> None:
    app = combo('editable="true"')
    heard: list[object] = []
    app["combo"].on_action = lambda event: heard.append(event.source.value)
    app.type("new")
    assert app["combo"].value is None
    app.press(leave)
    assert (app["combo"].value, heard, list(app["combo"].items)) == ("new", ["new"], ["a", "b", "c"])
    assert app["combo"].selection_model.selected_index == -1


@pytest.mark.parametrize("kind", ["ComboBox", "ChoiceBox"])
def test_a_value_that_is_no_choice_stays_although_a_choice_was_selected(kind: str) -> None:
    app = combo(kind=kind)
    app["combo"].value = "b"
    app["combo"].value = "of its own"
    assert (app["combo"].value, app["combo"].selection_model.selected_index) == ("of its own", -1)
    app["combo"].selection_model.select(2)
    assert app["combo"].value == "c"
    app["combo"].value = None
    assert app["combo"].selection_model.selected_index == -1


def test_a_choice_that_is_written_is_selected() -> None:
    app = combo('editable="true"')
    app.type("b")
    app.press("ENTER")
    assert (app["combo"].value, app["combo"].selection_model.selected_index) == ("b", 1)


def test_a_converter_makes_texts_of_values_and_values_of_texts() -> None:
    app = combo('editable="true"')
    app["combo"].converter = Whole()
    app["combo"].items.set_all([1, 20])
    app["combo"].value = 20
    app.platform.pulse()
    assert app["combo"].editor.text == "020"
    app.press("A", "CTRL")
    app.type("7")
    app.press("ENTER")
    assert app["combo"].value == 7


def test_a_converter_that_cannot_read_a_text_is_reported_and_the_value_stays() -> None:
    app = combo('editable="true"')
    app["combo"].converter = Whole()
    app["combo"].items.set_all([1, 20])
    app["combo"].value = 20
    app.platform.pulse()
    app.press("A", "CTRL")
    app.type("many")
    [result] = app.do({"type": "pressKey", "key": "ENTER"})
    assert result["ok"]
    assert "invalid literal for int() with base 10: 'many'" in result["errors"][0]
    assert app["combo"].value == 20


@pytest.mark.parametrize("kind", ["ComboBox", "ChoiceBox"])
def test_a_value_whose_choice_goes_goes_with_it(kind: str) -> None:
    app = combo(kind=kind)
    app["combo"].value = "b"
    app["combo"].items.remove("b")
    assert (app["combo"].value, app["combo"].selection_model.selected_index) == (None, -1)


def test_choices_that_go_while_the_list_is_open_leave_nothing_to_choose() -> None:
    app = combo()
    app.press("F4")
    app["combo"].items.clear()
    app.platform.pulse()
    for key in ("DOWN", "ENTER"):
        app.press(key)
    assert (app["combo"].value, app.platform.errors) == (None, [])


@pytest.mark.parametrize("kind", ["ComboBox", "ChoiceBox", "DatePicker", "ColorPicker"])
def test_a_disabled_choice_does_not_open(kind: str) -> None:
    app = App(f'<VBox><{kind} fx:id="choice" disable="true"/></VBox>')
    assert "is disabled" in app.failed({"type": "click", "on": "#choice"})
    app["choice"].disable = False
    app.platform.pulse()
    assert len(app.platform.windows) == 1
