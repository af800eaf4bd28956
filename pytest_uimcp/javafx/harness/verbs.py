"""What a user does to a node of a stage, a row for each verb: actions of the contract, made through the stage.

The editor of a combo box or a spinner is a node of its own in the contract. With `inner` the action is for that field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from pytest_uimcp.aria.errors import PageError
from pytest_uimcp.javafx.accessible import Seen, describe
from pytest_uimcp.javafx.harness import lists
from pytest_uimcp.javafx.harness.keys import stroke

if TYPE_CHECKING:
    from pytest_uimcp.javafx.harness.stage import Stage


def _click(stage: Stage, node: Seen) -> None:
    stage.do("click", {"type": "click"}, node)


def _dblclick(stage: Stage, node: Seen) -> None:
    stage.do("dblclick", {"type": "click", "clickCount": 2}, node)


def _right_click(stage: Stage, node: Seen) -> None:
    stage.do("right_click", {"type": "click", "button": "SECONDARY"}, node)


def _focus(stage: Stage, node: Seen) -> None:
    stage.do("focus", {"type": "focus"}, node)


def _fill(stage: Stage, node: Seen, text: str) -> None:
    if node.role != "textbox" and node.inner is None:
        raise PageError(f"fill: {describe(node)} takes no text; see choose(), check() and select_row()")
    stage.do("fill", {"type": "focus"}, node, inner=True)
    stage.do("fill", {"type": "setText", "text": text}, node, inner=True)
    if node.inner is not None:
        stage.do("fill", stroke("Enter"))  # only then does the control take the text of its editor as its value


def _clear(stage: Stage, node: Seen) -> None:
    stage.do("clear", {"type": "setText", "text": ""}, node, inner=True)


def _type(stage: Stage, node: Seen) -> None:
    """Put the caret where the text will go; the keys are pressed wherever the focus is."""
    stage.do("type", {"type": "click"}, node, inner=True)


def _press(stage: Stage, node: Seen) -> None:
    """Focus the field; the key is pressed wherever the focus is."""
    stage.do("press", {"type": "focus"}, node, inner=True)


def _check(stage: Stage, node: Seen) -> None:
    _turn(stage, "check", node, is_on=True)


def _uncheck(stage: Stage, node: Seen) -> None:
    _turn(stage, "uncheck", node, is_on=False)


def _turn(stage: Stage, verb: str, node: Seen, *, is_on: bool) -> None:
    state = "pressed" if node.role == "button" else "checked"
    if node.role not in ("checkbox", "radio") and node.type != "ToggleButton":
        raise PageError(f"{verb}: {describe(node)} cannot be checked")
    if bool(node.states.get(state)) == is_on:
        return
    stage.do(verb, {"type": "click"}, node)
    current = stage.again(node)
    # A handler may have turned it back, or the click may have opened something in front of it.
    if current is not None and bool(current.states.get(state)) != is_on:
        raise PageError(f"{verb}: {describe(node)} was clicked and is still {'off' if is_on else 'on'}")


def _choose(stage: Stage, node: Seen, option: str) -> None:
    if node.role == "combobox":
        lists.choose_in_popup(stage, node, option, describe(node))
    elif node.role in lists.ROLES:
        lists.select(stage, "choose", node, option)
    else:
        raise PageError(f"choose: {describe(node)} has no options to choose from")


VERBS: Final[Mapping[str, Callable[..., None]]] = {
    "check": _check, "choose": _choose, "clear": _clear, "click": _click, "dblclick": _dblclick, "fill": _fill,
    "focus": _focus, "press": _press, "right_click": _right_click, "type": _type, "uncheck": _uncheck,
}  # fmt: skip
