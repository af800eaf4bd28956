"""What a model is told of a conversation that has become too long for it.

The rule is the same for everybody and needs no model: when the transcript is longer than `max_characters`, it is cut
to `kept_characters`, from its beginning, in three steps, each only as far as it must.

1. Long results of tools, and long arguments, keep their beginning and their end.
2. Calls are left out, with their results.
3. What was said is left out, the oldest first.

The newest `kept_units` are never left out, and the newest one is never shortened: a unit is something said, or calls
with their results. A note at the beginning says what is missing. Between two cuts the transcript only grows, so that a
service can keep what it has read; and the same log gives the same transcript, in every process. The log itself, and
what people see, stay whole.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pytest_uimcp.agent.events import AgentEvent, AssistantText, FunctionCall, FunctionCallOutput, SystemText, UserText
from pytest_uimcp.agent.modeltext import text_for_model
from pytest_uimcp.core.printable import counted
from pytest_uimcp.mcp.calls import ToolResult

# Names of tools in the note.
MAX_NAMES: Final = 12
# No transcript is cut below this, whatever a service says.
MIN_CHARACTERS: Final = 2_000


@dataclass(frozen=True, slots=True)
class Compaction:
    """When a transcript is cut, how long it may be afterwards, and what stays of a long result. In characters."""

    max_characters: int = 400_000
    kept_characters: int = 200_000
    piece_characters: int = 600
    kept_units: int = 6

    def __post_init__(self) -> None:
        if not MIN_CHARACTERS <= self.kept_characters <= self.max_characters:
            raise ValueError(
                f"kept_characters must be from {MIN_CHARACTERS} to max_characters ({self.max_characters}), "
                f"got {self.kept_characters}"
            )


@dataclass(slots=True)
class _Unit:
    """Something that was said, or the calls of one answer with their results."""

    events: list[AgentEvent]
    size: int

    @property
    def is_said(self) -> bool:
        return not isinstance(self.events[0], FunctionCall)


@dataclass(slots=True)
class _Omitted:
    calls: Counter[str] = field(default_factory=Counter)
    messages: int = 0

    def note(self) -> str:
        parts: list[str] = []
        if self.calls:
            names = [f"{count} of {name}" for name, count in self.calls.most_common(MAX_NAMES)]
            if len(self.calls) > MAX_NAMES:
                names.append("…")
            parts.append(f"{counted(self.calls.total(), 'call')} with results ({', '.join(names)})")
        if self.messages:
            parts.append(counted(self.messages, "message"))
        return f"The beginning of this conversation was left out to save room: {' and '.join(parts)}."


class Compactor:
    """Follows one transcript, which only grows, and gives what a model is told of it."""

    def __init__(self, rule: Compaction | None = None) -> None:
        self._rule = rule or Compaction()
        self._units: list[_Unit] = []
        self._omitted = _Omitted()
        # How many events of the transcript are in the units, or left out.
        self._count = 0
        self._open: set[str] = set()

    @property
    def size(self) -> int:
        """The characters of what the model is told."""
        return sum(unit.size for unit in self._units)

    def compact(self, events: Sequence[AgentEvent]) -> tuple[AgentEvent, ...]:
        for event in events[self._count :]:
            self._add(event)
        self._count = len(events)
        note = self._omitted.note() if self._omitted.calls or self._omitted.messages else ""
        events_told = [event for unit in self._units for event in unit.events]
        if note:
            events_told.insert(0, SystemText(note))
        return tuple(events_told)

    def tighten(self) -> bool:
        """Make the rule stricter, because even this was too long for the model; whether that is possible."""
        limit = min(self.size, self._rule.max_characters) // 2
        if limit < MIN_CHARACTERS:
            return False
        self._rule = replace(self._rule, max_characters=limit, kept_characters=max(MIN_CHARACTERS, limit // 2))
        # From the beginning, as it will be done after a restart.
        self._units.clear()
        self._omitted = _Omitted()
        self._count = 0
        return True

    def _add(self, event: AgentEvent) -> None:
        is_part = bool(self._open)
        if isinstance(event, FunctionCall):
            self._open.add(event.call_id)
        elif isinstance(event, FunctionCallOutput):
            self._open.discard(event.call_id)
        if is_part:
            self._units[-1].events.append(event)
            self._units[-1].size += _size(event)
        else:
            self._units.append(_Unit([event], _size(event)))
        # Not in the middle of calls: a call without its result is an error to every service.
        if not self._open and self.size > self._rule.max_characters:
            self._cut()

    def _cut(self) -> None:
        surplus = self.size - self._rule.kept_characters
        # All but the newest: what was read last is what the model is about to use.
        for unit in self._units[:-1]:
            if surplus > 0:
                surplus -= self._shorten(unit)
        old_units = self._units[: -self._rule.kept_units]
        surplus -= self._omit((unit for unit in old_units if not unit.is_said), surplus)
        self._omit((unit for unit in old_units if unit.is_said), surplus)

    def _shorten(self, unit: _Unit) -> int:
        """The characters that this saves."""
        previous = unit.size
        unit.events = [_shortened_event(event, self._rule.piece_characters) for event in unit.events]
        unit.size = sum(map(_size, unit.events))
        return previous - unit.size

    def _omit(self, units: Iterable[_Unit], surplus: int) -> int:
        """Leave out units until so many characters are saved; how many were."""
        saved = 0
        for unit in units:
            if saved >= surplus:
                break
            saved += unit.size
            self._units.remove(unit)
            self._omitted.messages += unit.is_said
            self._omitted.calls.update(event.name for event in unit.events if isinstance(event, FunctionCall))
        return saved


def compacted(events: Sequence[AgentEvent], rule: Compaction) -> tuple[AgentEvent, ...]:
    """What a model is told of these events, which are a transcript."""
    return Compactor(rule).compact(events)


def _size(event: AgentEvent) -> int:
    match event:
        case UserText() | SystemText() | AssistantText():
            return len(event.text)
        case FunctionCall():
            return len(event.name) + len(event.args_json or "")
        case FunctionCallOutput():
            return len(text_for_model(event.result))
    return 0


def _shortened_event(event: AgentEvent, length: int) -> AgentEvent:
    match event:
        case FunctionCall() if event.args is not None and len(event.args_json or "") > length:
            return replace(event, args_json=json.dumps(_shortened_value(event.args, length)))
        case FunctionCallOutput() if len(text := text_for_model(event.result)) > length:
            if event.result.is_error:
                text = text.removeprefix("ERROR\n")  # which is put there again
            short = ToolResult.of_text(_shortened_text(text, length), is_error=event.result.is_error)
            return replace(event, result=short)
    return event


def _shortened_value(value: Any, length: int) -> Any:
    """Arguments stay JSON of the same shape: only their texts are cut."""
    match value:
        case str():
            return _shortened_text(value, length)
        case dict():
            return {key: _shortened_value(part, length) for key, part in value.items()}
        case list():
            return [_shortened_value(part, length) for part in value]
    return value


def _shortened_text(text: str, length: int) -> str:
    if len(text) <= length:
        return text
    half = length // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half} characters were left out …]\n{text[-half:]}"
