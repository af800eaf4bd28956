"""Which keywords of a schema mean what to us. What stands in none of these tables is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
