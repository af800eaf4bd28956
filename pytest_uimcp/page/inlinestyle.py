"""The attribute `style`, one property at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.syntax import split
from pytest_uimcp.page.dom.words import words

__all__ = ["merge", "properties", "set_property"]


def properties(text: str) -> dict[str, str]:
    declarations: dict[str, str] = {}
    for part in split(text, ";"):
        name, colon, value = part.partition(":")
        if colon and value.strip():
            name = name.strip()
            if not name.startswith("--"):  # custom properties are case-sensitive
                name = name.lower()
            declarations.pop(name, None)  # what is declared again moves to the end
            declarations[name] = value.strip()
    return declarations


def set_property(element: Element, name: str, value: str | None) -> None:
    declarations = properties(element.get("style") or "")
    if value is not None and not _is_valid(name, value.strip()):
        return  # a browser ignores an invalid value
    if value is None or not value.strip():
        declarations.pop(name, None)
    else:
        declarations[name] = value.strip()
    # Removing the last property leaves an empty attribute, as in a browser.
    if declarations or element.has("style"):
        element.set("style", _text(declarations))


def merge(base: str, override: str) -> str:
    """A property in both has its value from `override`."""
    return _text({**properties(base), **properties(override)})


_GENERAL: Final = words("inherit initial revert revert-layer unset")
# The properties that decide what is drawn; the values of others are not checked.
_KEYWORDS: Final[Mapping[str, frozenset[str]]] = {
    "display": words(
        """block contents flex flow-root grid inline inline-block inline-flex inline-grid inline-table list-
        item math none ruby ruby-text table table-caption table-cell table-column table-column-group table-
        footer-group table-header-group table-row table-row-group"""
    ),
    "visibility": words("collapse hidden visible"),
    "position": words("absolute fixed relative static sticky"),
    "float": words("inline-end inline-start left none right"),
}


def _is_valid(name: str, value: str) -> bool:
    keywords = _KEYWORDS.get(name)
    return len(split(value, ";")) == 1 and (not value or keywords is None or value.lower() in keywords | _GENERAL)


def _text(declarations: dict[str, str]) -> str:
    return " ".join(f"{name}: {value};" for name, value in declarations.items())
