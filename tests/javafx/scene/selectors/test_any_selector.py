"""Whatever is asked for, what is found is what holds, in the order of the document."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_uimcp.javafx import UiError
from tests.javafx.app import App

SCENE = """<VBox fx:id="top" styleClass="form">
  <HBox fx:id="row" styleClass="row, wide"><Label fx:id="a" text="Alpha"/><Button fx:id="b" text="_Beta"/></HBox>
  <HBox styleClass="row"><Button fx:id="c" text="Gamma" disable="true" styleClass="wide"/>
    <VBox visible="false"><Button fx:id="d" text="Delta"/></VBox></HBox>
  <TextField fx:id="e" text="Alphabet"/><Button fx:id="f" styleClass="row"/>
</VBox>"""
APP = App(SCENE)
# A selector reaches into controls, as JavaFX's `lookupAll` does; a search for a text or a condition alone does not.
ALL = APP.loaded.root.walk()
NODES = [node for node in ALL if not node.inner]
simple = st.one_of(
    st.sampled_from(["VBox", "HBox", "Button", "Label", "TextField", "Pane", "*"]),
    st.sampled_from([".row", ".wide", ".form", ".button", ".none", "#a", "#row", "#top", "#none"]),
    st.sampled_from(["HBox.row", "Button.wide", "#row.wide", ".row.wide", "*.row"]),
)


def found(selector: dict[str, Any]) -> list[str]:
    return [match["ref"]["uid"] for match in APP.ui.query(selector, limit=1000)["matches"]]


def holds(node: Any, selector: str) -> bool:
    """A reading of simple selectors that is nobody's but the test's."""
    name, *classes = selector.split(".")
    if name.startswith("#"):
        if node.read("id") != name[1:]:
            return False
    elif name not in ("", "*") and node.fx.simple != name:
        return False
    return all(style_class in node.classes for style_class in classes)


def uids(nodes: list[Any]) -> list[str]:
    capture = APP.ui.capture(APP.ui.defaults)
    return [capture.ref(node)["uid"] for node in nodes]


@settings(max_examples=40, deadline=None)
@given(simple)
def test_a_simple_selector_finds_every_node_that_it_describes(selector: str) -> None:
    assert found({"css": selector}) == uids([node for node in ALL if holds(node, selector)])


@settings(max_examples=40, deadline=None)
@given(simple, simple)
def test_a_descendant_is_somewhere_below_and_a_child_directly_below(above: str, below: str) -> None:
    descendants = [node for node in ALL if holds(node, below) and any(holds(up, above) for up in node.ancestors())]
    children = [node for node in descendants if holds(node.parent, above)]
    assert found({"css": f"{above} {below}"}) == uids(descendants)
    assert found({"css": f"{above} > {below}"}) == uids(children)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="#.*>: aButonVx()[]=\"'\\\t\n,ü0", max_size=20))
def test_any_text_is_a_selector_or_an_error_that_says_so(selector: str) -> None:
    try:
        matches = found({"css": selector})
    except UiError:
        return
    assert len(matches) == len(set(matches)) <= len(ALL)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(["Alpha", "alpha", "Beta", "_Beta", "a", "", "Alphabet", "nothing"]))
def test_what_is_equal_is_contained_too(text: str) -> None:
    equal = found({"text": text, "match": "equals"})
    contained = found({"text": text, "match": "contains"})
    assert set(equal) <= set(contained)
    assert contained == [uid for uid in uids(NODES) if uid in contained]


@pytest.mark.parametrize(
    ("predicate", "names"),
    [
        ({"visible": True, "typeIs": "Button"}, ["b", "c", "f"]),
        ({"visible": False, "typeIs": "Button"}, ["d"]),
        ({"enabled": False}, ["c"]),
        ({"typeIs": ["Label", "TextField"]}, ["a", "e"]),
        ({"typeIs": "ButtonBase", "styleClassHas": "row"}, ["f"]),
        ({"typeIs": []}, []),
        ({"idEquals": "c", "enabled": True}, []),
        ({"textContains": "alpha"}, ["a", "e"]),
        ({"textContains": "", "idEquals": "f"}, ["f"]),
        ({"idEquals": None, "typeIs": "Label"}, ["a"]),
    ],
)
def test_conditions_count_classes_above_and_states_of_ancestors(predicate: dict[str, Any], names: list[str]) -> None:
    assert found({"predicate": predicate}) == uids([APP[name] for name in names])


@settings(max_examples=30, deadline=None)
@given(simple, st.sampled_from(["a", "Alpha", ""]), st.booleans())
def test_everything_that_is_asked_has_to_hold(css: str, text: str, enabled: bool) -> None:
    whole = set(uids(NODES))
    all_hold = found({"css": css, "text": text, "predicate": {"enabled": enabled}})
    parts = [found({"css": css}), found({"text": text}), found({"predicate": {"enabled": enabled}})]
    assert [uid for uid in all_hold if uid in whole] == [uid for uid in parts[0] if uid in parts[1] and uid in parts[2]]
