"""What stands in the parts of a date or time field, and what keys do to one, as in Chromium in American English."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import localtime
from typing import Final, NamedTuple

from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.nodes import Element

__all__ = ["Part", "empty", "is_simple", "layout", "leave", "parts_of", "step", "type_in"]

_YEARS: Final = (1, 275760)
_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_HALVES: Final = ("am", "pm")


class Part(NamedTuple):
    """A part: the numbers that it takes, or its words, which count from `low`."""

    name: str
    low: int
    high: int
    words: tuple[str, ...] = ()
    step_low: int | None = None
    """Where stepping an empty part up begins; None: at its lowest number, for a year at this one."""
    step_high: int | None = None
    hard: tuple[int, int] | None = None
    """What it takes when typed, where that is more than the arrows lead to."""
    by: int = 1
    """The arrows lead to multiples of it, ..."""
    base: int = 0
    """... counted from here."""

    def next(self, number: int, sign: int) -> int:
        """The number itself or the next one that the arrows lead to."""
        beyond = (number - self.base) % self.by
        return number - beyond + (self.by if sign > 0 and beyond else 0)

    def clamped(self, number: int) -> int:
        low, high = self.hard or (self.low, self.high)
        return min(max(number, low), high)


_DAY: Final = (Part("month", 1, 12), Part("day", 1, 31), Part("year", *_YEARS))
_CLOCK: Final = (Part("hour", 1, 12), Part("minute", 0, 59), Part("half", 0, 1, _HALVES))
_LAYOUTS: Final = {
    "date": _DAY,
    "time": _CLOCK,
    "datetime-local": _DAY + _CLOCK,
    "month": (Part("month", 1, 12, _MONTHS), Part("year", *_YEARS)),
    "week": (Part("week", 1, 53), Part("year", *_YEARS)),
}


@dataclass(slots=True)
class Parts:
    """The parts of one field."""

    kind: str
    value: str
    """The value of the field that they stand for."""
    numbers: dict[str, int] = field(default_factory=dict)
    has_seconds: bool = False
    """Whether the value had seconds when a script has set it; the parts remain while the user changes them."""
    typed: dict[str, str] = field(default_factory=dict)
    """What was typed into a part since it has been empty, left or stepped."""


def layout(element: Element) -> tuple[Part, ...]:
    """The parts of a field in their order; none if it is no such field."""
    kind = controls.input_type(element) if element.tag == "input" else ""
    found = [_year(element, part) if part.name == "year" else part for part in _LAYOUTS.get(kind, ())]
    if kind not in ("time", "datetime-local"):
        return tuple(found)
    by = _step(element)
    base = _seconds(element.get("min") or element.get("value") or "")
    minutes = by // 60 if by % 60 == 0 and 3600 % by == 0 else 1
    found[-2] = found[-2]._replace(by=minutes, base=base // 60 % minutes)
    if by % 60 or base % 60 or parts_of(element).has_seconds:
        if by % 60 == 0:
            seconds = 60
        elif 60 % by == 0:
            seconds = by
        else:
            seconds = 1
        found.insert(-1, Part("second", 0, 59, by=seconds, base=base % seconds))
    return tuple(found)


def is_simple(element: Element) -> bool:
    """Whether its bounds and its step leave all parts free: a browser fixes those that can have one value only."""
    kind = controls.input_type(element)
    step = (element.get("step") or "").lower()
    low, high = (text if controls.sanitized(element, text) else "" for text in _bounds(element))
    if kind in ("time", "datetime-local"):
        if "." in controls.value(element) or low.count(":") > 1 or (step not in ("", "any") and not step.isdigit()):
            return False
        if _step(element) >= 3600:
            return False
    if not (low and high):
        return True
    if kind == "time":
        return low < "12:00" <= high
    return int(low.split("-")[0]) < int(high.split("-")[0])


def _bounds(element: Element) -> tuple[str, str]:
    return element.get("min") or "", element.get("max") or ""


def _step(element: Element) -> int:
    """The step of a clock in seconds."""
    given = element.get("step") or ""
    if given.isdigit() and int(given):
        return int(given)
    return 60


def _seconds(text: str) -> int:
    """How long after midnight a time is; 0 for what is none."""
    pieces = text.rpartition("T")[2].partition(".")[0].split(":")
    if len(pieces) not in (2, 3) or not all(map(str.isdigit, pieces)):
        return 0
    hour, minute, second = [*map(int, pieces), 0][:3]
    return hour * 3600 + minute * 60 + second


def _year(element: Element, part: Part) -> Part:
    """The years between the bounds; stepping an empty one begins there, or else at the present year."""
    low, high = (_year_of(element, text) for text in _bounds(element))
    today = localtime().tm_year
    return part._replace(
        low=low or part.low, high=high or part.high, hard=_YEARS, step_low=low or today, step_high=high or today
    )


def _year_of(element: Element, text: str) -> int | None:
    if controls.sanitized(element, text):
        return int(text.split("-")[0])
    return None


def parts_of(element: Element) -> Parts:
    """What stands in the parts now: if a script has set another value since, the parts of that one."""
    state = controls.control(element)
    kind = controls.input_type(element)
    value = controls.value(element)
    if state.parts is None or state.parts.kind != kind or state.parts.value != value:
        numbers = _read(kind, value)
        state.parts = Parts(kind, value, numbers, "second" in numbers)
    return state.parts


def type_in(element: Element, part: Part, character: str) -> bool:
    """Type a digit or a letter into a part; returns whether it is full."""
    parts = parts_of(element)
    typed = parts.typed.get(part.name, "")
    if part.words:
        _type_word(parts, part, typed, character)
        _settle(element, parts)
        return False
    length = len(str(part.high))
    typed = parts.typed[part.name] = (typed if len(typed) < length else typed[-(length - 1) :]) + character
    number = int(typed)
    if number >= (part.hard or (part.low,))[0]:
        _put(parts, part, number)
    else:
        parts.numbers.pop(part.name, None)
    _settle(element, parts)
    return len(typed) >= length or number * 10 > part.high


def step(element: Element, part: Part, sign: int) -> None:
    """Step a part up or down; after its last number comes the first."""
    parts = parts_of(element)
    now = parts.numbers.get(part.name)
    if now is None:
        start = part.step_low if sign > 0 else part.step_high
        if start is not None:
            wanted = start
        elif sign > 0:
            wanted = part.low
        else:
            wanted = part.high
    else:
        wanted = now + sign
    wanted = part.next(wanted, sign)
    if part.name == "hour" and {now, wanted} == {11, 12}:  # noon and midnight
        parts.numbers["half"] = 1 if parts.numbers.get("half") == 0 else 0
    if not part.low <= wanted <= part.high:
        wanted = part.next(part.low if sign > 0 else part.high, sign)
    if not part.words:
        parts.typed.pop(part.name, None)
    parts.numbers[part.name] = wanted
    _settle(element, parts)


def empty(element: Element, part: Part) -> None:
    """Take away what stands in a part."""
    parts = parts_of(element)
    parts.typed.pop(part.name, None)
    parts.numbers.pop(part.name, None)
    _settle(element, parts)


def leave(element: Element, part: Part) -> None:
    """The focus goes to another part: what was typed is complete, and zero is the lowest number."""
    parts = parts_of(element)
    typed = parts.typed.pop(part.name, "")
    if typed and not part.words:
        _put(parts, part, int(typed))
        _settle(element, parts)


def _put(parts: Parts, part: Part, number: int) -> None:
    if part.name == "hour":  # also that of a clock of 24 hours
        parts.numbers["hour"] = number % 12 or 12
        if number > part.high:
            parts.numbers["half"] = 1
    else:
        parts.numbers[part.name] = part.clamped(number)


def _type_word(parts: Parts, part: Part, typed: str, character: str) -> None:
    """Look for the word that begins with what was typed; the same letter again leads to the next such word."""
    if part.words is _HALVES:  # one letter is enough
        typed = ""
    repeats = set(typed) == {character}
    parts.typed[part.name] = typed + character
    prefix = character if repeats else typed + character
    count = len(part.words)
    here = parts.numbers.get(part.name, part.low - 1) - part.low
    start = max(here, 0) + (1 if len(prefix) == 1 else 0)
    for place in (number % count for number in range(start, start + count)):
        if part.words[place].startswith(prefix):
            parts.numbers[part.name] = part.low + place
            return
    index = parts.typed[part.name]
    if index.isdigit() and 0 < int(index) <= count:
        parts.numbers[part.name] = part.low + int(index) - 1


def _settle(element: Element, parts: Parts) -> None:
    """Make the field's value what stands in its parts; it is empty while one is missing or the day does not exist."""
    value = controls.sanitized(element, _written(parts.kind, parts.numbers))
    state = controls.control(element)
    state.is_bad = value == "" and bool(parts.numbers)
    if value == controls.value(element):
        return
    state.value = parts.value = value
    state.is_typed = state.is_checked_by_user = True
    dispatch(Event("input", element))
    state.at_focus = controls.value(element)
    dispatch(Event("change", element))


def _read(kind: str, value: str) -> dict[str, int]:
    """The parts that a value stands for."""
    if not value:
        return {}
    day, _, clock = value.partition("T") if kind == "datetime-local" else (value, "", value)
    found: dict[str, int] = {}
    if kind != "time":
        names = {"week": ("year", "week"), "month": ("year", "month")}.get(kind, ("year", "month", "day"))
        found.update(zip(names, map(int, day.replace("W", "").split("-")), strict=False))
    if kind in ("time", "datetime-local"):
        hour, minute, *rest = clock.split(":")
        found.update(hour=int(hour) % 12 or 12, minute=int(minute), half=int(hour) // 12)
        found.update({"second": int(rest[0])} if rest else {})
    return found


def _written(kind: str, numbers: dict[str, int]) -> str:
    """The value that the parts stand for; empty if one is missing."""
    day = {"week": "{year:04}-W{week:02}", "month": "{year:04}-{month:02}"}.get(kind, "{year:04}-{month:02}-{day:02}")
    clock = "{hour:02}:{minute:02}" + (":{second:02}" if "second" in numbers else "")
    try:
        found = {**numbers}
        if kind in ("time", "datetime-local"):
            found["hour"] = numbers["hour"] % 12 + 12 * numbers["half"]
        return {"time": clock, "datetime-local": f"{day}T{clock}"}.get(kind, day).format(**found)
    except KeyError:
        return ""
