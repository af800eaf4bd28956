"""What schemas say of XML: `xml` with name, attribute, wrapped, namespace and prefix."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from pytest_uimcp.openapi.endpoints import XmlElement
from pytest_uimcp.openapi.schemas.shape import SchemaInspector
from pytest_uimcp.openapi.spec.nodes import as_object, as_text

# Deeper, and in schemas that contain themselves, elements are called like their properties.
_MAX_DEPTH: Final = 10
_MAX_ELEMENTS: Final = 2_000
_PLAIN: Final = XmlElement()


def root_element(shape: SchemaInspector, schema: Any) -> XmlElement | None:
    """The outermost element of a body; None if the schema does not say what it is called.

    It has the name of the schema. If it has none, but a single property, then that is the element.
    """
    if not shape.admits(schema, "object") and not shape.admits(schema, "array"):
        return None
    element = _Reader(shape).element(schema, 0)
    name = element.name or shape.name(schema)
    if name:
        return replace(element, name=name, attribute=False, wrapped=shape.is_array(schema))
    if len(shape.properties(schema)) == 1:
        return element
    return None


class _Reader:
    def __init__(self, shape: SchemaInspector) -> None:
        self._shape = shape
        self._elements_left = _MAX_ELEMENTS

    def element(self, schema: Any, depth: int) -> XmlElement:
        if depth > _MAX_DEPTH or self._elements_left <= 0:
            return _PLAIN
        # The description of elements is a tree: schemas that refer to each other would make it endless.
        self._elements_left -= 1
        markup: dict[str, Any] = {}
        for node in self._shape.parts(schema):
            markup |= as_object(node.get("xml"))
        item = self._shape.item(schema)
        return XmlElement(
            name=as_text(markup.get("name")),
            namespace=as_text(markup.get("namespace")),
            prefix=as_text(markup.get("prefix")),
            attribute=markup.get("attribute") is True or markup.get("nodeType") == "attribute",
            wrapped=markup.get("wrapped") is True or (markup.get("nodeType") == "element" and item is not None),
            children=MappingProxyType(dict(self._children(schema, depth + 1))),
            item=None if item is None else self.element(item, depth + 1),
        )

    def _children(self, schema: Any, depth: int) -> Iterator[tuple[str, XmlElement]]:
        for name, child in self._shape.properties(schema).items():
            element = self.element(child, depth)
            if element != _PLAIN:
                yield name, element
