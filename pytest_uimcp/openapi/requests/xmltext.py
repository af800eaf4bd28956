"""A value as XML, by the elements that a schema describes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

from pytest_uimcp.openapi.endpoints import XmlElement
from pytest_uimcp.openapi.errors import CallError
from pytest_uimcp.openapi.requests.scalars import scalar

_DECLARATION: Final = '<?xml version="1.0" encoding="UTF-8"?>'
_PLAIN: Final = XmlElement()
_START: Final = "A-Z_a-z\xc0-\xd6\xd8-\xf6\xf8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"  # noqa: E501 -- one class of characters, as the standard lists them
_NAME: Final = re.compile(f"[{_START}][{_START}.0-9\xb7\u0300-\u036f\u203f\u2040-]*")
_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# A reader makes other line ends of them, and spaces of tabs in attributes.
_TEXT_ENTITIES: Final = {"\r": "&#13;"}
_ATTRIBUTE_ENTITIES: Final = {"\r": "&#13;", "\n": "&#10;", "\t": "&#9;"}


def xml_text(element: XmlElement, value: Any) -> str:
    """The document. Without a name of its own the element is the one property that the value has."""
    if element.name:
        return _DECLARATION + "".join(_written(element, element.name, value))
    if isinstance(value, dict) and len(value) == 1:
        ((name, child_value),) = value.items()
        child = element.children.get(name, _PLAIN)
        return _DECLARATION + "".join(_written(child, child.name or name, child_value))
    names = " or ".join(element.children)
    raise CallError(f"body: expected an object with one property, the outermost element of the XML: {names}")


def _written(element: XmlElement, name: str, value: Any) -> Iterator[str]:
    """An element or, for an array, all of its elements, in a wrapper if it has one."""
    if not isinstance(value, list):
        yield from _element(element, name, value)
        return
    item = element.item or _PLAIN
    # The array's own name is that of its wrapper. Of items that have none it is the name, too: S3 means it so.
    items = (text for member in value if member is not None for text in _written(item, item.name or name, member))
    if element.wrapped:
        yield from _tagged(element, name, "", items)
    else:
        yield from items


def _element(element: XmlElement, name: str, value: Any) -> Iterator[str]:
    if not isinstance(value, dict):
        text = scalar(value, name) if value is not None else ""
        yield from _tagged(element, name, "", [_escaped(text, name)])
        return
    attributes = ""
    content: list[str] = []
    for key, item in value.items():
        child = element.children.get(key, _PLAIN)
        # Null is an element that is not there.
        if item is None:
            continue
        if child.attribute:
            attributes += _attribute(child, child.name or key, item)
        else:
            content += _written(child, child.name or key, item)
    yield from _tagged(element, name, attributes, content)


def _tagged(element: XmlElement, name: str, attributes: str, content: Iterator[str] | list[str]) -> Iterator[str]:
    tag = _tag(element, name)
    yield f"<{tag}{_namespace(element)}{attributes}>"
    yield from content
    yield f"</{tag}>"


def _tag(element: XmlElement, name: str) -> str:
    for part in filter(None, (element.prefix, name)):
        if not _NAME.fullmatch(part):
            raise CallError(f"body: {part!r} cannot be the name of an XML element or attribute")
    if element.prefix:
        return f"{element.prefix}:{name}"
    return name


def _namespace(element: XmlElement) -> str:
    if not element.namespace:
        return ""
    prefix = f":{element.prefix}" if element.prefix else ""
    return f" xmlns{prefix}={_quoted(element.namespace, 'xmlns')}"


def _attribute(element: XmlElement, name: str, value: Any) -> str:
    # Only a prefix takes an attribute into a namespace.
    namespace = _namespace(element) if element.prefix else ""
    return f"{namespace} {_tag(element, name)}={_quoted(scalar(value, name), name)}"


def _quoted(text: str, name: str) -> str:
    return quoteattr(_checked(text, name), _ATTRIBUTE_ENTITIES)


def _escaped(text: str, name: str) -> str:
    return escape(_checked(text, name), _TEXT_ENTITIES)


def _checked(text: str, name: str) -> str:
    if forbidden := _FORBIDDEN.search(text):
        raise CallError(f"{name}: XML has no character U+{ord(forbidden[0]):04X}")
    return text
