"""A recording as the text of a scenario file, with the names of its snapshots."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.checks.app_directory import AppDirectory, find_app_directory
from pytest_uimcp.core.steps import Step
from pytest_uimcp.testing.recording.masking import Secrets
from pytest_uimcp.testing.recording.recorder import Moment, ScenarioRecorder
from pytest_uimcp.testing.recording.storing import RecordingFiles
from pytest_uimcp.testing.recording.telling import NotInGrammar, tell
from pytest_uimcp.testing.recording.varying import Varying
from pytest_uimcp.testing.scenario.errors import ScenarioError
from pytest_uimcp.testing.scenario.grammar import KINDS
from pytest_uimcp.testing.scenario.reading import LARGEST
from pytest_uimcp.testing.scenario.writing import Remark, written

__all__ = ["RecordedStory"]

_MASKED: Final = "Secrets were masked. Put values that a test may know in `variables`, then store the snapshots anew."
_MOST_WORDS: Final = 40


@dataclass(slots=True)
class RecordedStory:
    """What is written of a recording, and where."""

    files: RecordingFiles
    name: str
    secrets: Secrets
    directory: str | None
    """What `dir` says; None for the recorded directory."""
    steps: int = 0

    def write(self, recorder: ScenarioRecorder) -> None:
        """Write the recording as it is now."""
        snapshots: dict[str, str] = {}
        lines = list(self._lines(recorder, snapshots))
        self.steps = sum(not isinstance(line, Remark) for line in lines)
        body = written({}, lines)
        text = written(self._header(recorder, body), lines, list(self._top(lines, body)))
        if len(text.encode()) > LARGEST:
            raise OSError(f"{self.files.file} would be larger than the {LARGEST:,} bytes that a scenario may have")
        self.files.store(text, {name: self.secrets.as_stand_ins(tree) for name, tree in snapshots.items()})

    def _top(self, lines: list[Any], body: str) -> Iterator[str]:
        yield "Recorded by `ui-mcp record`."
        if self.secrets.variables(body):
            yield _MASKED
        asserting = {kind.key for kind in KINDS if kind.asserts} | {"returns", "fails"}
        if not any(key in line or key in next(iter(line.values()), ()) for line in lines if isinstance(line, dict) for key in asserting):
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
        varying, shown, is_there = Varying(), "", recorder.app is None and _is_alone(recorder.base_dir)
        for moment in recorder.moments:
            is_there = is_there or _shows_app(moment, recorder.app)
            told = None
            if moment.step is not None:
                told, remark = self._told(moment.step, is_there)
                yield from () if remark is None else (self._remark(remark),)
            yield from (self._remark(text) for text in moment.remarks)
            if told is not None:
                yield told
            tree = moment.tree
            if tree is None or tree == shown or not is_there or not tree.strip():
                continue
            shown = tree
            if what := varying.find(tree):
                yield Remark(f"No snapshot: there is {what} on the page.")
            elif recorder.tabs <= 1:
                name = _free(self.secrets.as_stand_ins(_name(moment.step)), snapshots)
                snapshots[name] = tree
                yield tell(Step("test", "snapshot", {"name": name}))

    def _told(self, step: Step, is_there: bool) -> tuple[dict[str, Any] | None, str | None]:
        if step.actor == "human" and not is_there:
            return None, f"The person did something ({step.verb}) before an app was shown: left out."
        try:
            told: dict[str, Any] = self.secrets.as_variables(tell(step))
            return told, None
        except NotInGrammar as error:
            return None, f"Not recorded, for steps have no words for it: {error}."

    def _remark(self, text: str) -> Remark:
        return Remark(self.secrets.as_stand_ins(text))


def _shows_app(moment: Moment, app: str | None) -> bool:
    return app is not None and moment.step is None and any(f"showed {app}," in text for text in moment.remarks)


def _is_alone(base_dir: Path | None) -> bool:
    return base_dir is not None and len(AppDirectory(base_dir).apps) == 1


def _directory(base_dir: Path | None, file: Path) -> str | None:
    """The value of `dir`: none where the scenario finds the directory by itself."""
    if base_dir is None:
        return None
    for root in file.parents:
        if (found := find_app_directory(root)) is not None:
            if found.resolve() == base_dir.resolve():
                return None
            break
    return Path(os.path.relpath(base_dir.resolve(), file.parent.resolve())).as_posix()


_AFTER: Final[Mapping[str, str]] = {
    "click": "{} clicked", "fill": "{} filled in", "choose": "{} chosen", "check": "{} checked",
    "uncheck": "{} unchecked", "press": "{} pressed", "call": "{} called", "events": "an event",
}  # fmt: skip


def _name(step: Step | None) -> str:
    """The name of the snapshot after a step."""
    if step is None:
        return "at the beginning"
    given = step.arguments
    what = given.get("key") or given.get("target") or given.get("name") or given.get("role") or "it"
    text = " ".join(str(what).split())
    text = text if len(text) <= _MOST_WORDS else f"{text[: _MOST_WORDS - 1]}…"
    return re.sub(r"[$.]", "", _AFTER[step.verb].format(text))


def _free(name: str, taken: Mapping[str, Any]) -> str:
    return next(one for one in (name, *(f"{name} {n}" for n in range(2, len(taken) + 3))) if one not in taken)
