"""Plays a recording, and compares what the model is asked with what it was asked then."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from pytest_uimcp.agent.errors import TurnScriptError
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest
from pytest_uimcp.agent.recording.document import RecordedTurn, Recording
from pytest_uimcp.agent.recording.entries import Entry, answer_items
from pytest_uimcp.agent.recording.history import RequestHistory, RequestNews
from pytest_uimcp.agent.recording.varying import RunValues
from pytest_uimcp.core.printable import counted
from pytest_uimcp.core.yaml.writing import list_lines

ADVICE: Final = "record on from here with --uimcp-record-model=new, or edit the file"


class RequestDiffers(TurnScriptError):
    """The agent asks something else than was recorded."""


@dataclass(frozen=True, slots=True)
class _Comparison:
    turn: RecordedTurn
    number: int
    news: RequestNews
    tools: tuple[str, ...]

    def difference(self, values: RunValues) -> list[str]:
        """The lines of what was recorded (-) and of what is asked (+); empty if they are alike."""
        lines: list[str] = []
        expected_after = self.number - 1 if self.turn.after is None else self.turn.after
        if expected_after != self.news.after:
            lines += [f"- goes on from {_turn_name(expected_after)}", f"+ goes on from {_turn_name(self.news.after)}"]
        if self.turn.tools is not None:
            lines += _changes([f"tool {name}" for name in self.turn.tools], [f"tool {name}" for name in self.tools])
        if not values.match(list(self.turn.asked), self.news.asked):
            lines += _changes(*_alike(self.turn.asked, self.news.asked, values))
        return lines


class ReplayModel:
    """Plays the turns of a recording, each to the request that it was recorded for."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._histories: dict[str, RequestHistory] = {}
        self._values = RunValues()
        self._played: set[int] = set()

    @property
    def name(self) -> str:
        return self._recording.model or "recorded"

    @property
    def left(self) -> list[RecordedTurn]:
        """The turns that were not played."""
        return [turn for number, turn in self._numbered() if number not in self._played]

    @property
    def played(self) -> int:
        return len(self._played)

    async def sample(self, request: SampleRequest) -> ModelTurn:
        number, turn = self.find(request)
        return self.play(number, turn, request)

    def find(self, request: SampleRequest) -> tuple[int, RecordedTurn]:
        """The turn that was recorded for a request; raises RequestDiffers with the difference to the next one."""
        following = [
            (number, turn)
            for number, turn in self._numbered()
            if number not in self._played and turn.agent == request.agent
        ]
        if not following:
            raise RequestDiffers(
                f"{self._file} has {counted(len(self._recording.turns), 'turn')}, and the agent asks once more:\n"
                f"{_indented(list_lines(self._news(request).asked))}\n{ADVICE}"
            )
        # Agents that work side by side ask in another order each time.
        for number, turn in following:
            if not self._comparison(number, turn, request).difference(self._values):
                return number, turn
        number, turn = following[0]
        lines = self._comparison(number, turn, request).difference(self._values)
        place = f", line {turn.line}" if turn.line else ""
        raise RequestDiffers(
            f"the agent asks something else than was recorded in turn {number} of {self._file}{place} "
            f"(- recorded, + asked now):\n{_indented(lines)}\n{ADVICE}"
        )

    def play(self, number: int, turn: RecordedTurn, request: SampleRequest) -> ModelTurn:
        self._played.add(number)
        self._history(request.agent).add(number, self._news(request).entries)
        used_ids = request.call_ids
        call_ids = (call_id for n in count(1) if (call_id := f"call_{number}_{n}") not in used_ids)
        items = answer_items([self._values.filled(entry) for entry in turn.answers], call_ids)
        return ModelTurn(items, finish=turn.finish)

    def _comparison(self, number: int, turn: RecordedTurn, request: SampleRequest) -> _Comparison:
        return _Comparison(turn, number, self._news(request), tools_of(request))

    def _news(self, request: SampleRequest) -> RequestNews:
        return self._history(request.agent).news_of(request)

    def _history(self, agent: str) -> RequestHistory:
        return self._histories.setdefault(agent, RequestHistory())

    def _numbered(self) -> list[tuple[int, RecordedTurn]]:
        return list(enumerate(self._recording.turns, 1))

    @property
    def _file(self) -> str:
        return self._recording.path.name if self._recording.path else "the recording"


def tools_of(request: SampleRequest) -> tuple[str, ...]:
    return tuple(sorted(tool.name for tool in request.tools))


def _alike(recorded: Sequence[Entry], asked: Sequence[Entry], values: RunValues) -> tuple[list[str], list[str]]:
    """The lines of both, where entries that match are written the same."""
    expected_entries: list[Mapping[str, object]] = list(recorded)
    for number, (expected, actual) in enumerate(zip(recorded, asked, strict=False)):
        if values.match(expected, actual):
            expected_entries[number] = actual
    return list_lines(expected_entries), list_lines(list(asked))


def _changes(recorded: Sequence[str], asked: Sequence[str]) -> list[str]:
    """The lines that differ, with one line around them."""
    if list(recorded) == list(asked):
        return []
    changes = difflib.unified_diff(list(recorded), list(asked), lineterm="", n=1)
    return [f"{line[:1]} {line[1:]}" for line in changes if not line.startswith(("---", "+++", "@@"))]


def _turn_name(number: int) -> str:
    return f"turn {number}" if number else "nothing: a new conversation"


def _indented(lines: Sequence[str]) -> str:
    return "\n".join(f"  {line}" for line in lines)
