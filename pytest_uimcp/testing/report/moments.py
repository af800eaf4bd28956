"""Moments: how the pages, the state and the log were after the steps of a test, as far as they changed.

They are taken only in runs with `--uimcp-report`. Nothing is asked of the app that could change it.
"""

from __future__ import annotations

import base64
import json
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable
from weakref import ReferenceType, ref

import pytest

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.steps import Step
from pytest_uimcp.page.dom.nodes import Element, ShadowRoot
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
    # `aria`, `html`, `picture`, `state` or `log`.
    kind: str
    tab: int
    text: str


@dataclass(slots=True)
class StepMark:
    """Where the element is that a step was about: numbers of children from the body on, before the step and after."""

    tab: int
    before: list[int] | None
    after: list[int] | None = None
    # Where it is on the picture afterwards: left, top, width and height, as parts of the picture's size.
    box: list[float] | None = None


@runtime_checkable
class _ShowsPicture(Protocol):
    def small_picture(self) -> bytes:
        """How it looks now, as a small WebP picture."""

    def box_of(self, element: Any) -> list[float] | None:
        """Where an element is in it."""


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
        # By the id of a step.
        self.marks: dict[int, StepMark] = {}
        # The first style sheets of a page; all pages of a test are of one server.
        self.sheets: tuple[str, ...] = ()
        # When the fixtures were done and the test itself began.
        self.test_began = 0.0
        self._target: Element | None = None
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
            thing.story.follow_targets(self.found)

    def call_begins(self) -> None:
        """The fixtures are set up: what happens from now on is the test."""
        self.test_began = time.monotonic()

    def found(self, tab: int, node: Any) -> None:
        """The step is about this element of a page."""
        if self._step is not None and not self._step.is_over and threading.get_ident() == self._thread:
            self._target = node
            self.marks[id(self._step)] = StepMark(tab, _place(node))

    def began(self, step: Step) -> None:
        """What is different from now on is due to this step."""
        # What an agent says changes nothing that is looked at here.
        if step.actor == "agent" and step.verb in _TALK:
            return
        self._before = self._step
        self._step = step
        self._target = None
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
        self._mark_anew(page)
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
                    is_changed = self._keep(due, "aria", tab, aria)
                    is_changed |= self._keep(due, "html", tab, html)
                    if is_changed:
                        self._look_at(due, tab, page)
            for number, thing in enumerate(self._present()):
                if id(thing) in self._silent:
                    continue
                try:
                    self._look_into(due, number, thing)
                except Exception:  # noqa: BLE001 -- an app that hangs is waited for once, not after every step
                    self._silent.add(id(thing))
        finally:
            self._busy = False

    def _mark_anew(self, page: Any) -> None:
        """Find the element of the step again where it is now."""
        if self._target is None or (mark := self.marks.get(id(self._step))) is None:
            return
        mark.after = _place(self._target)
        if mark.after is None:
            mark.box = None
        elif isinstance(page, _ShowsPicture):
            with suppress(Exception):  # it may be in another tab, or gone meanwhile
                mark.box = page.box_of(self._target)

    def _look_at(self, due: Step | None, tab: int, page: Any) -> None:
        """How a page looks whose content has changed."""
        self.sheets = self.sheets or tuple(getattr(page, "sheets", ()))
        if isinstance(page, _ShowsPicture) and (picture := page.small_picture()):
            data = base64.b64encode(picture).decode("ascii")
            self._keep(due, "picture", tab, f"data:image/webp;base64,{data}")

    def _look_into(self, due: Step | None, number: int, thing: Any) -> None:
        if _has_log(thing):
            self._keep_lines(due, thing)
        if isinstance(thing, _TellsState):
            self._keep(due, "state", number, json.dumps(thing.last_state(), indent=1, ensure_ascii=False, default=repr))

    def _keep(self, due: Step | None, kind: str, tab: int, text: str) -> bool:
        """Keep a text that is different from the one before; returns whether it is."""
        # Bounded: a page that is different after each of thousands of steps would fill the memory.
        if (
            self._last.get((kind, tab), "") != text
            and len(text) <= _MAX_TEXT_CHARACTERS
            and len(self.moments) < _MAX_MOMENTS
        ):
            self._last[kind, tab] = text
            self._changed = due if kind == "state" else self._changed
            self.moments.append(Moment(due, kind, tab, text))
            return True
        return False

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


def _place(node: Any) -> list[int] | None:
    """The way from the body of a page to an element, as its HTML has it; None if it is not in the page."""
    way: list[int] = []
    while isinstance(node, Element) and node.tag != "body":
        parent = node.parent
        if isinstance(parent, ShadowRoot):
            node = parent.host  # the HTML of a page has no shadow trees
            continue
        if not isinstance(parent, Element):
            return None
        way.insert(0, next(number for number, child in enumerate(parent.elements()) if child is node))
        node = parent
    return way if isinstance(node, Element) else None


def _has_log(thing: Any) -> bool:
    return isinstance(thing, HasLog)


def _is_both(thing: Any) -> bool:
    """Whether it is a page and what is tested at once, as a scene is."""
    return isinstance(thing, ShowsPage) and hasattr(thing, "rest")
