from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pytest_uimcp.chat.content import MIMES
from pytest_uimcp.chat.errors import ChatError
from pytest_uimcp.chat.limits import Limits
from pytest_uimcp.chat.message import AUTHORS
from pytest_uimcp.core.spelling import hint
from pytest_uimcp.mcp.alternatives import by_type, or_null

_DEFAULT: Final = Limits()
_MISSING: Final = object()


@dataclass(frozen=True, slots=True)
class ChatParameter:
    """One parameter: its JSON schema, and the fault of a value, or None.

    A value with its own error code (a limit, an id) has no fault here; the function that uses it reports it.
    """

    schema: Mapping[str, Any]
    fault: Callable[[Any], str | None]
    required: bool = False


def _text(value: Any) -> str | None:
    if isinstance(value, str):
        return None
    return "must be a string"


def _author(value: Any) -> str | None:
    if value is None or value in AUTHORS:
        return None
    return f"must be one of {', '.join(AUTHORS)}, or null"


def _name(value: Any) -> str | None:
    if value is None:
        return None
    longest = _DEFAULT.name_characters
    if not isinstance(value, str) or not 1 <= len(value) <= longest:
        return f"must be a string of 1 to {longest} characters, or null"
    # A name is stored as plain text, and PostgreSQL takes neither.
    if "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
        return "must be text without NUL characters and half surrogate pairs"
    return None


def _anything(_: Any) -> str | None:
    return None


def _name_schema(description: str) -> dict[str, Any]:
    schema = {"type": "string", "minLength": 1, "maxLength": _DEFAULT.name_characters, "description": description}
    return or_null(schema)


_LIMIT: Final = ChatParameter(
    or_null(
        {
            "type": "integer",
            "minimum": 1,
            "maximum": _DEFAULT.page_messages,
            "default": None,
            "description": "The maximum number of messages; null for as many as fit into one answer.",
        }
    ),
    # The conversation reads the value, and its error has a code of its own.
    _anything,
)
_SUBSCRIBER: Final = ChatParameter(
    _name_schema("Who reads or posts, if it is not the caller itself. Does not change the result."), _name
)

POST: Final = {
    "mime": ChatParameter(
        {
            "type": "string",
            "default": MIMES[0],
            "description": f"The type of the content: {' or '.join(MIMES)}.",
        },
        _text,
    ),
    "content": ChatParameter({"type": "string", "description": "The message."}, _text, required=True),
    "client_id": ChatParameter(
        _name_schema("Makes the post repeatable: the same id with the same message is stored once."), _name
    ),
    "subscriber": _SUBSCRIBER,
}
# The fault of an `after_id` has a code of its own, which the conversation gives.
READ_SINCE: Final = {
    "after_id": ChatParameter(
        by_type(
            {
                "type": ["string", "integer", "null"],
                "default": None,
                "description": "The id of the last message already read; null for the beginning.",
            }
        ),
        _anything,
    ),
    "limit": _LIMIT,
    "author": ChatParameter(
        or_null(
            {
                "type": "string",
                "enum": [*AUTHORS],
                "default": None,
                "description": "Only messages of this author; null for both.",
            }
        ),
        _author,
    ),
    "subscriber": _SUBSCRIBER,
}
READ_AND_ADVANCE: Final = {
    "limit": _LIMIT,
    "subscriber": ChatParameter(_name_schema("Whose mark is moved, if it is not the caller's."), _name),
}


def schema(parameters: Mapping[str, ChatParameter]) -> dict[str, Any]:
    required = [name for name, parameter in parameters.items() if parameter.required]
    properties = {name: dict(parameter.schema) for name, parameter in parameters.items()}
    result_schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        return result_schema | {"required": required}
    return result_schema


def check(parameters: Mapping[str, ChatParameter], sent: Mapping[str, Any] | None) -> dict[str, Any]:
    """The arguments by name, None for those left out; raises ChatError with everything that is wrong with them."""
    arguments = {} if sent is None else sent
    if not isinstance(arguments, Mapping):
        raise ChatError("invalid_arguments", "the arguments must be an object", errors=[])
    errors = [*_unknown(parameters, arguments), *_faults(parameters, arguments)]
    if errors:
        raise ChatError("invalid_arguments", "; ".join(error["msg"] for error in errors), errors=errors)
    return {name: arguments.get(name) for name in parameters}


def _unknown(parameters: Mapping[str, ChatParameter], arguments: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        _error(name, "unknown_argument", f"unknown argument {name!r}{_near(name, parameters)}")
        for name in arguments
        if name not in parameters
    ]


def _faults(parameters: Mapping[str, ChatParameter], arguments: Mapping[str, Any]) -> list[dict[str, Any]]:
    errors = []
    for name, parameter in parameters.items():
        # None is a value that some parameters take.
        value = arguments.get(name, _MISSING)
        if value is _MISSING:
            if parameter.required:
                errors.append(_error(name, "missing", f"{name} is missing"))
        elif fault := parameter.fault(value):
            errors.append(_error(name, "invalid_value", f"{name} {fault}"))
    return errors


def _near(name: Any, parameters: Mapping[str, ChatParameter]) -> str:
    return hint(str(name), parameters, f"; expected {', '.join(parameters)}")


def _error(name: Any, kind: str, message: str) -> dict[str, Any]:
    return {"loc": [name], "type": kind, "msg": message}
