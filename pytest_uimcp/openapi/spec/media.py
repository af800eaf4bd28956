"""Media types: which one of several a request is sent in, and what kind it is."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, auto
from functools import lru_cache
from typing import Final

JSON: Final = "application/json"
FORM: Final = "application/x-www-form-urlencoded"
MULTIPART: Final = "multipart/form-data"
OCTETS: Final = "application/octet-stream"

_TEXTUAL: Final = frozenset(
    f"application/{name}"
    for name in (
        "ecmascript", "graphql", "javascript", "json5", "jsonl", "jwt", "ndjson", "problem+json", "sql", "toml",
        "x-javascript", "x-ndjson", "x-sh", "x-www-form-urlencoded", "x-yaml", "xml", "yaml",
    )
)  # fmt: skip


# A document has a few, again and again.
@lru_cache(maxsize=256)
def bare(media_type: str) -> str:
    """The media type without parameters, in lower case."""
    return media_type.partition(";")[0].strip().lower()


_JSONS: Final = frozenset({JSON, "application/x-json", "text/json", "text/x-json"})


def is_json(media_type: str) -> bool:
    """Whether it is JSON, plain or as `application/vnd.something+json`."""
    name = bare(media_type)
    return name in _JSONS or name.endswith("+json")


def is_text(media_type: str) -> bool:
    name = bare(media_type)
    return name.startswith("text/") or is_json(name) or name in _TEXTUAL or name.endswith(("+xml", "+yaml"))


class Carrier(Enum):
    """How a value becomes the bytes of a body."""

    JSON = auto()
    JSON_LINES = auto()
    YAML = auto()
    FORM = auto()
    MULTIPART = auto()
    XML = auto()
    TEXT = auto()
    BYTES = auto()


_CARRIERS: Final = {
    FORM: Carrier.FORM,
    MULTIPART: Carrier.MULTIPART,
    **dict.fromkeys(("application/xml", "text/xml"), Carrier.XML),
    **dict.fromkeys(("application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml"), Carrier.YAML),
    **dict.fromkeys(("application/x-ndjson", "application/ndjson", "application/jsonl"), Carrier.JSON_LINES),
}


def carrier(media_type: str) -> Carrier:
    name = bare(media_type)
    if is_json(name):
        return Carrier.JSON
    if name.endswith(("+xml", "+yaml")):
        if name.endswith("+xml"):
            return Carrier.XML
        return Carrier.YAML
    return _CARRIERS.get(name, Carrier.TEXT if is_text(name) else Carrier.BYTES)


# What we like to send, the best first: what the model writes most reliably, and what loses nothing of it.
_RANKS: Final = {JSON: 0, FORM: 2, MULTIPART: 3, OCTETS: 5}


def _rank(media_type: str) -> int:
    name = bare(media_type)
    if name in _RANKS:
        return _RANKS[name]
    if is_json(name):
        return 1
    return 4 if name.startswith("text/") else 6


def best(media_types: Iterable[str]) -> str | None:
    """The one that we send, of those an operation takes."""
    return min(media_types, key=_rank, default=None)


# What a range becomes when something has to be sent.
_RANGES: Final = {"*/*": JSON, "application/*": JSON, "text/*": "text/plain", "multipart/*": MULTIPART}


def sendable(media_type: str) -> str:
    """The media type, or one within the range that it is."""
    name = bare(media_type)
    if name.endswith("/*"):
        return _RANGES.get(name, OCTETS)
    return media_type
