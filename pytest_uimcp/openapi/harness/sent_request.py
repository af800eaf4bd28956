from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, unquote

import httpx

from pytest_uimcp.core.errors import UimcpError, public
from pytest_uimcp.openapi.spec.nodes import items_of


@public
class NotRequested(UimcpError, AssertionError):
    """A request that the test expected was not made, or one that it did not expect was."""


@dataclass(frozen=True, slots=True)
class SentRequest:
    """A request as it would have gone over the network, the credential with it."""

    method: str
    url: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str] = field(repr=False)
    content: bytes = field(repr=False)
    hidden: frozenset[str] = field(default=frozenset(), repr=False)
    """The parameters of the query whose values are credentials: messages and reports do not tell them."""

    @classmethod
    def of(cls, request: httpx.Request, hidden: Iterable[str] = ()) -> SentRequest:
        """The request of httpx, whose content has been read."""
        return cls(
            request.method,
            str(request.url),
            unquote(request.url.path),
            parse_qs(request.url.query.decode(), keep_blank_values=True),
            {name.lower(): value for name, value in request.headers.items()},
            request.content,
            frozenset(hidden),
        )

    @property
    def json(self) -> Any:
        """The body as data; None if there is none."""
        if self.content:
            return json.loads(self.content)
        return None

    @property
    def shown_url(self) -> str:
        """The address without credentials."""
        url = httpx.URL(self.url)
        # Unchanged if nothing is hidden: httpx would encode the query anew.
        if not any(name in self.hidden for name in url.params):
            return self.url
        params = url.params.multi_items()
        return str(url.copy_with(params=[(name, "hidden" if name in self.hidden else value) for name, value in params]))

    def shown(self) -> dict[str, Any]:
        """The request as the arguments of a step, without headers and credentials."""
        body = {}
        if self.content:
            body = {"body": self.content.decode(errors="replace")}
        return {"request": f"{self.method} {self.shown_url}", **body}

    def __str__(self) -> str:
        body = ""
        if self.content:
            body = f" with {self.content[:200].decode(errors='replace')}"
        return f"{self.method} {self.shown_url}{body}"


@dataclass(frozen=True, slots=True)
class ExpectedRequest:
    """What a test expects of a request. What it does not mention may be anything."""

    method: str
    path: str
    query: Mapping[str, Any] | None = None
    json: Any = ...
    headers: Mapping[str, str] | None = None

    def matches_in(self, requests: Sequence[SentRequest], base_path: str) -> list[SentRequest]:
        """Those that are as expected. The path may be given with that of the base address or without."""
        paths = (self.path, f"{base_path}{self.path}")
        return [request for request in requests if request.path in paths and not any(self._misfits(request))]

    def _misfits(self, request: SentRequest) -> Iterator[str]:
        if request.method != self.method.upper():
            yield "method"
        for name, value in (self.query or {}).items():
            values = items_of(value)
            # A query is compared as text: `limit=5` was 5 before, and nobody can tell from the request.
            if request.query.get(name) != [str(item) for item in values]:
                yield name
        # None is a body that a test may expect, so `...` stands for any.
        if self.json is not ... and _parsed(request) != self.json:
            yield "json"
        for name, text in (self.headers or {}).items():
            if request.headers.get(name.lower()) != text:
                yield name

    def __str__(self) -> str:
        parts = {"query": self.query, "headers": self.headers, "json": None if self.json is ... else self.json}
        details = "".join(f", {name} {value!r}" for name, value in parts.items() if value is not None)
        return f"{self.method.upper()} {self.path}{details}"


def count_note(expected: int | None, count: int) -> str:
    return "" if expected is None else f" {expected} times, it was {count} times"


def _parsed(request: SentRequest) -> Any:
    try:
        return request.json
    # A body that is no JSON equals none that a test expects.
    except ValueError:
        return ...
