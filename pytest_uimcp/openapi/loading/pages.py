"""Pages that show an API to people know where its specification is."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urljoin

from pytest_uimcp.openapi.addresses import origin

__all__ = ["LARGEST_PAGE", "candidates"]

LARGEST_PAGE: Final = 512 * 1024
# Swagger UI's `url: "…"`, ReDoc's `spec-url="…"`, and relatives of both.
_NAMED: Final = re.compile(
    r"""\b(?:spec-url|spec_url|specUrl|specurl|configUrl|url)["']?\s*[:=]\s*(?P<quote>["'])(?P<url>[^"'<>\s]+)(?P=quote)"""
)


def candidates(page: str, url: str) -> Iterator[str]:
    """The addresses on a page that may be a specification's, each once; other origins than the page's are left out."""
    seen = set()
    for match in _NAMED.finditer(page[:LARGEST_PAGE]):
        found = urljoin(url, html.unescape(match["url"]).replace("\\/", "/")).partition("#")[0]
        if found not in seen and origin(found) is not None and origin(found) == origin(url):
            seen.add(found)
            yield found
