from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from pytest_uimcp.core.assets import DOCUMENTATION
from pytest_uimcp.core.base_dir import UI_DIRECTORIES
from pytest_uimcp.engine.lua.runtime import needs_lua52
from pytest_uimcp.server.doctor.directory import Directory
from pytest_uimcp.server.doctor.looks import matches, written
from pytest_uimcp.server.doctor.places import DoctorRule, Level, Look, Place
from pytest_uimcp.server.lua.mcp_global import MEMBERS
from pytest_uimcp.server.publisher.topics import NAME as TOPIC

# Functions of `mcp` that a shell defines in Lua: no server has them.
SHELLS: Final = frozenset(
    {
        "addAgentMessage",
        "addAgentThinking",
        "addRichMessage",
        "appProgress",
        "appUpdated",
        "clearTodos",
        "completeTodos",
        "createTodos",
        "notify",
        "scanAvailableApps",
        "setTodos",
        "startTodoStep",
    }
)
OURS: Final = frozenset(member.name for member in MEMBERS if member.is_function)

# Lua's calls need no brackets around a text or a table: `mcp.f"…"`.
_CALL = re.compile(r"\bmcp\s*[.:]\s*([A-Za-z_]\w*)\s*(?=[({\"'])")
_DEFINED = re.compile(
    r"\bfunction\s+mcp\s*[.:]\s*(\w+)|\bmcp\s*\.\s*(\w+)\s*=(?!=)|\bmcp\s*\[\s*[\"'](\w+)[\"']\s*\]\s*=(?!=)"
)
_TESTED = re.compile(r"\bmcp\s*\.\s*(\w+)\s*(?:then|and\b|or\b|[=~]=)|\b(?:not|type\s*\()\s*mcp\s*\.\s*(\w+)")
_GOTO = re.compile(r"\bgoto\s+\w+|\bfunction\b[^()\n]{0,100}\((?:\s*\w+\s*,){4,99}\s*\.\.\.\s*\)")
_TOPIC = re.compile(r"\bmcp\s*[.:]\s*subscribe\s*\(\s*(?:mcp\s*,\s*)?([\"'])(.*?)\1")


def _unknown(belongs: Callable[[str], bool]) -> Look:
    """Calls of functions of `mcp` that neither the server nor the directory has."""

    def look(directory: Directory) -> Iterator[Place]:
        defined = {name for text in directory.lua for names in _DEFINED.findall(text.said) for name in names}
        for text in directory.lua:
            # A file that asks whether there is such a function gets along without it.
            tested = {name for names in _TESTED.findall(text.code) for name in names}
            missing = {
                name for name in _CALL.findall(text.code) if name not in OURS | defined | tested and belongs(name)
            }
            for name in sorted(missing):
                for place in matches(text, text.code, re.compile(rf"\bmcp\s*[.:]\s*{name}\b\s*(?=[({{\"'])")):
                    yield Place(place.file, place.line, f"mcp:{name}")

    return look


def _is_checkpoint(name: str) -> bool:
    return name.lower().startswith("checkpoint")


def _is_undefined(name: str) -> bool:
    return name not in SHELLS and not _is_checkpoint(name)


def _needs_52(directory: Directory) -> Iterator[Place]:
    for text in directory.lua:
        if needs_lua52(text.text.encode()):
            # The runtime's own test decides; the pattern only finds a line to show.
            yield next(matches(text, text.code, _GOTO), Place(text.name, 0, "goto, or many parameters before ..."))


def _topics(directory: Directory) -> Iterator[Place]:
    for text in directory.lua:
        # Not in `code`, which has no strings: the topic is one.
        for match in _TOPIC.finditer(text.said):
            if not TOPIC.fullmatch(match[2]):
                yield Place(text.name, text.said.count("\n", 0, match.start()) + 1, f'topic "{match[2]}"')


def _other_directory(directory: Directory) -> Iterator[Place]:
    """Paths that name another of the usual directories than this one."""
    current = next(
        (
            name
            for name in UI_DIRECTORIES
            if directory.base_dir.absolute().parts[-len(Path(name).parts) :] == Path(name).parts
        ),
        "",
    )
    if not current:
        return
    for directory_name in UI_DIRECTORIES:
        if directory_name != current:
            pattern = re.compile(rf"(?<![\w/.-])(?:\./)?{re.escape(directory_name)}/[\w./-]*")
            for text in directory.lua:
                yield from matches(text, text.said, pattern)


LUA_RULES: Final = (
    DoctorRule(
        "shell-function",
        Level.CHANGE,
        "a function of `mcp` that a shell defines, in a directory without such a shell",
        "it is nil: the call is an error",
        "bring the shell along as `apps/mcp`, run `ui-mcp install --shell`, or ask first: `if mcp.notify then … end`",
        _unknown(SHELLS.__contains__),
    ),
    DoctorRule(
        "checkpoint-function",
        Level.CHANGE,
        "`mcp:checkpoint…`",
        "there is no such function, as in the original",
        "run the script: `.ui/mcp checkpoint save APP`",
        _unknown(_is_checkpoint),
    ),
    DoctorRule(
        "unknown-function",
        Level.CHANGE,
        "another function of `mcp` that neither the server nor the directory defines",
        "it is nil: the call is an error",
        f"look it up in {DOCUMENTATION}/reference/mcp.md, or define it in `lua/mcp.lua`",
        _unknown(_is_undefined),
    ),
    DoctorRule(
        "host-library",
        Level.CHANGE,
        "`os.setenv`, `channel`, `string.dump`: what only the original's Lua has, or what could load bytecode",
        "it is nil: Lua here is the reference implementation",
        "set variables for a command in the command: `X=1 program`; use callbacks instead of channels",
        written(r"\bos\s*\.\s*setenv\b|\bchannel\s*\.\s*(?:make|select)\b|\bstring\s*\.\s*dump\b", ".lua"),
    ),
    DoctorRule(
        "lua-5.2",
        Level.NOTE,
        "`goto`, or a function with many parameters before its `...`",
        "the server takes Lua 5.2 by itself, because a file needs it",
        'nothing; do not set `lua = "5.1"`',
        _needs_52,
    ),
    DoctorRule(
        "other-directory",
        Level.CHANGE,
        "a path that names another UI directory than this one",
        "files are looked for below the project, so it leads elsewhere or nowhere",
        "call the directory `.ui`, or make the path from `mcp:status().base_dir`",
        _other_directory,
    ),
    DoctorRule(
        "topic",
        Level.CHANGE,
        "`mcp:subscribe` with a topic of other characters than letters, digits, `.`, `_`, `-`, or of more than 64",
        "an error: nothing could publish there",
        "rename the topic, in the bookmarklet too",
        _topics,
    ),
    DoctorRule(
        "fossil",
        Level.NOTE,
        "versions of apps: `mcp checkpoint save`, `rollback`, `diff`, …, or the program fossil",
        "`count` always works; the others do if fossil is installed, and else say so; nothing is downloaded",
        "install fossil if you want them",
        written(
            r"\bcheckpoint\s+(?:save|list|rollback|diff|clear|baseline|update|local)\b|\bfossil\s+\w+", ".lua", ".sh"
        ),
    ),
)
