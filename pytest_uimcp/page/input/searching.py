"""Letters that search a list: typed one after the other, they lead to the option that begins with all of them."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.core.clock import DIGITS
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import Element

__all__ = ["forget", "note_typed", "typed_before"]

_REMEMBERED: Final = 1.0
"""For so many seconds a browser waits for the next letter."""


def typed_before(element: Element) -> str:
    """What was typed to search this list. Steps follow each other at once, unless virtual time is advanced between."""
    text, when = controls.control(element).facts.get("searched", ("", 0.0))
    return text if round(_now(element) - when, DIGITS) < _REMEMBERED else ""


def note_typed(element: Element, text: str) -> None:
    """Search for this text from now on."""
    controls.control(element).facts["searched"] = text, _now(element)


def forget(element: Element) -> None:
    """Begin the next search with its first letter."""
    controls.control(element).facts.pop("searched", None)


def _now(element: Element) -> float:
    document = element.document()
    return document.now() if document is not None else 0.0
