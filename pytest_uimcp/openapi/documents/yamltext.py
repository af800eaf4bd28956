"""YAML to data, from the parser's events: no tags of others, no key twice, and aliases that cannot explode.

Mappings have text as keys, as in JSON: `200:` is "200" and `on:` is "on".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import yaml

from pytest_uimcp.openapi.documents.events import events, has_tabs, without_tabs
from pytest_uimcp.openapi.documents.scalars import TAGS, plain

__all__ = ["YamlError", "load_yaml"]

# libyaml needs a time that grows with the square of the depth; no document is nested like that.
DEEPEST: Final = 200
# What the document would hold if every alias were written out.
LARGEST: Final = 5_000_000
_COLLECTIONS: Final = frozenset({None, "!", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"})
_MERGE: Final = "<<"
_NO_KEY: Final = object()


class YamlError(ValueError):
    """The text is not YAML that may be read; the message names the line."""


@dataclass(slots=True)
class _Open:
    """A collection whose end has not come."""

    value: Any
    anchor: str | None
    size: int = 1
    key: Any = _NO_KEY
    keys: set[str] = field(default_factory=set)
    merged: list[Any] = field(default_factory=list)


def load_yaml(text: str) -> Any:
    """The one document of a text; raises YamlError."""
    try:
        try:
            return _Builder().build(events(text))
        except yaml.YAMLError:
            if not has_tabs(text):
                raise
        return _Builder().build(events(without_tabs(text)))
    except yaml.YAMLError as error:
        raise YamlError(_told(error)) from None


def _told(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error).splitlines()[0]
    return f"line {mark.line + 1}, column {mark.column + 1}: {problem}" if mark else problem


def _line(event: Any) -> str:
    return f"line {event.start_mark.line + 1}"


class _Builder:
    """Data from events; a stack of collections, so that the depth of the text is no depth of calls."""

    def __init__(self) -> None:
        self._stack: list[_Open] = []
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._root: Any = None
        self._documents = 0

    def build(self, events: Iterator[Any]) -> Any:
        for event in events:
            match event:
                case yaml.ScalarEvent():
                    self._scalar(event)
                case yaml.MappingStartEvent():
                    self._open({}, event)
                case yaml.SequenceStartEvent():
                    self._open([], event)
                case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                    self._close(event)
                case yaml.AliasEvent():
                    self._alias(event)
                case yaml.DocumentStartEvent():
                    self._document(event)
        return self._root

    def _document(self, event: Any) -> None:
        self._documents += 1
        if self._documents > 1:
            raise YamlError(f"{_line(event)}: expected one document, a second one begins")

    def _scalar(self, event: Any) -> None:
        if self._wants_key() and event.tag is None:
            merge = event.value == _MERGE and event.implicit[0]
            value = _MERGE_KEY if merge else event.value
        else:
            value = _scalar(event)
        if event.anchor:
            self._anchors[event.anchor] = (value, 1)
        self._add(value, 1, event)

    def _open(self, value: Any, event: Any) -> None:
        if event.tag not in _COLLECTIONS:
            raise YamlError(f"{_line(event)}: the tag {event.tag} is not allowed; only plain YAML is read")
        if len(self._stack) >= DEEPEST:
            raise YamlError(f"{_line(event)}: nested deeper than {DEEPEST} levels")
        if self._wants_key():
            raise YamlError(f"{_line(event)}: expected text as a key, got a collection")
        self._stack.append(_Open(value, event.anchor))

    def _close(self, event: Any) -> None:
        done = self._stack.pop()
        for source in done.merged:
            done.value |= {key: value for key, value in source.items() if key not in done.value}
        if done.anchor:
            self._anchors[done.anchor] = (done.value, done.size)
        self._add(done.value, done.size, event)

    def _alias(self, event: Any) -> None:
        if event.anchor not in self._anchors:
            raise YamlError(f"{_line(event)}: the alias *{event.anchor} has no anchor that is complete before it")
        value, size = self._anchors[event.anchor]
        self._add(value, size, event)

    def _wants_key(self) -> bool:
        return bool(self._stack) and isinstance(self._stack[-1].value, dict) and self._stack[-1].key is _NO_KEY

    def _add(self, value: Any, size: int, event: Any) -> None:
        if not self._stack:
            self._root = value
            return
        top = self._stack[-1]
        top.size += size
        if top.size > LARGEST:
            raise YamlError(f"{_line(event)}: with its aliases written out the document has over {LARGEST:,} values")
        if isinstance(top.value, list):
            top.value.append(value)
        elif top.key is _NO_KEY:
            self._key(top, value, event)
        else:
            self._entry(top, value, event)

    @staticmethod
    def _key(top: _Open, key: Any, event: Any) -> None:
        if key is not _MERGE_KEY and not isinstance(key, str):
            key = _text(key, event)
        if key is not _MERGE_KEY and key in top.keys:
            raise YamlError(f"{_line(event)}: the key {key!r} is here a second time")
        top.key = key
        if key is not _MERGE_KEY:
            top.keys.add(key)

    @staticmethod
    def _entry(top: _Open, value: Any, event: Any) -> None:
        key, top.key = top.key, _NO_KEY
        if key is not _MERGE_KEY:
            top.value[key] = value
            return
        sources = value if isinstance(value, list) else [value]
        if not all(isinstance(source, dict) for source in sources):
            raise YamlError(f"{_line(event)}: expected a mapping, or a list of them, to merge with `<<`")
        top.merged += sources


_MERGE_KEY: Final = object()


def _text(key: Any, event: Any) -> str:
    if isinstance(key, dict | list):
        raise YamlError(f"{_line(event)}: expected text as a key, got a collection")
    return str(key)


def _scalar(event: Any) -> Any:
    if event.tag is None:
        return _number_or_text(event) if event.implicit[0] else event.value
    if event.tag not in TAGS:
        raise YamlError(f"{_line(event)}: the tag {event.tag} is not allowed; only plain YAML is read")
    try:
        return TAGS[event.tag](event.value)
    except ValueError:
        raise YamlError(f"{_line(event)}: {event.value!r} is not of the type its tag says") from None


def _number_or_text(event: Any) -> Any:
    try:
        return plain(event.value)
    except ValueError:  # thousands of digits, which Python does not turn into a number
        raise YamlError(f"{_line(event)}: a number of {len(event.value)} digits is not read") from None
