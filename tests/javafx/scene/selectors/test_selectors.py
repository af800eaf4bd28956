"""Selectors by JavaFX's own rules, which are not those of CSS; searching for what a user reads."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.javafx import fx
from pytest_uimcp.javafx.scene.selectors.parse import MAX_SELECTOR_CHARACTERS, SelectorError, parse, tokens
from pytest_uimcp.javafx.scene.selectors.predicates import CONDITIONS, PredicateError, predicate
from pytest_uimcp.javafx.scene.selectors.query import find_all, lookup, lookup_all
from pytest_uimcp.javafx.scene.selectors.texts import PatternError, SearchTimeout, matcher, texts_of


def form() -> Any:
    save = fx.Button(id="save", text="Save", style_class=["button", "primary"])
    cancel = fx.Button(id="cancel", text="Cancel", disable=True)
    name = fx.TextField(id="name", text="Ada", prompt_text="Name")
    row = fx.HBox(id="row", children=[save, cancel])
    hidden = fx.VBox(id="hidden", visible=False, children=[fx.Label(id="deep", text="Deep")])
    root = fx.VBox(id="root", children=[fx.Label(id="title", text="Sign in"), name, row, hidden])
    fx.Scene(root=root)
    return root


def ids(nodes: list[Any]) -> list[str]:
    return [node.id for node in nodes]


@pytest.mark.parametrize(
    ("text", "words", "combinators"),
    [
        ("VBox", ["VBox"], []),
        ("VBox > Button", ["VBox", "Button"], [">"]),
        ("VBox Button", ["VBox", "Button"], [" "]),
        ("VBox >> Button", ["VBox", "Button"], [">"]),
        ("VBox > > Button", ["VBox", "Button"], [">"]),
        ("VBox>Button", ["VBox", "Button"], [">"]),
        (" VBox > Button", ["VBox", "Button"], [" ", ">"]),  # the combinators shift by one
        ("VBox >", ["VBox >"], []),  # nothing follows: it is part of the name
        ("a\tb", ["a\tb"], []),  # only the space separates
    ],
)
def test_only_spaces_and_angles_separate_and_only_where_something_follows(
    text: str, words: list[str], combinators: list[str]
) -> None:
    assert tokens(text) == (words, combinators)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#save", ["save"]),
        ("#save.primary", ["save"]),
        (".primary", ["save"]),
        (".button", ["save", "cancel"]),
        ("Button", ["save", "cancel"]),
        ("button", []),
        ("Labeled", []),  # superclasses never match
        ("javafx.scene.control.Button", []),
        ("Button.primary", ["save"]),
        ("*.primary", ["save"]),
        ("Button#save", []),
        ("##save", []),
        (".primary#save", []),
        ("VBox Button", ["save", "cancel"]),
        ("VBox > Button", []),
        ("HBox > Button", ["save", "cancel"]),
        ("VBox > HBox > .primary", ["save"]),
        ("VBox > HBox .primary", ["save"]),
        ("#root #deep", ["deep"]),
        ("#row, #name", []),  # a type named `#row,`
        ("HBox + VBox", []),
        ("[id=save]", []),
        ("#deep", ["deep"]),  # invisible nodes count
        ("", []),
    ],
)
def test_what_a_selector_finds(text: str, expected: list[str]) -> None:
    root = form()
    assert ids(find_all(root, text)) == expected
    first = lookup(root, text)
    assert (first.css_id if first is not None else None) == (expected[0] if expected else None)


@pytest.mark.parametrize("text", [" ", "#", "*"])
def test_some_selectors_find_everything(text: str) -> None:
    root = form()
    assert find_all(root, text) == root.walk()


@pytest.mark.parametrize(
    ("text", "new", "old"),
    [
        (".button:disabled", ["cancel"], ["save", "cancel"]),
        ("Button:nosuch", [], ["save", "cancel"]),
        ("HBox > :first-child", ["save"], ["save", "cancel"]),
        ("HBox > :last-child", ["cancel"], ["save", "cancel"]),
        ("HBox > :nth-child(2)", ["cancel"], ["save", "cancel"]),
        ("HBox > :nth-child(odd)", ["save"], ["save", "cancel"]),
        ("HBox > :nth-child(-n+1)", ["save"], ["save", "cancel"]),
        ("#hidden > :only-child", ["deep"], ["deep"]),
        ("Button:dir(ltr)", ["save", "cancel"], ["save", "cancel"]),
        ("Button:dir(rtl)", [], []),
    ],
)
def test_pseudo_classes_count_from_javafx_22_on(text: str, new: list[str], old: list[str]) -> None:
    root = form()
    assert ids(find_all(root, text)) == new
    assert ids(find_all(root, text, "javafx11")) == old


@pytest.mark.parametrize("text", [".", ":", "::", "VBox > ."])
def test_a_token_in_which_nothing_is_left_is_an_error(text: str) -> None:
    with pytest.raises(SelectorError, match=r"a selector needs a type, an #id or a \.class; got '.+'\. Examples: "):
        parse(text)


def test_a_selector_has_a_greatest_length() -> None:
    assert parse("a" * MAX_SELECTOR_CHARACTERS) is not None
    with pytest.raises(SelectorError, match="a selector of 10001 characters is too long; 10000 are the most"):
        parse("a" * (MAX_SELECTOR_CHARACTERS + 1))


@pytest.mark.parametrize(
    ("text", "specificity"),
    [("Button", (0, 0, 1)), (".a.b", (0, 2, 0)), ("#a.b:hover", (1, 2, 0)), ("VBox > #a Button.b", (1, 1, 2)),
     ("*", (0, 0, 0)), (":dir(rtl)", (0, 1, 0))],
)  # fmt: skip
def test_a_selector_is_as_specific_as_its_parts(text: str, specificity: tuple[int, int, int]) -> None:
    selector = parse(text)
    assert selector is not None
    assert selector.specificity == specificity


def test_a_tab_pane_at_the_start_finds_the_content_of_its_tabs_a_second_time() -> None:
    content = fx.Label(id="in", text="Inside")
    pane = fx.TabPane(tabs=[fx.Tab(text="One", content=content)])
    assert ids(lookup_all(pane, "#in")) == ["in"]  # no skin yet: the pane has no children
    outer = fx.VBox(children=[pane])
    assert ids(lookup_all(outer, "#in")) == []


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        ({"typeIs": "Button"}, ["save", "cancel"]),
        ({"typeIs": ["Button", "TextField"]}, ["name", "save", "cancel"]),
        ({"typeIs": "Labeled"}, ["title", "save", "cancel", "deep"]),  # superclasses count here
        ({"idEquals": "save"}, ["save"]),
        ({"styleClassHas": "primary"}, ["save"]),
        ({"textContains": "IN"}, ["title"]),
        ({"visible": False}, ["hidden", "deep"]),  # ancestors count
        ({"enabled": False}, ["cancel"]),
        ({"typeIs": "Button", "enabled": True}, ["save"]),
        ({"typeIs": "Button", "idEquals": None}, ["save", "cancel"]),  # null asks nothing
        ({}, ["root", "title", "name", "row", "save", "cancel", "hidden", "deep"]),
    ],
)
def test_every_condition_of_a_predicate_has_to_hold(conditions: dict[str, object], expected: list[str]) -> None:
    test = predicate(conditions)
    assert ids([node for node in form().walk() if test(node)]) == expected


@pytest.mark.parametrize(
    ("conditions", "message"),
    [
        ("Button", "predicate: expected an object of conditions; got 'Button'"),
        ({"typIs": "Button"}, "predicate: no condition 'typIs'. Did you mean typeIs? There are typeIs, idEquals"),
        ({"typeIs": 5}, "typeIs: expected a class name or a list of them; got 5"),
        ({"typeIs": ["Button", 5]}, "typeIs: expected a class name or a list of them; got ['Button', 5]"),
        ({"idEquals": 5}, "idEquals: expected a text; got 5"),
        ({"textContains": ["a"]}, "textContains: expected a text; got ['a']"),
        ({"visible": "true"}, "visible: expected true or false; got 'true'"),
        ({"enabled": 1}, "enabled: expected true or false; got 1"),
    ],
)
def test_a_condition_that_cannot_be_asked_is_named(conditions: object, message: str) -> None:
    with pytest.raises(PredicateError) as caught:
        predicate(conditions)
    assert str(caught.value).startswith(message)


def test_the_conditions_are_those_of_the_contract() -> None:
    assert set(CONDITIONS) == {"typeIs", "idEquals", "styleClassHas", "textContains", "visible", "enabled"}


@pytest.mark.parametrize(
    ("text", "match", "expected"),
    [
        ("SAVE", "contains", ["save"]),
        ("Save", "equals", ["save"]),
        ("save", "equals", []),
        ("^S", "regex", ["title", "save"]),
        ("Ada|Deep", "regex", ["name", "deep"]),
        ("Name", "contains", []),  # a prompt is not a text
    ],
)
def test_texts_are_compared_in_three_ways(text: str, match: str, expected: list[str]) -> None:
    shows = matcher(text, match)
    assert ids([node for node in form().walk() if shows(node)]) == expected


@pytest.mark.parametrize(
    ("parsing", "text", "texts"),
    [(True, "_Save", ["_Save", "Save"]), (False, "_Save", ["_Save"]), (True, "Save", ["Save"])],
)
def test_a_text_is_found_with_and_without_the_marker_of_its_mnemonic(
    parsing: bool, text: str, texts: list[str]
) -> None:
    assert texts_of(fx.Button(text=text, mnemonic_parsing=parsing)) == texts


def test_a_pattern_that_cannot_be_searched_for_is_an_error() -> None:
    with pytest.raises(PatternError, match=r"not a pattern: '\('"):
        matcher("(", "regex")
    with pytest.raises(PatternError, match="a pattern of 1001 characters; 1000 are the most"):
        matcher("a" * 1001, "regex")


@pytest.mark.slow
def test_a_pattern_that_takes_too_long_is_an_error() -> None:
    node = fx.Label(text="a" * 40 + "!")
    with pytest.raises(SearchTimeout, match="takes longer than"):
        matcher(r"(a|a)+$", "regex")(node)
