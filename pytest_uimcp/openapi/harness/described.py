"""Which operation of a specification a request is for, and which routes of a mock are for none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any, Final

import httpx
import respx
from respx.patterns import Lookup

from pytest_uimcp.openapi.spec.document import SpecDocument
from pytest_uimcp.openapi.spec.operations import operations
from pytest_uimcp.openapi.warn import drop

_BRACES: Final = re.compile(r"\{[^{}/]+\}")


@dataclass(frozen=True, slots=True)
class DescribedOperation:
    """An operation of the specification, and how the paths of its requests look below the base address."""

    method: str
    path: re.Pattern[str]
    variables: int
    node: Mapping[str, Any]


class DescribedOperations:
    """The operations of a specification below a base address."""

    def __init__(self, document: SpecDocument, base_url: str) -> None:
        self._document = document
        self._base = httpx.URL(base_url)
        self._base_path = self._base.path.rstrip("/")

    def of(self, request: httpx.Request) -> DescribedOperation | None:
        """The operation that a request is for; None if it is for none."""
        return self.find(request.method, request.url.path.removeprefix(self._base_path))

    def find(self, method: str, path: str) -> DescribedOperation | None:
        """The operation of this method and path, the path below the base address or with it."""
        paths = (path, path.removeprefix(self._base_path))
        for operation in self._operations:
            if operation.method == method.upper() and any(map(operation.path.fullmatch, paths)):
                return operation
        return None

    def misplaced_route(self, mock: respx.Router, method: str) -> str:
        """The first route for this method that no request can reach: its method and address; empty if there is none."""
        for route in mock.routes:
            exact = {part.key: part.value for part in route.pattern or () if part.lookup is Lookup.EQUAL}
            # Without an exact path, as of a regular expression or a host alone, it may be for any operation.
            if "path" not in exact or route.called or exact.get("method", method) != method:
                continue
            host = exact.get("host", self._base.host)
            if host != self._base.host or not self._is_reached(method, exact["path"]):
                return f"{method} {host}{exact['path']}"
        return ""

    def _is_reached(self, method: str, path: str) -> bool:
        is_below = path.startswith(self._base_path)
        return is_below and self.find(method, path.removeprefix(self._base_path)) is not None

    @cached_property
    def _operations(self) -> list[DescribedOperation]:
        # Of several paths that fit, the one with the fewest variables is meant.
        return sorted(self._all(), key=attrgetter("variables"))

    def _all(self) -> Iterator[DescribedOperation]:
        for operation in operations(self._document, warn=drop):
            literals = _BRACES.split(operation.path.partition("?")[0])
            pattern = re.compile("[^/]+".join(map(re.escape, literals)))
            yield DescribedOperation(operation.method.upper(), pattern, len(literals) - 1, operation.node)
