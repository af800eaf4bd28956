"""Inline handlers, such as `onsubmit="return false"`, and `ui-code`: a little JavaScript is run, the rest refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.events import Event
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.selectors import select
from pytest_uimcp.page.gaps import refuse_if_exact
from pytest_uimcp.page.input.focus import Focus, takes_focus
from pytest_uimcp.page.input.forms import reset, submit
from pytest_uimcp.page.input.opening import (
    close_dialog,
    hide_popover,
    show_dialog,
    show_modal,
    show_popover,
    toggle_popover,
)

__all__ = ["run_code", "run_handler"]

_RETURN: Final = re.compile(r"return\s+(?P<answer>true|false)")
_EVENT: Final = re.compile(r"event\.(?P<method>preventDefault|stopPropagation)\(\)")
_CALL: Final = re.compile(
    r"(?:(?P<this>this(?:\.form)?|element)"
    r"|(?P<finder>(?:this|element)\.closest|document\.getElementById|document\.querySelector)"
    r"\(\s*(?P<quote>['\"])(?P<wanted>[^'\"\\;]+)(?P=quote)\s*\))"
    r"(?P<may_lack>\?)?\.(?P<method>\w+)\(\)"
)
_COMMENT: Final = re.compile(r"/\*.*?\*/|(?<![:\w\"'])//[^\n]*", re.DOTALL)
# What is dragged with an element: only other scripts could read it.
_DATA: Final = re.compile(
    r"event\.dataTransfer\.setData\(\s*(?P<q>['\"])[^'\"\\;]+(?P=q)\s*,\s*(?:this\.id|(?P<r>['\"])[^'\"\\;]*(?P=r))\s*\)"
)
_STATEMENTS: Final = (_RETURN, _EVENT, _CALL, _DATA)


def run_handler(focus: Focus, element: Element, name: str, event: Event) -> None:
    """Do what the attribute says. What is not known has no effect, or is refused by a page that must be exact."""
    code = element.get(name) or ""
    statements = _statements(code)
    acts = [_act(statement, focus, element, event) for statement in statements or ()]
    if statements is None or None in acts:
        refuse_if_exact(element.document(), "handler", f'{name}="{code}"')
        return
    for act in filter(None, acts):
        act()


def run_code(focus: Focus, element: Element, code: str) -> bool:
    """Do what a value of `ui-code` says, in which `element` is its element; returns whether all of it is known."""
    document = element.document()
    statements = _statements(_COMMENT.sub("", code))
    if document is None or statements is None or any(statement.re is not _CALL for statement in statements):
        return False
    acts: list[Callable[[], None]] = []
    for statement in statements:
        if statement["this"] and statement["this"] != "element":
            return False
        act = _call(statement, focus, element)
        if act is None:
            return False
        acts.append(act)
    with document.tasks.script():
        for act in acts:
            act()
    return True


@lru_cache(maxsize=1024)
def _statements(code: str) -> tuple[re.Match[str], ...] | None:
    """The statements of a handler; None if one of them is not known."""
    statements = []
    for part in filter(None, map(str.strip, re.split(r"[;\n]", code))):
        statement = next(filter(None, (pattern.fullmatch(part) for pattern in _STATEMENTS)), None)
        if statement is None:
            return None
        statements.append(statement)
        if statement.re is _RETURN:
            break
    return tuple(statements)


def _act(statement: re.Match[str], focus: Focus, element: Element, event: Event) -> Callable[[], None] | None:
    """What a statement does; None if that is not known."""
    if statement.re is _RETURN:
        if statement["answer"] == "true":
            return _nothing
        return event.prevent_default
    if statement.re is _DATA:
        return _nothing
    if statement.re is _EVENT:
        return {"preventDefault": event.prevent_default, "stopPropagation": event.stop}[statement["method"]]
    return _call(statement, focus, element)


def _call(statement: re.Match[str], focus: Focus, element: Element) -> Callable[[], None] | None:
    target = _target(statement, element)
    if target is None:
        return _nothing if statement["may_lack"] and statement["finder"] else None
    row = _METHODS.get(statement["method"])
    if row is None or not row[0](target):
        return None
    return lambda: row[1](target, focus)


def _nothing() -> None: ...


def _target(statement: re.Match[str], element: Element) -> Element | None:
    """The object whose method is called."""
    document = element.document()
    if statement["this"] in ("this", "element"):
        return element
    if statement["this"] == "this.form":
        return controls.form_of(element)
    if document is None:
        return None
    wanted = statement["wanted"]
    if statement["finder"] == "document.getElementById":
        return next((other for other in document.descendants() if other.id == wanted), None)
    matches = list(select(document, wanted))
    if statement["finder"].endswith(".closest"):
        return next((ancestor for ancestor in element.path() if ancestor in matches), None)
    return next(iter(matches), None)


def _is_dialog(element: Element) -> bool:
    return element.tag == "dialog"


def _is_popover(element: Element) -> bool:
    return element.has("popover")


def _is_form(element: Element) -> bool:
    return element.tag == "form"


def _submit(form: Element, _focus: Focus) -> None:
    refuse_if_exact(form.document(), "form", form.get("action") or "")


def _move_focus(element: Element, focus: Focus) -> None:
    focus.move(element)


# By method: which elements have it, and what it does to them.
_METHODS: Final[Mapping[str, tuple[Callable[[Element], bool], Callable[[Element, Focus], None]]]] = {
    "close": (_is_dialog, close_dialog),
    "show": (_is_dialog, show_dialog),
    "showModal": (_is_dialog, show_modal),
    "hidePopover": (_is_popover, hide_popover),
    "showPopover": (_is_popover, show_popover),
    "togglePopover": (_is_popover, toggle_popover),
    "requestSubmit": (_is_form, lambda form, focus: submit(form, None, focus)),
    "reset": (_is_form, lambda form, _focus: reset(form)),
    "submit": (_is_form, _submit),
    "focus": (takes_focus, _move_focus),
}
