"""Checks a path of a viewdef: whether the methods and properties that it names exist, step by step."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.model import WRAPPING, Survey, TypeInfo, ViewFile
from pytest_uimcp.checks.spelling import misspelt
from pytest_uimcp.checks.view_files import ACTIONS, BoundPath
from pytest_uimcp.core.records import dataclass
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
    # The fields before it that lead to its object; None if something else does.
    before: tuple[str, ...] | None = ()


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
    before: tuple[str, ...] | None = None if climbs else ()
    for place, part in enumerate(parts):
        if part.isdigit():
            continue
        if place == 0 and not climbs and part[:1] == "@" and len(part) > 1:
            before = None
            continue
        call = _CALL.match(part)
        name = call[1] if call else part
        yield PathStep(name, call is not None, place == 0 and not climbs, place == len(parts) - 1, before)
        before = None if call or before is None else (*before, name)


def types_by_field(pairs: Iterable[str]) -> dict[str, frozenset[str]]:
    """The types that each field holds, of pairs as Lua tells them: `field Type`."""
    holds: dict[str, frozenset[str]] = {}
    for pair in pairs:
        name, _, type_name = pair.partition(" ")
        holds[name] = holds.get(name, frozenset()) | {type_name}
    return holds


def types_before(survey: Survey, type_name: str, step: PathStep) -> frozenset[str]:
    """The types that the object of a step behind others may have, as far as objects and the Lua's text tell."""
    types = frozenset({type_name})
    for name in step.before or ():
        held = (survey.info(known).holds.get(name, frozenset()) for known in types if survey.knows(known))
        types = frozenset().union(*held) | survey.made.get(name, frozenset())
    return types if step.before else frozenset()


def check_bound_path(survey: Survey, view: ViewFile, bound: BoundPath) -> Iterator[Finding]:
    """The first fault of a path, if any; unknown types are reported elsewhere."""
    if view.type in survey.unknown_types:
        return
    info = None if bound.is_of_row else survey.types.get(view.type)
    if info is not None and not info.exists:
        info = None
    for step in steps_of(bound.path.text):
        receiver = info if step.is_first else None
        finding = _fault_behind(survey, view, bound, step) if info is not None else None
        if finding is None:
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
        if _has_method(survey, view.type, step.name, receiver):
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


def _fault_behind(survey: Survey, view: ViewFile, bound: BoundPath, step: PathStep) -> Finding | None:
    """What is wrong with a step behind others: objects of all types that it may be asked of lack what it names.

    Something else may be put there later. So a name is only reported if it looks like one that those types have, or
    if the Lua puts nothing there but objects of types that it names.
    """
    names = sorted(types_before(survey, view.type, step))
    infos = [survey.info(name) for name in names]
    if not names or any(info.dynamic or not info.exists for info in infos):
        return None
    lacking = " and ".join(names)
    if step.is_call:
        if any(_has_method(survey, name, step.name, survey.info(name)) for name in names):
            return None
        methods = frozenset().union(*(info.methods for info in infos))
        if not misspelt(step.name, methods) and any(map(survey.is_open, (step.before or ())[-1:])):
            return None
        message = f"{lacking} has no method {step.name}()"
        advice = f"write function {names[0]}:{step.name}() or correct the path"
        return Finding(
            f"{bound.text}: {message}",
            view.file,
            bound.line,
            _near_methods(step.name, methods),
            advice,
            rule="unknown-method",
        )
    if step.is_last and bound.kind not in ACTIONS and all(step.name in info.methods - info.fields for info in infos):
        message = f"{step.name} is a method of {lacking}"
        advice = f'write {bound.attribute}="{bound.path.text}()"'
        return Finding(f"{bound.text}: {message}", view.file, bound.line, (), advice, rule="method-as-property")
    if any(survey.may_have(name, step.name) for name in names):
        return None
    close = misspelt(step.name, frozenset().union(*(info.fields for info in infos)))
    if not close:
        return None
    message = f"{lacking} has no property {step.name}"
    advice = f'declare it: session:prototype("{names[0]}", {{ {step.name} = … }}), or correct the path'
    return Finding(f"{bound.text}: {message}", view.file, bound.line, close, advice, rule="unknown-property")


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


def _has_method(survey: Survey, type_name: str, name: str, receiver: TypeInfo | None) -> bool:
    if receiver is None:
        return name in survey.methods
    # A file that is required later may add the method.
    later = (type_name.rpartition(".")[2], name) in survey.lua.functions
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
