"""A page as Firefox's own accessibility tree names it.

BiDi finds elements by role and exact name, and tells neither. So Firefox is asked who answers to what a target says.
Those elements have the role and the name, and no other has that name, whatever our rules make of it. Where Firefox
finds nothing, our rules count: parts of names, visible texts, and roles that it calls differently.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from pytest_uimcp.aria.targets import Target
from pytest_uimcp.aria.text import collapse
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.sight import PageSight


def named_in(target: Target) -> dict[str, str]:
    """What to ask Firefox for: a role, a name or both; a selector and a text beside a role are matters of ours."""
    if target.css is not None:
        return {}
    name = target.name
    if name is None and target.role is None:
        name = target.text
    wanted = {"role": target.role, "name": None if name is None else collapse(name)}
    return {key: text for key, text in wanted.items() if text}


class SightOfFirefox(PageSight):
    """A sight in which some elements have the role and name with which Firefox has found them."""

    def __init__(self, sight: PageSight, wanted: dict[str, str], elements: Set[Any]) -> None:
        super().__init__(sight.look, sight.root)
        self._wanted = wanted
        self._elements = elements
        self.role = self._role
        self.name = self._name

    def _role(self, element: Element) -> str | None:
        if element in self._elements and "role" in self._wanted:
            return self._wanted["role"]
        return self.look.role(element)

    def _name(self, element: Element) -> str:
        name = self._wanted.get("name")
        if name is None:
            return self.look.name(element)
        if element in self._elements:
            return name
        ours = self.look.name(element)
        if collapse(ours) == name:
            return ""
        return ours
