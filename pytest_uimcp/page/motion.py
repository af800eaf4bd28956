"""Sends the events of animations and transitions, on pages that listen to them.

Whenever the page has come to rest, what moves now is compared with what moved before. What is new runs to its end: its
events come in the order of their times, and the session answers those of one moment before those of the next.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from pytest_uimcp.page.dom.animations import CssAnimation
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.flat import parent_in_flat_tree
from pytest_uimcp.page.dom.nodes import Document, Element
from pytest_uimcp.page.dom.styles import Styles
from pytest_uimcp.page.dom.transitioned import READ, transitioned
from pytest_uimcp.page.gaps import refuse

MOTION_EVENTS: Final = frozenset(
    f"{kind}{moment}"
    for kind, moments in {"animation": "start iteration end cancel", "transition": "run start end cancel"}.items()
    for moment in moments.split()
)
_PSEUDO: Final = ("", "before", "after")
# More repetitions are not told one by one.
_MAX_ITERATIONS: Final = 100

# The element, its pseudo-element, and the name of the animation with its number among those of this name.
_Key: TypeAlias = "tuple[Element, str, str, int]"


class _Moment(NamedTuple):
    time: float
    name: str
    target: Element
    key: _Key | None


class Motion:
    """What moves on a page."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._running: dict[_Key, CssAnimation] = {}
        self._values: dict[Element, Mapping[str, str]] = {}
        self._due: list[_Moment] = []

    def step(self) -> bool:
        """Send the events of the next moment; returns whether there were any."""
        self._look()
        if not self._due:
            return False
        time = self._due[0].time
        now = [moment for moment in self._due if moment.time == time]
        self._due = self._due[len(now) :]
        for moment in now:
            if moment.target.document() is self._document and moment.name in self._document.motion_events:
                with self._document.tasks.script():
                    dispatch(Event(moment.name, moment.target))
        self._document.tasks.run()
        return True

    def _look(self) -> None:
        styles = Styles(self._document)
        elements = [element for element in self._document.body.descendants() if styles.is_rendered(element)]
        moments = [*self._animated(styles, elements), *self._transitioned(styles, elements)]
        self._due = sorted([*self._due, *moments], key=_time)

    def _animated(self, styles: Styles, elements: list[Element]) -> Iterator[_Moment]:
        events = self._document.motion_events
        running: dict[_Key, CssAnimation] = {}
        if not any(name.startswith("animation") for name in events):
            return
        for element in elements:
            for pseudo in _PSEUDO:
                if pseudo and styles.content(element, pseudo) is None:
                    continue
                for number, animation in enumerate(styles.animations(element, pseudo)):
                    running[element, pseudo, animation.name, number] = animation
        ended = self._running.keys() - running.keys()
        before = self._running
        self._running = running
        for key in ended:
            waits = any(moment.key == key for moment in self._due)
            if waits or before[key].end == math.inf:
                self._due = [moment for moment in self._due if moment.key != key]
                yield _Moment(0, "animationcancel", key[0], None)
        for key, animation in running.items():
            if key not in before:
                yield from _moments(key, animation, events)

    def _transitioned(self, styles: Styles, elements: list[Element]) -> Iterator[_Moment]:
        if not any(name.startswith("transition") for name in self._document.motion_events):
            return
        if styles.has_starting_style:
            refuse("event", "of a transition from @starting-style")
        values = {element: styles.laid(element, properties=READ) for element in elements}
        before = self._values
        self._values = values
        for element in elements:
            if element in before and (entries := styles.transitions(element)):
                for entry in transitioned(entries, partial(_read, before, element), partial(_read, values, element)):
                    start = max(0.0, entry.delay)
                    yield _Moment(0, "transitionrun", element, None)
                    yield _Moment(start, "transitionstart", element, None)
                    yield _Moment(max(entry.end, start), "transitionend", element, None)


def _moments(key: _Key, animation: CssAnimation, events: set[str]) -> Iterator[_Moment]:
    if animation.is_paused or animation.has_own_timeline or animation.duration == 0:
        refuse("event", f"of the animation {animation.name}, which is paused, takes no time or has a time of its own,")
    start = max(0.0, animation.delay)
    yield _Moment(start, "animationstart", key[0], key)
    if animation.end == math.inf or animation.times > _MAX_ITERATIONS:
        if "animationiteration" in events:
            refuse("event", f"animationiteration of the animation {animation.name}, which repeats itself,")
    else:
        for number in range(1, math.ceil(animation.times)):
            time = animation.delay + number * animation.duration
            if time > 0:
                yield _Moment(time, "animationiteration", key[0], key)
    if animation.end != math.inf:
        yield _Moment(animation.end, "animationend", key[0], key)


def _read(values: Mapping[Element, Mapping[str, str]], element: Element, name: str) -> str | None:
    """The value of a property; a colour may be that of an element around it."""
    around: Element | None = element
    while around is not None and around in values:
        if name in values[around]:
            return values[around][name]
        if name not in ("color", "visibility"):
            return None
        around = parent_in_flat_tree(around)
    return None


def _time(moment: _Moment) -> float:
    return moment.time
