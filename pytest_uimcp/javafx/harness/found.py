"""One node of a scene, as a test holds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pytest_uimcp.aria.errors import PageError
from pytest_uimcp.javafx.accessible import Seen, StageSight
from pytest_uimcp.javafx.harness.scope import StageScope

if TYPE_CHECKING:
    from pytest_uimcp.javafx.harness.stage import Stage

__all__ = ["FoundNode"]


class FoundNode(StageScope):
    """A node: what it is now, and every verb, on the node itself or within it."""

    _is_target = True

    def __init__(self, stage: Stage, node: Seen) -> None:
        self._stage = stage
        self._node = node
        self.story = stage.story
        self.described = self._describe(node)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, FoundNode):
            return other._node.key == self._node.key
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._node.key)

    def __repr__(self) -> str:
        return f"FoundNode({self.described})"

    def _now(self) -> Seen:
        node = self._stage.again(self._node)
        if node is None:
            raise PageError(f"{self.described} is not on the stage any more: find() it again")
        return node

    def _sight(self) -> StageSight:
        return self._stage.sight_of(self._now())

    @property
    def is_there(self) -> bool:
        """Whether it still shows."""
        return self._stage.again(self._node) is not None

    @property
    def class_name(self) -> str:
        """The simple name of its class: `Button`."""
        return self._node.type

    @property
    def id(self) -> str | None:
        return self._now().id

    @property
    def role(self) -> str:
        """The role, empty if it has none."""
        return self._now().role

    @property
    def name(self) -> str:
        return self._now().name

    @property
    def value(self) -> str:
        """What is in the field."""
        return self._now().value

    @property
    def cells(self) -> list[str]:
        """The texts of a row's cells."""
        return [cell.name for cell in self._now().children]

    @property
    def style_classes(self) -> list[str]:
        return list(self._now().data.get("styleClass") or ())

    @property
    def is_disabled(self) -> bool:
        return self._now().disabled

    @property
    def is_checked(self) -> bool:
        """Whether it is checked, or a toggle button that is down."""
        states = self._now().states
        return bool(states.get("checked") or states.get("pressed"))

    @property
    def is_selected(self) -> bool:
        """Whether a row or a tab is selected."""
        return bool(self._now().states.get("selected"))

    @property
    def data(self) -> dict[str, Any]:
        """Everything that `ui_get_node` says of it."""
        return self._stage.ask("ui_get_node", ref=self._now().data["ref"])
