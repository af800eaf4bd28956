"""The rules of an audit on the text of an app's Lua: methods that nobody calls, objects that a reload makes again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from pytest_uimcp.checks.file_text import text_of
from pytest_uimcp.checks.findings import Suspicion
from pytest_uimcp.checks.lua_text import code_only, written_in
from pytest_uimcp.core.folders import files_below
from pytest_uimcp.core.records import dataclass

# What the engine or the agent calls, not the app.
CALLED_BY_OTHERS: Final = frozenset({"new", "mutate"})
CALLED_BY_THE_SHELL: Final = frozenset({"addAgentMessage", "updateRequirements", "onAppProgress", "onAppUpdated"})

_METHOD = re.compile(r"\bfunction\s+([A-Za-z_][\w.]*):([A-Za-z_]\w*)\s*\(")
_USE = re.compile(r"[.:]\s*([A-Za-z_]\w*)")
_PATH_CALL = re.compile(r"([A-Za-z_]\w*)\s*\(")
_ATTRIBUTE = re.compile(r"""\bui-[\w-]+\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_FACTORY = re.compile(r"^local\s+function\s+(\w+)\s*\(", re.M)
_APPLIED = re.compile(r"^(\w+)\s*\(\s*([A-Za-z_][\w.]*)\s*[,)]", re.M)
_NEW_OBJECT = re.compile(r"^\s*([A-Za-z_][\w.]*)\s*=\s*([A-Za-z_][\w.]*):new\s*\(")
_WORD = re.compile(r"\b(?:function|if|for|while|do|repeat|then|elseif|end|until|else)\b")
_GUARD = re.compile(r"\bnot\s+session\s*\.\s*reloading\b")
_RELOADS = re.compile(r"^\s*if\s+session\s*\.\s*reloading\s+then\b")


@dataclass(frozen=True)
class LuaAudit:
    methods: int
    violations: tuple[Suspicion, ...]
    warnings: tuple[Suspicion, ...]

    @classmethod
    def of(cls, base_dir: Path, folder: Path) -> LuaAudit:
        texts = {
            path.relative_to(base_dir).as_posix(): text_of(path)
            for path in sorted(files_below(folder, ".lua", base_dir))
        }
        codes = {name: code_only(text) for name, text in texts.items()}
        names_in_use = _names_in_use(codes.values(), folder / "viewdefs")
        factories = {name for code in codes.values() for name in _FACTORY.findall(code)}
        applied_types = {kind for code in codes.values() for name, kind in _APPLIED.findall(code) if name in factories}
        defined = [method for name, code in codes.items() for method in _methods(name, code)]
        dead = [
            (name, Suspicion("dead_method", place, f"{owner}:{name}() is called nowhere"))
            for place, owner, name in defined
            if name not in names_in_use | CALLED_BY_OTHERS and owner != "mcp" and owner not in applied_types
        ]
        unguarded = [suspicion for name, code in codes.items() for suspicion in _unguarded(name, code)]
        external = [
            Suspicion(
                "external_method", suspicion.location, suspicion.detail.replace("nowhere", "by the shell or an agent")
            )
            for name, suspicion in dead
            if name in CALLED_BY_THE_SHELL
        ]
        return cls(
            len(defined),
            (*(suspicion for name, suspicion in dead if name not in CALLED_BY_THE_SHELL), *unguarded),
            tuple(external),
        )


def _names_in_use(codes: Iterable[str], viewdefs: Path) -> set[str]:
    names: set[str] = set()
    for code in codes:
        # A definition `function Type:name(` reads like a use of its name, so definitions are taken out first.
        names.update(_USE.findall(_METHOD.sub("", code)))
    for path in sorted(filter(Path.is_file, viewdefs.glob("*.html"))):
        for match in _ATTRIBUTE.finditer(text_of(path)):
            names.update(_PATH_CALL.findall(match[1] or match[2] or ""))
    # What a document names as code is called by agents.
    return names | written_in(filter(Path.is_file, viewdefs.parent.glob("*.md")))


def _methods(name: str, code: str) -> Iterator[tuple[str, str, str]]:
    for match in _METHOD.finditer(code):
        yield f"{name}:{code.count(chr(10), 0, match.start()) + 1}", match[1], match[2]


def _unguarded(name: str, code: str) -> Iterator[Suspicion]:
    """Objects that are made whenever the file runs."""
    blocks = _Blocks()
    for number, line in enumerate(code.splitlines(), 1):
        match = _NEW_OBJECT.match(line)
        if match and blocks.run_again:
            detail = f"{match[1]} is created again by every reload: if not session.reloading then {match[1]} = … end"
            yield Suspicion("missing_reloading_guard", f"{name}:{number}", detail)
        for word in _WORD.findall(line):
            blocks.take(word, line)


class _Blocks:
    """The blocks that are open at a place of the text."""

    def __init__(self) -> None:
        # For each, whether its code runs again with every reload.
        self._open: list[bool] = []
        self._loop = False
        # The depth of the block whose `else` does not.
        self._depth_of_guard = -1

    @property
    def run_again(self) -> bool:
        return all(self._open)

    def take(self, word: str, line: str) -> None:
        if word in ("function", "repeat"):
            self._open.append(False)
        elif word in ("for", "while"):
            self._open.append(True)
            self._loop = True
        elif word == "do":
            # The `do` of a `for` or `while` belongs to the block that the loop has opened already.
            if not self._loop:
                self._open.append(True)
            self._loop = False
        elif word == "if":
            self._open.append(not _GUARD.search(line))
            if _RELOADS.match(line):
                self._depth_of_guard = len(self._open)
        elif word == "else":
            if self._depth_of_guard == len(self._open):
                self._open[-1] = False
        elif word in ("end", "until") and self._open:
            self._open.pop()
