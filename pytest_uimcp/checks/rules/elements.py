"""Rules on the elements of viewdefs: those of HTML, and Shoelace's with their attributes, events, slots and icons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final

from pytest_uimcp.checks.findings import Finding
from pytest_uimcp.checks.markup import SourceTag
from pytest_uimcp.checks.model import Survey, ViewFile
from pytest_uimcp.checks.rules.attributes import bound, quoted
from pytest_uimcp.checks.rules.html import ARIA, ATTRIBUTES, ELEMENTS, EVENTS, GLOBAL_ATTRIBUTES
from pytest_uimcp.checks.spelling import misspelt
from pytest_uimcp.core.spelling import near
from pytest_uimcp.page import shoelace
from pytest_uimcp.page.accessible.roles import ROLES
from pytest_uimcp.page.keys import parse_key_pattern
from pytest_uimcp.page.rules import KEY_NAMES, MODIFIERS
from pytest_uimcp.page.shoelace.elements import ELEMENTS as COMPONENTS

_COMPONENT_EVENTS: Final = frozenset(event for row in COMPONENTS.values() for event in row.events)
_KEYS: Final = frozenset(
    {*KEY_NAMES, *(key.lower() for key in KEY_NAMES.values()), "contextmenu", "capslock", "printscreen"}
)
_ICONS: Final = frozenset({"sl-icon", "sl-icon-button"})
_LIKE: Final = 0.75
_OPTION_VALUES: Final = {"ui-value", "value", "ui-attr-value"}
_ANY: Final = re.compile(r"^(?:data-|aria-|ui-|on|@|:|x-|hx-)")


def _tags(survey: Survey) -> Iterator[tuple[ViewFile, SourceTag]]:
    for view in survey.views.values():
        for tag in view.markup.elements:
            if not tag.is_foreign:
                yield view, tag


def unknown_elements(survey: Survey) -> Iterator[Finding]:
    for view, tag in _tags(survey):
        name = tag.name
        if name in ELEMENTS or name in COMPONENTS:
            continue
        if "-" not in name:
            reason = "HTML has no element of this name"
            close = near(name, ELEMENTS)
            advice = "a browser shows only its content"
        elif name.startswith("sl-"):
            reason = "Shoelace has no component of this name"
            close = near(name, COMPONENTS)
            advice = "a browser shows only its content; the components are at https://shoelace.style"
        else:
            # Components of others are defined by scripts; one letter off is ours.
            close = tuple(c for c in near(name, COMPONENTS, 1, 0.8) if c[3:] == name.partition("-")[2])
            if not close or survey.mentions(name):
                continue
            reason = "nothing defines an element of this name"
            advice = "Shoelace's begin with sl-"
        yield Finding(f"<{name}>: {reason}", view.file, tag.start.line, close, advice)


def unknown_events(survey: Survey) -> Iterator[Finding]:
    for view, tag, name, rule in bound(survey):
        if rule.kind != "event" or name == "ui-action":
            continue
        if name.startswith("ui-event-keypress-"):
            yield from _unknown_key(view, tag, name, rule.argument_of(name))
            continue
        event = rule.argument_of(name)
        if event in EVENTS or survey.mentions(event):
            continue
        line = tag.start.lines[name]
        row = COMPONENTS.get(tag.name)
        if event in _COMPONENT_EVENTS:
            # Events of components come up from what is inside; what views put there is not known.
            holds_components = any(
                event in COMPONENTS[descendant.name].events
                for descendant in tag.descendants()
                if descendant.name in COMPONENTS
            )
            if row is None or event in row.events or holds_components or _holds_views(tag):
                continue
            message = f"{quoted(tag, name)}: <{tag.name}> has no event {event}"
            yield Finding(message, view.file, line, near(event, row.events), _events_advice(tag.name, row.events))
            continue
        events = {*EVENTS, *(_COMPONENT_EVENTS if row is None else row.events)}
        close = near(event, events, likeness=_LIKE)
        if near(event.partition("-")[0], ["keypress"], 1, 0.8):
            close = (f"keypress-{event.partition('-')[2]}",)
        # Scripts send events of their own; those of components begin with sl-.
        if not close and not event.startswith("sl-"):
            continue
        advice = "a browser never sends it"
        if row is not None:
            advice = _events_advice(tag.name, row.events)
        message = f"{quoted(tag, name)}: <{tag.name}> has no event {event}"
        yield Finding(message, view.file, line, close or near(event, events), advice)


def _unknown_key(view: ViewFile, tag: SourceTag, name: str, pattern: str) -> Iterator[Finding]:
    key = parse_key_pattern(pattern).name
    if len(key) == 1 or key in _KEYS:
        return
    # A modifier that is misspelt is read as part of the key.
    close = near(key.rpartition("-")[2], _KEYS) or near(key.partition("-")[0], MODIFIERS)
    message = f"{quoted(tag, name)}: there is no key {key}"
    advice = f"the modifiers are {', '.join(MODIFIERS)}; a key is one character, or a name such as enter"
    yield Finding(message, view.file, tag.start.lines[name], close, advice)


def _events_advice(tag: str, events: list[str]) -> str:
    if events:
        return f"its own events are {', '.join(events)}, besides those of every element"
    return f"<{tag}> has no events of its own, only those of every element"


def _holds_views(tag: SourceTag) -> bool:
    return any(
        {"ui-view", "ui-viewlist", "ui-html"} & descendant.start.attributes.keys()
        for descendant in (tag, *tag.descendants())
    )


def unknown_attributes(survey: Survey) -> Iterator[Finding]:
    """Attributes of components that they lack, and slips of the hand among those of HTML."""
    for view, tag in _tags(survey):
        row = COMPONENTS.get(tag.name)
        for spelling in tag.start.attributes:
            name = spelling.removeprefix("ui-attr-")
            if name.startswith("aria-") and name not in ARIA:
                message = f"{quoted(tag, spelling)}: there is no attribute {name}"
                yield Finding(message, view.file, tag.start.lines[spelling], near(name, ARIA), "correct the name")
                continue
            if (_ANY.match(name) and spelling == name) or name in GLOBAL_ATTRIBUTES or _ANY.match(name):
                continue
            text = quoted(tag, spelling)
            line = tag.start.lines[spelling]
            if row is not None:
                if name in row.attributes or f"[{name}" in view.text:
                    continue
                close = near(name, [*row.attributes, *GLOBAL_ATTRIBUTES])
                advice = f"its attributes are {', '.join(row.attributes)}"
                if not row.attributes:
                    advice = "it has no attributes of its own"
                yield Finding(f"{text}: <{tag.name}> has no attribute {name}", view.file, line, close, advice)
            elif name not in ATTRIBUTES and tag.name in ELEMENTS and not survey.mentions(name):
                close = misspelt(name, ATTRIBUTES)
                if close:
                    advice = "names of your own begin with data-"
                    yield Finding(f"{text}: HTML has no attribute {name}", view.file, line, close, advice)


def unknown_words(survey: Survey) -> Iterator[Finding]:
    for view, tag in _tags(survey):
        row = COMPONENTS.get(tag.name)
        for name, value in tag.start.attributes.items():
            words = row.attributes.get(name) if row is not None else None
            if isinstance(words, list) and value not in words and value:
                message = f"{quoted(tag, name)}: <{tag.name}> does not know {value!r}"
                advice = f"it takes {', '.join(words)}"
                yield Finding(message, view.file, tag.start.lines[name], near(value, words), advice)
        for role in tag.start.attributes.get("role", "").split():
            # There are more roles than those that a page computes with: graphics, books.
            if role not in ROLES and (close := misspelt(role, ROLES)):
                message = f"{quoted(tag, 'role')}: there is no role {role}"
                yield Finding(message, view.file, tag.start.lines["role"], close, "correct the name")


def unknown_icons(survey: Survey) -> Iterator[Finding]:
    for view, tag in _tags(survey):
        name = tag.start.attributes.get("name", "")
        if tag.name in _ICONS and name and "library" not in tag.start.attributes and name not in icons():
            yield Finding(
                f"{quoted(tag, 'name')}: Shoelace has no icon of this name",
                view.file,
                tag.start.lines["name"],
                near(name, icons()),
                "the names are those of Bootstrap's icons: https://shoelace.style/components/icon",
            )


def unknown_slots(survey: Survey) -> Iterator[Finding]:
    for view, tag in _tags(survey):
        slot = tag.start.attributes.get("slot", "")
        parent = tag.parent
        row = COMPONENTS.get(parent.name) if parent is not None else None
        if not slot or row is None or parent is None or slot in row.slots:
            continue
        names = [name for name in row.slots if name]
        advice = f"its slots are {', '.join(names)}, and its content" if names else "it has no named slots"
        message = f'slot="{slot}": <{parent.name}> has no slot {slot}, so this is not shown'
        yield Finding(message, view.file, tag.start.lines["slot"], near(slot, names), advice)


def broken_values(survey: Survey) -> Iterator[Finding]:
    for view, tag in _tags(survey):
        value = tag.start.attributes.get("value", "")
        if tag.name == "sl-option" and " " in value:
            advice = f'write value="{value.replace(" ", "-")}", and the text between the tags'
            message = f"{quoted(tag, 'value')}: the value of an <sl-option> has no spaces"
            yield Finding(message, view.file, tag.start.lines["value"], (), advice)
        elif tag.name == "option" and tag.start.attributes.keys() & _OPTION_VALUES == {"ui-value"}:
            message = f"{quoted(tag, 'ui-value')}: this is the text of the <option>, not what the field gets"
            path = tag.start.attributes["ui-value"]
            advice = f'write ui-attr-value="{path}" for that, and ui-value for the text'
            yield Finding(message, view.file, tag.start.lines["ui-value"], (), advice)


def repeated_ids(survey: Survey) -> Iterator[Finding]:
    for view in survey.views.values():
        lines_by_id: dict[str, int] = {}
        namespace = view.key.rpartition(".")[2]
        is_row = namespace == "list-item" or view.key in survey.row_views
        for tag in view.markup.elements:
            name = tag.start.attributes.get("id")
            if not name:
                continue
            line = tag.start.lines["id"]
            in_list = is_row or any("ui-viewlist" in outer.start.attributes for outer in tag.ancestors())
            if name in lines_by_id:
                message = f'id="{name}" is there twice, first in line {lines_by_id[name]}'
                yield Finding(
                    message, view.file, line, (), "an id names one element of the page: use class, or another"
                )
            elif in_list and not tag.is_foreign:
                message = f'id="{name}" is there again with every row of the list'
                yield Finding(
                    message, view.file, line, (), "use class, or ui-attr-id with a method that tells rows apart"
                )
            lines_by_id.setdefault(name, line)


@cache
def icons() -> frozenset[str]:
    """The names of Shoelace's icons, which `python -m tools.components` writes from its package."""
    return frozenset((files(shoelace) / "icons.txt").read_text(encoding="utf-8").split())
