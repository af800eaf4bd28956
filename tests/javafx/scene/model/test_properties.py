"""Objects with properties: read, set, observed, bound."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from pytest_uimcp.javafx import UnknownName, WrongValue, create, fx
from pytest_uimcp.javafx.scene.errors import BoundProperty

Change = tuple[str, Any, Any]


@pytest.mark.parametrize(
    ("name", "prop", "value", "kept"),
    [
        ("Label", "text", "Save", "Save"),
        ("VBox", "spacing", 4, 4.0),
        ("VBox", "spacing", "4.5", 4.5),
        ("VBox", "alignment", "center-left", "CENTER_LEFT"),
        ("VBox", "alignment", "Center_Left", "CENTER_LEFT"),
        ("VBox", "padding", 5, (5.0, 5.0, 5.0, 5.0)),
        ("VBox", "padding", "1 2 3 4", (1.0, 2.0, 3.0, 4.0)),
        ("VBox", "padding", [1, 2, 3, 4], (1.0, 2.0, 3.0, 4.0)),
        ("VBox", "maxWidth", "Infinity", float("inf")),
        ("VBox", "maxWidth", "USE_PREF_SIZE", float("-inf")),
        ("VBox", "prefWidth", "USE_COMPUTED_SIZE", -1.0),
        ("VBox", "spacing", float("inf"), 1e15),
        ("CheckBox", "selected", "true", True),
        ("CheckBox", "selected", "yes", False),
        ("Tooltip", "showDelay", "2s", 2000.0),
        ("DatePicker", "value", "2026-01-05", datetime.date(2026, 1, 5)),
        ("Slider", "max", "1e3", 1000.0),
    ],
)
def test_a_value_is_kept_as_its_property_has_it(name: str, prop: str, value: object, kept: object) -> None:
    node = create(name)
    node.set(prop, value)
    assert node.get(prop) == kept


@pytest.mark.parametrize(
    ("name", "prop", "value", "message"),
    [
        ("VBox", "spacing", "wide", "VBox.spacing: expected a value of kind double; got 'wide'"),
        ("VBox", "spacing", True, "VBox.spacing: expected a number; got True"),
        ("VBox", "spacing", float("nan"), "VBox.spacing: expected a number; got NaN"),
        ("VBox", "padding", "1 2", "VBox.padding: expected one number, or four: top right bottom left; got '1 2'"),
        ("VBox", "padding", [1, 2], "VBox.padding: expected a value of kind insets; got [1, 2]"),
        ("VBox", "alignment", "MIDDLE", "VBox.alignment: expected one of TOP_LEFT"),
        ("Label", "text", 5, "Label.text: expected a value of kind string; got 5"),
        ("Label", "textFill", "redish", "Label.textFill: expected a colour such as RED"),
        ("Tooltip", "showDelay", "soon", "Tooltip.showDelay: expected a duration such as 300ms or 2s"),
        ("Pagination", "pageCount", 2**31, "expected a whole number from -2147483648 to 2147483647"),
        ("VBox", "children", 5, "children: expected a list; got 5"),
    ],
)
def test_a_value_of_another_kind_is_refused_with_what_would_do(
    name: str, prop: str, value: object, message: str
) -> None:
    with pytest.raises(WrongValue) as caught:
        create(name).set(prop, value)
    assert message in str(caught.value)


def test_both_spellings_are_the_same_property() -> None:
    field = fx.TextField(prompt_text="Name")
    assert field.promptText == field.prompt_text == field.get("promptText") == "Name"


@pytest.mark.parametrize("access", [lambda node: node.get("txt"), lambda node: node.set("txt", "")])
def test_an_unknown_property_is_an_error_that_knows_near_ones(access: Any) -> None:
    with pytest.raises(UnknownName, match=r"Label has no property 'txt'. Did you mean text\?"):
        access(fx.Label())


def test_an_unknown_class_is_an_error_that_knows_near_ones() -> None:
    with pytest.raises(UnknownName, match=r"JavaFX has no class 'Buton'. Did you mean .*Button"):
        create("Buton")


def observed(node: Any, name: str) -> tuple[list[Change], Any]:
    changes: list[Change] = []
    return changes, node.observe(name, lambda _node, prop, old, new: changes.append((prop, old, new)))


def test_observers_hear_of_changes_until_they_end() -> None:
    label = fx.Label(text="a")
    changes, end = observed(label, "text")
    label.text = "b"
    label.text = "b"  # no change
    end()
    end()  # once more does nothing
    label.text = "c"
    assert changes == [("text", "a", "b")]


def test_a_bound_property_follows_its_source_and_cannot_be_set() -> None:
    source = fx.TextField(text="a")
    label = fx.Label()
    label.bind("text", source)
    source.text = "b"
    assert label.text == "b"
    with pytest.raises(BoundProperty, match=r"Label\.text is bound and cannot be set; unbind it first"):
        label.text = "c"
    label.unbind("text")
    source.text = "d"
    assert label.text == "b"
    label.text = "c"
    assert label.text == "c"


def test_a_property_bound_to_a_function_is_asked_again_when_any_source_changes() -> None:
    width = fx.Slider(value=2)
    height = fx.Slider(value=3)
    label = fx.Label()
    label.bind_to("text", lambda: f"{width.value * height.value:g}", [(width, "value"), (height, "value")])
    assert label.text == "6"
    width.value = 4
    assert label.text == "12"
    height.value = 5
    assert label.text == "20"


def test_a_class_of_a_program_extends_one_of_javafx() -> None:
    class Card(fx.VBox):  # type: ignore[misc,name-defined]  # made when it is asked for
        pass

    card = Card(spacing=3)
    assert card.spacing == 3
    assert card.is_a("VBox")
    assert card.fx.simple == "Card"
    assert card.fx.module is None


@pytest.mark.parametrize(
    ("name", "shown"), [("VBox", "<VBox>"), ("Button", "<Button>"), ("Tab", "<Tab>"), ("Stage", "<Stage>")]
)
def test_an_object_says_its_class_and_its_id(name: str, shown: str) -> None:
    thing = create(name)
    assert repr(thing) == shown
    if "id" in thing.fx.props:
        thing.set("id", "it")
        assert repr(thing) == shown.replace(">", "#it>")
