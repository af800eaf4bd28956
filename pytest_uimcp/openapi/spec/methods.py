"""What HTTP methods promise, as a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Method:
    """How a method behaves by RFC 9110; `changes` means that what was there may be overwritten or gone afterwards."""

    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False
    changes: bool = False


_READS: Final = Method(read_only=True, idempotent=True)

# In the order of the specification; the keys of a path item that are operations.
METHODS: Final[dict[str, Method]] = {
    "get": _READS,
    "put": Method(idempotent=True, changes=True),
    "post": Method(),
    "delete": Method(destructive=True, idempotent=True, changes=True),
    "options": _READS,
    "head": _READS,
    "patch": Method(changes=True),
    "trace": Method(),
}


def _hints(method: Method) -> Mapping[str, bool]:
    hints = {
        "readOnlyHint": method.read_only,
        "destructiveHint": method.destructive,
        "idempotentHint": method.idempotent,
        "openWorldHint": True,
    }
    return MappingProxyType({name: True for name, holds in hints.items() if holds})


_HINTS: Final = {name: _hints(method) for name, method in METHODS.items()}


def hints(method: str) -> Mapping[str, bool]:
    # An unknown method promises nothing, as TRACE.
    return _HINTS.get(method.lower(), _HINTS["trace"])
