"""Finds the names that an app's Lua assigns, in its source text.

A field that is only assigned on a click exists on no object at the start. So a name counts as known if the text assigns
it anywhere, on any object: the result must be complete, and may contain too much.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import lru_cache
from pathlib import Path

from pytest_uimcp.checks.file_text import text_of
from pytest_uimcp.core.records import dataclass

_TOKEN = re.compile(
    r"""
      (?P<comment> --\[(?P<c>=*)\[.*?\](?P=c)\] | --[^\n]* )
    | (?P<long> \[(?P<s>=*)\[.*?\](?P=s)\] )
    | (?P<string> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
    | (?P<name> [A-Za-z_]\w* )
    | (?P<sign> [=~<>]= | \.\.\.? | [^\s\w] )
    """,
    re.VERBOSE | re.DOTALL,
)


_CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.DOTALL | re.MULTILINE)
_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass
class LuaNames:
    """The names that a text assigns (functions included), its functions with their owners, and its quoted strings."""

    assigned: set[str] = field(default_factory=set)
    # Owner and name of `function Owner:name()`.
    functions: set[tuple[str, str]] = field(default_factory=set)
    quoted: set[str] = field(default_factory=set)

    def add(self, names: LuaNames) -> None:
        self.assigned |= names.assigned
        self.functions |= names.functions
        self.quoted |= names.quoted


def read_names(files: Iterable[Path]) -> LuaNames:
    names = LuaNames()
    for file in files:
        names.add(lua_names(text_of(file)))
    return names


def written_in(documents: Iterable[Path]) -> set[str]:
    """The names that Markdown documents write as code, in blocks and inline."""
    texts = map(text_of, documents)
    return {name for text in texts for code in _CODE.finditer(text) for name in _NAME.findall(code[0])}


@lru_cache(maxsize=256)
def lua_names(text: str) -> LuaNames:
    names = LuaNames()
    tokens = [(match.lastgroup or "", match.group()) for match in _TOKEN.finditer(text)]
    # Strings stay: a name in quotes may be a field, a type or a wrapper.
    tokens = [token for token in tokens if token[0] != "comment"]
    for place, (kind, token) in enumerate(tokens):
        if kind == "string":
            names.quoted.add(token[1:-1])
        elif token == "=":
            names.assigned.update(_targets(tokens, place - 1))
        elif token == "function":
            _take_function(tokens, place + 1, names)
    # A field may be set by its name: self[field] = value.
    names.assigned |= {quoted for quoted in names.quoted if quoted.isidentifier()}
    return names


def code_only(text: str) -> str:
    """A text without its comments and strings; every line keeps its number."""

    def blank(match: re.Match[str]) -> str:
        if match.lastgroup not in ("comment", "long", "string"):
            return match[0]
        return '""' * (match.lastgroup != "comment") + "\n" * match[0].count("\n")

    return _TOKEN.sub(blank, text)


def without_comments(text: str) -> str:
    """A text without its comments; every line keeps its number."""

    def keep_lines(match: re.Match[str]) -> str:
        if match.lastgroup != "comment":
            return match[0]
        return "\n" * match[0].count("\n")

    return _TOKEN.sub(keep_lines, text)


def _targets(tokens: list[tuple[str, str]], place: int) -> Iterator[str]:
    """The last names of the targets `a.b, c`, read backwards from a `=`."""
    while place >= 0 and tokens[place][0] == "name":
        yield tokens[place][1]
        while place >= 2 and tokens[place - 1][1] == "." and tokens[place - 2][0] == "name":
            place -= 2
        if place < 2 or tokens[place - 1][1] != ",":
            return
        place -= 2


def _take_function(tokens: list[tuple[str, str]], place: int, names: LuaNames) -> None:
    owner = ""
    while place < len(tokens) and tokens[place][0] == "name":
        name = tokens[place][1]
        if place + 1 < len(tokens) and tokens[place + 1][1] in (".", ":"):
            owner = name
            place = place + 2
            continue
        names.assigned.add(name)
        if owner:
            names.functions.add((owner, name))
        return
