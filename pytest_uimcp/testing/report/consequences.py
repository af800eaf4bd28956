"""What the steps of a human led to in the app: `choose("Priority")` → `priority = "urgent", closeForm()`.

It is read from the frames that went between a session and its tabs, and only when a story is told: first what the page
asked for, then which of the values that it showed have changed by that.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

from pytest_uimcp.aria.explain import short
from pytest_uimcp.core.secrets import MASK, SecretStore
from pytest_uimcp.core.steps import Step
from pytest_uimcp.engine.wire.codec import decode
from pytest_uimcp.engine.wire.messages import ABSENT, Create, CreateMany, Destroy, DestroyMany, Message, Update
from pytest_uimcp.engine.wire.trace import FrameTrace, TracedFrame

# Characters: a story has a line for each step.
_MAX_VALUE: Final = 30
_MAX_LINE: Final = 110


@runtime_checkable
class HasTrace(Protocol):
    @property
    def trace(self) -> FrameTrace | None: ...


# A tab, and the id of a variable in it.
_Key: TypeAlias = tuple[tuple[str, int], int]


@dataclass(slots=True)
class _Consequences:
    """What followed from one step."""

    asked: list[str] = field(default_factory=list)
    # By variable: it may change several times within a step.
    changed: dict[_Key, str] = field(default_factory=dict)
    # Views that the step has drawn or removed say nothing that the page would not show.
    is_new: set[_Key] = field(default_factory=set)

    def line(self) -> str:
        """In the order in which it happened, each thing once; empty if the human asked for nothing."""
        if not self.asked:
            return ""
        texts = [*self.asked, *(text for key, text in self.changed.items() if key not in self.is_new)]
        return _cut(list(dict.fromkeys(texts)))


class _Reader:
    """Reads the frames of a session in their order."""

    def __init__(self, starts: list[float], secrets: SecretStore) -> None:
        self._starts = starts
        self._secrets = secrets
        self._paths: dict[_Key, str] = {}
        self.by_step = [_Consequences() for _ in starts]

    def read(self, frame: TracedFrame) -> None:
        step = bisect_right(self._starts, frame.at) - 1
        # What came before the first step belongs to none, and tells the paths.
        now = self.by_step[step] if step >= 0 else _Consequences()
        for message in decode(frame.text).messages:
            if frame.from_page:
                self._asked(frame.tab, message, now)
            elif isinstance(message, Update):
                self._changed(frame.tab, message, now)

    def _asked(self, tab: tuple[str, int], message: Message, now: _Consequences) -> None:
        for variable, path in _created(message):
            self._paths[tab, variable] = path
            now.is_new.add((tab, variable))
        match message:
            case Update(id=variable, value=value) if value is not ABSENT:
                if known_path := self._paths.get((tab, variable)):
                    now.asked.append(self._request(known_path, value))
            case Destroy(id=variable):
                now.is_new.add((tab, variable))
            case DestroyMany(ids=variables):
                now.is_new.update((tab, variable) for variable in variables)

    def _changed(self, tab: tuple[str, int], update: Update, now: _Consequences) -> None:
        key = tab, update.id
        path = self._paths.get(key, "")
        if path and update.value is not ABSENT:
            now.changed[key] = f"{path} = {self._shown(path, update.value, update.properties.get('type'))}"

    def _request(self, path: str, value: Any) -> str:
        if path.endswith("()"):
            return path
        if path.endswith("(_)"):
            return f"{path[:-2]}{self._shown(path, value)})"
        return f"{path} = {self._shown(path, value)}"

    def _shown(self, path: str, value: Any, type_name: str | None = None) -> str:
        """A value as short as a reader needs it; objects have no value of their own."""
        if value is None:
            return "nil"
        if isinstance(value, dict):
            return type_name or "an object"
        if isinstance(value, list):
            return "1 item" if len(value) == 1 else f"{len(value)} items"
        if isinstance(value, str) and self._secrets.names.is_name(path):
            return MASK
        # Masked before it is cut: a part of a secret is not known for one.
        return short(self._secrets.masked(json.dumps(value, ensure_ascii=False)), _MAX_VALUE)


def consequences(steps: list[Step], things: Iterable[object], secrets: SecretStore) -> dict[int, str]:
    """A line for each step of a human that changed something in the app, by the `id` of the step."""
    steps = sorted(steps, key=lambda step: step.at)
    starts = [step.at for step in steps]
    lines: dict[int, str] = {}
    for thing in things:
        if not isinstance(thing, HasTrace) or thing.trace is None:
            continue
        reader = _Reader(starts, secrets)
        for frame in thing.trace.frames:
            reader.read(frame)
        for step, following in zip(steps, reader.by_step, strict=True):
            if step.actor == "human" and (line := following.line()):
                lines[id(step)] = line
    return lines


def sent_since(trace: FrameTrace, at: float) -> bool:
    """Whether a page has sent a value since then."""
    return any(
        isinstance(message, Update) and message.value is not ABSENT
        for frame in trace.frames
        if frame.at >= at and frame.from_page
        for message in decode(frame.text).messages
    )


def _created(message: Message) -> Iterator[tuple[int, str]]:
    """The variables that a message creates, with the path of each as far as people would write it."""
    if isinstance(message, Create):
        yield message.id, _plain(message.properties.get("path"))
    elif isinstance(message, CreateMany):
        for number, variable, _parent, *varying in message.variables:
            shape = message.shapes[int(number)]
            properties = {**shape.properties, **dict(zip(shape.varying, varying, strict=False))}
            yield int(variable), _plain(properties.get("path"))


def _plain(path: Any) -> str:
    text = str(path or "").partition("?")[0]
    # The place of a row in its list.
    if text.isdigit():
        return ""
    return text


def _cut(texts: list[str]) -> str:
    line = ""
    for number, text in enumerate(texts):
        longer = f"{line}, {text}" if line else text
        if line and len(longer) > _MAX_LINE:
            return f"{line}, … {len(texts) - number} more"
        line = longer
    return line
