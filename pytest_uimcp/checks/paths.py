"""Checks a path of a viewdef: whether the methods and properties that it names exist, step by step."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.spelling import misspelt
from pytest_uimcp.checks.survey import WRAPPING, Survey, TypeInfo, ViewFile
from pytest_uimcp.checks.view_files import ACTIONS, Bound
from pytest_uimcp.core.spelling import near

__all__ = ["PathStep", "check_bound", "steps_of"]

_CALL: Final = re.compile(r"^([^()]+)\((_?)\)$")
_ODD: Final = re.compile(r"[()\[\]\s]|^$")


@dataclass(frozen=True, slots=True)
class PathStep:
    """One named step of a path."""

    name: str
    calls: bool
    first: bool
    """Whether it is looked up on the object that the viewdef draws."""
    last: bool


def steps_of(text: str) -> Iterator[PathStep]:
    """The named steps of a path; indices and `..` have no name."""
    climbs = False
    while text.startswith("..") and text[2:3] in (".", ""):
        text = text[3:]
        climbs = True
    if climbs and not text:
        return
    parts = text.split(".")
    for place, part in enumerate(parts):
        if part.isdigit() or (place == 0 and not climbs and part[:1] == "@" and len(part) > 1):
            continue
        call = _CALL.match(part)
        name = call[1] if call else part
        yield PathStep(name, call is not None, place == 0 and not climbs, place == len(parts) - 1)


def check_bound(known: Survey, view: ViewFile, bound: Bound) -> Iterator[Finding]:
    """The first fault of a path, if any; unknown types are reported elsewhere."""
    if view.type in known.unknown_types:
        return
    info = None if bound.of_row else known.types.get(view.type)
    if info is not None and not info.known:
        info = None
    for step in steps_of(bound.path.text):
        receiver = info if step.first else None
        finding = _wrong(known, view, bound, step, receiver)
        if finding is not None:
            yield finding
            return
    said = known.lua.quoted | known.lua.assigned | known.unknown_types
    for name in WRAPPING:
        wanted = bound.path.query.get(name)
        if wanted in known.unusable and wanted not in said:
            yield Finding(
                f"{bound.written}: {name}={wanted} names no prototype, registered wrapper or global with a method new",
                view.file,
                bound.line,
                near(wanted, {*known.lua.quoted, *known.types}),
                f'declare it: session:prototype("{wanted}", {{…}})',
            )


def _wrong(known: Survey, view: ViewFile, bound: Bound, step: PathStep, receiver: TypeInfo | None) -> Finding | None:
    what = ""
    advice = ""
    close: tuple[str, ...] = ()
    if _ODD.search(step.name):
        what = f"{step.name!r} is not the name of a property or method"
        advice = "write a.b, a.0 for the first of an array, m() or m(_): a path takes no arguments and no brackets"
    elif receiver is not None and receiver.dynamic:
        return None
    elif step.calls:
        if _has_method(known, view, step.name, receiver):
            return None
        whose = f"{view.type} has" if receiver is not None else "no object of the app has"
        what = f"{whose} {'no' if receiver is not None else 'a'} method {step.name}()"
        close = _near_methods(step.name, receiver.methods if receiver is not None else known.methods)
        close = close or _near_methods(step.name, known.methods)
        advice = f"write function {view.type if receiver is not None else 'Type'}:{step.name}() or correct the path"
    elif receiver is not None and step.last and step.name in receiver.methods - receiver.fields:
        what = f"{step.name} is a method of {view.type}"
        advice = f'write {bound.attribute}="{bound.path.text}()"'
        if bound.kind in ACTIONS:
            what += ", which this would overwrite"
    elif step.name not in known.fields:
        # An agent may set fields that the app never sets, so only likely typing errors are reported.
        close = misspelt(step.name, known.fields)
        if not close:
            return None
        what = f"{step.name} is declared in no prototype, is on no object and is assigned nowhere in the app's Lua"
        advice = f"{_declaration(view, step, receiver)}, or correct the path"
    if not what:
        return None
    return Finding(f"{bound.written}: {what}", view.file, bound.line, close, advice)


def _declaration(view: ViewFile, step: PathStep, receiver: TypeInfo | None) -> str:
    if receiver is None:
        return "declare it in its prototype"
    return f'declare it: session:prototype("{view.type}", {{ {step.name} = … }})'


def _has_method(known: Survey, view: ViewFile, name: str, receiver: TypeInfo | None) -> bool:
    if receiver is None:
        return name in known.methods
    # A file that is required later may add the method.
    later = (view.type.rpartition(".")[2], name) in known.lua.functions
    return name in receiver.methods or later


def _near_methods(name: str, methods: Collection[str]) -> tuple[str, ...]:
    return tuple(f"{method}()" for method in near(name, methods))
