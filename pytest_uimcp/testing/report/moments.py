"""Moments: how the pages, the state and the log were after the steps of a test, as far as they changed.

They are taken only in runs with `--uimcp-report`. Nothing is asked of the app that could change it.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable
from weakref import ReferenceType, ref

import pytest

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.steps import Step
from pytest_uimcp.testing.report.folder import asked_folder
from pytest_uimcp.testing.report.participants import HasLog, ShowsPage

_MAX_MOMENTS: Final = 2000
# Characters of a page or a state; larger ones are left out.
_MAX_TEXT_CHARACTERS: Final = 400_000
# The verbs of pages that do not look for anything before they act.
_ACT_FIRST: Final = frozenset({"disconnect", "new_tab", "press", "reconnect", "reload"})
# What an agent does that changes nothing; it comes before the test hears that the call before it is done.
_TALK: Final = frozenset({"end", "say"})
_RECORDER = pytest.StashKey["Recorder | None"]()


class Moment(NamedTuple):
    """Something was different after a step."""

    # None is before the first step.
    step: Step | None
    # `aria`, `html`, `state` or `log`.
    kind: str
    tab: int
    text: str


@runtime_checkable
class _TellsState(Protocol):
    def last_state(self) -> Any: ...


class Recorder:
    """Takes the moments of one test after the other. Listens to the log of steps of every participant."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()
        self._busy = False
        self.begin([])

    def begin(self, shared: list[Any]) -> None:
        """A test begins; only participants that it shares with earlier ones stay."""
        # Weak: the recorder lives as long as the process, and must not keep servers and pages alive.
        self._joined: list[ReferenceType[Any]] = [ref(thing) for thing in shared]
        self.moments: list[Moment] = []
        self._step: Step | None = None
        self._before: Step | None = None
        # What could not be asked once is not asked again in this test.
        self._silent: set[int] = set()
        # The last step that changed the state, and that no page has looked since.
        self._changed: Step | None = None
        # Whether the next look at a page still belongs to what happened before the step.
        self._looks_first = False
        self._last: dict[tuple[str, int], str] = {}
        self._logged: dict[int, list[str]] = {
            id(thing): list(thing.log) for thing in self._present() if _has_log(thing)
        }

    def join(self, thing: Any) -> None:
        self._joined.append(ref(thing))
        if hasattr(thing, "story"):
            thing.story.follow(self)

    def began(self, step: Step) -> None:
        """What is different from now on is due to this step."""
        # What an agent says changes nothing that is looked at here.
        if step.actor == "agent" and step.verb in _TALK:
            return
        self._before = self._step
        self._step = step
        self._looks_first = step.where.tab > 0 and step.verb not in _ACT_FIRST

    def app_failed(self, error: UimcpError, doing: str) -> None:
        """Errors are in the report of the failed step."""

    def settled(self, page: Any) -> None:
        """Take what is different."""
        # Looking at a page settles it, which would come back here; and only the test's thread may ask.
        if self._busy or threading.get_ident() != self._thread:
            return
        # A verb first lets the page catch up with what others did, then it acts.
        if page is not None and self._looks_first:
            due = self._changed or self._before
        else:
            due = self._step
        self._looks_first = self._looks_first and page is None
        self._take(due, [page] if page is not None else [thing for thing in self._present() if _is_both(thing)])

    def finish(self) -> None:
        """The test is over: take how everything is at its end."""
        self._take(self._step, [thing for thing in self._present() if isinstance(thing, ShowsPage)])

    def _take(self, due: Step | None, pages: list[Any]) -> None:
        self._busy = True
        try:
            self._changed = None if pages else self._changed
            for page in pages:
                # A page that cannot be read has no moment; the failure itself is told elsewhere.
                with suppress(Exception):
                    aria, html = page.shown()
                    tab = page.story.tab
                    self._keep(due, "aria", tab, aria)
                    self._keep(due, "html", tab, html)
            for number, thing in enumerate(self._present()):
                if id(thing) in self._silent:
                    continue
                try:
                    self._look_into(due, number, thing)
                except Exception:  # noqa: BLE001 -- an app that hangs is waited for once, not after every step
                    self._silent.add(id(thing))
        finally:
            self._busy = False

    def _look_into(self, due: Step | None, number: int, thing: Any) -> None:
        if _has_log(thing):
            self._keep_lines(due, thing)
        if isinstance(thing, _TellsState):
            self._keep(due, "state", number, json.dumps(thing.last_state(), indent=1, ensure_ascii=False, default=repr))

    def _keep(self, due: Step | None, kind: str, tab: int, text: str) -> None:
        # Bounded: a page that is different after each of thousands of steps would fill the memory.
        if (
            self._last.get((kind, tab), "") != text
            and len(text) <= _MAX_TEXT_CHARACTERS
            and len(self.moments) < _MAX_MOMENTS
        ):
            self._last[kind, tab] = text
            self._changed = due if kind == "state" else self._changed
            self.moments.append(Moment(due, kind, tab, text))

    def _keep_lines(self, due: Step | None, thing: HasLog) -> None:
        previous = self._logged.get(id(thing), [])
        current = list(thing.log)
        if previous == current:
            return
        # Warnings stand behind all other lines: new ones may be anywhere.
        counts = Counter(previous)
        for line in current:
            counts[line] -= 1
            if counts[line] < 0 and len(self.moments) < _MAX_MOMENTS:
                self.moments.append(Moment(due, "log", 0, line))
        self._logged[id(thing)] = current

    def _present(self) -> list[Any]:
        return [thing for reference in self._joined if (thing := reference()) is not None]


def recorder_of(config: pytest.Config) -> Recorder | None:
    """The recorder of this process; None without `--uimcp-report`."""
    if _RECORDER not in config.stash:
        config.stash[_RECORDER] = Recorder() if asked_folder(config) is not None else None
    return config.stash[_RECORDER]


def _has_log(thing: Any) -> bool:
    return isinstance(thing, HasLog)


def _is_both(thing: Any) -> bool:
    """Whether it is a page and what is tested at once, as a scene is."""
    return isinstance(thing, ShowsPage) and hasattr(thing, "rest")
