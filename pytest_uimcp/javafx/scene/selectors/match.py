from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pytest_uimcp.javafx.scene.selectors.model import Compound, Selector, Styled


def structural(state: str, node: Styled) -> bool | None:
    """States that come from a node's place: `first-child`, `nth-child(2)`; `None` for any other."""
    if state not in STRUCTURAL and not state.startswith("nth-child("):
        return None
    index, count = node.css_place()
    if state in STRUCTURAL:
        return STRUCTURAL[state](index, count)
    return _nth(state[len("nth-child(") : -1], index + 1)


def _is_first(index: int, _count: int) -> bool:
    return index == 0


def _is_last(index: int, count: int) -> bool:
    return index == count - 1


def _is_only(_index: int, count: int) -> bool:
    return count == 1


STRUCTURAL: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "first-child": _is_first, "last-child": _is_last, "only-child": _is_only,
}  # fmt: skip


def _nth(formula: str, place: int) -> bool:
    formula = {"even": "2n", "odd": "2n+1"}.get(formula.strip(), formula.replace(" ", ""))
    step, has_step, offset = formula.partition("n")
    try:
        # `n+2` is every node from the second on, `-n+3` the first three, `4` the fourth alone.
        if has_step:
            a = {"": 1, "+": 1, "-": -1}.get(step) or int(step)
            b = int(offset or 0)
        else:
            a = 0
            b = int(step)
    except ValueError:
        return False
    if a == 0:
        return place == b
    return (place - b) % a == 0 and (place - b) // a >= 0


def _states_match(states: frozenset[str], node: Styled) -> bool:
    # What is no state of the node may still be its place among its siblings.
    missing = states - node.css_states()
    return all(structural(state, node) for state in missing)


def compound_matches(compound: Compound, node: Styled, states: bool = True) -> bool:
    if compound.id is not None and node.css_id != compound.id:
        return False
    if compound.type is not None and node.css_type != compound.type:
        return False
    if compound.classes:
        classes = node.css_classes
        if not all(name in classes for name in compound.classes):
            return False
    if compound.rtl is not None and node.css_rtl is not compound.rtl:
        return False
    return not states or not compound.states or _states_match(compound.states, node)


def matches(selector: Selector, node: Styled, states: bool = True) -> bool:
    """Whether the node matches, with its ancestors; `states=False` does not ask for pseudo-classes."""
    if not compound_matches(selector.last, node, states):
        return False
    return len(selector.compounds) == 1 or _ancestors_match(selector, len(selector.compounds) - 2, node, states)


def _ancestors_match(selector: Selector, place: int, node: Styled, states: bool) -> bool:
    """Whether compounds up to `place` match ancestors; a descendant combinator may have to try several."""
    ancestor = node.css_parent
    while ancestor is not None:
        if compound_matches(selector.compounds[place], ancestor, states) and (
            place == 0 or _ancestors_match(selector, place - 1, ancestor, states)
        ):
            return True
        # Only the parent itself will do; above it no other can.
        if selector.combinators[place] == ">":
            return False
        ancestor = ancestor.css_parent
    return False
