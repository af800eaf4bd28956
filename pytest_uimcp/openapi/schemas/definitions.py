"""Names under a tool's `$defs`, the same in whatever order schemas are asked for."""

from __future__ import annotations

import re
from typing import Final

from pytest_uimcp.openapi.names import fnv1a
from pytest_uimcp.openapi.spec.pointers import segments

__all__ = ["definition_name"]

_HOMES: Final = (("components", "schemas"), ("definitions",))
_ILLEGAL: Final = re.compile(r"[^A-Za-z0-9_.-]")


def definition_name(pointer: str) -> str:
    """The name of what a pointer leads to: its own, if it is one of the document's named schemas."""
    steps = segments(pointer) or ()
    name = "_".join(_below_home(steps)) or "root"
    legal = _ILLEGAL.sub("_", name)
    # Two names must not become one: what is not as it was, or was put together, carries a hash.
    if legal == name and len(_below_home(steps)) == 1:
        return legal
    return f"{legal}_{fnv1a(pointer) & 0xFFFFF:05x}"


def _below_home(steps: tuple[str, ...]) -> tuple[str, ...]:
    return next((steps[len(home) :] for home in _HOMES if steps[: len(home)] == home), steps)
