"""A naive model of Lua tables and variables: after every step it recomputes everything.

Tables are Python objects with a dict of fields; values are what Lua has. Nothing is cached or compared cleverly, so it
can be read next to the contract.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

Key = str | int


@dataclass(eq=False)
class Table:
    """A Lua table of the app: ``meta`` names the class its metatable is, if any."""

    name: str
    fields: dict[Key, Any] = field(default_factory=dict)
    meta: str | None = None

    def get(self, key: Key) -> Any:
        inherited = self.meta if key == "type" else None
        return self.fields.get(key, inherited)

    def put(self, key: Key, value: Any) -> None:
        if value is None:
            self.fields.pop(key, None)
        else:
            self.fields[key] = value

    @property
    def type(self) -> str | None:
        own = self.fields.get("type")
        return self.meta or (own if isinstance(own, str) else None)

    @property
    def is_array(self) -> bool:
        return self.type is None and set(self.fields) == set(range(1, len(self.fields) + 1))

    def elements(self) -> list[Any]:
        return [self.fields[i] for i in range(1, len(self.fields) + 1)]


class GetterFailed(Exception):
    """A method of the app raised."""


METHODS = {
    "getA": lambda table: table.get("a"),
    "fail": lambda table: _fail(table),
}


def _fail(table: Table) -> Any:
    if table.get("b") not in (None, False):
        raise GetterFailed
    return table.get("c")


@dataclass
class Variable:
    """``path`` under ``parent`` (None: the root, whose value is given)."""

    parent: Variable | None
    path: str
    value: Any = None
    failed: bool = False

    def compute(self) -> None:
        self.failed = False
        try:
            self.value = read(self)
        except GetterFailed:
            self.value, self.failed = None, True


def read(variable: Variable) -> Any:
    owner, rest = variable.parent, variable.path
    while rest == ".." or rest.startswith("..."):
        owner = owner.parent if owner else None
        rest = rest[3:]
        if not rest:
            return owner.value if owner else None
    value = owner.value if owner else None
    for element in rest.split("."):
        if not isinstance(value, Table):
            return None
        if element.endswith("()"):
            # Only tables with a class have methods.
            if value.meta is None:
                return None
            value = METHODS[element[:-2]](value)
        else:
            value = value.get(int(element) + 1 if element.isdigit() else element)
    return value


def value_json(value: Any, inside: tuple[Table, ...] = ()) -> Any:
    """What a variable of this value sends; a reference is ``("obj", table)``."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if not isinstance(value, Table):
        return value
    if not value.is_array or value in inside:
        return ("obj", value.name)
    return [value_json(element, (*inside, value)) for element in value.elements()]
