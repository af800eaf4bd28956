"""The rules on an app's views: bindings that do something else here, and what the page without a browser leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from pytest_uimcp.checks.start_tags import StartTag
from pytest_uimcp.checks.view_files import is_known
from pytest_uimcp.core.assets import DOCUMENTATION
from pytest_uimcp.server.doctor.directory import Directory
from pytest_uimcp.server.doctor.looks import SHOWN, tags, written
from pytest_uimcp.server.doctor.places import DoctorRule, Level, Place

TOGGLES: Final = frozenset({"sl-checkbox", "sl-switch", "sl-radio"})
CHOICES: Final = frozenset({"sl-radio-group", "sl-range", "sl-rating", "sl-color-picker"})
# Shoelace's own, but the page without a browser has no content for them.
NOT_DRAWN: Final = frozenset({"sl-format-date", "sl-relative-time", "sl-include", "sl-animation"})
LOADS: Final = frozenset({"src", "href", "data", "poster", "action"})

# `ui-event-E-value` is the parameter of `ui-event-E`, and no event of its own.
_EVENT = re.compile(r"ui-event-(?!keypress-|.*-value$)[\w-]+")
# This machine is not elsewhere, by any of its names.
_ELSEWHERE = re.compile(r"(https?:)?//(?!(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$))[^/\s]+")
_IMPORT: Final = r"(?:@import\s+(?:url\()?|url\()\s*['\"]?(?:https?:)?//[^\s'\")]+"
# An attribute in brackets: how CSS and scripts select by it.
_HOOK = re.compile(r"\[\s*(ui-[\w-]+)")


def _attribute(tag: StartTag, name: str) -> str:
    return f'<{tag.name} {name}="{tag.attributes[name]}">'


def _event(tag: StartTag, *, parameter: bool) -> str:
    for name, value in tag.attributes.items():
        path = value.partition("?")[0].strip()
        if _EVENT.fullmatch(name) and path and f"{name}-value" not in tag.attributes:
            if parameter and path.endswith("(_)"):
                return _attribute(tag, name)
            if not parameter and not path.endswith(")"):
                return _attribute(tag, name)
    return ""


def _toggle(tag: StartTag) -> str:
    native = tag.name == "input" and tag.attributes.get("type", "").lower() in ("checkbox", "radio")
    if "ui-value" in tag.attributes and (native or tag.name in TOGGLES):
        return _attribute(tag, "ui-value")
    return ""


def _choice(tag: StartTag) -> str:
    if "ui-value" in tag.attributes and tag.name in CHOICES:
        return _attribute(tag, "ui-value")
    return ""


def _elsewhere(tag: StartTag, *, secure: bool) -> str:
    """An address of another server that the tag loads; links that a person follows are none."""
    for name in LOADS & tag.attributes.keys():
        if name in ("href", "action") and tag.name != "link":
            continue
        match = _ELSEWHERE.match(tag.attributes[name].strip())
        if match and (match[1] == "http:") is not secure:
            return _attribute(tag, name)
    return ""


def _file_link(tag: StartTag) -> str:
    return next(
        (_attribute(tag, name) for name in ("href", "src") if tag.attributes.get(name, "").startswith("file:")), ""
    )


def _component(tag: StartTag) -> str:
    if tag.name in NOT_DRAWN or ("-" in tag.name and not tag.name.startswith("sl-")):
        return f"<{tag.name}>"
    return ""


def _unknown_attributes(directory: Directory) -> Iterator[Place]:
    for text in directory.viewdefs:
        # A selector such as `[ui-mark]` in the same viewdef gives the attribute a purpose.
        hooks = set(_HOOK.findall(text.said))
        for tag in text.tags:
            for name in tag.attributes:
                if name.startswith("ui-") and not is_known(name) and name not in hooks:
                    yield Place(text.name, tag.line, _attribute(tag, name)[:SHOWN])


def _scripts(directory: Directory) -> Iterator[Place]:
    for text in directory.viewdefs:
        for tag in text.tags:
            handler = next((name for name in tag.attributes if re.fullmatch(r"on[a-z]+", name)), "")
            if tag.name == "script" or handler or "ui-code" in tag.attributes:
                yield Place(text.name, tag.line, f"<{tag.name}{' ' + handler if handler else ''}>")
                break


def _script_address(tag: StartTag) -> str:
    if tag.name == "script" and "src" in tag.attributes:
        return _attribute(tag, "src")
    return ""


VIEW_RULES: Final = (
    DoctorRule(
        "event-on-a-field",
        Level.CHANGE,
        "`ui-event-E` with a plain field",
        "the field gets the element's value, or true; the original always sets it to nil",
        'call a method that sets the field to nil: `ui-event-E="clear()"`',
        tags(partial(_event, parameter=False)),
    ),
    DoctorRule(
        "event-with-a-parameter",
        Level.NOTE,
        '`ui-event-E="m(_)"`',
        "the method gets the element's value, or what `ui-event-E-value` says; in the original always nil",
        "nothing, if the method does not look at its argument",
        tags(partial(_event, parameter=True)),
    ),
    DoctorRule(
        "toggle-value",
        Level.NOTE,
        "`ui-value` on a check box, switch or radio button",
        "it shows the state and sends true or false; the original does neither. Beside a method of the same event, "
        "such as `toggle()`, it only shows",
        "nothing; `ui-attr-checked` with `toggle()` works as before",
        tags(_toggle),
    ),
    DoctorRule(
        "choice-value",
        Level.NOTE,
        "`ui-value` on a radio group, range, rating or colour picker",
        "it sends what people choose; the original sends nothing by itself",
        "nothing, unless the field must not change",
        tags(_choice),
    ),
    DoctorRule(
        "unknown-attribute",
        Level.NOTE,
        "an unknown attribute `ui-…`",
        "it does nothing, as in the original; `pytest --uimcp` reports it",
        "remove it, or correct its name",
        _unknown_attributes,
    ),
    DoctorRule(
        "script-address",
        Level.NOTE,
        "`<script src>` in a viewdef",
        "it is not loaded, as in the original: scripts of views keep id, class and text only",
        "put the tag into `html/index.html`, or make the element in a script",
        tags(_script_address),
    ),
    DoctorRule(
        "file-link",
        Level.NOTE,
        "a link to `file://…`",
        "no browser follows it from a page, as in the original",
        "link the folder below `html/`: `html/<app>-storage`",
        tags(_file_link, viewdefs=False),
    ),
    DoctorRule(
        "unencrypted-address",
        Level.CHANGE,
        "something loaded from another machine by `http://`",
        "the page's `Content-Security-Policy` stops it: `https:` and our own ports only",
        "use `https://`, or put the file below `html/`",
        tags(partial(_elsewhere, secure=False), viewdefs=False),
    ),
    DoctorRule(
        "other-origin",
        Level.NOTE,
        "something loaded from another machine",
        "it is loaded, because the app asks for it; the page without a browser loads nothing",
        "put the file below `html/`, so that the app works without a network",
        tags(partial(_elsewhere, secure=True), viewdefs=False),
    ),
    DoctorRule(
        "other-origin-style",
        Level.NOTE,
        "a style sheet that imports fonts or pictures from another machine",
        "they are loaded by `https:`, because the app asks for them",
        "put the files below `html/`, so that the app works without a network",
        written(_IMPORT, ".css", ".html"),
    ),
    DoctorRule(
        "page-script",
        Level.NOTE,
        "scripts and handlers in a viewdef",
        "they run in browsers, but not on the page without a browser, on which tests run by default",
        f"test what they do with `--uimcp-face chromium`; see {DOCUMENTATION}/reference/page.md",
        _scripts,
    ),
    DoctorRule(
        "component",
        Level.NOTE,
        "a component that the page without a browser does not draw",
        "it is drawn in browsers; on the page without a browser it is an empty element",
        f"test it with `--uimcp-face chromium`; see {DOCUMENTATION}/reference/page.md",
        tags(_component),
    ),
)
