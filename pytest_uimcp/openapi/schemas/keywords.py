"""Which keywords of a schema mean what to us. What stands in none of these tables is left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

__all__ = ["CHILD", "CHILDREN", "COPIED", "NAMED", "TYPES", "children"]

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

_NUMBER: Final = (int, float)
_BOUND: Final = ("maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "multipleOf")
_COUNT: Final = (
    "maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties", "minContains", "maxContains",
)  # fmt: skip
_TEXT: Final = ("contentEncoding", "contentMediaType", "format", "pattern", "title", "description")

# Copied as they are, if they are of the type that JSON Schema wants: one wrong keyword makes clients refuse the tool.
COPIED: Final[dict[str, type | tuple[type, ...]]] = {
    **dict.fromkeys(_BOUND, _NUMBER),
    **dict.fromkeys(_COUNT, int),
    **dict.fromkeys(_TEXT, str),
    "const": object,
    "default": object,
    "dependentRequired": dict,
    "enum": list,
    "examples": list,
    "required": list,
    "uniqueItems": bool,
}

TYPES: Final = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})


def children(schema: dict[str, Any]) -> Iterator[Any]:
    """The schemas that stand directly in a schema."""
    for key, value in schema.items():
        if key in NAMED:
            if isinstance(value, dict):
                yield from value.values()
        elif key in CHILDREN or (key == "items" and isinstance(value, list)):
            if isinstance(value, list):
                yield from value
        elif key in CHILD:
            yield value
