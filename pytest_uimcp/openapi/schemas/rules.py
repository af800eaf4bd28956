"""Keywords that OpenAPI's dialects say otherwise than JSON Schema does."""

from __future__ import annotations

import math
from typing import Any, Final

from pytest_uimcp.openapi.schemas.keywords import COPIED, TYPES

__all__ = ["DEPRECATED", "LEFT_OUT", "adapted", "copied", "json_type"]

LEFT_OUT: Final = object()
DEPRECATED: Final = "(deprecated)"
_EXCLUSIVE: Final = (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum"))
_NULL: Final[dict[str, Any]] = {"type": "null"}


def copied(key: str, value: Any) -> Any:
    """The value of a keyword that is kept as it is; LEFT_OUT if it is not what the keyword wants."""
    if COPIED[key](value) and _is_json(value):
        return value
    return LEFT_OUT


def _is_json(value: Any) -> bool:
    """Whether JSON can say it: of what Python reads as JSON, all but infinite numbers."""
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, dict):
        return all(map(_is_json, value.values()))
    return not isinstance(value, list) or all(map(_is_json, value))


def json_type(value: Any) -> Any:
    """A `type` of JSON Schema, or several; LEFT_OUT if there is none like it."""
    if isinstance(value, str):
        if value in TYPES:
            return value
        if value == "file":
            return "string"
        return LEFT_OUT
    if not isinstance(value, list):
        return LEFT_OUT
    # Without quotes YAML makes nothing of it: `type: [string, null]`.
    names = ["null" if name is None else name for name in value]
    if not names or not all(isinstance(name, str) and name in TYPES for name in names):
        return LEFT_OUT
    return list(dict.fromkeys(names))


def adapted(result: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """A converted schema with what its source said in a dialect."""
    for exclusive, bound in _EXCLUSIVE:
        # Up to 3.0 it is a boolean beside the bound.
        if schema.get(exclusive) is True and bound in result:
            result[exclusive] = result.pop(bound)
    if schema.get("nullable") is True or schema.get("x-nullable") is True:
        result = _with_null(result)
    if schema.get("deprecated") is True:
        result["description"] = f"{DEPRECATED} {result.get('description', '')}".strip()
    return result


def _with_null(result: dict[str, Any]) -> dict[str, Any]:
    if "enum" in result and None not in result["enum"]:
        result["enum"] = [*result["enum"], None]
    if isinstance(result.get("type"), str) and result["type"] != "null":
        return {**result, "type": [result["type"], "null"]}
    for key in ("anyOf", "oneOf"):
        if key in result and _NULL not in result[key]:
            return {**result, key: [*result[key], _NULL]}
    if "allOf" in result:
        texts: dict[str, Any] = {key: result[key] for key in ("description", "title") if key in result}
        others = {key: value for key, value in result.items() if key not in texts}
        return {**texts, "anyOf": [others, _NULL]}
    return result
