"""Rules on the Lua of an app, as it is written and as it has run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.lua_source import Change, PrototypeSource
from pytest_uimcp.checks.model import ENGINES, Survey
from pytest_uimcp.checks.spelling import misspelt
from pytest_uimcp.core.spelling import near
from pytest_uimcp.page.rules import CONTROLS, rule_of

# Of any Lua: code that runs on several asks for what only some have.
_LUA: Final = frozenset(
    [
        "_ENV",
        "_G",
        "_VERSION",
        "arg",
        "assert",
        "bit",
        "bit32",
        "collectgarbage",
        "coroutine",
        "debug",
        "dofile",
        "error",
        "ffi",
        "gcinfo",
        "getfenv",
        "getmetatable",
        "io",
        "ipairs",
        "jit",
        "load",
        "loadfile",
        "loadstring",
        "math",
        "module",
        "next",
        "newproxy",
        "os",
        "package",
        "pairs",
        "pcall",
        "print",
        "rawequal",
        "rawget",
        "rawlen",
        "rawset",
        "require",
        "select",
        "setfenv",
        "setmetatable",
        "string",
        "table",
        "tonumber",
        "tostring",
        "type",
        "unpack",
        "utf8",
        "warn",
        "xpcall",
    ]
)
_LONG: Final = 6
_PLAIN: Final = re.compile(r"[A-Za-z_]\w*")


def undefined_globals(survey: Survey) -> Iterator[Finding]:
    names = _LUA | survey.globals | survey.global_writes | survey.documented
    for file, source in survey.sources.items():
        for use in source.reads:
            # Whoever asks whether there is one gets along without it; names in capitals are settings.
            if use.name in names or use.name in source.tested or use.name.isupper():
                continue
            close = near(use.name, {*survey.globals, *survey.global_writes, *source.local_names})
            yield Finding(
                f"{use.name} is a global that nothing sets: it is nil",
                file,
                use.line,
                close,
                f"correct the name, or set it before: local {use.name} = …",
            )


def unknown_fields(survey: Survey) -> Iterator[Finding]:
    """Fields and methods that nothing has, where the Lua uses them, and that look like others."""
    for file, source in survey.sources.items():
        for use in source.members:
            if use.name in survey.members or use.name in source.tested:
                continue
            is_own = use.base == "self" and use.owner != ""
            # Other objects may come from anywhere: of them only longer names are compared, with those of the app.
            if not is_own and len(use.name) < _LONG:
                continue
            close = misspelt(use.name, survey.members_of(use.owner) if is_own else survey.own_names | ENGINES)
            if close:
                effect = "method" if use.is_call else "field"
                name = f"{use.base or '…'}{':' if use.is_call else '.'}{use.name}"
                yield Finding(f"{name}: nothing has a {effect} {use.name}", file, use.line, close, "correct the name")


def unread_fields(survey: Survey) -> Iterator[Finding]:
    """Fields that are set and read nowhere, and that look like others."""
    for file, source in survey.sources.items():
        for change in source.changes:
            name = change.field
            if not change.sets or name.startswith("_") or name in survey.read_names:
                continue
            close = misspelt(name, survey.own_names - {name})
            if close:
                message = f"{change.base}.{name} is set here, and nothing reads it"
                yield Finding(message, file, change.line, close, "correct the name")


def missing_modules(survey: Survey) -> Iterator[Finding]:
    for file, source in survey.sources.items():
        for use in source.requires:
            if use.name in survey.missing_modules:
                yield Finding(
                    f'require("{use.name}"): there is no such file',
                    file,
                    use.line,
                    near(use.name, survey.module_names),
                    f"it is looked for as lua/{use.name.replace('.', '/')}.lua, and below apps/ by the app's name",
                )


def shared_defaults(survey: Survey) -> Iterator[Finding]:
    """Tables as defaults of prototypes that are changed."""
    changes = [change for source in survey.sources.values() for change in source.changes]
    changed = {change.field for change in changes if not change.sets}
    for file, source in survey.sources.items():
        for prototype in source.prototypes:
            for field in prototype.fields:
                if not field.holds.startswith("{") or field.name not in changed:
                    continue
                if _gets_its_own(survey, prototype, field.name):
                    continue
                yield Finding(
                    f"{field.name} of {prototype.type} is a table in the prototype: all its objects share the same one",
                    file,
                    field.line,
                    advice=f"write {field.name} = EMPTY, and in {prototype.type}:new(): "
                    f"instance.{field.name} = instance.{field.name} or {{}}",
                )


def _gets_its_own(survey: Survey, prototype: PrototypeSource, name: str) -> bool:
    """Whether each new object gets a table of its own, whatever the prototype has."""
    return any(
        change.field == name and change.sets and not change.is_memo and change.value[:1] == ("{",)
        for function in survey.functions
        if function.name == "new" and function.owner.rpartition(".")[2] == prototype.type.rpartition(".")[2]
        for change in function.changes
    )


def getters_with_effects(survey: Survey) -> Iterator[Finding]:
    """Methods that a view shows, and that change what they are asked about."""
    methods = _shown_methods(survey)
    for file, source in survey.sources.items():
        for function in source.functions:
            view = methods.get((function.owner.rpartition(".")[2], function.name))
            if view is None:
                continue
            change = next((change for change in function.changes if _is_effect(change)), None)
            if change is None:
                continue
            effect = f"sets self.{change.field}"
            if not change.sets:
                effect = f"changes what is in self.{change.field}"
            yield Finding(
                f"{function.owner}:{function.name}() {effect}, and {view} calls it whenever anything may have changed",
                file,
                change.line,
                advice="a method that is shown only computes: change fields in methods that events call",
            )


def _is_effect(change: Change) -> bool:
    # A private field may hold what was computed before.
    return change.base == "self" and not change.field.startswith("_") and not change.is_memo


def _shown_methods(survey: Survey) -> dict[tuple[str, str], str]:
    """By type and method: the viewdef that shows it."""
    methods: dict[tuple[str, str], str] = {}
    types = {name.rpartition(".")[2] for name in survey.types}
    for view in survey.views.values():
        for tag in view.markup.elements:
            kind = tag.start.attributes.get("type", "").lower()
            control = CONTROLS.get(f"{tag.name}:{kind}") or CONTROLS.get(tag.name)
            for name, value in tag.start.attributes.items():
                rule = rule_of(name) if name.startswith("ui-") else None
                path = value.partition("?")[0].strip()
                # A method on a field is asked and told: `name()` with `access=rw`.
                is_told = name == "ui-value" and control is not None and "access=" in value
                if rule is None or rule.kind == "event" or is_told or not path.endswith("()"):
                    continue
                method = path[:-2]
                if _PLAIN.fullmatch(method):
                    methods.setdefault((view.type.rpartition(".")[2], method), view.key)
                elif "." in method:
                    last_name = method.rpartition(".")[2]
                    for owner in types:
                        methods.setdefault((owner, last_name), view.key)
    return methods


def row_indexes(survey: Survey) -> Iterator[Finding]:
    """The index of a row counts from 0, that of a Lua table from 1."""
    for file, source in survey.sources.items():
        for function, text, line in source.indexed:
            counts_from_one = text.replace(" ", "").endswith(".index+1")
            if function == "removeAt" and counts_from_one:
                advice = f"write removeAt({text.removesuffix('+1')})"
                yield Finding(
                    f"removeAt({text}): it takes the index of a row, which counts from 0", file, line, (), advice
                )
            elif function == "table.remove" and text.endswith((".row.index", ".item.index", "viewListItem.index")):
                message = f"table.remove(…, {text}): the index of a row counts from 0, and tables from 1"
                yield Finding(message, file, line, (), f"write {text} + 1")
