from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.testing.snapshots.toolchanges import tool_changes

NULLABLE = {"anyOf": [{"type": "string"}, {"type": "null"}]}


def tool(properties: dict[str, Any] | None = None, required: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    return {"inputSchema": {"type": "object", "properties": properties or {}, "required": list(required)}, **more}


def told(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    return [str(change) for change in tool_changes({"t": before}, {"t": after})]


def changed(before: Any, after: Any) -> list[str]:
    return told(tool({"a": before}), tool({"a": after}))


def test_equal_surfaces_have_no_changes() -> None:
    assert told(tool({"a": {"type": "string"}}, ("a",)), tool({"a": {"type": "string"}}, ("a",))) == []


def test_tools_come_and_go() -> None:
    changes = tool_changes({"old": tool(), "kept": tool()}, {"kept": tool(), "new": tool()})
    assert [str(change) for change in changes] == ["breaking: old: the tool is gone", "additive: new: a new tool"]


def test_parameters_come_and_go() -> None:
    before = tool({"old": {}, "soft": {}, "hard": {}}, ("hard",))
    after = tool({"soft": {}, "hard": {}, "must": {}, "may": {}}, ("soft", "must"))
    assert told(before, after) == [
        "breaking: t: parameter old is gone",
        "breaking: t: parameter soft is now required",
        "breaking: t: a new required parameter must",
        "additive: t: parameter hard is now optional",
        "additive: t: a new optional parameter may",
    ]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({"type": "string"}, {"type": "integer"}, "breaking: t: parameter a: type string → integer"),
        ({"type": "string"}, {"type": ["string", "null"]}, "additive: t: parameter a: type string → null|string"),
        (NULLABLE, {"type": "string"}, "breaking: t: parameter a: type null|string → string"),
        ({"type": "integer"}, {"type": "number"}, "additive: t: parameter a: type integer → number"),
        ({"type": "number"}, {"type": "integer"}, "breaking: t: parameter a: type number → integer"),
        ({"type": "string"}, {}, "additive: t: parameter a: type string → any"),
        ({}, {"type": "string"}, "breaking: t: parameter a: type any → string"),
        ({"enum": ["x", "y"]}, {"enum": ["x"]}, 'breaking: t: parameter a: value "y" is gone'),
        ({"enum": ["x"]}, {"enum": ["x", "y"]}, 'additive: t: parameter a: a new value "y"'),
        ({}, {"enum": ["x"]}, 'breaking: t: parameter a: values any → "x"'),
        ({"const": "x"}, {}, 'additive: t: parameter a: values "x" → any'),
        ({"minimum": 1}, {"minimum": 2}, "breaking: t: parameter a: minimum 1 → 2"),
        ({"minimum": 1}, {}, "additive: t: parameter a: minimum 1 → (none)"),
        ({"maxLength": 5}, {"maxLength": 9}, "additive: t: parameter a: maxLength 5 → 9"),
        ({}, {"maxLength": 9}, "breaking: t: parameter a: maxLength (none) → 9"),
        ({}, {"pattern": "^a"}, 'breaking: t: parameter a: pattern (none) → "^a"'),
        ({"pattern": "^a"}, {}, 'additive: t: parameter a: pattern "^a" → (none)'),
        ({"default": 1}, {"default": 2}, "breaking: t: parameter a: default 1 → 2"),
        ({}, {"additionalProperties": False}, "breaking: t: parameter a: additionalProperties (none) → false"),
        ({"additionalProperties": False}, {}, "additive: t: parameter a: additionalProperties false → (none)"),
        ({"title": "A"}, {"title": "B"}, 'cosmetic: t: parameter a: title "A" → "B"'),
        ({"description": "A"}, {}, 'cosmetic: t: parameter a: description "A" → (none)'),
        ({"items": {"type": "string"}}, {"items": {"type": "null"}}, "breaking: t: parameter a[]: type string → null"),
        ({"properties": {"b": {}}}, {"properties": {}}, "breaking: t: parameter a.b is gone"),
        (True, False, 'breaking: t: parameter a: not (none) → {}'),
        ({"allOf": [{}]}, {"allOf": [{"type": "null"}]}, 'breaking: t: parameter a: allOf [{}] → [{"type": "null"}]'),
    ],
    ids=str,
)  # fmt: skip
def test_a_parameter_that_accepts_less_is_breaking_and_one_that_accepts_more_additive(
    before: Any, after: Any, told: str
) -> None:
    assert changed(before, after) == [told]


def test_references_are_resolved() -> None:
    plain = tool({"a": {"type": "string", "enum": ["x"]}})
    referring = tool({"a": {"$ref": "#/$defs/Choice"}})
    referring["inputSchema"]["$defs"] = {"Choice": {"type": "string", "enum": ["x"]}}
    assert told(plain, referring) == []


def test_a_recursive_schema_terminates() -> None:
    def tree(kind: str) -> dict[str, Any]:
        node = {"properties": {"text": {"type": kind}, "next": {"$ref": "#/$defs/Node"}}}
        return {"inputSchema": {"properties": {"a": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": node}}}

    assert told(tree("string"), tree("null"))[0] == "breaking: t: parameter a.text: type string → null"


@pytest.mark.parametrize(
    ("before", "after", "effect"),
    [
        ({"readOnlyHint": True}, {"readOnlyHint": False}, "breaking"),
        ({"readOnlyHint": True}, {}, "breaking"),
        ({"destructiveHint": False}, {"destructiveHint": True}, "breaking"),
        ({}, {"destructiveHint": True}, "cosmetic"),
        ({"title": "A"}, {"title": "B"}, "cosmetic"),
    ],
)
def test_a_changed_hint_is_breaking_unless_it_states_the_default(
    before: dict[str, Any], after: dict[str, Any], effect: str
) -> None:
    (change,) = told(tool(annotations=before), tool(annotations=after))
    assert change.startswith(f"{effect}: t: ")


def test_titles_and_descriptions_are_cosmetic() -> None:
    assert told(tool(title="A", description="x" * 99), tool(title="B", description="y")) == [
        'cosmetic: t: title "A" → "B"',
        f'cosmetic: t: description "{"x" * 58}… → "y"',
    ]


def test_a_result_with_less_is_breaking_and_with_more_additive() -> None:
    before = tool(outputSchema={"properties": {"a": {"type": "string"}, "gone": {}, "b": {}}, "required": ["b"]})
    after = tool(outputSchema={"properties": {"a": {"type": ["string", "null"]}, "b": {}, "new": {}}, "required": []})
    assert told(before, after) == [
        "breaking: t: result a: type string → null|string",
        "breaking: t: result gone is gone",
        "breaking: t: result b is now optional",
        "additive: t: a new optional result new",
    ]
    assert told(before, tool()) == ["breaking: t: the schema of results is gone"]
    assert told(tool(), before) == ["additive: t: a schema of results"]
