"""An operation as we call it, whether a specification or a toolset file described it.

An endpoint is cheap: names and a line of text. How its arguments become a request (the plan) and the schema of its
arguments are made when they are asked for, and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any


def _no_entries() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter: the argument that carries its value, and how the value is written into the request."""

    name: str
    place: str
    argument: str
    required: bool = False
    style: str = ""
    explode: bool = False
    allow_reserved: bool = False
    json: bool = False


@dataclass(frozen=True, slots=True)
class FieldEncoding:
    # What OpenAPI says of a field without an `encoding`: one that is like this is not kept.
    style: str = "form"
    explode: bool = True
    content_type: str = ""
    binary: bool = False


@dataclass(frozen=True, slots=True)
class XmlElement:
    """An element of an XML body, where it is not just called like its property. `item` is an array's."""

    name: str = ""
    namespace: str = ""
    prefix: str = ""
    attribute: bool = False
    wrapped: bool = False
    children: Mapping[str, XmlElement] = field(default_factory=_no_entries)
    item: XmlElement | None = None


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a request. `flat` names the arguments that are its properties, if it is no argument itself.

    `xml` is the outermost element, if a schema says how an object becomes XML.
    """

    media_type: str
    required: bool = False
    parts: Mapping[str, FieldEncoding] = field(default_factory=_no_entries)
    admits_text: bool = True
    admits_null: bool = False
    xml: XmlElement | None = None
    flat: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Scheme:
    """Where a credential goes: `type` is bearer, basic, header, query or cookie."""

    type: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """How arguments become a request. `open` means that the operation wants no credential."""

    params: tuple[Param, ...] = ()
    body: Body | None = None
    servers: tuple[str, ...] = ()
    scheme: Scheme | None = None
    open: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """What a search reads of an operation besides its line."""

    details: str = ""
    tags: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    deprecated: bool = False


# Without slots and not frozen: its cached properties are written into it.
@dataclass
class Endpoint:
    """One operation. `operation` is its own name (the operationId), `place` a pointer into the specification."""

    name: str
    operation: str
    method: str
    path: str
    description: str
    group: str
    confirm: bool | None
    place: str
    # Functions, so that an endpoint costs no more than its line until it is called or listed.
    make_plan: Callable[[], Plan] = field(repr=False)
    make_schema: Callable[[], dict[str, Any]] = field(repr=False)
    make_words: Callable[[], Words] = field(repr=False, default=Words)

    @cached_property
    def plan(self) -> Plan:
        return self.make_plan()

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of its arguments. It may share parts with others: not to be changed."""
        return self.make_schema()

    @cached_property
    def words(self) -> Words:
        return self.make_words()
