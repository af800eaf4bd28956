"""Which calls a user should confirm."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from pytest_uimcp.openapi.spec.methods import METHODS
from pytest_uimcp.openapi.spec.nodes import as_text

KEYWORDS: Final = frozenset({"delete", "destroy", "drop", "purge", "remove", "reset"})
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_METHOD_KEYS: Final = ("method", "http_method")
_ALWAYS: Final = {"always": True, "never": False}


def is_dangerous_operation(
    method: str, name: str, *, confirm_by_operation: bool | None = None, confirm: str = "auto"
) -> bool:
    """Whether an operation needs confirming: by the user's word (`confirm`), by its own, by its method, by its name.

    `name` is the operation's own, without its target's: the target may be called reset-service.
    """
    # Last of all the name: it is a guess, which anybody who knows better can overrule.
    if confirm in _ALWAYS:
        return _ALWAYS[confirm]
    if confirm_by_operation is not None:
        return confirm_by_operation
    properties = METHODS.get(method.lower())
    return (properties is not None and properties.changes) or has_keyword(name)


def is_dangerous_tool(name: str, annotations: Mapping[str, Any] | None, arguments: Mapping[str, Any]) -> bool:
    """The same of another server's tool: by its annotations, by its name, by a method that it is given."""
    hints = annotations or {}
    if hints.get("destructiveHint") is True:
        return True
    # The server's word counts more than its names: `reset_view` may only read.
    if hints.get("readOnlyHint") is True:
        return False
    return has_keyword(name) or any(_changes(arguments.get(key)) for key in _METHOD_KEYS)


def _changes(method: Any) -> bool:
    properties = METHODS.get(as_text(method).lower())
    return properties is not None and properties.changes


def has_keyword(name: str) -> bool:
    return not KEYWORDS.isdisjoint(name_words(name))


def name_words(name: str) -> list[str]:
    """The words of a name, apart at all but letters and at humps: `resetPassword2x` is reset, password, x."""
    return [word.lower() for word in _WORD.findall(name)]
