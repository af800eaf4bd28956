"""The attribute `style`, one property at a time."""

from __future__ import annotations

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.sheets import split

__all__ = ["merge", "properties", "set_property"]


def properties(text: str) -> dict[str, str]:
    """The properties of a style text in their order."""
    found: dict[str, str] = {}
    for part in split(text, ";"):
        name, colon, value = part.partition(":")
        if colon and value.strip():
            name = name.strip()
            name = name if name.startswith("--") else name.lower()
            found.pop(name, None)
            found[name] = value.strip()
    return found


def set_property(element: Element, name: str, value: str | None) -> None:
    """Set one property of an element, or take it away."""
    found = properties(element.get("style") or "")
    if value is not None and len(split(value, ";")) > 1:
        return  # no value of any property, and a browser leaves things as they are
    if value is None or not value.strip():
        found.pop(name, None)
    else:
        found[name] = value.strip()
    if found or element.has("style"):
        element.set("style", _text(found))


def merge(first: str, second: str) -> str:
    """One style text from two; what `second` says wins."""
    return _text({**properties(first), **properties(second)})


def _text(found: dict[str, str]) -> str:
    return " ".join(f"{name}: {value};" for name, value in found.items())
