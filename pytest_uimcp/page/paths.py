"""The paths in `ui-*` attributes: `a.b()?keypress&wrapper=lua.ViewList`."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import unquote_plus

from pytest_uimcp.core.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Path", "parse_path"]


@dataclass(frozen=True, slots=True)
class Path:
    text: str
    query: Mapping[str, str]

    @property
    def call(self) -> str:
        return next((ending for ending in ("()", "(_)") if self.text.endswith(ending)), "")

    @property
    def calls(self) -> bool:
        return self.text.endswith("()")

    def has(self, name: str) -> bool:
        """Whether a property is on: `?name` or `?name=true`."""
        return self.query.get(name, "false") != "false"

    def properties(self, **defaults: str) -> dict[str, str]:
        """The properties of a variable for this path; the query wins over the defaults."""
        return {"path": self.text, **defaults, **self.query}

    def watched_properties(self) -> dict[str, str]:
        """The properties of a view's or a list's variable; scrolling concerns the page alone."""
        properties = self.properties(access="r")
        # The server knows no such property.
        properties.pop("scrollOnOutput", None)
        return properties


@lru_cache(maxsize=4096)
def parse_path(text: str) -> Path:
    """Parse a path; a property without a value is `true`."""
    path, _, query = text.strip().partition("?")
    properties = dict(map(_property, filter(None, query.strip().split("&"))))
    return Path(path.strip(), MappingProxyType(properties))


def _property(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        value = "true"
    return unquote_plus(name), unquote_plus(value)
