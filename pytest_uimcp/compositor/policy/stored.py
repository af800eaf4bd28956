"""Dataclasses that are stored as JSON objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Self

__all__ = ["Stored"]


class Stored:
    """A dataclass whose fields are its keys."""

    __slots__ = ()

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """One that was stored, perhaps by another version: keys that are not known are left out."""
        return cls(**{field.name: data[field.name] for field in fields(cls) if field.name in data})  # type: ignore[arg-type]  # its subclasses are dataclasses

    def to_json(self) -> dict[str, Any]:
        """The object that is stored."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]  # its subclasses are dataclasses
