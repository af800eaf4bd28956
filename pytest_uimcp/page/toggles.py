"""Check boxes, switches and radio buttons.

An app switches them by a path that holds their state or by a method that an event of theirs calls. A toggle with such
a method only shows: a value sent as well would undo what it does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pytest_uimcp.page.rules import TOGGLED_BY

if TYPE_CHECKING:
    from pytest_uimcp.page.bindings.base import Binding

__all__ = ["is_switched_by_method"]


def is_switched_by_method(bindings: Iterable[Binding]) -> bool:
    """Whether one of a toggle's bindings calls a method for its own click or change."""
    return any(binding.event in TOGGLED_BY and binding.plan.path.calls for binding in bindings)
