"""Rules on what is in a viewdef and means something elsewhere: in other frameworks, in scripts and in style sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from pytest_uimcp.checks.file_text import text_of
from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.markup import SourceTag
from pytest_uimcp.checks.model import Survey, ViewFile
from pytest_uimcp.checks.rules.attributes import quoted
from pytest_uimcp.checks.spelling import misspelt
from pytest_uimcp.core.assets import bundle_dir
from pytest_uimcp.core.spelling import near

# What is neither text nor an attribute.
_NO_TEXT: Final = re.compile(r"<!--.*?-->|<(script|style)\b.*?</\1\s*>|<[^>]*>", re.DOTALL | re.IGNORECASE)
_MUSTACHE: Final = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}|\$\{\s*([^{}]*?)\s*\}")
_FOREIGN: Final = re.compile(r"@|:|v-|ng-|\(|\[|\*|on:|bind:")
_CALLS: Final = re.compile(r"^\s*(?:return\s+)?(?:this\.|self\.)?([A-Za-z_]\w*)\s*\(")
_COMMENT: Final = re.compile(r"/\*.*?\*/|\"[^\"\n]*\"|'[^'\n]*'", re.DOTALL)
_VARIABLE: Final = re.compile(r"var\(\s*(--term-[\w-]+)")
_DEFINED: Final = re.compile(r"(--[\w-]+)\s*:")
_CLASS: Final = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
_POINTERS: Final = ("for", "aria-labelledby", "aria-describedby", "aria-controls")


def foreign_syntax(survey: Survey) -> Iterator[Finding]:
    # Alpine, Vue and others come with a script.
    scripted = any("<script" in view.text or "x-data" in view.text for view in survey.views.values())
    for view in survey.views.values():
        text = _NO_TEXT.sub(_blank, view.text)
        for match in _MUSTACHE.finditer(text):
            path = match[1] or match[2]
            yield Finding(
                f"{match[0]} is shown as it stands: viewdefs have no such places for values",
                view.file,
                text.count("\n", 0, match.start()) + 1,
                advice=f'write <span ui-value="{path}"></span>',
            )
        for tag in view.markup.elements:
            for name in tag.start.attributes:
                if not (scripted and _FOREIGN.match(name)):
                    yield from _foreign_attribute(survey, view, tag, name)


def _blank(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _foreign_attribute(survey: Survey, view: ViewFile, tag: SourceTag, name: str) -> Iterator[Finding]:
    line = tag.start.lines[name]
    if _FOREIGN.match(name):
        advice = 'values come by ui-value="…" and ui-attr-NAME="…", events by ui-action="…" and ui-event-NAME="…"'
        yield Finding(f"{quoted(tag, name)}: nothing reads {name}", view.file, line, advice=advice)
    call = _CALLS.match(tag.start.attributes[name]) if name.startswith("on") else None
    info = survey.types.get(view.type)
    if call and info is not None and call[1] in info.methods and not _is_scripted(survey, call[1]):
        event = name.removeprefix("on")
        binding = "ui-action" if event == "click" else f"ui-event-{event}"
        yield Finding(
            f"{quoted(tag, name)}: this runs JavaScript, and {call[1]}() is a method of {view.type}",
            view.file,
            line,
            advice=f'write {binding}="{call[1]}()"',
        )


def _is_scripted(survey: Survey, name: str) -> bool:
    scripts = (
        view.markup.content_of(tag)
        for view in survey.views.values()
        for tag in view.markup.elements
        if tag.name == "script"
    )
    return any(name in script for script in scripts)


def dangling_ids(survey: Survey) -> Iterator[Finding]:
    """Labels and descriptions that name an id which no viewdef has."""
    ids = {
        tag.start.attributes["id"]
        for view in survey.views.values()
        for tag in view.markup.elements
        if "id" in tag.start.attributes
    }
    if any("ui-attr-id" in tag.start.attributes for view in survey.views.values() for tag in view.markup.elements):
        return
    for view in survey.views.values():
        for tag in view.markup.elements:
            for name in _POINTERS:
                for word in tag.start.attributes.get(name, "").split():
                    if word not in ids and not survey.mentions(word):
                        message = f"{quoted(tag, name)}: no element has the id {word}"
                        advice = f'give one id="{word}"; a label also names the field that it is around'
                        yield Finding(message, view.file, tag.start.lines[name], near(word, ids), advice)


def broken_styles(survey: Survey) -> Iterator[Finding]:
    """Style sheets with unequal braces, variables that no theme has, and classes that look like styled ones."""
    styles = [
        (view, tag, _COMMENT.sub(_blank, view.markup.content_of(tag)))
        for view in survey.views.values()
        for tag in view.markup.elements
        if tag.name == "style"
    ]
    defined = _theme_variables() | _variables_of(survey)
    classes: set[str] = set()
    for view, tag, text in styles:
        line = tag.start.line
        missing = text.count("{") - text.count("}")
        if missing:
            sign = "}" if missing > 0 else "{"
            message = f"<style> has {abs(missing)} {sign} too few: rules behind it are lost"
            yield Finding(message, view.file, line, advice="close each rule")
        for match in _VARIABLE.finditer(text):
            if match[1] not in defined:
                place = line + text.count("\n", 0, match.start())
                advice = "ui://themes lists them; one of your own is defined as --name: value;"
                yield Finding(f"var({match[1]}): no theme has it", view.file, place, near(match[1], defined), advice)
        classes |= set(_CLASS.findall(re.sub(r"\{[^{}]*\}", "{}", text)))
    for view in survey.views.values():
        for tag in view.markup.elements:
            for name in tag.start.attributes:
                word = name.removeprefix("ui-class-")
                if word == name or word in classes or survey.mentions(word):
                    continue
                if close := misspelt(word, classes):
                    message = f"{quoted(tag, name)}: no style sheet of the app has the class {word}"
                    yield Finding(message, view.file, tag.start.lines[name], close, "correct the name")


@cache
def _theme_variables() -> frozenset[str]:
    return frozenset(
        name for file in (bundle_dir() / "html").rglob("*.css") for name in _DEFINED.findall(text_of(file))
    )


def _variables_of(survey: Survey) -> set[str]:
    """Those that the directory defines: in its style sheets, in viewdefs and in attributes."""
    base = survey.app.sandbox.base_dir
    names = {name for view in survey.views.values() for name in _DEFINED.findall(view.text)}
    for file in (base / "html").rglob("*.css"):
        names |= set(_DEFINED.findall(text_of(file)))
    return names
