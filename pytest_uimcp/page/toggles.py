"""Check boxes, switches and radio buttons.

An app binds a toggle to a path that holds its state, or to a method that the toggle's event calls. A toggle with such a
method only shows its state: sending the value as well would undo what the method does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pytest_uimcp.page.rules import TOGGLED_BY

if TYPE_CHECKING:
    from pytest_uimcp.page.bindings.base import Binding

__all__ = ["is_switched_by_method"]


def is_switched_by_method(bindings: Iterable[Binding]) -> bool:
    """Whether one of a toggle's bindings calls a method on its click or change."""
    return any(binding.event in TOGGLED_BY and binding.plan.path.calls for binding in bindings)
