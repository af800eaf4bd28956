"""The line of each value in a file, for YAML and for JSON, which is YAML too."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

import yaml

from pytest_uimcp.core.yaml.events import tolerant_events

# Reading a text event by event takes about half a second for each megabyte.
MAX_TEXT_CHARACTERS: Final = 2 * 1024 * 1024


def lines_of(text: str, places: Collection[tuple[str, ...]]) -> dict[tuple[str, ...], int]:
    """The lines, from 1, of places that are given by their steps; none of a text that is too large."""
    # Lines are for messages, and a message without one is better than one that takes seconds.
    if len(text) > MAX_TEXT_CHARACTERS or not places:
        return {}
    looked_up = frozenset(places)
    lines: dict[tuple[str, ...], int] = {}
    try:
        for steps, line in _places(text):
            if steps in looked_up:
                lines.setdefault(steps, line)
    except yaml.YAMLError:
        pass
    return lines


def _places(text: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Each entry of a mapping or list: its steps, and the line of its key or of itself."""
    stack: list[_Level] = []
    for event in tolerant_events(text):
        if isinstance(event, yaml.CollectionEndEvent):
            stack.pop()
        elif isinstance(event, yaml.NodeEvent):
            line = event.start_mark.line + 1 if event.start_mark else 0
            level = stack[-1] if stack else None
            if level is not None and level.takes_key():
                level.key = str(getattr(event, "value", ""))
                level.line = line
                continue
            steps = () if level is None else level.step(line)
            yield steps, line if level is None or level.index is not None else level.line
            if isinstance(event, yaml.CollectionStartEvent):
                stack.append(_Level(steps, isinstance(event, yaml.SequenceStartEvent)))


class _Level:
    def __init__(self, steps: tuple[str, ...], is_list: bool) -> None:
        self.steps = steps
        self.index: int | None = -1 if is_list else None
        self.key: Any = None
        self.line = 0

    def takes_key(self) -> bool:
        return self.index is None and self.key is None

    def step(self, line: int) -> tuple[str, ...]:
        if self.index is not None:
            self.index += 1
            return (*self.steps, str(self.index))
        key = self.key
        self.key = None
        return (*self.steps, key)
