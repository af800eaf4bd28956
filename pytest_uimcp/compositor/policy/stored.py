"""Calls and what became of them, as JSON objects that are stored and shown."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, ClassVar, Self

from pytest_uimcp.mcp.calls import ToolCall
from pytest_uimcp.transport.principals import Principal


class StoredCall:
    """A dataclass whose fields are its keys. In place of its `call` there are some of the call's own fields."""

    __slots__ = ()

    call: ToolCall
    CALL_KEYS: ClassVar[Mapping[str, str]]
    """The keys of the call, each with the attribute of `ToolCall` that it holds."""

    @property
    def name(self) -> str:
        return self.call.name

    @property
    def server(self) -> str:
        return self.call.server

    @property
    def tool(self) -> str:
        return self.call.tool

    @property
    def call_id(self) -> str | None:
        """The model's own id of the call."""
        return self.call.call_id

    @property
    def args(self) -> Mapping[str, Any] | None:
        """The arguments, None if the client has left them out."""
        return self.call.sent_arguments

    @property
    def args_json(self) -> str | None:
        return self.call.arguments_json

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """One that was stored, perhaps by another version: keys that are not known are left out."""
        values = {field.name: data[field.name] for field in fields(cls) if field.name in data}  # type: ignore[arg-type]  # its subclasses are dataclasses
        return cls(call=_call(data), **values)  # type: ignore[call-arg]  # its subclasses have these fields

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for field in fields(self):  # type: ignore[arg-type]  # its subclasses are dataclasses
            if field.name == "call":
                data |= {key: getattr(self.call, attribute) for key, attribute in self.CALL_KEYS.items()}
            else:
                data[field.name] = getattr(self, field.name)
        return data


def _call(data: Mapping[str, Any]) -> ToolCall:
    # Records hold their arguments only as text.
    arguments = data["args"] if "args" in data else json.loads(data.get("args_json") or "null")
    principal = data.get("principal")
    return ToolCall(
        data["name"],
        arguments or {},
        data["server"],
        data["tool"],
        data.get("call_id"),
        Principal(principal) if principal else None,
        is_bare=arguments is None,
    )
