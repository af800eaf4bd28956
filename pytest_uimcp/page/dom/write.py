"""Writes nodes as HTML that reads well in a diff: one element per line, sorted attributes, ids in order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.nodes import DomNode, Element, Text
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.viewclasses import app_classes

__all__ = ["StableIds", "to_filled_html", "to_html"]

_VOID = words("area base br col embed hr img input link meta source track wbr")
_RAW = frozenset({"script", "style"})
_VARYING = re.compile(r"ui-\d+")
_REFERENCES = words("aria-controls aria-owns id aria-describedby for list aria-labelledby")
_WIDTH = 100
# What is typed there is a secret, the name of a file on somebody's machine, or nothing that is looked at.
_UNSHOWN = frozenset({"file", "hidden", "password"})


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
    return "\n".join(line for node in nodes for line in _lines(node, 0, shared, _written))


def to_filled_html(nodes: list[DomNode]) -> str:
    """The same with what stands in the fields now, as someone looks at it; passwords are left out."""
    shared = StableIds()
    return "\n".join(line for node in nodes for line in _lines(node, 0, shared, _filled))


def _written(element: Element) -> Mapping[str, str]:
    return element.attributes


def _filled(element: Element) -> Mapping[str, str]:
    state: dict[str, bool] = {}
    if element.tag == "input" and controls.input_type(element) in ("checkbox", "radio"):
        state = {"checked": controls.is_checked(element)}
    elif element.tag == "input" and controls.input_type(element) not in _UNSHOWN:
        return {**element.attributes, "value": controls.typed_text(element)}
    elif element.tag == "option" and (select := element.closest("select")) is not None:
        state = {"selected": element in controls.selected_options(select)}
    attributes = {name: text for name, text in element.attributes.items() if name not in state}
    return {**attributes, **{name: "" for name, is_set in state.items() if is_set}}


def _lines(
    node: DomNode, depth: int, names: StableIds, attributes_of: Callable[[Element], Mapping[str, str]]
) -> Iterator[str]:
    indent = "  " * depth
    if isinstance(node, Text):
        text = " ".join(node.data.split())
        if text:
            yield indent + _escape(text)
    elif isinstance(node, Element):
        yield from _element(node, depth, names, attributes_of)


def _element(
    node: Element, depth: int, names: StableIds, attributes_of: Callable[[Element], Mapping[str, str]]
) -> Iterator[str]:
    indent = "  " * depth
    start = _start(attributes_of(node), node.tag, names)
    if node.tag in _VOID:
        yield indent + start
        return
    if node.tag == "textarea" and attributes_of is _filled:
        # On one line: white space around the text would be part of it.
        yield f"{indent}{start}{_escape(controls.value(node))}</textarea>"
        return
    if node.content is not None:
        children = node.content.children
    else:
        children = node.children
    flat = _flat(node, children)
    if flat is not None and len(indent + start + flat) < _WIDTH:
        yield f"{indent}{start}{flat}</{node.tag}>"
        return
    yield indent + start
    if node.tag in _RAW:
        yield from (f"{indent}  {line.strip()}" for line in node.text_content().strip().splitlines())
    else:
        for child in children:
            yield from _lines(child, depth + 1, names, attributes_of)
    yield f"{indent}</{node.tag}>"


def _flat(node: Element, children: list[DomNode]) -> str | None:
    """The content if it fits on the line of its element, that is, if it is only text."""
    if any(isinstance(child, Element) for child in children):
        return None
    text = " ".join("".join(child.data for child in children if isinstance(child, Text)).split())
    if node.tag in _RAW:
        return text
    return _escape(text)


def _start(attributes: Mapping[str, str], tag: str, names: StableIds) -> str:
    parts = [tag]
    for name in sorted(attributes, key=_attribute_order):
        value = attributes[name]
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
