"""`examples[Type.NS]`: draws a viewdef with its example states, which stand in `Type.NS.examples.yaml` beside it.

    # contacts/viewdefs/Contact.DEFAULT.examples.yaml
    a favourite: {name: Ada Lovelace, favourite: true}
    with a long name: "local Contact = ... return Contact:new({name = string.rep('Ada ', 30)})"

A mapping has the fields of a new object of the type; a text is Lua that is given the type and returns the object.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.app_directory import EXAMPLES, viewdef_keys
from pytest_uimcp.checks.findings import Finding, Findings
from pytest_uimcp.checks.sandbox import AppSession
from pytest_uimcp.checks.view_faults import faults_of, is_drawn, name_what_was_drawn
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.core.yaml import YamlError, YamlMapping, load_yaml
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.page import Page
from pytest_uimcp.page.errors import PageError

PROBE: Final = "uimcp.Probe"
_RULE: Final = "not-drawn"
_MAX_BYTES: Final = 1_000_000
_MAX_NAME: Final = 100
_OBJECT: Final = '<template><div ui-view="object" ui-namespace="{namespace}"></div></template>'


@dataclass(frozen=True, slots=True)
class ViewExample:
    name: str
    # The fields of the object, or Lua that returns it.
    state: Mapping[str, Any] | str
    line: int


@dataclass(frozen=True, slots=True)
class DrawnExamples:
    """The accessibility trees by the names of the examples."""

    trees: Mapping[str, str]


def examples_file(app: App, key: str) -> Path:
    return app.folder / "viewdefs" / f"{key}{EXAMPLES}"


def read_examples(file: Path) -> list[ViewExample]:
    """The examples of a file in its order; raises Findings if it is not as it should be."""
    try:
        data = load_yaml(read_text(file, _MAX_BYTES), lines=True)
    except (OSError, UnicodeDecodeError, YamlError) as error:
        raise Findings([Finding(f"it cannot be read: {error}", file, rule=_RULE)]) from None
    if not isinstance(data, YamlMapping):
        advice = "write: a name: {field: value, …}"
        raise Findings([Finding("expected a mapping of names to states", file, 1, advice=advice, rule=_RULE)])
    wrong = [finding for name, state in data.items() if (finding := _objection(file, data.lines[name], name, state))]
    if wrong:
        raise Findings(wrong)
    return [ViewExample(name, state, data.lines[name]) for name, state in data.items()]


def _objection(file: Path, line: int, name: str, state: Any) -> Finding | None:
    # The name is part of a snapshot's file name and of an address.
    if not name.strip() or len(name) > _MAX_NAME or "/" in name or not name.isprintable():
        message = f"{name!r} is no name: expected up to {_MAX_NAME} printable characters without a slash"
    elif not isinstance(state, (YamlMapping, str)):
        message = f"{name}: expected a mapping of fields, or Lua that returns the object"
    else:
        return None
    return Finding(message, file, line, rule=_RULE)


def check_examples(app: App, key: str) -> DrawnExamples:
    """Draw a viewdef with each of its example states. Raises Findings."""
    file = examples_file(app, key)
    views = viewdef_keys(file.parent)
    if key not in views:
        advice = f"it is named for the viewdef beside it{hint_or_names(key, views)}"
        raise Findings([Finding(f"there is no viewdef {key}.html", file, advice=advice, rule=_RULE)])
    examples = read_examples(file)
    trees: dict[str, str] = {}
    wrong: list[Finding] = []
    with app.loaded() as app_session:
        for example in examples:
            try:
                trees[example.name] = _drawn(app, app_session, key, example)
            except Findings as error:
                wrong += error.found
    if wrong:
        raise Findings(wrong)
    return DrawnExamples(trees)


def show_example(app: App, app_session: AppSession, key: str, example: ViewExample) -> None:
    """Make a session show a viewdef with an example state, and nothing else. Raises Findings."""
    name, _, namespace = key.rpartition(".")
    file = examples_file(app, key)
    try:
        if isinstance(example.state, str):
            has_shown = app_session.ask("show_lua", name, example.state, f"{file.name}: {example.name}")
        else:
            has_shown = app_session.ask("show_example", name, json.dumps(example.state))
    except LuaError as error:
        raise Findings([Finding(f"{example.name}: {error}", file, example.line, rule=_RULE)]) from None
    if not has_shown:
        if isinstance(example.state, str):
            message = f"{example.name}: the Lua returns no object; write: local Type = ... return Type:new({{…}})"
        else:
            message = f"{example.name}: there is no type {name}, or its new() returns no object"
        raise Findings([Finding(message, file, example.line, rule=_RULE)])
    app_session.session.upload_viewdef(PROBE, "DEFAULT", _OBJECT.format(namespace=escape(namespace)))


def _drawn(app: App, app_session: AppSession, key: str, example: ViewExample) -> str:
    file = examples_file(app, key)
    show_example(app, app_session, key, example)
    page = Page(app_session.session)
    try:
        with name_what_was_drawn(page):
            page.open()
            faults = [fault.description for fault in faults_of(page)]
        if not faults and not is_drawn(page, key):
            faults = [f"the object is drawn with another viewdef than {key}: is it a {key.rpartition('.')[0]}?"]
        if faults:
            raise Findings(Finding(f"{example.name}: {fault}", file, example.line, rule=_RULE) for fault in faults)
        return page.aria()
    except PageError as error:
        raise Findings([Finding(f"{example.name}: {error}", file, example.line, rule=_RULE)]) from None
    finally:
        page.close()
