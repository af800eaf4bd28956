"""A specification as endpoints: names and lines at once, everything else when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pytest_uimcp.openapi.addresses import server_urls
from pytest_uimcp.openapi.endpoints import Endpoint, Plan, Scheme, Words
from pytest_uimcp.openapi.names import UniqueNames
from pytest_uimcp.openapi.schemas.inputs import Inputs
from pytest_uimcp.openapi.schemas.shape import SchemaInspector
from pytest_uimcp.openapi.spec.bodies import BodyContent, body, content
from pytest_uimcp.openapi.spec.document import SpecDocument
from pytest_uimcp.openapi.spec.operations import EVERYTHING, Operation, Selection, operations
from pytest_uimcp.openapi.spec.parameters import Declarations, DeclaredParameter
from pytest_uimcp.openapi.spec.security import is_open, scheme_of, schemes
from pytest_uimcp.openapi.warn import Warn, drop


@dataclass(frozen=True, slots=True)
class ConfiguredCredential:
    """The credential that the target sends: parameters that say the same are no arguments.

    `scheme` is the configured one; without it the specification's own is used, if there is a token at all.
    """

    scheme: Scheme | None = None
    has_token: bool = False

    def of(self, scheme: Scheme | None) -> Scheme | None:
        """What an operation with a scheme of its own is sent."""
        # What the user configured wins over what the specification says, which may be wrong about its own server.
        if self.scheme is not None:
            return self.scheme
        if self.has_token:
            return scheme
        return None


@dataclass(eq=False)
class EndpointReader:
    document: SpecDocument
    warn: Warn
    credential: ConfiguredCredential = field(default_factory=ConfiguredCredential)

    @cached_property
    def inputs(self) -> Inputs:
        return Inputs(self.document, self.warn)

    @cached_property
    def declarations(self) -> Declarations:
        return Declarations(self.warn)

    @cached_property
    def shape(self) -> SchemaInspector:
        return SchemaInspector(self.document.references)

    def endpoints(self, prefix: str, names: UniqueNames, selection: Selection = EVERYTHING) -> Iterator[Endpoint]:
        """The endpoints in the document's order; each takes its name as it comes."""
        # Only names and lines are made here. A large specification has a thousand operations, of which an agent calls
        # three.
        for operation in operations(self.document, warn=self.warn, selection=selection):
            yield _OperationEndpoint(self, operation).endpoint(names.claim(prefix, operation.name))

    @cached_property
    def scheme(self) -> Scheme | None:
        """The credential that the document as a whole asks for."""
        return scheme_of(self.document, self.document.security)

    @cached_property
    def usual_scheme(self) -> Scheme | None:
        """That, else what the first operation asks for that asks for anything."""
        requested = (
            scheme_of(self.document, operation.node.get("security"))
            for operation in operations(self.document, warn=drop)
        )
        return self.scheme or next(filter(None, requested), None)

    @property
    def described_scheme(self) -> Scheme | None:
        """The first credential that the document describes, whether anything asks for it or not."""
        return next(schemes(self.document), None)

    def scheme_of(self, operation: Operation) -> Scheme | None:
        security = operation.node.get("security")
        if security is None:
            return self.scheme
        return scheme_of(self.document, security)


class _OperationEndpoint:
    """One operation of a specification; works out what is asked for."""

    def __init__(self, reader: EndpointReader, operation: Operation) -> None:
        self._reader = reader
        self._operation = operation

    def endpoint(self, name: str) -> Endpoint:
        operation = self._operation
        return Endpoint(
            name=name,
            operation=operation.name,
            method=operation.method.upper(),
            path=operation.path,
            description=operation.description,
            group=operation.group,
            confirm=operation.confirm,
            place=operation.place,
            make_plan=self._plan,
            make_schema=self._schema,
            make_words=self._words,
        )

    @cached_property
    def _content(self) -> BodyContent | None:
        return content(self._operation.body)

    @cached_property
    def _declared(self) -> tuple[DeclaredParameter, ...]:
        reader = self._reader
        operation = self._operation
        return reader.declarations.of(
            operation.parameters,
            operation.path,
            has_body=self._content is not None,
            credential=reader.credential.of(reader.scheme_of(operation)),
        )

    def _plan(self) -> Plan:
        operation = self._operation
        document = self._reader.document
        return Plan(
            params=tuple(parameter.param for parameter in self._declared),
            body=body(self._content, self._reader.shape) if self._content else None,
            servers=server_urls(operation.node.get("servers"), operation.item.get("servers"), document.servers),
            scheme=self._reader.scheme_of(operation),
            open=is_open(operation.node.get("security")),
        )

    def _schema(self) -> dict[str, Any]:
        return self._reader.inputs.schema(self._declared, self._content)

    def _words(self) -> Words:
        # For the search, words of the body's fields count as those of parameters do.
        properties = self._reader.shape.properties(self._content and self._content.schema)
        return Words(
            details=self._operation.details,
            tags=self._operation.tags,
            deprecated=self._operation.node.get("deprecated") is True,
            properties=(*(parameter.param.argument for parameter in self._declared), *properties),
        )
