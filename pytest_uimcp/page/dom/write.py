"""Writes nodes as HTML that reads well in a diff: one element per line, sorted attributes, ids in order."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pytest_uimcp.page.dom.nodes import Comment, DomNode, Element, Text
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.viewclasses import app_classes

__all__ = ["StableIds", "to_html"]

_VOID = words("area base br col embed hr img input link meta source track wbr")
_RAW = frozenset({"script", "style"})
_VARYING = re.compile(r"ui-\d+")
_REFERENCES = words("aria-controls aria-owns id aria-describedby for list aria-labelledby")
_WIDTH = 100


class StableIds:
    """Stable names for ids that differ from run to run: the first that appears becomes `ui-1`."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def of(self, text: str) -> str:
        return _VARYING.sub(self._name, text)

    def _name(self, varying: re.Match[str]) -> str:
        return self._names.setdefault(varying[0], f"ui-{len(self._names) + 1}")


def to_html(nodes: list[DomNode], names: StableIds | None = None) -> str:
    shared = names or StableIds()
    return "\n".join(line for node in nodes for line in _lines(node, 0, shared))


def _lines(node: DomNode, depth: int, names: StableIds) -> Iterator[str]:
    indent = "  " * depth
    if isinstance(node, Text):
        text = " ".join(node.data.split())
        if text:
            yield indent + _escape(text)
    elif isinstance(node, Element):
        start = _start(node, names)
        if node.content is not None:
            children = node.content.children
        else:
            children = node.children
        if node.tag in _VOID:
            yield indent + start
            return
        flat = _flat(node, children)
        if flat is not None and len(indent + start + flat) < _WIDTH:
            yield f"{indent}{start}{flat}</{node.tag}>"
            return
        yield indent + start
        if node.tag in _RAW:
            yield from (f"{indent}  {line.strip()}" for line in node.text_content().strip().splitlines())
        else:
            for child in children:
                yield from _lines(child, depth + 1, names)
        yield f"{indent}</{node.tag}>"
    elif isinstance(node, Comment):
        return


def _flat(node: Element, children: list[DomNode]) -> str | None:
    """The content if it fits on the line of its element, that is, if it is only text."""
    if any(isinstance(child, Element) for child in children):
        return None
    text = " ".join("".join(child.data for child in children if isinstance(child, Text)).split())
    if node.tag in _RAW:
        return text
    return _escape(text)


def _start(element: Element, names: StableIds) -> str:
    parts = [element.tag]
    for name in sorted(element.attributes, key=_attribute_order):
        value = element.attributes[name]
        if name == "class":
            # The classes of views have numbers that differ from run to run.
            value = " ".join(app_classes(value.split()))
            if not value:
                continue
        if name in _REFERENCES:
            value = names.of(value)
        parts.append(name if value == "" else f'{name}="{_escape(value, quotes=True)}"')
    return f"<{' '.join(parts)}>"


def _attribute_order(name: str) -> tuple[bool, bool, str]:
    # False sorts first: the id, the classes, then the others by name.
    return name != "id", name != "class", name


def _escape(text: str, *, quotes: bool = False) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace("\u00a0", "&nbsp;")
    if quotes:
        return text.replace('"', "&quot;")
    return text.replace(">", "&gt;")
