"""The parameters of an operation: which of them are arguments of its tool, and under which names.

Parameters of a path item apply to each of its operations, unless the operation has its own of the same name and place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from pytest_uimcp.openapi.endpoints import Param, Scheme
from pytest_uimcp.openapi.spec.media import is_json
from pytest_uimcp.openapi.spec.nodes import as_list, as_object
from pytest_uimcp.openapi.warn import Warn

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
# These belong to the connection and the framing of a message. Whoever could set them could smuggle a second request.
CONNECTION_HEADERS: Final = frozenset(
    {"connection", "content-length", "host", "keep-alive", "proxy-authorization", "proxy-connection", "te", "trailer",
     "transfer-encoding", "upgrade"}
)  # fmt: skip
PATH_VARIABLE: Final = re.compile(r"\{([^{}/]+)\}")
_STRING: Final[dict[str, Any]] = {"type": "string"}


@dataclass(frozen=True, slots=True)
class DeclaredParameter:
    """A parameter as an argument: how it is sent, and the node and schema that describe it."""

    param: Param
    node: dict[str, Any]
    schema: Any


class Declarations:
    """The parameters of a document as arguments. Operations share many of them, so each is read once."""

    def __init__(self, warn: Warn) -> None:
        self._warn = warn
        self._known: dict[tuple[int, str], DeclaredParameter] = {}

    def of(
        self, parameters: Iterable[dict[str, Any]], path: str, *, has_body: bool, credential: Scheme | None
    ) -> tuple[DeclaredParameter, ...]:
        """The arguments of an operation apart from its body. What the credential fills in is none."""
        in_path = dict.fromkeys(PATH_VARIABLE.findall(path))
        nodes = [node for node in parameters if _is_argument(node, in_path, credential, path, self._warn)]
        nodes += [_undeclared(name, path, self._warn) for name in _missing(in_path, nodes)]
        names = _argument_names(nodes, has_body=has_body)
        return tuple(map(self._declared, nodes, names))

    def _declared(self, node: dict[str, Any], argument: str) -> DeclaredParameter:
        # Known with its node, which so stays alive and keeps its identity.
        key = (id(node), argument)
        if key not in self._known:
            self._known[key] = _read(node, argument)
        return self._known[key]


def _is_argument(
    node: dict[str, Any], in_path: dict[str, None], credential: Scheme | None, path: str, warn: Warn
) -> bool:
    name = node["name"]
    place = node["in"]
    if place not in PLACES:
        warn(f"{path}: the parameter {name!r} is in {place!r}, expected one of {', '.join(PLACES)}; it is left out")
        return False
    if place == "path" and name not in in_path:
        warn(f"{path}: there is no {{{name}}} in the path for the parameter {name!r}; it is left out")
        return False
    if place == "header" and name.lower() in _IGNORED_HEADERS:
        return False
    if place == "header" and name.lower() in CONNECTION_HEADERS:
        warn(f"{path}: the header {name!r} is written by the connection; the parameter is left out")
        return False
    return credential is None or (place, name.lower()) != (credential.type, credential.name.lower())


def _missing(in_path: Iterable[str], nodes: Iterable[dict[str, Any]]) -> list[str]:
    names = {node["name"] for node in nodes if node["in"] == "path"}
    return [name for name in in_path if name not in names]


def _undeclared(name: str, path: str, warn: Warn) -> dict[str, Any]:
    warn(f"{path}: no parameter describes {{{name}}}; it is taken as text")
    return {"name": name, "in": "path", "required": True, "schema": _STRING}


def _argument_names(nodes: list[dict[str, Any]], *, has_body: bool) -> list[str]:
    names = [node["name"] for node in nodes]
    if len({*names, BODY}) == len(names) + 1 or (not has_body and len(set(names)) == len(names)):
        return names
    used_names = {BODY} if has_body else set()
    for index in sorted(range(len(nodes)), key=lambda index: PLACES.index(nodes[index]["in"])):
        names[index] = next(name for name in _candidates(nodes[index]) if name not in used_names)
        used_names.add(names[index])
    return names


def _candidates(node: dict[str, Any]) -> Iterator[str]:
    yield node["name"]
    name = f"{node['name']}_{node['in']}"
    yield name
    number = 2
    while True:
        yield f"{name}_{number}"
        number += 1


def _read(node: dict[str, Any], argument: str) -> DeclaredParameter:
    place = node["in"]
    media_type, media = _content(node.get("content"))
    style = _style(node.get("style"), place)
    explode = node.get("explode")
    param = Param(
        name=node["name"],
        place=place,
        argument=argument,
        required=place == "path" or node.get("required") is True,
        style=style,
        explode=explode if isinstance(explode, bool) else style == "form" and place == "query",
        allow_reserved=node.get("allowReserved") is True,
        json=is_json(media_type),
    )
    return DeclaredParameter(param, node, (media if media_type else node).get("schema", _STRING))


def _content(content: Any) -> tuple[str, dict[str, Any]]:
    """The first media type of a parameter's content, and what is said of it."""
    if not isinstance(content, dict) or not content:
        return "", {}
    media_type, media = next(iter(content.items()))
    return media_type, as_object(media)


def _style(style: Any, place: str) -> str:
    if isinstance(style, str) and style in _ALLOWED[place]:
        return style
    return STYLES[place]


Follow = Callable[[Any], dict[str, Any] | None]


def merge_parameters(follow: Follow, *lists: Any) -> Iterator[dict[str, Any]]:
    """The parameters of several lists, references followed; a later one takes the place of an earlier one."""
    by_key: dict[tuple[str, str], dict[str, Any]] = {}
    for parameters in lists:
        for node in as_list(parameters):
            parameter = follow(node)
            if parameter and isinstance(parameter.get("name"), str) and isinstance(parameter.get("in"), str):
                by_key[parameter["name"], parameter["in"]] = parameter
    yield from by_key.values()
