"""One node of a scene, as a test holds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_uimcp.aria.errors import PageError
from pytest_uimcp.aria.scope import Match
from pytest_uimcp.javafx.accessible import Seen, StageSight, describe
from pytest_uimcp.javafx.harness.lists import ROLES
from pytest_uimcp.javafx.harness.scope import StageScope

if TYPE_CHECKING:
    from pytest_uimcp.javafx.harness.stage import Stage


class FoundNode(Match, StageScope):
    """A node: what it is now, and every verb, on the node itself or within it."""

    def __init__(self, stage: Stage, node: Seen) -> None:
        self._stage = stage
        self._node = node
        self._identity = node.key
        # As it was when it was found: an error can still name a node that has gone.
        self._description = describe(node)
        self.story = stage.story

    def _current(self) -> Seen:
        # By its uid, in a new look: what a test holds stays true after the scene has changed.
        node = self._stage.again(self._node)
        if node is None:
            raise PageError(f"{self._description} is not on the stage any more: find() it again")
        return node

    def _lists(self) -> list[Seen]:
        # A list that was found is meant itself, and not one within it.
        node = self._current()
        if node.role in ROLES:
            return [node]
        return super()._lists()

    def _sight(self) -> StageSight:
        return self._stage.sight_of(self._current())

    @property
    def is_there(self) -> bool:
        """Whether it still shows."""
        return self._stage.again(self._node) is not None

    @property
    def class_name(self) -> str:
        """The simple name of its class: `Button`."""
        # A node never changes its class: no new look is needed.
        return self._node.type

    @property
    def id(self) -> str | None:
        return self._current().id

    @property
    def role(self) -> str:
        """The role, empty if it has none."""
        return self._current().role

    @property
    def name(self) -> str:
        return self._current().name

    @property
    def value(self) -> str:
        """What is in the field."""
        return self._current().value

    @property
    def cells(self) -> list[str]:
        """The texts of a row's cells."""
        return [cell.name for cell in self._current().children]

    @property
    def style_classes(self) -> list[str]:
        return list(self._current().data.get("styleClass") or ())

    @property
    def is_disabled(self) -> bool:
        return self._current().disabled

    @property
    def is_checked(self) -> bool:
        """Whether it is checked, or a toggle button that is down."""
        states = self._current().states
        return bool(states.get("checked") or states.get("pressed"))

    @property
    def is_selected(self) -> bool:
        """Whether a row or a tab is selected."""
        return bool(self._current().states.get("selected"))

    @property
    def data(self) -> dict[str, Any]:
        """Everything that `ui_get_node` says of it."""
        return self._stage.ask("ui_get_node", ref=self._current().data["ref"])
