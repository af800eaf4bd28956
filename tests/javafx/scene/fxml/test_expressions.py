"""What `${...}` means."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_uimcp.javafx import create
from pytest_uimcp.javafx.scene.fxml.expressions import ExpressionError, parse_expression
from tests.javafx.app import App


def names() -> dict[str, Any]:
    return {
        "field": create("TextField", text="Grace", prefColumnCount=7),
        "texts": ["one", "two"],
        "table": {"key": "value", "n": 3},
        "who": SimpleNamespace(first="Ada", _secret="no", age=36),
        "empty": [],
        "n": 4,
    }


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1", 1),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("'a'", "a"),
        ('"a"', "a"),
        (r"'it\'s'", "it's"),
        ("true", True),
        ("false", False),
        ("null", None),
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 2 - 3", 5),
        ("7 / 2", 3.5),
        ("7 % 4", 3),
        ("-3 + 5", 2),
        ("--3", 3),
        ("!true", False),
        ("!!1", True),
        ("1 < 2", True),
        ("2 <= 2", True),
        ("1 > 2", False),
        ("2 >= 3", False),
        ("1 == 1", True),
        ("1 != 1", False),
        ("'a' == 'a'", True),
        ("null == null", True),
        ("true && false", False),
        ("true || false", True),
        ("1 < 2 && 2 < 3", True),
        ("1 + 1 == 2 || false", True),
        ("'a' + 1", "a1"),
        ("1 + 'a'", "1a"),
        ("'is ' + true", "is true"),
        ("'is ' + null", "is null"),
        ("'is ' + 1.5", "is 1.5"),
        ("n", 4),
        ("n * n", 16),
        ("-n", -4),
        ("field.text", "Grace"),
        ("field.text + '!'", "Grace!"),
        ("field.prefColumnCount - 2", 5),
        ("field.text.empty", False),
        ("texts[0]", "one"),
        ("texts[n - 3]", "two"),
        ("texts.empty", False),
        ("empty.empty", True),
        ("table.key", "value"),
        ("table['key']", "value"),
        ("table.n + 1", 4),
        ("table.nothing", None),
        ("who.first", "Ada"),
        ("who.age / 2", 18.0),
    ],
)
def test_an_expression_has_a_value(expression: str, value: object) -> None:
    found = parse_expression(expression).value(names())[0]
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize("expression", ["1 / 0", "1 % 0", "0.0 / 0"])
def test_dividing_by_nothing_is_not_a_number(expression: str) -> None:
    value = parse_expression(expression).value(names())[0]
    assert isinstance(value, float)
    assert math.isnan(value)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("1 +", "expected a value; got 'its end'"),
        ("+ 1", "expected a value; got '+'"),
        ("(1", "expected ')'; got 'end'"),
        ("1 2", "unexpected '2'"),
        ("field.", "expected a name behind the dot; got ''"),
        ("field.1", "unexpected '.1'"),
        ("texts[0", "expected ']'; got 'end'"),
        ("a ? b : c", "expected a name, a number or an operator at ' ? b : c'"),
        ("'open", 'expected a name, a number or an operator at "\'open"'),
        ("@x", "expected a name, a number or an operator at '@x'"),
        ("(" * 60 + "1" + ")" * 60, "nested deeper than 50"),
        ("+".join(["1"] * 200), "an expression of 399 words; 300 are the most"),
    ],
)
def test_what_is_no_expression_is_refused_with_its_place(expression: str, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_expression(expression)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("nobody", "no 'nobody' here; known are empty, field, n, table, texts, who"),
        ("field.nothing", "TextField has no property 'nothing'"),
        ("who._secret", "'_secret' is private"),
        ("who.__class__", "'__class__' is private"),
        ("who.nothing", "has no attribute 'nothing'"),
        ("texts[5]", "list index out of range"),
        ("texts['a']", "list has no item 'a'"),
        ("table['none']", "none"),
        ("n[0]", "int has no item 0"),
        ("'a' * 3", "expected two numbers; got str and int"),
        ("'a' - 1", "expected two numbers; got str and int"),
        ("-'a'", "expected a number behind -; got str"),
        ("'a' < 1", "not supported"),
        ("texts + 1", "can only concatenate list"),
    ],
)
def test_what_has_no_value_says_why(expression: str, message: str) -> None:
    from pytest_uimcp.javafx import UnknownName

    with pytest.raises((ExpressionError, UnknownName)) as caught:
        parse_expression(expression).value(names())
    assert message in str(caught.value)


def test_a_property_follows_everything_its_expression_reads() -> None:
    app = App(
        '<VBox><TextField fx:id="first" text="Ada"/><TextField fx:id="last" text="L."/>'
        '<Label fx:id="label" text="${first.text + \' \' + last.text}"/>'
        '<Button fx:id="button" disable="${first.text.empty}"/></VBox>'
    )
    assert (app["label"].text, app["button"].disable) == ("Ada L.", False)
    app["last"].text = "Lovelace"
    assert app["label"].text == "Ada Lovelace"
    app["first"].text = ""
    assert (app["label"].text, app["button"].disable) == (" Lovelace", True)


def test_a_number_that_is_bound_to_a_text_is_written_into_it() -> None:
    app = App('<VBox><Slider fx:id="volume" max="10" value="2.5"/><Label fx:id="label" text="${volume.value}"/></VBox>')
    assert app["label"].text == "2.5"
    app["volume"].value = 4
    assert app["label"].text == "4.0"


def test_an_expression_that_reads_another_object_than_before_listens_to_that_one() -> None:
    first, second = create("TextField", text="one"), create("TextField", text="two")
    combo = create("ComboBox")
    combo.value = first
    label = create("Label")
    parse_expression("combo.value.text").bind(label, "text", {"combo": combo})
    assert label.text == "one"
    combo.value = second
    assert label.text == "two"
    first.text = "nobody listens"
    second.text = "three"
    assert label.text == "three"
