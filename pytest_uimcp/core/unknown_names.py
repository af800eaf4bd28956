"""Attributes that are not there: what to write instead, for those that other tools have taught people."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.core.spelling import hint

_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class _Advice:
    """The text of the error, made when somebody reads it: most misses are only questions, `hasattr` for example."""

    kind: type
    name: str
    habits: Mapping[str, str]

    def __str__(self) -> str:
        # `getByRole` is what the same thing is called in JavaScript.
        instead = self.habits.get(_HUMP.sub("_", self.name).lower())
        if instead is not None:
            return f"{self.kind.__name__} has no {self.name!r}: {instead}"
        names = [name for name in dir(self.kind) if not name.startswith("_")]
        return f"{self.kind.__name__} has no {self.name!r}{hint(self.name, names)}"


def unknown_name(owner: object, name: str, habits: Mapping[str, str]) -> AttributeError:
    """The error for a `__getattr__` to raise; `habits` says of names of other tools what to write instead."""
    return AttributeError(_Advice(type(owner), name, habits))
