"""The JSON Schema of scenario files, made from the grammar. Editors complete and check with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from pytest_uimcp.testing.scenario.grammar import ACTORS, StepKind, step_kinds
from pytest_uimcp.testing.scenario.header import header_keys
from pytest_uimcp.testing.scenario.shapes import FLAG

SCHEMA_FILE: Final = "scenario.schema.json"


def schema() -> dict[str, Any]:
    """The schema. What is about more than one place, such as variables, is checked by the reader only."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A scenario of pytest-uimcp",
        "type": "object",
        "properties": {key.key: {**_header(key.key, key.schema), "description": key.doc} for key in header_keys()},
        "additionalProperties": False,
        "required": ["steps"],
        "definitions": {"step": _steps()},
    }


def schema_text() -> str:
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def _header(key: str, schema: Mapping[str, Any]) -> Mapping[str, Any]:
    if key == "steps":
        return {**schema, "items": {"$ref": "#/definitions/step"}}
    return schema


def _steps() -> dict[str, Any]:
    # anyOf, not oneOf: editors complete the keys of all alternatives, and a step fits only one by its own key.
    plain = [_step(kind) for kind in step_kinds() if not kind.actor]
    return {"anyOf": [*map(_actor, ACTORS), *plain]}


def _actor(actor: str) -> dict[str, Any]:
    """A step of the human or the agent; a verb that needs nothing more may stand alone."""
    kinds = [kind for kind in step_kinds() if kind.actor == actor]
    alone = [kind.key for kind in kinds if kind.shape is FLAG]
    does = {"anyOf": [*map(_step, kinds), *([{"enum": alone}] if alone else [])]}
    return {"type": "object", "properties": {actor: does}, "required": [actor], "additionalProperties": False}


def _step(kind: StepKind) -> dict[str, Any]:
    options = {option.key: {**option.shape.schema, "description": option.doc} for option in kind.all_options}
    return {
        "type": "object",
        "properties": {kind.key: {**kind.shape.schema, "description": kind.doc}, **options},
        "required": [kind.key],
        "additionalProperties": False,
    }
