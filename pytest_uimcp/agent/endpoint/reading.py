"""The parts of a request body that both APIs have, read with the errors of a strict server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from pytest_uimcp.agent.choice import SpecificTool, ToolChoice
from pytest_uimcp.agent.endpoint.errors import BadRequest, expected
from pytest_uimcp.agent.models.base import ToolSpec

_CHOICES: Final = ("auto", "none", "required")
_TEXTS: Final = ("text", "input_text", "output_text", "refusal")


def json_object(content: bytes) -> dict[str, Any]:
    try:
        body = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"the body is not JSON: {error}") from None
    if not isinstance(body, dict):
        raise BadRequest(f"the body must be a JSON object, got {type(body).__name__}")
    return body


def mapping(value: Any, param: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise expected("an object", param, value)
    return value


def array(value: Any, param: str) -> list[Any]:
    if not isinstance(value, list):
        raise expected("a list", param, value)
    return value


def text(value: Any, param: str) -> str:
    if not isinstance(value, str):
        raise expected("a string", param, value)
    return value


def optional_text(value: Any, param: str) -> str:
    if value is None:
        return ""
    return text(value, param)


def said_text(value: Any, param: str) -> str:
    """Content, which is a text or a list of parts; a part that is no text is named in brackets."""
    # Content may be null beside calls.
    if value is None or isinstance(value, str):
        return value or ""
    return "\n".join(_part(part, f"{param}[{n}]") for n, part in enumerate(array(value, param)))


def parameters(body: Mapping[str, Any], field_names: frozenset[str]) -> dict[str, Any]:
    """The name of the model and all that a request asks for besides these fields, as fields of a SampleRequest."""
    left_out = field_names | {"model", "stream", "stream_options"}
    return {
        "model": str(body.get("model") or ""),
        "parameters": {name: value for name, value in body.items() if name not in left_out},
    }


def function_tool(function: Mapping[str, Any], param: str) -> ToolSpec:
    schema = function.get("parameters")
    return ToolSpec(
        text(function.get("name"), f"{param}.name"),
        optional_text(function.get("description"), f"{param}.description"),
        {"type": "object", "properties": {}} if schema is None else mapping(schema, f"{param}.parameters"),
    )


def read_choice(value: Any) -> ToolChoice:
    """`tool_choice`; a tool may be named as either API does it."""
    if value is None:
        return "auto"
    if value in _CHOICES:
        return value  # type: ignore[no-any-return]  # one of the choices
    if not isinstance(value, Mapping):
        raise expected(f"{', '.join(_CHOICES)}, or an object", "tool_choice", value)
    # Fewer tools to choose from; a script plays what it has.
    if value.get("type") == "allowed_tools":
        return "auto"
    function = value.get("function", value)
    return SpecificTool(text(mapping(function, "tool_choice.function").get("name"), "tool_choice.name"))


def _part(part: Any, param: str) -> str:
    kind = mapping(part, param).get("type")
    if kind in _TEXTS:
        return text(part.get("text", part.get("refusal")), f"{param}.text")
    return f"[{kind}]"
