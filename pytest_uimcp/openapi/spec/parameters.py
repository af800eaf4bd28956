"""The parameters of an operation: which of them are arguments of its tool, and under which names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from pytest_uimcp.openapi.endpoints import Param, Scheme
from pytest_uimcp.openapi.spec.media import is_json
from pytest_uimcp.openapi.warn import Warn

__all__ = ["BODY", "PLACES", "STYLES", "Declared", "declared"]

BODY: Final = "body"
PLACES: Final = ("path", "query", "header", "cookie")  # the earlier one keeps the bare name
STYLES: Final = {"path": "simple", "query": "form", "header": "simple", "cookie": "form"}
_ALLOWED: Final = {
    "path": {"simple", "label", "matrix", "spaceDelimited", "pipeDelimited", "tabDelimited"},
    "query": {"form", "spaceDelimited", "pipeDelimited", "tabDelimited", "deepObject"},
    "header": {"simple", "spaceDelimited", "pipeDelimited", "tabDelimited"},
    "cookie": {"form"},
}
# OpenAPI says that these are described elsewhere and ignored here.
_IGNORED_HEADERS: Final = frozenset({"accept", "content-type", "authorization"})
_TEMPLATE: Final = re.compile(r"\{([^{}/]+)\}")
_STRING: Final[dict[str, Any]] = {"type": "string"}


@dataclass(frozen=True, slots=True)
class Declared:
    """A parameter as an argument: how it is sent, and the node and schema that describe it."""

    param: Param
    node: dict[str, Any]
    schema: Any


def declared(
    parameters: Iterable[dict[str, Any]], path: str, *, has_body: bool, credential: Scheme | None, warn: Warn
) -> tuple[Declared, ...]:
    """The arguments of an operation apart from its body. What the credential fills in is none."""
    in_path = dict.fromkeys(_TEMPLATE.findall(path))
    wanted = [node for node in parameters if _is_argument(node, in_path, credential, path, warn)]
    wanted += [_undeclared(name, path, warn) for name in _missing(in_path, wanted)]
    names = _argument_names(wanted, has_body=has_body)
    return tuple(_declared(node, names[id(node)]) for node in wanted)


def _is_argument(
    node: dict[str, Any], in_path: dict[str, None], credential: Scheme | None, path: str, warn: Warn
) -> bool:
    name, place = node["name"], node["in"]
    if place not in PLACES:
        warn(f"{path}: the parameter {name!r} is in {place!r}, expected one of {', '.join(PLACES)}; it is left out")
        return False
    if place == "path" and name not in in_path:
        warn(f"{path}: there is no {{{name}}} in the path for the parameter {name!r}; it is left out")
        return False
    if place == "header" and name.lower() in _IGNORED_HEADERS:
        return False
    return credential is None or (place, name.lower()) != (credential.type, credential.name.lower())


def _missing(in_path: Iterable[str], wanted: Iterable[dict[str, Any]]) -> list[str]:
    known = {node["name"] for node in wanted if node["in"] == "path"}
    return [name for name in in_path if name not in known]


def _undeclared(name: str, path: str, warn: Warn) -> dict[str, Any]:
    warn(f"{path}: no parameter describes {{{name}}}; it is taken as text")
    return {"name": name, "in": "path", "required": True, "schema": _STRING}


def _argument_names(nodes: list[dict[str, Any]], *, has_body: bool) -> dict[int, str]:
    taken = {BODY} if has_body else set()
    names = {}
    for node in sorted(nodes, key=lambda node: PLACES.index(node["in"])):
        names[id(node)] = next(name for name in _candidates(node) if name not in taken)
        taken.add(names[id(node)])
    return names


def _candidates(node: dict[str, Any]) -> Iterator[str]:
    yield node["name"]
    name = f"{node['name']}_{node['in']}"
    yield name
    number = 2
    while True:
        yield f"{name}_{number}"
        number += 1


def _declared(node: dict[str, Any], argument: str) -> Declared:
    place = node["in"]
    content = node.get("content")
    media_type, media = next(iter(content.items())) if isinstance(content, dict) and content else ("", None)
    schema = node.get("schema", _STRING) if media is None else (media or {}).get("schema", _STRING)
    style = _style(node, place)
    explode = node.get("explode")
    param = Param(
        name=node["name"],
        place=place,
        argument=argument,
        required=place == "path" or node.get("required") is True,
        style=style,
        explode=explode if isinstance(explode, bool) else style == "form" and place == "query",
        allow_reserved=node.get("allowReserved") is True,
        json=bool(media_type) and is_json(media_type),
    )
    return Declared(param, node, schema)


def _style(node: dict[str, Any], place: str) -> str:
    style = node.get("style")
    return style if style in _ALLOWED[place] else STYLES[place]
