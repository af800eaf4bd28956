"""Rules on the `ui-*` attributes of viewdefs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.markup import SourceTag
from pytest_uimcp.checks.model import Survey, ViewFile
from pytest_uimcp.page.rules import CONTROLS, AttributeRule, rule_of

# Attributes of SVG keep their case, and HTML reads its own in any.
_CASED: Final = ("ui-class-", "ui-style-")
_INDEX: Final = re.compile(r"(?P<list>[A-Za-z_][\w.]*?)\.(?P<index>\d+)(?=\.|$)")


def path_of(value: str) -> str:
    return value.partition("?")[0].strip()


def bound(survey: Survey) -> Iterator[tuple[ViewFile, SourceTag, str, AttributeRule]]:
    """Every attribute that binds something: its view, element, name and rule."""
    for view in survey.views.values():
        for tag in view.markup.elements:
            for name in tag.start.attributes:
                if name.startswith("ui-") and (rule := rule_of(name)) is not None:
                    yield view, tag, name, rule


def quoted(tag: SourceTag, name: str) -> str:
    return f'{name}="{tag.start.attributes[name]}"'


def empty_paths(survey: Survey) -> Iterator[Finding]:
    for view, tag, name, rule in bound(survey):
        if not path_of(tag.start.attributes[name]):
            effect = "calls nothing" if rule.kind == "event" else "shows nothing"
            advice = "name a method, as in clear(), or remove the attribute"
            if rule.kind != "event":
                advice = "name a property or a method, or remove the attribute"
            yield Finding(
                f"{quoted(tag, name)}: the path is empty, so it {effect}",
                view.file,
                tag.start.lines[name],
                advice=advice,
            )


def missing_arguments(survey: Survey) -> Iterator[Finding]:
    for view, tag, name, rule in bound(survey):
        path = path_of(tag.start.attributes[name])
        if not path.endswith("(_)"):
            continue
        line = tag.start.lines[name]
        if rule.kind == "event":
            if not name.startswith("ui-event-keypress-") and not _has_value(tag, name):
                yield Finding(
                    f"{quoted(tag, name)}: <{tag.name}> has no value, so the method always gets true",
                    view.file,
                    line,
                    advice=f"write {path[:-2]}), or give it one: value=…, or {_value_name(name)}=…",
                )
        elif name != "ui-value" or _control(tag) is None:
            yield Finding(
                f"{quoted(tag, name)}: what is shown is asked for without an argument",
                view.file,
                line,
                advice=f"write {path[:-2]})",
            )


def _value_name(name: str) -> str:
    if name == "ui-action":
        return "ui-event-click-value"
    return f"{name}-value"


def _control(tag: SourceTag) -> object | None:
    kind = tag.start.attributes.get("type", "").lower()
    return CONTROLS.get(f"{tag.name}:{kind}") or CONTROLS.get(tag.name)


def _has_value(tag: SourceTag, name: str) -> bool:
    attributes = tag.start.attributes
    value_attributes = {"value", "ui-attr-value", _value_name(name)} & attributes.keys()
    # What a component of somebody else has for a value is unknown.
    is_foreign = "-" in tag.name and not tag.name.startswith("sl-")
    return bool(value_attributes) or is_foreign or _control(tag) is not None


def upper_case(survey: Survey) -> Iterator[Finding]:
    for view, tag, name, _ in bound(survey):
        spelling = tag.start.spelling[name]
        prefix = next((prefix for prefix in _CASED if name.startswith(prefix)), None)
        if prefix is None or spelling == name:
            continue
        word = spelling[len(prefix) :]
        dashed = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", word).lower()
        yield Finding(
            f"{spelling}: HTML reads attributes in small letters, so this is {name}",
            view.file,
            tag.start.lines[name],
            advice=f"write {prefix}{dashed}, here and in the style sheet",
        )


def indexes_from_one(survey: Survey) -> Iterator[Finding]:
    """Lists of which a view shows the second element, the third, … but never the first."""
    for view in survey.views.values():
        places: dict[str, dict[int, tuple[SourceTag, str]]] = {}
        for tag in view.markup.elements:
            for name in tag.start.attributes:
                match = _INDEX.match(path_of(tag.start.attributes[name]))
                if name.startswith("ui-") and match:
                    places.setdefault(match["list"], {}).setdefault(int(match["index"]), (tag, name))
        for list_name, indexes in places.items():
            if 0 in indexes or 1 not in indexes:
                continue
            tag, name = indexes[1]
            yield Finding(
                f"{quoted(tag, name)}: {list_name}.1 is the second element, and nothing shows the first",
                view.file,
                tag.start.lines[name],
                advice=f"paths count from 0: write {list_name}.0",
            )
