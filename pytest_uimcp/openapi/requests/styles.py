"""How OpenAPI writes arrays and objects into paths, queries, headers and cookies.

Each function gets a value that is neither None nor an empty array; what it returns is encoded for its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final
from urllib.parse import quote

from pytest_uimcp.openapi.endpoints import Param
from pytest_uimcp.openapi.requests.scalars import json_text, scalar

Encode = Callable[[str], str]

# Separators of values; outside a URL they stand as they are.
_SEPARATORS: Final = {"spaceDelimited": " ", "tabDelimited": "\t", "pipeDelimited": "|"}
_RESERVED: Final = ":/?@!$'()*,;="  # without those that would end the value or mean a space: # & + [ ] %
_COOKIE_SAFE: Final = "!#$&'()*+-./:<=>?@[]^_`{|}~"
_COMMA: Final = ","


def is_left_out(value: Any) -> bool:
    """Whether there is nothing to send: null, an empty array, an array or object of nulls."""
    if isinstance(value, list):
        return all(item is None for item in value)
    if isinstance(value, dict):
        return all(item is None for item in value.values())
    return value is None


def encoder(*, allow_reserved: bool) -> Encode:
    """Percent-encoding of all but unreserved characters, or of those that would break a URL."""
    if allow_reserved:
        return _encode_some
    return _encode_all


def _encode_all(text: str) -> str:
    return quote(text, safe="")


def _encode_some(text: str) -> str:
    # A value that was encoded before would be encoded twice: %2F to %252F.
    if _is_encoded(text):
        return quote(text, safe=_RESERVED + "%")
    return quote(text, safe=_RESERVED)


def _is_encoded(text: str) -> bool:
    """Whether each `%` begins an encoded character, which is then not encoded again."""
    hexadecimal = frozenset("0123456789abcdefABCDEF")
    return all(len(following) >= 2 and set(following[:2]) <= hexadecimal for following in text.split("%")[1:])


def _plain(text: str) -> str:
    return text


def path_text(param: Param, value: Any) -> str:
    """What stands in the path for a parameter. Even where reserved characters are allowed, `?` would end the path."""
    reserved = encoder(allow_reserved=param.allow_reserved)

    def encode(text: str) -> str:
        return reserved(text).replace("?", "%3F")

    if param.json:
        return encode(json_text(value, param.argument))
    if param.style == "matrix":
        return "".join(_matrix(param, value, encode))
    if param.style == "label":
        separator = "." if param.explode else _COMMA
        return "." + separator.join(_members(param, value, encode))
    return _joined(param, value, encode)


def _joined(param: Param, value: Any, encode: Encode) -> str:
    separator = _SEPARATORS.get(param.style)
    return (_COMMA if separator is None else encode(separator)).join(_members(param, value, encode))


def _members(param: Param, value: Any, encode: Encode) -> Iterator[str]:
    """The parts of a value that a separator stands between."""
    if isinstance(value, list):
        yield from (encode(scalar(item, param.argument)) for item in value if item is not None)
    elif isinstance(value, dict):
        for key, item in value.items():
            if item is not None and param.explode:
                yield f"{encode(key)}={encode(scalar(item, param.argument))}"
            elif item is not None:
                yield from (encode(key), encode(scalar(item, param.argument)))
    else:
        yield encode(scalar(value, param.argument))


def _matrix(param: Param, value: Any, encode: Encode) -> Iterator[str]:
    name = encode(param.name)
    if isinstance(value, list) and param.explode:
        yield from (f";{name}={member}" for member in _members(param, value, encode))
    elif isinstance(value, dict) and param.explode:
        yield from (f";{member}" for member in _members(param, value, encode))
    else:
        yield f";{name}={_joined(param, value, encode)}"


def query_pairs(param: Param, value: Any) -> Iterator[str]:
    """The `name=value` of a query, encoded."""
    # Names are always encoded in full: a reserved character in a name would start another parameter.
    encode = encoder(allow_reserved=param.allow_reserved)
    name = _encode_all(param.name)
    if param.json:
        yield f"{name}={encode(json_text(value, param.argument))}"
    elif param.style == DEEP and isinstance(value, dict | list):
        pairs = bracketed(param.name, value, param.argument)
        yield from (f"{_encode_all(key)}={encode(text)}" for key, text in pairs)
    elif param.explode and isinstance(value, list):
        yield from (f"{name}={member}" for member in _members(param, value, encode))
    elif param.explode and isinstance(value, dict):
        yield from _members(param, value, encode)
    else:
        yield f"{name}={_joined(param, value, encode)}"


def header_text(param: Param, value: Any) -> str:
    if param.json:
        return json_text(value, param.argument)
    return _joined(param, value, _plain)


def cookie_text(param: Param, value: Any) -> str:

    def encode(text: str) -> str:
        return quote(text, safe=_COOKIE_SAFE)

    if param.json:
        return encode(json_text(value, param.argument))
    return _joined(param, value, encode)


DEEP: Final = "deepObject"


def bracketed(name: str, value: Any, argument: str) -> Iterator[tuple[str, str]]:
    """`name[key]` for each entry of an object, `name[]` for each item of an array, or `name[0]` if items have parts."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from bracketed(f"{name}[{key}]", item, argument)
    elif isinstance(value, list):
        # Servers collect `a[][b]` differently; with numbers each item keeps its parts.
        has_parts = any(isinstance(item, dict | list) for item in value)
        for number, item in enumerate(value):
            yield from bracketed(f"{name}[{number if has_parts else ''}]", item, argument)
    elif value is not None:
        yield name, scalar(value, argument)
