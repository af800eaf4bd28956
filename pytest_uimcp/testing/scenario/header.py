"""The header of scenario files: its keys, a row each, and the model that they make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, create_model

from pytest_uimcp.core.reading import Items, Settings, expecting
from pytest_uimcp.testing.scenario.parts import story_parts
from pytest_uimcp.testing.scenario.variables import NAME, is_name


@dataclass(frozen=True, slots=True)
class HeaderKey:
    key: str
    # What its value is read as.
    type: Any
    words: str
    schema: Mapping[str, Any]
    doc: str
    # Whether an included file may have it.
    included: bool = False


def _filled(text: str) -> str:
    if not text.strip():
        raise ValueError("it is empty")
    return text


def _path(name: str, info: ValidationInfo) -> Path:
    # The context is the folder of the scenario. In one made in Python, names are relative to the working directory.
    path = Path(info.context or "") / name
    if not path.is_file():
        raise ValueError(f"there is no file {path}")
    return path


def _server(server: str | list[str]) -> str | list[str]:
    if not server or (isinstance(server, str) and ":" not in server and not server.isidentifier()):
        raise ValueError("it is none of them")
    return server


def _policy(policy: str | dict[str, Any], info: ValidationInfo) -> Path | dict[str, Any]:
    if isinstance(policy, str):
        return _path(policy, info)
    return policy


def _variable(name: str) -> str:
    if not is_name(name):
        raise ValueError("it is none")
    return name


def _listed(names: Any) -> Any:
    if isinstance(names, str):
        return [names]
    return names


# Metadata works from left to right, so `expecting` stands last: it gives its words to all that is wrong before it.
Filled = Annotated[str, AfterValidator(_filled), expecting("text")]
# A file whose name is relative to the scenario's; the field has its path.
FileBeside = Annotated[str, AfterValidator(_path)]
_Server = Annotated[
    str | list[str],
    AfterValidator(_server),
    expecting("a URL, a command as a list, module:function or a fixture"),
]
_Policy = Annotated[
    str | dict[str, Literal["allow", "ask", "deny_continue", "deny_abort"]],
    AfterValidator(_policy),
]
_Values = dict[Annotated[str, AfterValidator(_variable), expecting("a name of letters, digits and _")], Any]

_TEXT: Final = {"type": "string", "minLength": 1}
_VALUES: Final = {"type": "object", "propertyNames": {"pattern": f"^{NAME}$"}}

NAME_KEY: Final = HeaderKey(
    "scenario", Filled, "text", _TEXT, "What happens in the story, in a sentence; the name of the test.", True
)
SHARED_KEYS: Final[tuple[HeaderKey, ...]] = (
    HeaderKey(
        "servers", dict[str, _Server], "a mapping of prefixes to servers",
        {"type": "object", "additionalProperties": {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}},
        "Servers for the agent beside `app`, which is the app's own: each a URL, a command as a list, "
        "`module:function` of a function that makes an MCP server, or the name of a pytest fixture whose value is one.",
    ),
    HeaderKey(
        "policy", _Policy, "a file, or a mapping of tools to decisions",
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
        "parameters",
        Annotated[Items[Annotated[_Values, Field(min_length=1)]], Field(min_length=1)],
        "a list of mappings with the same keys",
        {"type": "array", "items": _VALUES, "minItems": 1},
        "A table: the story is played once for each row. The columns are variables.",
    ),
    HeaderKey(
        "variables", _Values, "a mapping of names to values", _VALUES, "Values for `${name}` in the steps.", True
    ),
    HeaderKey(
        "include", Annotated[Items[Annotated[str, Field(min_length=1)]], BeforeValidator(_listed)],
        "a file or a list of files", {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]},
        "Files whose steps are played first, relative to this one.", True,
    ),
    HeaderKey(
        "steps", Annotated[list[Any], expecting("a list of steps, each with a dash: `- see: text`")],
        "a list of steps", {"type": "array"},
        "What happens, in this order.", True,
    ),
)  # fmt: skip


# Functions, because the rows of kinds of servers import this module.
@cache
def header_keys() -> tuple[HeaderKey, ...]:
    """All keys, in the order of the reference; each kind of server adds its own."""
    return (NAME_KEY, *(key for part in story_parts() for key in part.header_keys()), *SHARED_KEYS)


@cache
def header_model(*, included: bool) -> type[Settings]:
    """What the header of a file, or of one that is included, is read as. A key that is not there is None."""
    # Every key may be missing: what a story needs of them is known only with its steps.
    fields: Any = {key.key: (key.type | None, None) for key in header_keys() if key.included or not included}
    return create_model("ScenarioHeader", __base__=Settings, **fields)
