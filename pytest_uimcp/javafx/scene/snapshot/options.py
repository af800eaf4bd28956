"""What a snapshot contains: modes, sections, depth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pytest_uimcp.javafx.scene.errors import UiError

# Any: JSON, whose shape is the contract's; what it says and what schemas allow is known there.
Json = dict[str, Any]

SECTIONS = ("bounds", "localToScreen", "properties", "virtualization", "accessibility")


@dataclass(frozen=True)
class Options:
    depth: int = 50
    bounds: bool = True
    localToScreen: bool = True  # noqa: N815  # the contract's word
    properties: bool = False
    virtualization: bool = True
    accessibility: bool = False
    # Popups above a stage, an extension beside its scene.
    popups: bool = True
    # Extension `includeControlInternals`: the nodes of skins too.
    internals: bool = False
    # Extension `omitNulls`: leave out what is null.
    omit_nulls: bool = False


FULL = Options()
COMPACT = Options(12, False, False, False, False, False)


def options(
    mode: str | None = None,
    depth: int | None = None,
    include: Mapping[str, object] | None = None,
    defaults: Options = FULL,
    *,
    internals: bool = False,
    omit_nulls: bool = False,
) -> Options:
    """A request's options: the mode's defaults, and what the request says itself."""
    if mode not in (None, "full", "compact"):
        raise UiError("MCP_UI_INTERNAL", f"mode: expected full or compact; got {mode!r}")
    unknown = set(include or ()) - set(SECTIONS)
    if unknown:
        raise UiError("MCP_UI_INTERNAL", f"include: expected {', '.join(SECTIONS)}; got {', '.join(sorted(unknown))}")
    base = COMPACT if mode == "compact" else defaults
    changes: Json = {name: bool(is_on) for name, is_on in (include or {}).items() if is_on is not None}
    if depth is not None:
        if isinstance(depth, bool) or not isinstance(depth, int) or depth < 0:
            raise UiError("MCP_UI_INTERNAL", f"depth: expected a number from 0; got {depth!r}")
        changes["depth"] = depth
    return replace(base, **changes, internals=internals or base.internals, omit_nulls=omit_nulls or base.omit_nulls)
