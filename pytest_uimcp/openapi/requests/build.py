"""A request from an endpoint, its arguments and a base address. Credentials are added later, where it is sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, unquote

from pytest_uimcp.openapi.endpoints import Endpoint, Param, Plan
from pytest_uimcp.openapi.errors import CallError
from pytest_uimcp.openapi.requests.arguments import Arguments, body_of, has_body
from pytest_uimcp.openapi.requests.bodies import EncodedBody, encode_body
from pytest_uimcp.openapi.requests.scalars import header
from pytest_uimcp.openapi.requests.styles import cookie_text, header_text, is_left_out, path_text, query_pairs
from pytest_uimcp.openapi.spec.parameters import PATH_VARIABLE

ACCEPT: Final = "application/json, */*;q=0.8"
# What may stand in a path as it is; `%` because a path may be encoded already.
PATH_SAFE: Final = "/:@!$&'()*+,;=~%-._"
_QUERY_SAFE: Final = PATH_SAFE + "?"
_DOTS: Final = frozenset({".", ".."})


@dataclass(frozen=True, slots=True)
class OutgoingRequest:
    """A request but for the credential: `cookies` are those of parameters, ready for the header."""

    method: str
    url: str
    headers: tuple[tuple[bytes, bytes], ...]
    cookies: tuple[str, ...] = ()
    content: bytes | None = None


def build_request(endpoint: Endpoint, arguments: Arguments, base: str) -> OutgoingRequest:
    """The request; raises CallError if a value cannot be sent."""
    try:
        return _request(endpoint, arguments, base)
    except UnicodeEncodeError:
        raise CallError("the arguments hold half of a surrogate pair, which is no character") from None


def _request(endpoint: Endpoint, arguments: Arguments, base: str) -> OutgoingRequest:
    plan = endpoint.plan
    body = _body(plan, arguments)
    values = [(param, arguments.get(param.argument)) for param in plan.params]
    present = [(param, value) for param, value in values if not is_left_out(value)]
    # First: a parameter of the operation with this name takes its place where headers are put together.
    headers = [header("Accept", ACCEPT, "accept")]
    headers += [
        header(param.name, header_text(param, value), param.argument) for param, value in _params_in("header", present)
    ]
    if body is not None:
        headers.append(header("Content-Type", body.content_type, "body"))
    return OutgoingRequest(
        endpoint.method,
        base + _target(endpoint.path, present),
        tuple(headers),
        tuple(_cookie(param, value) for param, value in _params_in("cookie", present)),
        None if body is None else body.content,
    )


def _params_in(place: str, values: Iterable[tuple[Param, Any]]) -> Iterator[tuple[Param, Any]]:
    return ((param, value) for param, value in values if param.place == place)


def _body(plan: Plan, arguments: Arguments) -> EncodedBody | None:
    if plan.body is None or not has_body(plan.body, arguments):
        return None
    return encode_body(plan.body, body_of(plan.body, arguments))


def _target(template: str, values: list[tuple[Param, Any]]) -> str:
    # A path of the specification may have a query of its own, which tells operations apart.
    path, _, fixed = template.partition("#")[0].partition("?")
    query = [quote(fixed, safe=_QUERY_SAFE)] if fixed else []
    for param, value in _params_in("query", values):
        query += query_pairs(param, value)
    return "?".join(filter(None, (_path(path, dict(_path_values(values))), "&".join(query))))


def _path_values(params: list[tuple[Param, Any]]) -> Iterator[tuple[str, str]]:
    for param, value in _params_in("path", params):
        text = path_text(param, value)
        if not text:
            raise CallError(f"{param.argument}: an empty text would make it another path")
        yield param.name, text


def _path(template: str, values: dict[str, str]) -> str:
    steps = [_step(step, values) for step in template.lstrip("/").split("/")]
    return "/" + "/".join(steps)


def _step(template: str, values: dict[str, str]) -> str:
    # Odd parts are the names between braces.
    parts = PATH_VARIABLE.split(template)
    parts[::2] = [quote(part, safe=PATH_SAFE) for part in parts[::2]]
    parts[1::2] = [values.get(name, "") for name in parts[1::2]]
    step = "".join(parts)
    # Servers take these for a way up, even encoded as %2E.
    if len(parts) > 1 and any(unquote(part) in _DOTS for part in step.split("/")):
        raise CallError(f"{PATH_VARIABLE.findall(template)[0]}: {step!r} is not a name in a path")
    return step


def _cookie(param: Param, value: Any) -> str:
    return f"{quote(param.name, safe='')}={cookie_text(param, value)}"
