"""YAML to data, from the parser's events: no tags of others, no key twice, and aliases that cannot explode.

Mappings have text as keys, as in JSON: `200:` is "200" and `on:` is "on".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Any, Final

import yaml

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.core.yaml.errors import YamlError, explained
from pytest_uimcp.core.yaml.events import events, has_oddities, tolerant_events
from pytest_uimcp.core.yaml.scalars import plain, tagged

# libyaml needs a time that grows with the square of the depth; no document is nested like that. Aliases count as what
# they stand for, because those who walk through the data call themselves.
MAX_DEPTH_LEVELS: Final = 200
# What the document may hold if every alias is written out.
MAX_SIZE_VALUES: Final = 5_000_000
_COLLECTIONS: Final = frozenset({None, "!", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"})
_MERGE: Final = "<<"
# Objects, since every text may be a key.
_MERGE_KEY: Final = object()
_NO_KEY: Final = object()


class YamlMapping(dict[str, Any]):
    """A mapping that knows the line it begins on, and the line of each key."""

    def __init__(self, line: int = 0) -> None:
        super().__init__()
        self.line = line
        self.lines: dict[str, int] = {}


class YamlList(list[Any]):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[int] = []


def load_yaml(text: str, *, lines: bool = False) -> Any:
    """The one document of a text; with `lines` in YamlMapping and YamlList. Raises YamlError."""
    builder = _LineBuilder if lines else _Builder
    try:
        try:
            # First as it is: the tolerant way changes the text and takes twice as long.
            return builder().build(events(text))
        except yaml.YAMLError:
            if not has_oddities(text):
                raise
        return builder().build(tolerant_events(text))
    except (yaml.YAMLError, UnicodeEncodeError) as error:
        raise explained(error, text) from None


def line_at(data: Any, path: Sequence[str | int]) -> int:
    """The line of a place in data that knows its lines, or of what is nearest around it; 0 if it knows none."""
    line = getattr(data, "line", 0)
    for step in path:
        lines: Any = getattr(data, "lines", ())
        try:
            line = lines[step]
            data = data[step]
        # A key that is missing is told of where it would have to be: at the mapping around it.
        except (LookupError, TypeError):
            break
    return int(line)


@dataclass(slots=True)
class _Open:
    value: Any
    event: Any
    size: int = 1
    depth: int = 1
    key: Any = _NO_KEY
    merge_sources: list[Any] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Anchored:
    value: Any
    size: int
    depth: int
    # The text that it is as a key; collections are none.
    key: str | None


class _Builder:
    """Data from events; a stack of collections, so that the depth of the text is no depth of calls."""

    def __init__(self) -> None:
        self._stack: list[_Open] = []
        self._anchors: dict[str, _Anchored] = {}
        self._root: Any = None
        self._documents = 0

    def build(self, events: Iterable[Any]) -> Any:
        for event in events:
            match event:
                case yaml.ScalarEvent():
                    self._scalar(event)
                case yaml.MappingStartEvent():
                    self._open(self._mapping(event), event)
                case yaml.SequenceStartEvent():
                    self._open(self._list(), event)
                case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                    self._close()
                case yaml.AliasEvent():
                    self._alias(event)
                case yaml.DocumentStartEvent():
                    self._document(event)
        return self._root

    def _document(self, event: Any) -> None:
        self._documents += 1
        if self._documents > 1:
            raise _error("expected one document, a second one begins: write it into a file of its own", event)

    def _scalar(self, event: Any) -> None:
        text = event.value
        if self._wants_key():
            merges = text == _MERGE and event.implicit[0]
            self._key(_MERGE_KEY if merges else text, event)
            value = text if event.tag is None else _value(event)
        else:
            value = _value(event)
            self._add(value, event)
        if event.anchor:
            self._anchors[event.anchor] = _Anchored(value, 1, 0, text)

    def _open(self, value: Any, event: Any) -> None:
        if event.tag not in _COLLECTIONS:
            raise _foreign(event)
        if len(self._stack) >= MAX_DEPTH_LEVELS:
            raise _error(f"nested deeper than {MAX_DEPTH_LEVELS} levels", event)
        if self._wants_key():
            raise _error("expected text as a key, got a collection", event)
        self._stack.append(_Open(value, event))

    def _close(self) -> None:
        closed = self._stack.pop()
        # At its end, because what the mapping says itself may come after the `<<`.
        for source in closed.merge_sources:
            self._merge(closed.value, source)
        if closed.event.anchor:
            self._anchors[closed.event.anchor] = _Anchored(closed.value, closed.size, closed.depth, None)
        self._add(closed.value, closed.event, closed.size, closed.depth)

    def _alias(self, event: Any) -> None:
        anchored = self._anchors.get(event.anchor)
        if anchored is None:
            raise _error(f"the alias *{event.anchor} has no anchor that is complete before it", event)
        if not self._wants_key():
            self._add(anchored.value, event, anchored.size, anchored.depth)
        elif anchored.key is not None:
            self._key(anchored.key, event)
        else:
            raise _error("expected text as a key, got a collection", event)

    def _wants_key(self) -> bool:
        return bool(self._stack) and isinstance(self._stack[-1].value, dict) and self._stack[-1].key is _NO_KEY

    def _key(self, key: Any, event: Any) -> None:
        top = self._stack[-1]
        if key in top.value:
            raise _error(f"the key {key!r} is here a second time", event)
        top.key = key
        top.size += 1

    def _add(self, value: Any, event: Any, size: int = 1, depth: int = 0) -> None:
        """Put a value where the text has it: into the innermost open collection."""
        if not self._stack:
            self._root = value
            return
        top = self._stack[-1]
        top.size += size
        if top.size > MAX_SIZE_VALUES:
            raise _error(f"with its aliases written out the document has over {MAX_SIZE_VALUES:,} values", event)
        if depth:
            top.depth = max(top.depth, depth + 1)
            if len(self._stack) + depth > MAX_DEPTH_LEVELS:
                raise _error(f"nested deeper than {MAX_DEPTH_LEVELS} levels with its aliases written out", event)
        if isinstance(top.value, list):
            top.value.append(value)
            return
        key = top.key
        top.key = _NO_KEY
        if key is not _MERGE_KEY:
            top.value[key] = value
            return
        sources = value if isinstance(value, list) else [value]
        if not all(isinstance(source, dict) for source in sources):
            raise _error("expected a mapping, or a list of them, to merge with `<<`", event)
        top.merge_sources += sources

    def _mapping(self, event: Any) -> dict[str, Any]:
        return {}

    def _list(self) -> list[Any]:
        return []

    def _merge(self, mapping: Any, source: Any) -> None:
        """Give a mapping what it does not say itself."""
        mapping |= {key: value for key, value in source.items() if key not in mapping}


class _LineBuilder(_Builder):
    def _mapping(self, event: Any) -> YamlMapping:
        return YamlMapping(event.start_mark.line + 1)

    def _list(self) -> YamlList:
        return YamlList()

    def _key(self, key: Any, event: Any) -> None:
        super()._key(key, event)
        if key is not _MERGE_KEY:
            self._stack[-1].value.lines[key] = event.start_mark.line + 1

    def _add(self, value: Any, event: Any, size: int = 1, depth: int = 0) -> None:
        super()._add(value, event, size, depth)
        if self._stack and isinstance(self._stack[-1].value, YamlList):
            self._stack[-1].value.lines.append(event.start_mark.line + 1)

    def _merge(self, mapping: Any, source: Any) -> None:
        super()._merge(mapping, source)
        for key, line in source.lines.items():
            mapping.lines.setdefault(key, line)


def _value(event: Any) -> Any:
    try:
        if event.tag is not None:
            return tagged(event.value, event.tag)
        if event.implicit[0]:
            return plain(event.value)
        return event.value
    except LookupError:
        raise _foreign(event) from None
    except ValueError as error:
        raise _error(str(error), event) from None


def _foreign(event: Any) -> YamlError:
    return _error(f"the tag {event.tag} is not allowed; only plain YAML is read", event)


def _error(problem: str, event: Any) -> YamlError:
    return YamlError(problem, event.start_mark.line + 1, event.start_mark.column + 1)
