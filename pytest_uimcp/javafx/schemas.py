"""The JSON Schemas of the five tools: the inputs of the contract, with what is added to it."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.javafx.scene.snapshot.options import SECTIONS, Json
from pytest_uimcp.mcp.alternatives import by_type, or_null

Schema = Json

BOOLEAN: Final[Schema] = {"type": "boolean"}
NUMBER: Final[Schema] = {"type": "number"}
TEXT: Final[Schema] = or_null({"type": "string"})
INDEX: Final[Schema] = {"type": "integer", "minimum": 0, "description": "The number of a stage, from 0"}
INTERNALS: Final[Schema] = BOOLEAN | {"default": False, "description": "Also the nodes inside controls"}
NULLS: Final[Schema] = BOOLEAN | {"default": False, "description": "Leave out what is null"}


def _object(properties: Schema, *required: str, **extra: object) -> Schema:
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": False, **extra}
    if required:
        return schema | {"required": list(required)}
    return schema


REF: Final = _object(
    {"path": TEXT, "uid": TEXT, "hint": or_null({"type": "object"})},
    description="A node: its uid, else its path. With a hint (id, type, text), a path to another node is refused",
)
GET_SNAPSHOT: Final = _object(
    {
        "stage": {
            "type": "string",
            "enum": ["focused", "primary", "all"],
            "default": "focused",
            "description": "Which stages",
        },
        "stageIndex": INDEX,
        "mode": {
            "type": "string",
            "enum": ["full", "compact"],
            "default": "full",
            "description": "compact: less deep, without sections",
        },
        "depth": {"type": "integer", "minimum": 0, "description": "How many levels of nodes"},
        "include": _object(dict.fromkeys(SECTIONS, BOOLEAN), description="Sections, on or off"),
        "includeControlInternals": INTERNALS,
        "omitNulls": NULLS,
        "format": {
            "type": "string",
            "enum": ["json", "text", "data"],
            "default": "json",
            "description": "text: a line for each node; data: no text beside the structured content",
        },
    }
)
QUERY: Final = _object(
    {
        "scope": _object(
            {"stage": {"type": "string", "enum": ["focused", "index"], "default": "focused"}, "stageIndex": INDEX},
            description="Where to search: the focused stage, or one by its number",
        ),
        "selector": _object(
            {
                "css": TEXT | {"description": "#id, .class, Type, Type.class, A B, A > B"},
                "text": TEXT | {"description": "The text that is shown"},
                "match": {"type": "string", "enum": ["contains", "equals", "regex"], "default": "contains"},
                "predicate": or_null(
                    {
                        "type": "object",
                        "description": "typeIs, idEquals, styleClassHas, textContains, visible, enabled",
                    }
                ),
            },
            description="css, text or predicate; several of them have to hold together",
        ),
        "limit": {"type": "integer", "minimum": 1, "default": 50},
        "includeControlInternals": INTERNALS,
    },
    "selector",
)  # fmt: skip
GET_NODE: Final = _object(
    {
        "ref": REF,
        "includeChildren": BOOLEAN | {"default": False},
        "includeControlInternals": INTERNALS,
        "omitNulls": NULLS,
    },
    "ref",
)
ROW: Final[Schema] = by_type(
    {
        "type": ["integer", "string", "null"],
        "description": "Of the list, tree or table that ref names: the row of this number, from 0, or with this text. "
        "One that is out of sight is scrolled to",
    }
)
ACTION: Final[Schema] = {
    "type": "object",
    "properties": {
        "type": {"type": "string", "description": "focus, click, typeText, setText, pressKey, scroll, …"},
        "target": or_null({"type": "object", "properties": {"ref": REF, "row": ROW}}),
        "x": NUMBER, "y": NUMBER,
        "text": {"type": "string"},
        "key": {"type": "string"},
        "modifiers": {"type": "array", "items": {"type": "string"}},
        "deltaX": NUMBER, "deltaY": NUMBER,
        "button": {"type": "string", "enum": ["PRIMARY", "SECONDARY", "MIDDLE"]},
        "clickCount": {"type": "integer", "minimum": 1, "maximum": 3},
        "stageIndex": INDEX,
    },
    "required": ["type"],
}  # fmt: skip
PERFORM: Final = _object(
    {
        "actions": {"type": "array", "items": ACTION, "description": "Done one after the other"},
        "awaitUiIdle": BOOLEAN | {"default": True, "description": "Wait until the user interface is idle"},
        "timeoutMs": {"type": "number", "exclusiveMinimum": 0, "default": 5000},
        "stopOnError": BOOLEAN | {"default": False, "description": "Leave out the actions behind one that failed"},
    },
    "actions",
)
# What the whole call has to be; what is wrong with one action is an error of that action.
PERFORM_CHECKED: Final[Schema] = PERFORM | {"properties": PERFORM["properties"] | {"actions": {"type": "array"}}}
SCREENSHOT: Final = _object({"stageIndex": INDEX})


ERROR: Final[Schema] = {
    "type": "object",
    "properties": {"code": {"type": "string"}, "message": {"type": "string"}, "details": {"type": "object"}},
    "required": ["code", "message"],
}


def _gives(**properties: object) -> Schema:
    # The contract gives an error a body of its own. Some clients check that one, too, and would report a mismatch
    # instead of the error if the schema had no room for it.
    return {
        "type": "object",
        "properties": {**properties, "error": ERROR},
        "anyOf": [{"required": list(properties)}, {"required": ["error"]}],
    }


# What the results have at least, or an error.
OUTPUTS: Final[dict[str, Schema]] = {
    "ui_get_snapshot": _gives(schema={"type": "string"}, stages={"type": "array", "items": {"type": "object"}}),
    "ui_query": _gives(matches={"type": "array", "items": {"type": "object"}}),
    "ui_get_node": _gives(ref={"type": "object"}, type={"type": "string"}),
    "ui_perform": _gives(results={"type": "array", "items": {"type": "object"}}),
    "ui_screenshot": _gives(contentType={"const": "image/png"}, dataBase64={"type": "string"}),
}
