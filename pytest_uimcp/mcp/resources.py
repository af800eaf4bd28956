"""Resources as a table: resources with a fixed URI, and templates for many resources.

A reader is a coroutine function that takes the server object and a `ResourceRequest`. It returns text or bytes of the
resource's MIME type, a `Content` with its own MIME type, or data, which is sent as JSON. It raises `ResourceNotFound`
for a resource that does not exist.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from pytest_uimcp.mcp.errors import ResourceNotFound
from pytest_uimcp.transport.principals import Principal, principal_of

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext


JSON: Final = "application/json"

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class ResourceRequest:
    """A request to read a resource; `variables` are the parts of the URI that its template names.

    `context` is the SDK's; None if no client has made the request.
    """

    context: ServerRequestContext[Any, Any] | None
    uri: str
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def principal(self) -> Principal | None:
        return principal_of(self.context.request) if self.context else None


@dataclass(frozen=True, slots=True)
class ResourceContent:
    mime_type: str
    content: str | bytes


@dataclass(frozen=True, slots=True)
class ResourceInfo:
    uri: str
    name: str
    description: str
    mime_type: str


@dataclass(frozen=True, slots=True)
class Resource(ResourceInfo, Generic[S]):
    """One resource, and the function that reads it. A `hidden` one can be read and is not listed."""

    read: Callable[[S, ResourceRequest], Awaitable[Any]]
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class ResourceTemplate(ResourceInfo, Generic[S]):
    """Resources whose URIs follow a template: `uri` is `notes://{name}`, or `notes://{+path}` for names with slashes.

    `pattern` is a regular expression with named groups, for URIs that a template cannot express. `exists` tells whether
    a client can subscribe to such a resource (to any, without it); `listing` yields those to show in the list of
    resources.
    """

    read: Callable[[S, ResourceRequest], Awaitable[Any]]
    exists: Callable[[S, dict[str, str]], bool] | None = None
    listing: Callable[[S], Iterable[ResourceInfo]] | None = None
    pattern: str = ""
    hidden: bool = False

    def match(self, uri: str) -> dict[str, str] | None:
        match = re.fullmatch(self.pattern or _pattern(self.uri), uri, re.DOTALL)
        if match is None:
            return None
        return {name: value or "" for name, value in match.groupdict().items()}


class ResourceTable(Generic[S]):
    """The resources of a server, in order. `changed` is called whenever some are added or removed."""

    def __init__(
        self, rows: Iterable[Resource[S] | ResourceTemplate[S]] = (), changed: Callable[[], None] | None = None
    ) -> None:
        # Replaced as a whole and never modified, because other threads may be reading it.
        self._rows: dict[str, Resource[S] | ResourceTemplate[S]] = {}
        self._changed: Callable[[], None] | None = None
        self.add(*rows)
        # Only now: the first rows are no change.
        self._changed = changed

    def add(self, *rows: Resource[S] | ResourceTemplate[S]) -> None:
        """Add resources and templates; raises ValueError for a URI that is already taken."""
        added = dict(self._rows)
        for row in rows:
            uri = canonical(row.uri)
            if uri in added:
                raise ValueError(f"there is a resource {row.uri!r} already; remove that one first")
            added[uri] = row
        self._replace(added)

    def remove(self, *uris: str) -> None:
        """Remove resources and templates; raises KeyError for an unknown URI."""
        removed = [canonical(uri) for uri in uris]
        for uri in removed:
            # All of them are looked up before any is removed.
            self._rows[uri]
        self._replace({uri: row for uri, row in self._rows.items() if uri not in removed})

    def _replace(self, rows: dict[str, Resource[S] | ResourceTemplate[S]]) -> None:
        self._rows = rows
        if self._changed is not None:
            self._changed()

    def __iter__(self) -> Iterator[Resource[S] | ResourceTemplate[S]]:
        return iter(self._rows.values())

    def listed(self, server: S) -> list[ResourceInfo]:
        rows: list[ResourceInfo] = [row for row in self if isinstance(row, Resource) and not row.hidden]
        return rows + [item for template in self.templates if template.listing for item in template.listing(server)]

    @property
    def templates(self) -> list[ResourceTemplate[S]]:
        return [row for row in self if isinstance(row, ResourceTemplate)]

    def exists(self, server: S, uri: str) -> bool:
        return isinstance(self._rows.get(canonical(uri)), Resource) or any(
            template.exists is None or template.exists(server, variables) for template, variables in self._matching(uri)
        )

    async def read(self, server: S, uri: str, context: ServerRequestContext[Any, Any] | None = None) -> ResourceContent:
        """The content of a resource; raises ResourceNotFound, or whatever its reader raises."""
        row = self._rows.get(canonical(uri))
        variables: dict[str, str] = {}
        # A template can be read only with a URI that fills it in, so one found by its own text is not meant.
        if not isinstance(row, Resource):
            row, variables = next(self._matching(uri), (None, variables))
        if row is None:
            raise ResourceNotFound
        content = await row.read(server, ResourceRequest(context, uri, variables))
        if isinstance(content, ResourceContent):
            return content
        if isinstance(content, str | bytes):
            return ResourceContent(row.mime_type, content)
        return ResourceContent(row.mime_type, json.dumps(content, indent=2, ensure_ascii=False))

    def _matching(self, uri: str) -> Iterator[tuple[ResourceTemplate[S], dict[str, str]]]:
        for template in self.templates:
            if (variables := template.match(canonical(uri))) is not None:
                yield template, variables


def canonical(uri: str) -> str:
    """The URI with its scheme in lower case, as schemes do not distinguish case."""
    scheme, separator, address = uri.partition("://")
    if separator:
        return f"{scheme.lower()}{separator}{address}"
    return uri


def _pattern(template: str) -> str:
    # Convert a URI template (RFC 6570, levels 1 and 2) to a regular expression.
    parts = re.split(r"\{(\+?)(\w+)\}", template)
    pattern = re.escape(parts[0])
    for plus, name, literal in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        pattern += f"(?P<{name}>{'.+' if plus else '[^/?#]+'}){re.escape(literal)}"
    return pattern
