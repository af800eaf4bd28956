"""The data of one failure, for the page that shows it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.core.steps import Step
from pytest_uimcp.testing.report.participants import HasState, Participant, ShowsPage, steps, waiting
from pytest_uimcp.testing.report.sections import page_sections

__all__ = ["Record", "gather"]


@dataclass(slots=True)
class Record:
    """One failure."""

    nodeid: str
    phase: str
    message: str
    again: str
    steps: list[Step] = field(default_factory=list)
    pages: list[tuple[str, dict[str, Path]]] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    sections: list[tuple[str, str]] = field(default_factory=list)
    states: list[tuple[str, str]] = field(default_factory=list)


def gather(item: pytest.Item, report: pytest.TestReport, there: list[Participant], folder: Path) -> Record:
    """Gather the record of a failed test. If something cannot be read, the record has the reason instead."""
    record = Record(
        item.nodeid,
        report.when,
        report.longreprtext,
        f"pytest {shlex.quote(item.nodeid)} -v",
        steps=steps(there),
        log=[line for one in there for line in one.log],
        events=waiting(there),
        sections=list(page_sections(there)),
    )
    for number, face in enumerate(one.thing for one in there if isinstance(one.thing, ShowsPage)):
        here = folder / f"page-{number + 1}"
        here.mkdir(exist_ok=True)
        record.pages.append((_had(face.last_aria), _had(partial(face.evidence, here), {})))
    for one in there:
        if isinstance(one.thing, HasState):
            record.states.append(("state", _had(partial(_json, one.thing.state))))
            record.states.append(("variables", _had(partial(_json, one.thing.variables))))
    return record


def _json(ask: Callable[[], Any]) -> str:
    return json.dumps(ask(), indent=2, ensure_ascii=False, default=repr)


def _had(ask: Callable[[], Any], instead: Any = None) -> Any:
    try:
        return ask()
    except Exception as error:  # noqa: BLE001 -- one thing that cannot be had must not cost the others
        return f"(could not be had: {type(error).__name__}: {error})" if instead is None else instead
