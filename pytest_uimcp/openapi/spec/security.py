"""Which credential an operation asks for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pytest_uimcp.openapi.endpoints import Scheme
from pytest_uimcp.openapi.spec.document import SpecDocument
from pytest_uimcp.openapi.spec.nodes import as_list, as_text
from pytest_uimcp.openapi.spec.parameters import CONNECTION_HEADERS

BEARER: Final = Scheme("bearer")
_OF_TYPE: Final = {"oauth2": BEARER, "openIdConnect": BEARER}
_OF_HTTP: Final = {"bearer": BEARER, "basic": Scheme("basic")}
_PLACES: Final = ("header", "query", "cookie")


def is_open(security: Any) -> bool:
    """Whether an operation says that it wants no credential: `security: []`."""
    return isinstance(security, list) and not security


def scheme_of(document: SpecDocument, security: Any) -> Scheme | None:
    """The first requirement that can be met with one token; None if there is none."""
    for requirement in as_list(security):
        if isinstance(requirement, dict) and requirement:
            # All schemes of one requirement are needed at once, and there is one token: the first stands for them.
            requirement_schemes = [_scheme(document, name) for name in requirement]
            if all(requirement_schemes):
                return requirement_schemes[0]
    return None


def schemes(document: SpecDocument) -> Iterator[Scheme]:
    for name in document.security_schemes:
        if scheme := _scheme(document, name):
            yield scheme


def _scheme(document: SpecDocument, name: str) -> Scheme | None:
    node = document.references.follow(document.security_schemes.get(name))
    if node is None:
        return None
    kind = as_text(node.get("type"))
    name = as_text(node.get("name"))
    # A scheme must not be a way to write the headers that frame a message.
    if node.get("in") == "header" and name.lower() in CONNECTION_HEADERS:
        return None
    if kind == "apiKey" and name and node.get("in") in _PLACES:
        return Scheme(node["in"], name)
    if kind == "http":
        return _OF_HTTP.get(as_text(node.get("scheme")).lower())
    return _OF_TYPE.get(kind)
