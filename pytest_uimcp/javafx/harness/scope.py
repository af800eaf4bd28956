"""The verbs of a stage, or within one node of it: those of `aria/scope.py`, and what only a stage has.

Each verb looks at the program through the contract's tools, acts through them (`verbs.py`), and settles.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from pytest_uimcp.aria import explain
from pytest_uimcp.aria.errors import NotActionable
from pytest_uimcp.aria.scope import Scope, lone_argument_is, target_and_value
from pytest_uimcp.aria.targets import CLICK, FIELD, Search, Sight, Target, Where
from pytest_uimcp.aria.yaml import to_yaml
from pytest_uimcp.core.steps import StepLog, recorded
from pytest_uimcp.javafx.accessible import Seen, StageSight, describe
from pytest_uimcp.javafx.harness import lists, verbs
from pytest_uimcp.javafx.harness.keys import stroke

if TYPE_CHECKING:
    from pytest_uimcp.javafx.harness.found import FoundNode
    from pytest_uimcp.javafx.harness.stage import Stage


T = TypeVar("T")


class StageScope(Scope[Seen, "FoundNode"]):
    """A stage or a part of it."""

    _stage: Stage

    story: StepLog

    # --- reading

    def aria(self, target: str | None = None, **criteria: Unpack[Where]) -> str:
        """The accessibility tree, in the format of pages."""
        root = self._area("aria", criteria, target).root
        if root.data["type"]:
            return to_yaml(root.aria())
        return to_yaml([node for child in root.children for node in child.aria()])

    # --- acting

    @recorded("human")
    def focus(self, target: str | None = None, **criteria: Unpack[Where]) -> None:
        """Focus the node."""
        self._act("focus", target, criteria, FIELD if target is not None else CLICK)

    @recorded("human")
    def clear(self, target: str | None = None, **criteria: Unpack[Where]) -> None:
        """Empty a field."""
        self._act("clear", target, criteria, FIELD)

    @recorded("human")
    def type(self, text: str, target: str | None = None, **criteria: Unpack[Where]) -> None:
        """Type a text key by key: into the field with this label, else wherever the focus is."""
        if target is not None or criteria:
            self._act("type", target, criteria, FIELD)
        self._stage.do("type", {"type": "typeText", "text": text})

    @recorded("human")
    def press(self, key: str, target: str | None = None, **criteria: Unpack[Where]) -> None:
        """Press a key (`Enter`, `A`, `Control+Shift+K`), in a field if one is named."""
        if target is not None or criteria:
            self._act("press", target, criteria, FIELD)
        self._stage.do("press", stroke(key))

    @recorded("human", arguments=lone_argument_is("option"))
    def choose(self, target: str | None = None, option: str | None = None, **criteria: Unpack[Where]) -> None:
        """Choose an option by its text, in the combo box, choice box or list with this label."""
        target, text = target_and_value("choose", "an option", target, option)
        self._act("choose", target, criteria, FIELD, text)

    @recorded("human")
    def select_row(self, row: str | int, target: str | None = None, **criteria: Unpack[Where]) -> None:
        """Click a row: the one with this text, or of this number, from 0. A row out of sight is scrolled to."""
        lists.select(self._stage, "select_row", self._list("select_row", target, criteria), row)

    # --- how a stage is seen and acted on

    def _sight(self) -> StageSight:
        raise NotImplementedError

    def _sight_of(self, node: Seen) -> StageSight:
        return self._stage.sight_of(node)

    def _expect(self, attempt: Callable[[], T]) -> T:
        return self._stage.expect(attempt)

    def _ensure_actionable(self, call: str, node: Seen) -> None:
        if node.disabled:
            message = f"{call}: {describe(node)} is there, but it is disabled"
            raise NotActionable(explain.with_tree(message, self._sight()))

    def _do(self, verb: str, node: Seen, *arguments: Any) -> None:
        verbs.VERBS[verb](self._stage, node, *arguments)

    def _hold(self, node: Seen) -> FoundNode:
        from pytest_uimcp.javafx.harness.found import FoundNode

        return FoundNode(self._stage, node)

    def _lists(self) -> list[Seen]:
        return [node for node in self._sight().perceived() if node.role in lists.ROLES]

    def _rows_of(self, node: Seen) -> list[Seen]:
        return lists.rows(node)

    def _matches(self, sight: Sight[Seen], target: Target, search: Search) -> list[Seen]:
        """A node and what is in it may match a text together; the outer one is meant."""
        matches = super()._matches(sight, target, search)
        if target.css is not None or target.role is not None:
            return matches
        ids = {id(node) for node in matches}
        return [node for node in matches if not any(id(ancestor) in ids for ancestor in node.around())]
