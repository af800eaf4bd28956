"""The keys of the header of scenario files, a row each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

__all__ = ["HEADER", "HeaderKey"]


@dataclass(frozen=True, slots=True)
class HeaderKey:
    """A key of a file's header."""

    key: str
    words: str
    schema: dict[str, Any]
    doc: str
    included: bool = False
    """Whether an included file may have it."""


_TEXT: Final = {"type": "string", "minLength": 1}
_VALUES: Final = {"type": "object", "propertyNames": {"pattern": "^[A-Za-z_][A-Za-z0-9_]*$"}}

_FILES: Final = {"type": "array", "items": _TEXT}
_API: Final = {
    "type": "object",
    "properties": {"spec": _TEXT, "name": _TEXT, "examples": {"type": "boolean"}},
    "required": ["spec"],
}
_STAGE: Final = {
    "type": "object",
    "properties": {
        **dict.fromkeys(("scene", "controller", "title", "resources"), _TEXT),
        **{key: {"type": "number", "exclusiveMinimum": 0} for key in ("width", "height")},
        "stylesheets": _FILES,
    },
    "required": ["scene"],
    "additionalProperties": False,
}

HEADER: Final[tuple[HeaderKey, ...]] = (
    HeaderKey("scenario", "text", _TEXT, "What happens in the story, in a sentence; the name of the test.", True),
    HeaderKey("app", "text", _TEXT, "The app that is shown; by default the only one of the app directory."),
    HeaderKey(
        "dir", "text", _TEXT,
        "The app directory, an app or a sample, relative to the file; by default the one of the tests.",
    ),
    HeaderKey(
        "servers", "a mapping of prefixes to servers",
        {"type": "object", "additionalProperties": {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}},
        "Servers for the agent beside `app`, which is the app's own: each a URL, a command as a list, "
        "`module:function` of a function that makes an MCP server, or the name of a pytest fixture whose value is one.",
    ),
    HeaderKey(
        "apis", "a mapping of prefixes to specifications",
        {"type": "object", "additionalProperties": {"anyOf": [_TEXT, _API]}},
        "Web APIs whose operations are tools of the agent: each an OpenAPI file, or a mapping with `spec`, `name` "
        "(`api`), `examples: false` and settings of a target in `nlui.yaml`. Their requests stay on this machine: "
        "`http` steps answer them, else the examples of the specification. The tools are `PREFIX_NAME__OPERATION`.",
    ),
    HeaderKey(
        "stage", "an FXML file, or a mapping with scene", {"anyOf": [_TEXT, _STAGE]},
        "A JavaFX scene that is shown: an FXML file, or a mapping with `scene` and what "
        "[`uimcp_stage.load`](../javafx.md) takes beside it; `controller` is `module:Class`. Its tools begin with "
        "`stage_`. In a story that names no `app`, steps of the page are about the stage.",
    ),
    HeaderKey(
        "policy", "a file, or a mapping of tools to decisions",
        {
            "anyOf": [
                _TEXT,
                {
                    "type": "object",
                    "additionalProperties": {"enum": ["allow", "ask", "deny_continue", "deny_abort"]},
                },
            ]
        },
        "What the agent may do: a policy file, relative to this one, or a mapping of names or globs to `allow`, `ask`, "
        "`deny_continue` or `deny_abort`. Without a policy it may call every tool.",
    ),
    HeaderKey(
        "parameters", "a list of mappings with the same keys", {"type": "array", "items": _VALUES, "minItems": 1},
        "A table: the story is played once for each row. The columns are variables.",
    ),
    HeaderKey("variables", "a mapping of names to values", _VALUES, "Values for `${name}` in the steps.", True),
    HeaderKey(
        "include", "a file or a list of files", {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]},
        "Files whose steps are played first, relative to this one.", True,
    ),
    HeaderKey("steps", "a list of steps", {"type": "array"}, "What happens, in this order.", True),
)  # fmt: skip
