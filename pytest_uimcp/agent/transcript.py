"""What the model has been told and has done, in the order it may be told again.

A call is always followed by its output, whatever happened in between: what the human says while tools run comes after
their outputs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Self

from pytest_uimcp.agent.events import (
    AgentEvent,
    AssistantText,
    FunctionCall,
    FunctionCallOutput,
    SystemText,
    UserText,
)

_KEPT: Final = (UserText, AssistantText, SystemText, FunctionCall, FunctionCallOutput)
_SAID: Final = (UserText, SystemText)


class Transcript:
    def __init__(self) -> None:
        self._events: list[AgentEvent] = []
        self._waiting: list[AgentEvent] = []
        self._open: dict[str, FunctionCall] = {}
        self._calls: set[str] = set()

    @classmethod
    def of(cls, events: Iterable[AgentEvent]) -> Self:
        transcript = cls()
        for event in events:
            transcript.add(event)
        return transcript

    def add(self, event: AgentEvent) -> bool:
        """Take an event; whether it belongs here. A call known already, and an output of none, do not."""
        if not isinstance(event, _KEPT):
            return False
        if isinstance(event, FunctionCall):
            if event.call_id in self._calls:
                return False
            self._calls.add(event.call_id)
            self._open[event.call_id] = event
        # An output without its call, or a second one, is an error to every provider.
        if isinstance(event, FunctionCallOutput) and self._open.pop(event.call_id, None) is None:
            return False
        # What is said while calls are open comes behind their outputs, see the beginning of this module.
        (self._waiting if self._open and isinstance(event, _SAID) else self._events).append(event)
        if not self._open:
            self._events += self._waiting
            self._waiting.clear()
        return True

    @property
    def events(self) -> tuple[AgentEvent, ...]:
        """What the model may be told."""
        return tuple(self._events)

    @property
    def open_calls(self) -> list[FunctionCall]:
        return list(self._open.values())

    def knows(self, call_id: str) -> bool:
        return call_id in self._calls
