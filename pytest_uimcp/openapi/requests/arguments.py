"""The arguments of a call, checked before anything is sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pytest_uimcp.core.spelling import hint
from pytest_uimcp.mcp.json_schema import SchemaTimeout, validation_errors
from pytest_uimcp.openapi.endpoints import Body, Endpoint, Plan
from pytest_uimcp.openapi.errors import CallError
from pytest_uimcp.openapi.requests.styles import is_left_out
from pytest_uimcp.openapi.spec.parameters import BODY

Arguments = Mapping[str, Any]


def read_arguments(arguments: Any) -> dict[str, Any]:
    """The arguments as an object, which may come as JSON text; nothing at all is an empty object."""
    # Some models write the arguments as a text of JSON.
    if isinstance(arguments, str) and arguments.strip():
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError) as error:
            raise CallError(f"parse arguments: expected a JSON object: {error}") from None
    if arguments is None or isinstance(arguments, str):
        return {}
    if not isinstance(arguments, Mapping):
        raise CallError(f"parse arguments: expected a JSON object, got {type(arguments).__name__}")
    return dict(arguments)


def unknown_arguments(plan: Plan, arguments: Arguments) -> str:
    """A line about arguments that the operation does not have; empty if there are none."""
    names = list(_known(plan))
    strange = [name for name in arguments if name not in names]
    if strange:
        return f"unknown arguments: {', '.join(_hinted(name, names) for name in strange)}"
    return ""


def _known(plan: Plan) -> Iterable[str]:
    yield from (param.argument for param in plan.params)
    if plan.body is not None:
        yield from (BODY,) if plan.body.flat is None else plan.body.flat


def _hinted(name: str, names: list[str]) -> str:
    return name + hint(name, names)


def require_arguments(plan: Plan, arguments: Arguments) -> None:
    """Raise CallError with all required arguments that are missing."""
    # All of them at once: a model then corrects its call once, not once for each.
    missing = [param.argument for param in plan.params if param.required and is_left_out(arguments.get(param.argument))]
    if plan.body is not None and plan.body.required and not has_body(plan.body, arguments):
        missing.append(BODY if plan.body.flat is None else f"at least one of {', '.join(plan.body.flat)}")
    if missing:
        raise CallError(f"missing required arguments: {', '.join(missing)}")


def has_body(body: Body, arguments: Arguments) -> bool:
    """Whether the arguments say what the body is; null does only where the body may be null."""
    if body.flat is not None:
        return any(name in arguments for name in body.flat)
    return arguments.get(BODY) is not None or (BODY in arguments and body.admits_null)


def body_of(body: Body, arguments: Arguments) -> Any:
    if body.flat is None:
        return arguments[BODY]
    return {name: arguments[name] for name in body.flat if name in arguments}


def validate_arguments(endpoint: Endpoint, arguments: Arguments) -> None:
    """Raise CallError with the first thing that the schema of the tool does not allow."""
    if problem := mismatch(endpoint.schema, arguments):
        raise CallError(problem)


def mismatch(schema: Mapping[str, Any], arguments: Arguments) -> str:
    """The first thing that a schema does not allow; empty if there is none."""
    from jsonschema.exceptions import best_match
    from referencing.exceptions import Unresolvable

    try:
        error = best_match(validation_errors(schema, dict(arguments)))
    except SchemaTimeout as timeout:
        return f"the arguments cannot be checked: {timeout}"
    except (RecursionError, Unresolvable):  # a schema that is made of itself, or lacks a part
        return ""
    if error is None:
        return ""
    place = ".".join(str(step) for step in error.absolute_path) or "arguments"
    return f"{place}: {error.message:.300}"
