"""A recording as the text of a scenario file, with the names of its snapshots."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.checks.app_directory import find_app_directory
from pytest_uimcp.core.steps import Step
from pytest_uimcp.testing.recording.masking import Secrets
from pytest_uimcp.testing.recording.recorder import ScenarioRecorder
from pytest_uimcp.testing.recording.storing import RecordingFiles
from pytest_uimcp.testing.recording.telling import NotInGrammar, tell
from pytest_uimcp.testing.scenario.errors import ScenarioPlace
from pytest_uimcp.testing.scenario.reading import MAX_FILE_BYTES
from pytest_uimcp.testing.scenario.steps import assert_something, read_step
from pytest_uimcp.testing.scenario.writing import Remark, scenario_text

_MASKED: Final = "Secrets were masked. Put values that a test may know in `variables`, then update the snapshots."
_LOSS: Final = "No snapshots from here on: the page may look different in a test."
_FULL: Final = (
    "The recording ends here, though the session went on: a scenario has at most {:,} bytes. Record the rest into "
    "another file, or leave out large values."
)
# Bytes for the remark that a recording is full.
_RESERVE: Final = 1024
_MAX_WORDS: Final = 40


@dataclass(slots=True)
class RecordedStory:
    files: RecordingFiles
    name: str
    secrets: Secrets
    # What `dir` says; None for the recorded directory.
    directory: str | None
    steps: int = 0
    # Why what has happened is not all in the file.
    problem: str = ""
    largest: int = MAX_FILE_BYTES
    _is_full: bool = False
    _fitting: list[Mapping[str, Any] | Remark] = field(default_factory=list)
    _snapshots: dict[str, str] = field(default_factory=dict)

    def write(self, recorder: ScenarioRecorder) -> None:
        """Write the recording as it is now; raises OSError. One that has grown too large stays as it is then."""
        if self._is_full:
            return
        snapshots: dict[str, str] = {}
        lines = list(self._lines(recorder, snapshots))
        text = self._text(recorder, lines)
        if len(text.encode()) > self.largest - _RESERVE:
            self._is_full = True
            self.problem = _FULL.format(self.largest)
            text = self._text(recorder, [*self._fitting, Remark(self.problem)])
            snapshots = self._snapshots
        self._fitting = self._fitting if self._is_full else lines
        self._snapshots = snapshots
        self.steps = sum(not isinstance(line, Remark) for line in self._fitting)
        try:
            self.files.store(text, {name: self.secrets.as_stand_ins(tree) for name, tree in snapshots.items()})
        except OSError as error:
            self.problem = f"The last steps could not be written: {error}"
            raise
        self.problem = self.problem if self._is_full else ""

    def _text(self, recorder: ScenarioRecorder, lines: list[Mapping[str, Any] | Remark]) -> str:
        body = scenario_text({}, lines)
        return scenario_text(self._header(recorder, body), lines, list(self._top(lines, body)))

    def _top(self, lines: list[Any], body: str) -> Iterator[str]:
        yield "Recorded by `ui-mcp record`."
        if self.secrets.variables(body):
            yield _MASKED
        if not assert_something(
            read_step(line, ScenarioPlace(None, 1)) for line in lines if not isinstance(line, Remark)
        ):
            yield "Nothing here asserts anything yet: open the page while you record, or add a step `see`."

    def _header(self, recorder: ScenarioRecorder, body: str) -> dict[str, Any]:
        header: dict[str, Any] = {"scenario": self.name}
        if recorder.app is not None:
            header["app"] = recorder.app
        directory = self.directory or _directory(recorder.base_dir, self.files.file)
        if directory is not None:
            header["dir"] = directory
        if variables := self.secrets.variables(body):
            header["variables"] = variables
        return header

    def _lines(self, recorder: ScenarioRecorder, snapshots: dict[str, str]) -> Iterator[Mapping[str, Any] | Remark]:
        varying = recorder.varying
        names = Counter[str]()
        snapshot = ""
        previous = None
        is_there = False
        is_lost = False
        for moment in recorder.moments:
            is_there = is_there or moment.is_first_of_app
            previous = moment.step or previous
            entry, remark = (None, None) if moment.step is None else self._told(moment.step, is_there)
            is_loss = moment.is_loss or (remark is not None and is_there)
            loss = _LOSS if is_loss and not is_lost else None
            is_lost = is_lost or is_loss
            for text in filter(None, [remark, *moment.remarks, loss]):
                yield Remark(self.secrets.as_stand_ins(text))
            if entry is not None:
                yield entry
            name = self.secrets.as_stand_ins(_name(previous))
            # One that is not stored counts, so that names do not depend on how fast the person was.
            names[name] += moment.step is not None or moment.shows is not None
            if moment.shows is None or not is_there or is_lost or moment.shows.text in ("", snapshot):
                continue
            snapshot = moment.shows.text
            if cause := varying.find(snapshot):
                yield Remark(f"No snapshot: there is {cause} on the page.")
            else:
                name = name if names[name] == 1 else f"{name} {names[name]}"
                snapshots[name] = moment.shows.masked(self.secrets.as_stand_ins)
                yield tell(Step("test", "snapshot", {"name": name}))

    def _told(self, step: Step, is_there: bool) -> tuple[dict[str, Any] | None, str | None]:
        """The step as data, or else why there is none."""
        if step.actor == "human" and not is_there:
            return None, f"The person did something ({step.verb}) before an app was shown: not recorded."
        try:
            entry: dict[str, Any] = self.secrets.as_variables(tell(step))
            return entry, None
        except NotInGrammar as error:
            return None, f"Not recorded, a scenario has no step for it: {error}."


def _directory(base_dir: Path | None, file: Path) -> str | None:
    """The value of `dir`: none where the scenario finds the directory by itself."""
    if base_dir is None:
        return None
    for root in file.parents:
        if (directory := find_app_directory(root)) is not None:
            if directory.resolve() == base_dir.resolve():
                return None
            break
    return Path(os.path.relpath(base_dir.resolve(), file.parent.resolve())).as_posix()


_AFTER: Final[Mapping[str, str]] = {
    "click": "{} clicked", "fill": "{} filled in", "choose": "{} chosen", "check": "{} checked",
    "upload": "files for {}", "dblclick": "{} clicked twice", "right_click": "{} clicked right",
    "uncheck": "{} unchecked", "press": "{} pressed", "call": "{} called", "events": "an event",
}  # fmt: skip


def _name(step: Step | None) -> str:
    if step is None:
        return "at the beginning"
    arguments = step.arguments
    target = arguments.get("key") or arguments.get("target") or arguments.get("name") or arguments.get("role") or "it"
    text = " ".join(str(target).split())
    text = text if len(text) <= _MAX_WORDS else f"{text[: _MAX_WORDS - 1]}…"
    return re.sub(r"[$.]", "", _AFTER[step.verb].format(text))
