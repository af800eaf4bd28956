"""Observable lists, and the children of a parent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pytest_uimcp.javafx import WrongValue, fx
from pytest_uimcp.javafx.scene.model.lists import ObservableList

Items = ObservableList[str]


@pytest.mark.parametrize(
    ("change", "items", "removed", "added"),
    [
        (lambda items: items.append("d"), "abcd", "", "d"),
        (lambda items: items.extend("de"), "abcde", "", "de"),
        (lambda items: items.insert(1, "x"), "axbc", "", "x"),
        (lambda items: items.insert(99, "x"), "abcx", "", "x"),
        (lambda items: items.insert(-1, "x"), "abxc", "", "x"),
        (lambda items: items.pop(), "ab", "c", ""),
        (lambda items: items.pop(0), "bc", "a", ""),
        (lambda items: items.remove("b"), "ac", "b", ""),
        (lambda items: items.clear(), "", "abc", ""),
        (lambda items: items.set_all("xy"), "xy", "abc", "xy"),
        (lambda items: items.reverse(), "cba", "abc", "cba"),
        (lambda items: items.sort(reverse=True), "cba", "abc", "cba"),
        (lambda items: items.__setitem__(1, "x"), "axc", "b", "x"),
        (lambda items: items.__setitem__(-1, "x"), "abx", "c", "x"),
        (lambda items: items.__setitem__(slice(0, 2), "x"), "xc", "ab", "x"),
        (lambda items: items.__delitem__(0), "bc", "a", ""),
        (lambda items: items.__delitem__(slice(1, 3)), "a", "bc", ""),
        (lambda items: items.__iadd__("d"), "abcd", "", "d"),
        (lambda items: items.__imul__(2), "abcabc", "abc", "abcabc"),
    ],
)  # fmt: skip
def test_a_change_is_one_and_says_what_was_removed_and_added(
    change: Callable[[Items], object], items: str, removed: str, added: str
) -> None:
    changes: list[tuple[list[str], list[str]]] = []
    observable = ObservableList("abc", lambda *change: changes.append(change))
    change(observable)
    assert "".join(observable) == items
    assert changes == [(list(removed), list(added))]


@pytest.mark.parametrize(
    "change",
    [lambda items: items.extend(()), lambda items: items.__delitem__(slice(2, 1)), lambda items: items.set_all(())],
)
def test_a_change_of_nothing_is_none(change: Callable[[Items], object]) -> None:
    changes: list[object] = []
    items: Items = ObservableList((), lambda *change: changes.append(change))
    change(items)
    assert changes == []


def test_a_refused_change_leaves_the_list_as_it_was() -> None:
    def refuse(_removed: list[str], added: list[str]) -> None:
        if "x" in added:
            raise WrongValue("no x")

    items = ObservableList("abc", None, refuse)
    with pytest.raises(WrongValue, match="no x"):
        items.extend("dx")
    assert items == list("abc")


@pytest.mark.parametrize("change", [lambda items: items.pop(9), lambda items: items.remove("z")])
def test_what_is_not_there_cannot_be_taken_out(change: Callable[[Items], object]) -> None:
    with pytest.raises((IndexError, ValueError)):
        change(ObservableList("abc"))


def test_a_slice_with_a_step_is_refused() -> None:
    with pytest.raises(ValueError, match="an observable list is changed in one stretch; this slice has a step"):
        ObservableList("abc")[::2] = "xy"


def family() -> tuple[Any, Any, Any]:
    inner = fx.HBox()
    outer = fx.VBox(children=[inner])
    button = fx.Button()
    inner.children.append(button)
    return outer, inner, button


def test_a_child_has_one_parent() -> None:
    outer, inner, button = family()
    outer.children.append(button)
    assert button.parent is outer
    assert list(inner.children) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda outer, inner, button: inner.children.append(outer), "is an ancestor of it, or itself"),
        (lambda outer, inner, button: inner.children.append(inner), "is an ancestor of it, or itself"),
        (lambda outer, inner, button: inner.children.append(button), "would be there twice; remove it first"),
        (lambda outer, inner, button: outer.children.extend([fx.Label()] * 2), "would be there twice"),
        (lambda outer, inner, button: outer.children.append("a text"), "expected a node; got 'a text'"),
    ],
)
def test_a_child_that_cannot_be_there_is_refused(change: Callable[[Any, Any, Any], object], message: str) -> None:
    nodes = family()
    with pytest.raises(WrongValue) as caught:
        change(*nodes)
    assert message in str(caught.value)
    outer, inner, button = nodes
    assert (list(outer.children), list(inner.children)) == ([inner], [button])


def test_what_is_no_parent_takes_no_children() -> None:
    with pytest.raises(WrongValue, match="this node can have no children; put them into a pane or a group"):
        fx.Rectangle().kids.append(fx.Label())


def test_children_are_numbered_among_siblings_of_their_type() -> None:
    box = fx.VBox(children=[fx.Label(), fx.Button(), fx.Label()])
    box.kids.number()
    assert [kid.ordinal for kid in box.kids] == [0, 0, 1]
    box.children.pop(0)
    box.children.append(fx.Button())
    box.kids.number()
    assert [kid.ordinal for kid in box.kids] == [0, 0, 1]


def test_being_disabled_reaches_everything_below_and_comes_back() -> None:
    outer, inner, button = family()
    heard: list[bool] = []
    button.observe("disabled", lambda _node, _name, _old, new: heard.append(new))
    outer.disable = True
    inner.disable = True
    outer.disable = False
    assert button.off
    inner.disable = False
    assert heard == [True, False]
