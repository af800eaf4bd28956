"""The file of a recording: read, written, edited by people.

    model: gpt-5.1
    recorded: 2026-11-20
    turns:
      - tools: [notes_add, notes_list]
        asked:
          - user: Which notes are there?
        answers:
          - calls: {notes_list: {}}
      - asked:
          - result: '["milk"]'
            of: notes_list
        answers:
          - says: There is one, about milk.

A turn has what is new in its request since the turn before. `after` is the number of another turn that it goes on from,
0 for a conversation that begins. The names of the tools are written where they change, and compared from there on; who
does not want that removes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from pytest_uimcp.agent.recording.entries import CALLS, KEYS, SAYS, Entry
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.reading import Items, ReadingError, Settings, expecting, line_at, read
from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.core.yaml import YamlError, load_yaml
from pytest_uimcp.core.yaml.writing import comment_lines, entry_lines, list_lines

Finish = Literal["stop", "length", "refusal"]
HEADER: Final = """\
Recorded by `--uimcp-record-model`. Edit it as you like: the turns are played as they stand here.
{{uuid 1}} is a value that differs in every run, and the same everywhere; {{any}} is anything."""


class RecordingError(UimcpError):
    """A recording cannot be read or written."""


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    asked: tuple[Entry, ...]
    answers: tuple[Entry, ...]
    # None if the file does not say: then any will do.
    tools: tuple[str, ...] | None = None
    after: int | None = None
    finish: Finish = "stop"
    agent: str = ""
    # Where it stands in its file.
    line: int = 0


@dataclass(frozen=True, slots=True)
class Recording:
    model: str = ""
    recorded: str = ""
    turns: tuple[RecordedTurn, ...] = ()
    path: Path | None = field(default=None, compare=False)

    def with_turn(self, turn: RecordedTurn) -> Recording:
        return replace(self, turns=(*self.turns, turn))


class TurnEntry(Settings):
    asked: Items[dict[str, Any]] = ()
    answers: Annotated[Items[dict[str, Any]], expecting("a list of `says` and `calls`")] = ()
    tools: Items[str] | None = None
    after: int | None = None
    finish: Finish = "stop"
    agent: str = ""


class RecordingFile(Settings):
    model: str = ""
    recorded: str = ""
    turns: Items[TurnEntry] = Field(default=())


def read_recording(path: Path) -> Recording:
    """The recording in a file; raises RecordingError with the line."""
    try:
        data = load_yaml(read_text(path), lines=True)
        file = read(RecordingFile, data)
    except (OSError, UnicodeDecodeError) as error:
        raise RecordingError(f"{path}: cannot be read: {error}") from error
    except (YamlError, ReadingError) as error:
        raise RecordingError(f"{path}: {error}") from None
    turns: list[RecordedTurn] = []
    tools: tuple[str, ...] | None = None
    for number, entry in enumerate(file.turns):
        line = line_at(data, ("turns", number))
        for part in (*entry.asked, *entry.answers):
            _check(part, path, line)
        for part in entry.answers:
            _check_answer(part, path, line)
        # Written only where they change.
        tools = tools if entry.tools is None else entry.tools
        turns.append(RecordedTurn(entry.asked, entry.answers, tools, entry.after, entry.finish, entry.agent, line))
    return Recording(file.model, file.recorded, tuple(turns), path)


def write_recording(recording: Recording, path: Path) -> None:
    lines = comment_lines(HEADER)
    lines += entry_lines("model", recording.model)
    lines += entry_lines("recorded", recording.recorded)
    lines.append("turns:")
    tools: tuple[str, ...] | None = None
    for turn in recording.turns:
        lines += _turn_lines(_turn_data(turn, tools))
        tools = turn.tools
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise RecordingError(f"{path}: cannot be written: {error}") from error


def _turn_lines(data: Mapping[str, Any]) -> list[str]:
    """A turn below its dash; what was said has a line each, however short it is."""
    lines: list[str] = []
    for key, value in data.items():
        if key in ("asked", "answers"):
            lines += [f"{key}:", *(f"  {line}" if line else "" for line in list_lines(value))]
        else:
            lines += entry_lines(key, value)
    return [f"  - {lines[0]}", *(f"    {line}" if line else "" for line in lines[1:])]


def _turn_data(turn: RecordedTurn, tools: Sequence[str] | None) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if turn.agent:
        data["agent"] = turn.agent
    if turn.after is not None:
        data["after"] = turn.after
    if turn.tools is not None and turn.tools != tools:
        data["tools"] = list(turn.tools)
    data |= {"asked": list(turn.asked), "answers": list(turn.answers)}
    if turn.finish != "stop":
        data["finish"] = turn.finish
    return data


def _check(entry: Entry, path: Path, line: int) -> None:
    unknown = [key for key in entry if key not in (*KEYS, "of")]
    if unknown or not entry:
        key = unknown[0] if unknown else ""
        raise RecordingError(f"{path}: line {line}: unknown key {key!r}{hint_or_names(key, KEYS)}")


def _check_answer(entry: Entry, path: Path, line: int) -> None:
    calls = entry.get(CALLS)
    if SAYS in entry or (isinstance(calls, dict) and calls):
        return
    raise RecordingError(f"{path}: line {line}: an answer has `says: TEXT` or `calls: {{TOOL: ARGUMENTS}}`")
