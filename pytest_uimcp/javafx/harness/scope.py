"""The verbs: what a test does on a stage, or within one node of it.

Each verb looks at the program through the contract's tools, acts through them, and settles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from pytest_uimcp.aria import explain
from pytest_uimcp.aria.errors import NotActionable, PageError, WrongCall
from pytest_uimcp.aria.targets import CLICK, FIELD, LIST, Search, Target, Where, find_all, target_of
from pytest_uimcp.aria.text import collapse
from pytest_uimcp.aria.yaml import to_yaml
from pytest_uimcp.core.steps import StepLog, recorded
from pytest_uimcp.javafx.accessible import Seen, StageSight
from pytest_uimcp.javafx.harness import lists
from pytest_uimcp.javafx.harness.keys import stroke

if TYPE_CHECKING:
    from pytest_uimcp.javafx.harness.found import FoundNode
    from pytest_uimcp.javafx.harness.stage import Stage

__all__ = ["StageScope"]


class StageScope:
    """A stage or a part of it.

    A target is a string, or `css=`, `role=`, `name=`, or several of them together; `nth=` picks one of several,
    counted from 0, from the end if negative.
    """

    _stage: Stage
    _is_target = False
    """Whether a verb without a target means this itself."""

    story: StepLog

    def _sight(self) -> StageSight:
        """What shows now."""
        raise NotImplementedError

    # --- reading

    @recorded("human")
    def see(self, text: str, **where: Unpack[Where]) -> None:
        """Fail unless this text can be read: a substring of the visible text, values of fields excluded."""

        def attempt() -> None:
            sight = self._area("see", where)
            if collapse(text) not in collapse(sight.lines()):
                raise explain.not_seen(sight, text)

        self._stage.expect(attempt)

    @recorded("human")
    def not_see(self, text: str, **where: Unpack[Where]) -> None:
        """Fail if this text can be read."""

        def attempt() -> None:
            sight = self._area("not_see", where)
            if collapse(text) in collapse(sight.lines()):
                raise explain.still_seen(sight, text)

        self._stage.expect(attempt)

    def text(self, target: str | None = None, **where: Unpack[Where]) -> str:
        """The visible text: a line for each label, control and row."""
        return self._area("text", where, target).lines()

    def aria(self, target: str | None = None, **where: Unpack[Where]) -> str:
        """The accessibility tree, in the format of pages."""
        root = self._area("aria", where, target).root
        return to_yaml(root.aria() if root.data["type"] else [one for kid in root.children for one in kid.aria()])

    @recorded("human", lambda found: found.described)
    def find(self, target: str | None = None, **where: Unpack[Where]) -> FoundNode:
        """The one node that matches the target."""
        return self._found(self._one("find", target, where, CLICK))

    @recorded("human", len)
    def rows(self, target: str | None = None, **where: Unpack[Where]) -> list[FoundNode]:
        """The rows in sight of the list, tree or table that matches the target; without one, of the only one there."""
        return [self._found(row) for row in lists.rows(self._list("rows", target, where))]

    # --- acting

    @recorded("human")
    def click(self, target: str | None = None, **where: Unpack[Where]) -> None:
        """Click the node with this accessible name, else this text."""
        node = self._enabled("click", target, where, CLICK)
        self._stage.do("click", {"type": "click"}, node)

    @recorded("human")
    def double_click(self, target: str | None = None, **where: Unpack[Where]) -> None:
        """Click the node twice."""
        node = self._enabled("double_click", target, where, CLICK)
        self._stage.do("double_click", {"type": "click", "clickCount": 2}, node)

    @recorded("human")
    def right_click(self, target: str | None = None, **where: Unpack[Where]) -> None:
        """Click the node with the second mouse button."""
        node = self._enabled("right_click", target, where, CLICK)
        self._stage.do("right_click", {"type": "click", "button": "SECONDARY"}, node)

    @recorded("human")
    def focus(self, target: str | None = None, **where: Unpack[Where]) -> None:
        """Focus the node."""
        node = self._enabled("focus", target, where, FIELD if target is not None else CLICK)
        self._stage.do("focus", {"type": "focus"}, node)

    @recorded("human")
    def fill(self, target: str | None = None, value: str | None = None, **where: Unpack[Where]) -> None:
        """Replace the content of the field with this label, else this prompt."""
        if value is None:
            target, value = None, target
        if value is None:
            raise WrongCall("fill() needs a value: fill(label, value) or fill(value, css=…)")
        node = self._enabled("fill", target, where, FIELD)
        if node.role != "textbox" and node.inner is None:
            raise PageError(f"fill: {self._describe(node)} takes no text; see choose(), check() and select_row()")
        self._stage.do("fill", {"type": "focus"}, node, inner=True)
        self._stage.do("fill", {"type": "setText", "text": str(value)}, node, inner=True)
        if node.inner is not None:
            self._stage.do("fill", stroke("Enter"))

    @recorded("human")
    def clear(self, target: str | None = None, **where: Unpack[Where]) -> None:
        """Empty a field."""
        node = self._enabled("clear", target, where, FIELD)
        self._stage.do("clear", {"type": "setText", "text": ""}, node, inner=True)

    @recorded("human")
    def type(self, text: str, target: str | None = None, **where: Unpack[Where]) -> None:
        """Type a text key by key: into the field with this label, else wherever the focus is."""
        if target is not None or where:
            node = self._enabled("type", target, where, FIELD)
            self._stage.do("type", {"type": "click"}, node, inner=True)
        self._stage.do("type", {"type": "typeText", "text": text})

    @recorded("human")
    def press(self, key: str, target: str | None = None, **where: Unpack[Where]) -> None:
        """Press a key (`Enter`, `A`, `Control+Shift+K`), in a field if one is named."""
        if target is not None or where:
            node = self._enabled("press", target, where, FIELD)
            self._stage.do("press", {"type": "focus"}, node, inner=True)
        self._stage.do("press", stroke(key))

    @recorded("human")
    def check(self, target: str | None = None, **where: Unpack[Where]) -> None:
        """Turn a check box, radio button or toggle button on."""
        self._turn("check", True, target, where)

    @recorded("human")
    def uncheck(self, target: str | None = None, **where: Unpack[Where]) -> None:
        """Turn a check box or toggle button off."""
        self._turn("uncheck", False, target, where)

    @recorded("human")
    def choose(self, target: str | None = None, option: str | None = None, **where: Unpack[Where]) -> None:
        """Choose an option by its text, in the combo box, choice box or list with this label."""
        if option is None:
            target, option = None, target
        if option is None:
            raise WrongCall("choose() needs an option: choose(label, option) or choose(option, css=…)")
        node = self._enabled("choose", target, where, FIELD)
        if node.role == "combobox":
            lists.choose_in_popup(self._stage, node, option, self._describe(node))
        elif node.role in lists.ROLES:
            lists.select(self._stage, "choose", node, option)
        else:
            raise PageError(f"choose: {self._describe(node)} has no options to choose from")

    @recorded("human")
    def select_row(self, row: str | int, target: str | None = None, **where: Unpack[Where]) -> None:
        """Click a row: the one with this text, or of this number, from 0. A row out of sight is scrolled to."""
        lists.select(self._stage, "select_row", self._list("select_row", target, where), row)

    # --- helpers

    def _turn(self, verb: str, on: bool, target: str | None, where: Where) -> None:
        node = self._enabled(verb, target, where, FIELD)
        name = "pressed" if node.role == "button" else "checked"
        if node.role not in ("checkbox", "radio") and node.type != "ToggleButton":
            raise PageError(f"{verb}: {self._describe(node)} cannot be checked")
        if bool(node.states.get(name)) == on:
            return
        self._stage.do(verb, {"type": "click"}, node)
        after = self._stage.again(node)
        if after is not None and bool(after.states.get(name)) != on:
            raise PageError(f"{verb}: {self._describe(node)} was clicked and is still {'off' if on else 'on'}")

    def _describe(self, node: Seen) -> str:
        return StageSight(node, lambda _: []).describe(node)

    def _found(self, node: Seen) -> FoundNode:
        from pytest_uimcp.javafx.harness.found import FoundNode

        return FoundNode(self._stage, node)

    def _area(self, verb: str, where: Where, target: str | None = None) -> StageSight:
        """The whole, or the part that a target names."""
        sight = self._sight()
        if target is None and not where:
            return sight
        return self._stage.sight_of(self._one(verb, target, where, CLICK))

    def _enabled(self, verb: str, target: str | None, where: Where, search: Search) -> Seen:
        """The node that is meant; fails unless the user could act on it."""
        if target_of(verb, target, where).is_nothing and not self._is_target:
            raise WrongCall(f"{verb}() needs a target: a text, css=, role= or name=")

        def attempt() -> Seen:
            sight = self._sight()
            node = self._find_one(sight, verb, target_of(verb, target, where), search)
            if node.disabled:
                message = f"{verb}: {sight.describe(node)} is there, but it is disabled"
                raise NotActionable(explain.with_tree(message, sight))
            return node

        return self._stage.expect(attempt)

    def _one(self, verb: str, text: str | None, where: Where, search: Search) -> Seen:
        target = target_of(verb, text, where)
        return self._stage.expect(lambda: self._find_one(self._sight(), verb, target, search))

    def _find_one(self, sight: StageSight, verb: str, target: Target, search: Search) -> Seen:
        if target.is_nothing:
            return sight.root
        found = _without_labels(find_all(sight, target, search), target)
        if not found:
            raise explain.not_found(sight, verb, target, search)
        if target.nth is None:
            if len(found) > 1:
                raise explain.ambiguous(sight, verb, target, found)
            return found[0]
        if not -len(found) <= target.nth < len(found):
            raise explain.not_that_many(sight, verb, target, found)
        return found[target.nth]

    def _list(self, verb: str, target: str | None, where: Where) -> Seen:
        if target is not None or where:
            return self._one(verb, target, where, LIST)

        def only() -> Seen:
            sight = self._sight()
            there = [node for node in sight.perceived() if node.role in lists.ROLES]
            if len(there) != 1:
                message = f"{verb}(): expected one list, there are {len(there)}; say which with its label or css="
                raise PageError(explain.with_tree(message, sight))
            return there[0]

        return self._stage.expect(only)


def _without_labels(found: list[Seen], target: Target) -> list[Seen]:
    """A node and what is in it may match a selector together; the outer one is meant."""
    if target.css is not None:
        return found
    inner = {id(node) for node in found for outer in node.around() if any(outer is one for one in found)}
    if target.role is None:
        return [node for node in found if id(node) not in inner]
    return found
