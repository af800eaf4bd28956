"""The story of one test as plain data, which workers of pytest-xdist can send and the report can show."""

from __future__ import annotations

import base64
import json
import shlex
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from pytest_uimcp.core.secrets import SecretStore
from pytest_uimcp.core.steps import Step
from pytest_uimcp.page.site import linked_sheets
from pytest_uimcp.testing.faces import EVERY_NAME
from pytest_uimcp.testing.report.consequences import consequences
from pytest_uimcp.testing.report.folder import folder_of
from pytest_uimcp.testing.report.moments import Moment, Recorder, recorder_of
from pytest_uimcp.testing.report.participants import HasState, Participant, ShowsPage, steps, waiting
from pytest_uimcp.testing.report.secrets import secrets_of
from pytest_uimcp.testing.report.sections import page_sections
from pytest_uimcp.testing.report.step_text import call_text, outcome_text

Story: TypeAlias = dict[str, Any]
_MAX_PICTURE_BYTES: Final = 1_500_000
# Of these each row is whole, of the others it is a difference.
_WHOLE: Final = frozenset({"log", "picture"})


def story_of(item: pytest.Item, report: pytest.TestReport, participants: list[Participant]) -> Story:
    """The story of a test that has come to its end. What cannot be read is left out, or says why."""
    recorder = recorder_of(item.config)
    if recorder is not None:
        recorder.finish()
    all_steps = steps(participants)
    secrets = secrets_of(participants)
    led_to = consequences(all_steps, [participant.thing for participant in participants], secrets)
    entries = [_step(step, all_steps[0].at, recorder, led_to.get(id(step), "")) for step in all_steps]
    ends = _at_the_end(participants) if report.failed else []
    return {
        "id": item.nodeid,
        "outcome": "passed" if report.passed else "failed" if report.when == "call" else "error",
        "phase": report.when,
        "seconds": round(report.duration, 3),
        "message": secrets.masked(report.longreprtext if report.failed else ""),
        "again": f"pytest {shlex.quote(item.nodeid)} -v",
        "steps": secrets.masked(entries),
        "moments": _moments(recorder.moments if recorder is not None else [], all_steps, secrets),
        "sections": secrets.masked([*map(list, page_sections(participants)), *ends]),
        "files": list(_files(folder_of(item), participants)) if report.failed else [],
        **_style(recorder),
        **_face(item.nodeid),
    }


def _face(nodeid: str) -> dict[str, str]:
    """The face in a test's id, as parameters stand there, and the id without it."""
    name, bracket, parameters = nodeid.removesuffix("]").rpartition("[")
    parts = parameters.split("-")
    faces = [part for part in parts if part in EVERY_NAME]
    if not bracket or not nodeid.endswith("]") or len(faces) != 1:
        return {}
    parts.remove(faces[0])
    return {"face": faces[0], "base": f"{name}[{'-'.join(parts)}]" if parts else name}


def _style(recorder: Recorder | None) -> dict[str, str]:
    """The style sheets of a front end that is not the package's own, which the report has anyway."""
    if recorder is None or recorder.sheets in ((), linked_sheets(None)):
        return {}
    return {"style": "\n".join(recorder.sheets)}


def _step(step: Step, start: float, recorder: Recorder | None, consequence: str) -> dict[str, Any]:
    story: dict[str, Any] = {
        "at": round((step.at - start) * 1000),
        "actor": step.actor,
        "verb": step.verb,
        "call": call_text(step),
        "result": outcome_text(step),
    }
    if consequence:
        story["consequence"] = consequence
    if step.arguments:
        story["arguments"] = step.arguments
    if step.outcome is not None:
        story["outcome"] = step.outcome
    if step.error is not None:
        story["error"] = f"{step.error.kind}: {step.error.message}"
    if not step.is_over:
        story["open"] = True
    if step.where.tab and step.where.tabs > 1:
        story["tab"] = step.where.tab
    if recorder is not None:
        if step.at < recorder.test_began:
            story["fixture"] = True
        if (mark := recorder.marks.get(id(step))) is not None:
            story["mark"] = asdict(mark)
    return story


def _moments(moments: list[Moment], all_steps: list[Step], secrets: SecretStore) -> list[list[Any]]:
    """Rows of step, kind, tab, and what is different from the masked text before."""
    number = {id(step): index for index, step in enumerate(all_steps)}
    previous: dict[tuple[str, int], str] = {}
    rows: list[list[Any]] = []
    for step, kind, tab, content in moments:
        # Masked before it is compared: a difference could hold a part of a secret that nobody recognises.
        text = content if kind == "picture" else secrets.masked(content)
        old = "" if kind == "log" else previous.get((kind, tab), "")
        previous[kind, tab] = text
        difference = text if kind in _WHOLE else delta(old, text)
        rows.append([number.get(id(step), -1), kind, tab, difference])
    return rows


def _files(folder: Path, participants: list[Participant]) -> Iterator[dict[str, str]]:
    """The pictures of a failure, embedded, and where its other files are."""
    faces = [participant.thing for participant in participants if isinstance(participant.thing, ShowsPage)]
    for number, face in enumerate(faces, 1):
        page_folder = folder / f"page-{number}"
        page_folder.mkdir(exist_ok=True)
        _had(partial(face.evidence, page_folder))
    for path in sorted(folder.rglob("*")):
        # The report is one file, which people send to others; larger pictures stay where they are.
        if path.suffix == ".png" and path.stat().st_size <= _MAX_PICTURE_BYTES:
            data = base64.b64encode(path.read_bytes()).decode("ascii")
            yield {"name": path.name, "path": str(path), "picture": f"data:image/png;base64,{data}"}
        elif path.is_file() and path.suffix != ".html":
            yield {"name": path.name, "path": str(path)}


def _at_the_end(participants: list[Participant]) -> list[list[str]]:
    ends = [
        ["Events that nobody took", "\n".join(json.dumps(event, ensure_ascii=False) for event in waiting(participants))]
    ]
    for participant in participants:
        if isinstance(participant.thing, HasState):
            ends.append(["ui://state", _had(partial(_json, participant.thing.state))])
            ends.append(["ui://variables", _had(partial(_json, participant.thing.variables))])
    return [end for end in ends if end[1]]


def _json(ask: Callable[[], Any]) -> str:
    return json.dumps(ask(), indent=2, ensure_ascii=False, default=repr)


def _had(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except Exception as error:  # noqa: BLE001 -- one thing that cannot be had must not cost the others
        return f"(could not be read: {type(error).__name__}: {error})"


def delta(old: str, new: str) -> list[int | str]:
    """A text as its difference from the one before: how much is kept at its start and at its end, and what is new.

    The numbers count Unicode code points.
    """
    start = _same(old, new)
    end = _same(old[start:][::-1], new[start:][::-1])
    return [start, end, new[start : len(new) - end]]


def _same(old: str, new: str) -> int:
    pairs = enumerate(zip(old, new, strict=False))
    return next((index for index, (old_letter, right) in pairs if old_letter != right), min(len(old), len(new)))
