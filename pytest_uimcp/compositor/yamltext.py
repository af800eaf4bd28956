"""YAML 1.2 with the line each mapping begins on.

PyYAML reads YAML 1.1, where `no` is false and `12:30` is 750. Here a plain scalar is null, a boolean or a number only
where the core schema of YAML 1.2 says so.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import yaml

from pytest_uimcp.core.errors import UimcpError

__all__ = ["YamlFault", "YamlList", "YamlMapping", "line_of", "load_yaml"]

DEEPEST: Final = 60
_PLAIN: Final = r"[^\"'{}\[\]]"
_UNQUOTED: Final = re.compile(
    rf"(?P<key>[\w$][\w$ ]{{0,60}}):[ ]"
    rf"(?P<value>[^\s,\"'{{}}\[\]]{_PLAIN}{{0,200}}?(?:[?:]|[ ]#){_PLAIN}{{0,200}}?)"
    r"\s*[}\]]*\s*$"
)


class YamlFault(UimcpError):
    """The text is not YAML that can be used here."""


class YamlMapping(dict[str, Any]):
    """A mapping that knows the line it begins on, and the line of each key."""

    line: int = 0

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, int] = {}


class YamlList(list[Any]):
    """A list that knows the line of each item."""

    lines: Sequence[int] = ()


class _Loader(yaml.SafeLoader):
    depth = 0
    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 - how PyYAML is configured

    def construct_plain_mapping(self, node: yaml.MappingNode) -> YamlMapping:
        found = YamlMapping()
        found.line = node.start_mark.line + 1
        for key_node, value_node in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, str):
                raise YamlFault(f"line {key_node.start_mark.line + 1}: a key must be text, got {key!r}")
            if key in found:
                raise YamlFault(f"line {key_node.start_mark.line + 1}: duplicate key {key}")
            found.lines[key] = key_node.start_mark.line + 1
            found[key] = self.construct_object(value_node, deep=True)
        return found

    def construct_plain_list(self, node: yaml.SequenceNode) -> YamlList:
        found = YamlList(self.construct_object(item, deep=True) for item in node.value)
        found.lines = [item.start_mark.line + 1 for item in node.value]
        return found

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            # Nothing read here needs them, and a few lines of them can stand for gigabytes.
            raise YamlFault(f"line {self.line + 1}: aliases are not supported")
        self.depth += 1
        if self.depth > DEEPEST:
            raise YamlFault(f"line {self.line + 1}: nested deeper than {DEEPEST} levels")
        try:
            return super().compose_node(parent, index)
        finally:
            self.depth -= 1


_SCALARS: Final = (
    ("tag:yaml.org,2002:null", r"~|null|Null|NULL|", "~nN\0"),
    ("tag:yaml.org,2002:bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("tag:yaml.org,2002:int", r"[-+]?[0-9]{1,300}|0o[0-7]{1,300}|0x[0-9a-fA-F]{1,300}", "-+0123456789"),
    (
        "tag:yaml.org,2002:float",
        r"[-+]?(\.[0-9]{1,300}|[0-9]{1,300}(\.[0-9]{0,300})?)([eE][-+]?[0-9]{1,3})?",
        "-+.0123456789",
    ),
)
for _tag, _pattern, _first in _SCALARS:
    _Loader.add_implicit_resolver(_tag, re.compile(rf"(?:{_pattern})\Z"), ["" if c == "\0" else c for c in _first])
# 007 is seven in YAML 1.2, and eight is an octal digit to PyYAML.
_Loader.add_constructor("tag:yaml.org,2002:int", lambda _, node: _number(node, _integer))
_Loader.add_constructor("tag:yaml.org,2002:float", lambda _, node: _number(node, float))
_Loader.add_constructor("tag:yaml.org,2002:map", _Loader.construct_plain_mapping)
_Loader.add_constructor("tag:yaml.org,2002:seq", _Loader.construct_plain_list)


def _number(node: yaml.Node, read: Callable[[str], float]) -> float:
    try:
        found = read(node.value)
    except ValueError:
        found = math.inf
    if math.isfinite(found):
        return found
    raise YamlFault(f"line {node.start_mark.line + 1}: {node.value[:60]} is not a number that can be used")


def _integer(text: str) -> int:
    return int(text, {"0o": 8, "0x": 16}.get(text[:2], 10))


def load_yaml(text: str) -> Any:
    """The one document of a text, its mappings as YamlMapping."""
    try:
        return yaml.load(text, Loader=_Loader)
    except yaml.YAMLError as error:
        raise YamlFault(_explained(error, text)) from None


def line_of(value: object) -> int:
    """The line a mapping begins on, 0 for anything else."""
    return value.line if isinstance(value, YamlMapping) else 0


def _explained(error: yaml.YAMLError, text: str) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error)
    return f"line {mark.line + 1}: {problem}{_quotes_for(text, mark.line)}" if mark else str(problem)


def _quotes_for(text: str, line: int) -> str:
    """The commonest slip: a text without quotes that has signs of YAML in it."""
    lines = text.split("\n")
    unquoted = _UNQUOTED.search(lines[line]) if line < len(lines) else None
    return f'; a text with such signs needs quotes: {unquoted["key"]}: "{unquoted["value"]}"' if unquoted else ""
