"""Looks for the specification of a server of which only the address is known.

First the server's own hint, then the usual places, all at once, of which the first in the list wins; then pages that
show the API to people.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import urljoin

import anyio

from pytest_uimcp.openapi.addresses import origin, printable
from pytest_uimcp.openapi.documents import parse
from pytest_uimcp.openapi.errors import SpecError
from pytest_uimcp.openapi.loading.fetching import Fetched, Fetcher, LoadedSpec
from pytest_uimcp.openapi.spec.document import version_of

PATHS: Final = (
    "/openapi.json", "/openapi.yaml", "/openapi.yml", "/.well-known/openapi", "/.well-known/openapi.json",
    "/.well-known/openapi.yaml", "/swagger.json", "/swagger.yaml", "/swagger/doc.json", "/v3/api-docs",
    "/v3/api-docs.yaml", "/v2/api-docs", "/v2/api-docs.yaml", "/api-docs", "/api-docs.json", "/api-docs.yaml",
    "/docs/openapi.json", "/docs/openapi.yaml", "/docs/swagger.json", "/api/swagger.json", "/api/openapi.json",
    "/api/openapi.yaml", "/api/docs", "/api/schema", "/openapi", "/docs/openapi", "/swagger/v1/swagger.json",
    "/swagger/v2/swagger.json", "/api-docs/v1/swagger.json", "/api-docs/v1/swagger.yaml", "/api/api-docs",
    "/api/v1/api-docs", "/api/v1/openapi.json", "/api/v2/openapi.json", "/api/v1/swagger.json", "/api/v2/swagger.json",
)  # fmt: skip
PAGES: Final = (
    "/swagger-ui.html", "/swagger-ui/index.html", "/swagger", "/docs", "/api/docs", "/redoc",
    "/api-docs/swagger-config",
)  # fmt: skip
MAX_PARALLEL_REQUESTS: Final = 8
SECONDS_EACH: Final = 5.0
SECONDS: Final = 20.0
_HTML: Final = "text/html"
_VERSION: Final = re.compile(rb"o\0?p\0?e\0?n\0?a\0?p\0?i|s\0?w\0?a\0?g\0?g\0?e\0?r")  # in UTF-16 too


async def discover(fetcher: Fetcher, base_url: str) -> LoadedSpec:
    """The specification of the server at an address; raises SpecError if there is none."""
    base = base_url.rstrip("/")
    search = _Search(fetcher, base)
    with anyio.move_on_after(SECONDS):
        spec = await search.by_hint() or await search.by_paths() or await search.by_pages()
        if spec:
            return spec
    raise SpecError(f"no OpenAPI spec found at {printable(base)} (tried {len(PATHS)} paths + {len(PAGES)} HTML pages)")


@dataclass(frozen=True, slots=True)
class _Page:
    url: str
    text: str


class _Search:
    """One search; fetches each address once, and keeps of it no more than is needed."""

    def __init__(self, fetcher: Fetcher, base: str) -> None:
        self._fetcher = fetcher
        self._base = base
        self._seen: dict[str, LoadedSpec | _Page | None] = {}

    async def by_hint(self) -> LoadedSpec | None:
        try:
            answer = await self._fetcher.get(self._base, seconds=SECONDS_EACH, method="HEAD")
        except SpecError:
            return None
        targets = [urljoin(f"{self._base}/", target) for target in described_by(answer.headers.get_list("Link"))]
        return await self._first(target for target in targets if origin(target))

    async def by_paths(self) -> LoadedSpec | None:
        """All paths are tried, a few at a time; the order of the answers does not matter."""
        # Some servers answer many requests at once with 429.
        limiter = anyio.CapacityLimiter(MAX_PARALLEL_REQUESTS)

        async def look(url: str) -> None:
            async with limiter:
                await self._look(url)

        async with anyio.create_task_group() as tasks:
            for path in PATHS:
                tasks.start_soon(look, self._base + path)
        return await self._first(self._base + path for path in PATHS)

    async def by_pages(self) -> LoadedSpec | None:
        for path in PAGES:
            page = await self._look(self._base + path)
            if isinstance(page, _Page) and (spec := await self._first(spec_links(page.text, page.url))):
                return spec
        return None

    async def _first(self, urls: Iterable[str]) -> LoadedSpec | None:
        for url in urls:
            spec = await self._look(url)
            if isinstance(spec, LoadedSpec):
                return spec
        return None

    async def _look(self, url: str) -> LoadedSpec | _Page | None:
        # Paths and pages overlap (/docs is both), and pages name the same address several times.
        if url not in self._seen:
            try:
                self._seen[url] = _page_or_spec(await self._fetcher.get(url, seconds=SECONDS_EACH))
            except SpecError:
                self._seen[url] = None
        return self._seen[url]


def _page_or_spec(answer: Fetched) -> LoadedSpec | _Page | None:
    if answer.status != 200:
        return None
    if answer.content_type == _HTML:
        return _Page(answer.url, answer.content[:MAX_PAGE_BYTES].decode("utf-8", "replace"))
    # Many servers answer something everywhere; what does not even say the word is not parsed.
    if _VERSION.search(answer.content):
        return _specification(answer)
    return None


def _specification(answer: Fetched) -> LoadedSpec | None:
    try:
        data = parse(answer.content)
        version_of(data)
    except (ValueError, SpecError):
        return None
    return LoadedSpec(data, answer.url)


_DESCRIPTIONS: Final = frozenset({"service-desc", "describedby"})
_LINK: Final = re.compile(r'<(?P<target>[^>]*)>(?P<rest>(?:[^,"]|"(?:[^"\\]|\\.)*")*)')
_PARAMETER: Final = re.compile(r';\s*(?P<name>[^\s=;,]+)\s*=\s*(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<bare>[^\s;,]+))')


def described_by(values: Iterable[str]) -> Iterator[str]:
    """The targets of links whose relations say so, in order."""
    for value in values:
        for link in _LINK.finditer(value):
            if not _DESCRIPTIONS.isdisjoint(_relations(link["rest"])):
                yield link["target"].strip()


def _relations(parameters: str) -> list[str]:
    for parameter in _PARAMETER.finditer(parameters):
        if parameter["name"].lower() == "rel":
            return (parameter["quoted"] or parameter["bare"] or "").lower().split()
    return []


MAX_PAGE_BYTES: Final = 512 * 1024
# Swagger UI's `url: "…"`, ReDoc's `spec-url="…"`, and relatives of both.
_NAMED: Final = re.compile(
    r"""\b(?:spec-url|spec_url|specUrl|specurl|configUrl|url)["']?\s*[:=]\s*(?P<quote>["'])(?P<url>[^"'<>\s]+)(?P=quote)"""
)


def spec_links(page: str, url: str) -> Iterator[str]:
    """The addresses on a page that may be a specification's, each once; other origins than the page's are left out."""
    addresses = set()
    for match in _NAMED.finditer(page[:MAX_PAGE_BYTES]):
        address = urljoin(url, html.unescape(match["url"]).replace("\\/", "/")).partition("#")[0]
        if address not in addresses and origin(address) is not None and origin(address) == origin(url):
            addresses.add(address)
            yield address
