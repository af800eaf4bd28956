"""A tool call, its result and its failure, in the one shape that they have everywhere.

    client ─▶ ToolCall ─▶ policy, human ─▶ server ─┬─▶ ToolResult ─▶ client, agent, step of a report
                                                   └─▶ raises ToolError, which becomes a ToolResult for a client

A failure is a *result* with `isError`: frameworks show a model the text of a result, while an error of the protocol
ends the run of some of them. The text is for the model; programs read `_meta["uimcp/error"]`. There is no structured
content unless the tool's output schema has room for it, since some clients check it against that schema even then.

Nothing here needs the SDK: pytest plugins and policies use these classes, and its import takes a second.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, NoReturn, Self

from pytest_uimcp.core.errors import UimcpError

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext
    from mcp_types import CallToolResult

    from pytest_uimcp.transport.principals import Principal


# Where in `_meta` of tools/call the model's own id of the call travels.
CALL_ID_META: Final = "uimcp/callId"
# Where in `_meta` of a result programs find the code, message and data of an error.
ERROR_META: Final = "uimcp/error"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of a tool. `call["path"]` is an argument.

    A handler receives arguments that have been validated against the schema. Behind a compositor, `name` is the exposed
    one, such as `runtime_exec`; `server` and `tool` are its parts.
    """

    name: str
    arguments: dict[str, Any] = field(default_factory=dict)
    server: str = ""
    tool: str = ""
    call_id: str | None = None
    """The model's own id of the call."""
    principal: Principal | None = None
    """The principal that the client's bearer token stands for."""
    is_bare: bool = False
    """Whether the client has left out the arguments, which is not the same as `{}` to every server."""
    meta: Mapping[str, Any] = field(default_factory=dict, repr=False)
    context: ServerRequestContext[Any, Any] | None = field(default=None, repr=False, compare=False)
    """The SDK's, for everything else (sampling, elicitation, metadata); None if no client has made the call."""

    def __getitem__(self, name: str) -> Any:
        return self.arguments[name]

    async def progress(self, amount: float, total: float | None = None, message: str | None = None) -> None:
        """Report progress, if the client asked for it."""
        if self.context is not None:
            await self.context.session.report_progress(amount, total, message)

    @property
    def sent_arguments(self) -> dict[str, Any] | None:
        """The arguments as the client sent them, None if it has left them out."""
        if self.is_bare:
            return None
        return self.arguments

    @property
    def arguments_json(self) -> str | None:
        if self.is_bare:
            return None
        # Calls within the process may have arguments that are no JSON; people see them all the same.
        return json.dumps(self.arguments, ensure_ascii=False, default=str)

    def frozen(self) -> Self:
        """The same with arguments that nobody can change: what is decided about is what is executed."""
        return replace(self, arguments=_frozen(self.arguments))

    def detached(self) -> Self:
        """The same with arguments of its own and without the client, for code that is to touch neither."""
        return replace(self, arguments=deepcopy(self.arguments), meta={}, context=None)

    def to_json(self) -> dict[str, Any]:
        """What a policy program reads."""
        return {
            "name": self.name,
            "arguments": self.sent_arguments,
            "arguments_json": self.arguments_json,
            "server": self.server,
            "tool": self.tool,
            "principal": self.principal,
        }


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The result of a call: the fields of MCP's CallToolResult, as plain JSON.

    `is_error` says that the call failed or was refused; such results are reported and never raised. `meta` is for
    programs, no model sees it. `extra` are the fields that only the server and its client know.
    """

    content: tuple[Mapping[str, Any], ...] = ()
    data: Any = None
    is_error: bool = False
    meta: Mapping[str, Any] = field(default_factory=dict, repr=False)
    extra: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def of_text(cls, text: str, data: Any = None, *, is_error: bool = False) -> Self:
        """A result of one text block."""
        return cls((_text_block(text),), data, is_error)

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Self:
        """A result that says the same as text and as data."""
        return cls.of_text(json.dumps(data, indent=2, ensure_ascii=False), dict(data))

    @classmethod
    def failed(cls, text: str, code: int | str, details: Any = None, *, message: str = "", data: Any = None) -> Self:
        """An error. `message` is the short form of the text for programs, `data` its structured content."""
        if details is None:
            details = {}
        error = {"code": code, "message": message or text, "data": details}
        return cls((_text_block(text),), data, True, {ERROR_META: error})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """A result as it was stored or sent; what does not fit is left out."""
        content = data.get("content")
        meta = data.get("_meta")
        # Servers behind a compositor may send anything, and one that does must break nobody else.
        if not isinstance(content, list):
            content = ()
        if not isinstance(meta, Mapping):
            meta = {}
        return cls(
            tuple(block for block in content if isinstance(block, Mapping)),
            data.get("structuredContent"),
            data.get("isError") is True,
            meta,
            {key: value for key, value in data.items() if key not in _FIELDS},
        )

    @classmethod
    def from_sdk(cls, result: CallToolResult) -> Self:
        blocks = tuple(map(_block_from_sdk, result.content))
        return cls(blocks, result.structured_content, bool(result.is_error), result.meta or {})

    def to_json(self) -> dict[str, Any]:
        """The result as it is stored and sent; whatever says nothing is left out."""
        data: dict[str, Any] = {**self.extra, "content": [dict(block) for block in self.content]}
        if self.data is not None:
            data["structuredContent"] = self.data
        if self.is_error:
            data["isError"] = True
        if self.meta:
            data["_meta"] = dict(self.meta)
        return data

    @property
    def text(self) -> str:
        """What the text blocks say."""
        return "".join(self._texts())

    @property
    def lines(self) -> str:
        """What the text blocks say, each on lines of its own."""
        return "\n".join(self._texts())

    @property
    def error(self) -> dict[str, Any] | None:
        """The `code`, `message` and `data` of an error that a server of this package reports."""
        error = self.meta.get(ERROR_META)
        # Anybody may write this key. Only what has a code is in our form, and in Python True is an integer, too.
        if not isinstance(error, dict) or isinstance(error.get("code"), bool):
            return None
        if isinstance(error.get("code"), int | str):
            return error
        return None

    def _texts(self) -> list[str]:
        texts = (block.get("text") for block in self.content if block.get("type") == "text")
        return [text for text in texts if isinstance(text, str)]


class ToolError(UimcpError):
    """A call without a result: the tool failed, or a server or the policy refused it.

    The text is for a model; `code`, `message` and `details` are for programs. With a `code`, the result also has a
    body, where the tool's output schema allows one.
    """

    def __init__(self, text: str, *, code: int | str = "", **details: Any) -> None:
        super().__init__(text)
        self.code = code
        self.message = text
        self.details: Any = details

    @classmethod
    def refused(cls, code: int, message: str, details: Any = None, *, text: str = "") -> Self:
        """An answer with an error of the protocol. Without a `text`, a model reads the message."""
        error = cls(text or message, code=code)
        error.message = message
        error.details = details
        return error

    @property
    def body(self) -> dict[str, Any] | None:
        """The structured content of the result."""
        if not self.code:
            return None
        return {"error": {"code": self.code, "message": self.message, "details": self.details}}

    def result(self) -> ToolResult:
        """The same as a result without a body."""
        return ToolResult.failed(self.text, self.code or "failed", self.details, message=self.message)


def has_room_for_errors(output_schema: Mapping[str, Any] | None) -> bool:
    """Whether an error may have structured content: some clients check it against the tool's output schema."""
    return output_schema is None or "error" in (output_schema.get("properties") or {})


_TEXT_FIELDS: Final = frozenset({"type", "text"})
_FIELDS: Final = frozenset({"content", "structuredContent", "isError", "_meta"})


def _block_from_sdk(block: Any) -> dict[str, Any]:
    # Nearly all blocks are plain text, and dumping a model takes longer than everything else that a call does here.
    if block.type == "text" and block.model_fields_set <= _TEXT_FIELDS:
        return _text_block(block.text)
    data: dict[str, Any] = block.model_dump(mode="json", by_alias=True, exclude_none=True)
    return data


def _text_block(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}


class _Frozen:
    """A JSON object or array that cannot be changed. A copy of it can."""

    # Both are real dicts and lists, so that they are written as JSON and compared like any other. That makes this no
    # protection against malice, only against a policy, a listener or a backend that changes what it was shown.
    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("the arguments of a call that was decided about cannot be changed; change a copy of them")

    __setitem__ = __delitem__ = __ior__ = __iadd__ = __imul__ = _refuse
    clear = pop = popitem = setdefault = update = append = extend = insert = remove = reverse = sort = _refuse


class _FrozenObject(_Frozen, dict[str, Any]):
    def __deepcopy__(self, memo: dict[int, Any]) -> dict[str, Any]:
        return {key: deepcopy(value, memo) for key, value in self.items()}


class _FrozenArray(_Frozen, list[Any]):
    def __deepcopy__(self, memo: dict[int, Any]) -> list[Any]:
        return [deepcopy(item, memo) for item in self]


def _frozen(value: Any) -> Any:
    # A copy at every level: whoever made the call may still hold the original.
    if isinstance(value, dict):
        return _FrozenObject({key: _frozen(item) for key, item in value.items()})
    if isinstance(value, list):
        return _FrozenArray(map(_frozen, value))
    return deepcopy(value)
