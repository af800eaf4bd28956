"""Carries out the requests of a tab, in Lua (`requests.lua`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, Final

from pytest_uimcp.engine.lua.errors import LuaError, LuaMemoryError, LuaTimeout
from pytest_uimcp.engine.lua.host import LuaHost, Scalar
from pytest_uimcp.engine.wire import messages as m

__all__ = ["code_of", "perform"]

_NOWATCH = 1
_UNBOUND = 2
# Variables that one call of Lua makes: an entry into Lua costs as much as several of them, and its stack has an end.
_BATCH = 64


def perform(host: LuaHost, connection: int, message: m.Message) -> None:
    """Carry out a request; the answer follows with the next change detection. Raises LuaError."""
    _OPERATIONS[type(message)](host, connection, message)


def code_of(error: LuaError) -> str:
    if isinstance(error, LuaTimeout):
        return "timeout"
    if isinstance(error, LuaMemoryError):
        return "memory"
    return "lua-error"


def _create(host: LuaHost, connection: int, create: m.Create) -> None:
    # One number for both: each argument that enters Lua costs time.
    flags = _NOWATCH * create.nowatch + _UNBOUND * create.unbound
    host.call("create", connection, create.id, create.parent, flags, *_value(create.value), *_flat(create.properties))


def _create_many(host: LuaHost, connection: int, create: m.CreateMany) -> None:
    shapes = json.dumps([_shape(shape) for shape in create.shapes], ensure_ascii=False)
    for start in range(0, len(create.variables), _BATCH):
        batch = create.variables[start : start + _BATCH]
        host.call("create_many", connection, shapes, *chain.from_iterable(batch))


def _shape(shape: m.Shape) -> dict[str, Any]:
    flags = _NOWATCH * shape.nowatch + _UNBOUND * shape.unbound
    return {"flags": flags, "properties": shape.properties, "varying": shape.varying}


def _update_many(host: LuaHost, connection: int, update: m.UpdateMany) -> None:
    properties = _flat(update.properties)
    host.call("update_many", connection, json.dumps(update.ids), *properties)


def _update(host: LuaHost, connection: int, update: m.Update) -> None:
    if update.base is not None and isinstance(update.value, str):
        host.call("update_text", connection, update.id, update.base, update.value, *_flat(update.properties))
        return
    host.call("update", connection, update.id, *_value(update.value), *_flat(update.properties))


def _value(value: m.Json | m.Absent) -> tuple[int, Scalar]:
    """A value as operations take it: its kind (0 absent, 1 scalar, 2 JSON text) and the value."""
    if value is m.ABSENT:
        return 0, None
    # Tables are built in Lua from the text: values cross as scalars only.
    if isinstance(value, (list, dict)):
        return 2, json.dumps(value, ensure_ascii=False)
    return 1, value


def _flat(properties: m.Properties) -> list[str | None]:
    return [part for pair in properties.items() for part in pair]


def _simple(operation: str) -> Callable[[LuaHost, int, Any], None]:
    def perform_one(host: LuaHost, connection: int, message: Any) -> None:
        host.call(operation, connection, message.id)

    return perform_one


def _list(operation: str) -> Callable[[LuaHost, int, Any], None]:
    def perform_all(host: LuaHost, connection: int, message: Any) -> None:
        host.call(operation, connection, json.dumps(message.ids))

    return perform_all


def _ignore(host: LuaHost, connection: int, message: object) -> None:
    """A message that is allowed and means nothing here."""


_OPERATIONS: Final[Mapping[type[m.Message], Callable[[LuaHost, int, Any], None]]] = {
    m.Create: _create,
    m.CreateMany: _create_many,
    m.Update: _update,
    m.UpdateMany: _update_many,
    m.Destroy: _simple("destroy"),
    m.DestroyMany: _list("destroy_many"),
    m.Watch: _simple("watch"),
    m.Unwatch: _simple("unwatch"),
    m.Get: _list("get"),
    m.GetObjects: _list("objects"),
    m.Objects: _ignore,
    m.ErrorMessage: _ignore,
    m.Malformed: _ignore,
}
