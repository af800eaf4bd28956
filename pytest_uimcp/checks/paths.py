"""Checks a path of a viewdef: whether the methods and properties that it names exist, step by step."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.model import WRAPPING, Survey, TypeInfo, ViewFile
from pytest_uimcp.checks.spelling import misspelt
from pytest_uimcp.checks.view_files import ACTIONS, BoundPath
from pytest_uimcp.core.spelling import near

_CALL: Final = re.compile(r"^([^()]+)\((_?)\)$")
_ODD: Final = re.compile(r"[()\[\]\s]|^$")


@dataclass(frozen=True, slots=True)
class PathStep:
    name: str
    is_call: bool
    # Whether it is looked up on the object that the viewdef draws.
    is_first: bool
    is_last: bool


def steps_of(text: str) -> Iterator[PathStep]:
    """The named steps of a path; indices and `..` have no name."""
    climbs = False
    # No step behind `..` is the first: the object there is another one, of a type that is not known here.
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


def check_bound_path(survey: Survey, view: ViewFile, bound: BoundPath) -> Iterator[Finding]:
    """The first fault of a path, if any; unknown types are reported elsewhere."""
    if view.type in survey.unknown_types:
        return
    info = None if bound.is_of_row else survey.types.get(view.type)
    if info is not None and not info.exists:
        info = None
    for step in steps_of(bound.path.text):
        receiver = info if step.is_first else None
        finding = _fault(survey, view, bound, step, receiver)
        if finding is not None:
            yield finding
            return
    # A type that the app's text mentions may be made later, by code that did not run while it was loaded.
    names_in_text = survey.lua.quoted | survey.lua.assigned | survey.unknown_types
    for name in WRAPPING:
        type_name = bound.path.query.get(name)
        if type_name in survey.unusable and type_name not in names_in_text:
            yield Finding(
                f"{bound.text}: {name}={type_name} names no prototype, registered wrapper or global with a method new",
                view.file,
                bound.line,
                near(type_name, {*survey.lua.quoted, *survey.types}),
                f'declare it: session:prototype("{type_name}", {{…}})',
                rule="unknown-presenter",
            )


def _fault(
    survey: Survey, view: ViewFile, bound: BoundPath, step: PathStep, receiver: TypeInfo | None
) -> Finding | None:
    message = ""
    advice = ""
    rule = "unknown-property"
    close: tuple[str, ...] = ()
    if _ODD.search(step.name):
        message = f"{step.name!r} is not the name of a property or method"
        advice = "write a.b, a.0 for the first of an array, m() or m(_): a path takes no arguments and no brackets"
        rule = "invalid-path"
    elif receiver is not None and receiver.dynamic:
        return None
    elif step.is_call:
        if _has_method(survey, view, step.name, receiver):
            return None
        message, close = _missing_method(survey, view, step.name, receiver)
        advice = f"give the object that is meant a method {step.name}(), or correct the path"
        if receiver is not None:
            advice = f"write function {view.type}:{step.name}() or correct the path"
        rule = "unknown-method"
    elif receiver is not None and step.is_last and step.name in receiver.methods - receiver.fields:
        message = f"{step.name} is a method of {view.type}"
        rule = "method-as-property"
        advice = f'write {bound.attribute}="{bound.path.text}()"'
        if bound.kind in ACTIONS:
            message += ", which this would overwrite"
    else:
        message, close = _missing_property(survey, view, step, receiver)
        advice = f"{_declaration(view, step, receiver)}, or correct the path"
    if not message:
        return None
    return Finding(f"{bound.text}: {message}", view.file, bound.line, close, advice, rule=rule)


def _missing_property(
    survey: Survey, view: ViewFile, step: PathStep, receiver: TypeInfo | None
) -> tuple[str, tuple[str, ...]]:
    """That a property is missing, and similar ones; an empty message if something may have it."""
    name = step.name
    if name in survey.fields:
        if receiver is None or survey.may_have(view.type, name):
            return "", ()
        owner = survey.owner_of(name)
        return f"{view.type} has no property {name}; {owner} has one", near(name, receiver.fields)
    # An agent may set fields that the app never sets, so only likely typing errors are reported.
    close = misspelt(name, survey.fields)
    if not close:
        return "", ()
    return f"{name} is declared in no prototype, is on no object and is assigned nowhere in the app's Lua", close


def _declaration(view: ViewFile, step: PathStep, receiver: TypeInfo | None) -> str:
    if receiver is None:
        return "declare it in its prototype"
    return f'declare it: session:prototype("{view.type}", {{ {step.name} = … }})'


def _has_method(survey: Survey, view: ViewFile, name: str, receiver: TypeInfo | None) -> bool:
    if receiver is None:
        return name in survey.methods
    # A file that is required later may add the method.
    later = (view.type.rpartition(".")[2], name) in survey.lua.functions
    return name in receiver.methods or later


def _missing_method(
    survey: Survey, view: ViewFile, name: str, receiver: TypeInfo | None
) -> tuple[str, tuple[str, ...]]:
    """That a method is missing, and similar ones: of the type itself if it is known, else of the whole app."""
    if receiver is None:
        return f"no object of the app has a method {name}()", _near_methods(name, survey.methods)
    # Only its own: a method of another type would be wrong there too.
    return f"{view.type} has no method {name}()", _near_methods(name, receiver.methods)


def _near_methods(name: str, methods: Collection[str]) -> tuple[str, ...]:
    return tuple(f"{method}()" for method in near(name, methods))
