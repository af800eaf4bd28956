"""Which keywords of a schema mean what to us, and what OpenAPI's dialects say otherwise than JSON Schema does.

What stands in none of these tables is left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, Final

# A schema each.
CHILD: Final = frozenset(
    {
        "additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then",
        "unevaluatedItems", "unevaluatedProperties",
    }
)  # fmt: skip
# A list of schemas each.
CHILDREN: Final = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
# Schemas by name.
NAMED: Final = frozenset({"dependentSchemas", "patternProperties", "properties"})


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_positive(value: Any) -> bool:
    return _is_number(value) and value > 0


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_names_by_name(value: Any) -> bool:
    return isinstance(value, dict) and all(_is_list(names) and all(map(_is_text, names)) for names in value.values())


def _is_anything(_value: Any) -> bool:
    return True


_BOUND: Final = ("maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum")
_COUNT: Final = (
    "maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties", "minContains", "maxContains",
)  # fmt: skip
_TEXT: Final = ("contentEncoding", "contentMediaType", "format", "pattern", "title", "description")

# Copied as they are, if they are what JSON Schema wants: one wrong keyword makes clients refuse the tool.
COPIED: Final[dict[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(_BOUND, _is_number),
    **dict.fromkeys(_COUNT, _is_count),
    **dict.fromkeys(_TEXT, _is_text),
    **dict.fromkeys(("const", "default"), _is_anything),
    **dict.fromkeys(("enum", "examples", "required"), _is_list),
    "dependentRequired": _is_names_by_name,
    "multipleOf": _is_positive,
    "uniqueItems": _is_flag,
}

TYPES: Final = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})


def children(schema: dict[str, Any]) -> Iterator[Any]:
    for key, value in schema.items():
        if key in NAMED:
            if isinstance(value, dict):
                yield from value.values()
        elif key in CHILDREN or (key == "items" and isinstance(value, list)):
            if isinstance(value, list):
                yield from value
        elif key in CHILD:
            yield value


LEFT_OUT: Final = object()
DEPRECATED: Final = "(deprecated)"
_EXCLUSIVE: Final = (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum"))
_NULL: Final[dict[str, Any]] = {"type": "null"}
_OF_DIALECTS: Final = frozenset({"exclusiveMinimum", "exclusiveMaximum", "nullable", "x-nullable", "deprecated"})


def copied(key: str, value: Any) -> Any:
    """The value of a keyword that is kept as it is; LEFT_OUT if it is not what the keyword wants."""
    if COPIED[key](value) and _is_json(value):
        return value
    return LEFT_OUT


def _is_json(value: Any) -> bool:
    """Whether JSON can say it: of what Python reads as JSON, all but infinite numbers."""
    if isinstance(value, str):
        return True
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
    if _OF_DIALECTS.isdisjoint(schema):
        return result
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
    # An enum would exclude the null that `nullable` admits.
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
