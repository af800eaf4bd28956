"""What stands in the parts of a date or time field, and what keys do to one, as in Chromium in American English."""

from __future__ import annotations

from dataclasses import field
from time import localtime
from typing import Final, NamedTuple

from pytest_uimcp.core.records import dataclass
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.events import Event, dispatch
from pytest_uimcp.page.dom.nodes import Element

__all__ = ["DatePart", "empty", "is_simple", "layout", "leave", "parts_of", "step", "type_in"]

_YEARS: Final = (1, 275760)
_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_HALVES: Final = ("am", "pm")


class DatePart(NamedTuple):
    """A part: the numbers that it takes, or its words, which count from `minimum`."""

    name: str
    minimum: int
    maximum: int
    words: tuple[str, ...] = ()
    # Where stepping an empty part up begins; None: at its lowest number, for a year at this one.
    step_low: int | None = None
    step_high: int | None = None
    # What it takes when typed, where that is more than the arrows lead to.
    hard: tuple[int, int] | None = None
    # The arrows lead to multiples of it, ...
    multiple_of: int = 1
    # ... counted from here.
    base: int = 0

    def next(self, number: int, sign: int) -> int:
        """The number itself or the next one that the arrows lead to."""
        beyond = (number - self.base) % self.multiple_of
        if sign > 0 and beyond:
            number += self.multiple_of
        return number - beyond

    def first(self, sign: int) -> int:
        return self.minimum if sign > 0 else self.maximum

    def clamp(self, number: int) -> int:
        lowest, highest = self.hard or (self.minimum, self.maximum)
        return min(max(number, lowest), highest)


_DAY: Final = (DatePart("month", 1, 12), DatePart("day", 1, 31), DatePart("year", *_YEARS))
_CLOCK: Final = (DatePart("hour", 1, 12), DatePart("minute", 0, 59), DatePart("half", 0, 1, _HALVES))
_LAYOUTS: Final = {
    "date": _DAY,
    "time": _CLOCK,
    "datetime-local": _DAY + _CLOCK,
    "month": (DatePart("month", 1, 12, _MONTHS), DatePart("year", *_YEARS)),
    "week": (DatePart("week", 1, 53), DatePart("year", *_YEARS)),
}


@dataclass(slots=True)
class DateParts:
    kind: str
    # The value of the field that they stand for.
    value: str
    numbers: dict[str, int] = field(default_factory=dict)
    # Whether the value had seconds when a script has set it; the parts remain while the user changes them.
    has_seconds: bool = False
    # What was typed into a part since it has been empty, left or stepped.
    keystrokes: dict[str, str] = field(default_factory=dict)


def layout(element: Element) -> tuple[DatePart, ...]:
    """The parts of a field in their order; none if it is no such field."""
    kind = controls.input_type(element)
    parts = [_year(element, part) if part.name == "year" else part for part in _LAYOUTS.get(kind, ())]
    if kind not in ("time", "datetime-local"):
        return tuple(parts)
    seconds_per_step = _step(element)
    base = _seconds(element.get("min") or element.get("value") or "")
    minutes = seconds_per_step // 60 if seconds_per_step % 60 == 0 and 3600 % seconds_per_step == 0 else 1
    parts[-2] = parts[-2]._replace(multiple_of=minutes, base=base // 60 % minutes)
    if seconds_per_step % 60 or base % 60 or parts_of(element).has_seconds:
        if seconds_per_step % 60 == 0:
            seconds = 60
        elif 60 % seconds_per_step == 0:
            seconds = seconds_per_step
        else:
            seconds = 1
        # Before the half of the day, which is last.
        parts.insert(-1, DatePart("second", 0, 59, multiple_of=seconds, base=base % seconds))
    return tuple(parts)


def is_simple(element: Element) -> bool:
    """Whether its bounds and its step leave all parts free: a browser fixes those that can have one value only."""
    kind = controls.input_type(element)
    step = (element.get("step") or "").lower()
    minimum, maximum = (text if controls.sanitize(element, text) else "" for text in _bounds(element))
    if kind in ("time", "datetime-local"):
        if "." in controls.value(element) or minimum.count(":") > 1 or (step not in ("", "any") and not step.isdigit()):
            return False
        if _step(element) >= 3600:
            return False
    if not (minimum and maximum):
        return True
    if kind == "time":
        return minimum < "12:00" <= maximum
    return int(minimum.split("-")[0]) < int(maximum.split("-")[0])


def _bounds(element: Element) -> tuple[str, str]:
    return element.get("min") or "", element.get("max") or ""


def _step(element: Element) -> int:
    """The step of a clock in seconds."""
    step = element.get("step") or ""
    if step.isdigit() and int(step):
        return int(step)
    return 60


def _seconds(text: str) -> int:
    """How long after midnight a time is; 0 for what is none."""
    pieces = text.rpartition("T")[2].partition(".")[0].split(":")
    if len(pieces) not in (2, 3) or not all(map(str.isdigit, pieces)):
        return 0
    hour, minute, second = [*map(int, pieces), 0][:3]
    return hour * 3600 + minute * 60 + second


def _year(element: Element, part: DatePart) -> DatePart:
    """The years between the bounds; stepping an empty one begins there, or else at the present year."""
    first_year, last_year = (_year_of(element, text) for text in _bounds(element))
    today = localtime().tm_year
    return part._replace(
        minimum=first_year or part.minimum,
        maximum=last_year or part.maximum,
        hard=_YEARS,
        step_low=first_year or today,
        step_high=last_year or today,
    )


def _year_of(element: Element, text: str) -> int | None:
    if controls.sanitize(element, text):
        return int(text.split("-")[0])
    return None


def parts_of(element: Element) -> DateParts:
    """What stands in the parts now: if a script has set another value since, the parts of that one."""
    state = controls.control(element)
    kind = controls.input_type(element)
    value = controls.value(element)
    if state.parts is None or state.parts.kind != kind or state.parts.value != value:
        numbers = _parse(kind, value)
        state.parts = DateParts(kind, value, numbers, "second" in numbers)
    return state.parts


def type_in(element: Element, part: DatePart, character: str) -> bool:
    """Type a digit or a letter into a part; returns whether it is full."""
    parts = parts_of(element)
    keystrokes = parts.keystrokes.get(part.name, "")
    if part.words:
        _type_word(parts, part, keystrokes, character)
        _settle(element, parts)
        return False
    length = len(str(part.maximum))
    keystrokes = parts.keystrokes[part.name] = keystrokes[1 - length :] + character
    number = int(keystrokes)
    if number >= (part.hard or (part.minimum,))[0]:
        _put(parts, part, number)
    else:
        parts.numbers.pop(part.name, None)
    _settle(element, parts)
    # Full: with one more digit it would be too long or too high.
    return len(keystrokes) >= length or number * 10 > part.maximum


def step(element: Element, part: DatePart, sign: int) -> None:
    """Step a part up or down; after its last number comes the first."""
    parts = parts_of(element)
    number = parts.numbers.get(part.name)
    if number is None:
        start = part.step_low if sign > 0 else part.step_high
        target = part.first(sign) if start is None else start
    else:
        target = number + sign
    target = part.next(target, sign)
    if part.name == "hour" and {number, target} == {11, 12}:  # noon and midnight
        parts.numbers["half"] = 1 - parts.numbers.get("half", 1)
    if not part.minimum <= target <= part.maximum:
        target = part.next(part.first(sign), sign)
    if not part.words:
        parts.keystrokes.pop(part.name, None)
    parts.numbers[part.name] = target
    _settle(element, parts)


def empty(element: Element, part: DatePart) -> None:
    parts = parts_of(element)
    parts.keystrokes.pop(part.name, None)
    parts.numbers.pop(part.name, None)
    _settle(element, parts)


def leave(element: Element, part: DatePart) -> None:
    """The focus goes to another part: what was typed is complete, and zero is the lowest number."""
    parts = parts_of(element)
    keystrokes = parts.keystrokes.pop(part.name, "")
    if keystrokes and not part.words:
        _put(parts, part, int(keystrokes))
        _settle(element, parts)


def _put(parts: DateParts, part: DatePart, number: int) -> None:
    if part.name == "hour":  # also that of a clock of 24 hours
        parts.numbers["hour"] = number % 12 or 12
        if number > part.maximum:
            parts.numbers["half"] = 1
    else:
        parts.numbers[part.name] = part.clamp(number)


def _type_word(parts: DateParts, part: DatePart, keystrokes: str, character: str) -> None:
    """Look for the word that begins with what was typed; the same letter again leads to the next such word."""
    if part.words is _HALVES:  # one letter is enough
        keystrokes = ""
    repeats = set(keystrokes) == {character}
    parts.keystrokes[part.name] = keystrokes + character
    prefix = character if repeats else keystrokes + character
    count = len(part.words)
    current = parts.numbers.get(part.name, part.minimum - 1) - part.minimum
    start = max(current, 0) + (len(prefix) == 1)
    for place in (number % count for number in range(start, start + count)):
        if part.words[place].startswith(prefix):
            parts.numbers[part.name] = part.minimum + place
            return
    index = parts.keystrokes[part.name]
    if index.isdigit() and 0 < int(index) <= count:
        parts.numbers[part.name] = part.minimum + int(index) - 1


def _settle(element: Element, parts: DateParts) -> None:
    """Make the field's value what stands in its parts; it is empty while one is missing or the day does not exist."""
    value = controls.sanitize(element, _value_of(parts.kind, parts.numbers))
    state = controls.control(element)
    state.is_bad = value == "" and bool(parts.numbers)
    if value == controls.value(element):
        return
    state.value = parts.value = value
    state.is_typed = state.is_checked_by_user = True
    dispatch(Event("input", element))
    # Every key ends an edit: `change` follows `input`.
    state.at_focus = controls.value(element)
    dispatch(Event("change", element))


def _parse(kind: str, value: str) -> dict[str, int]:
    if not value:
        return {}
    day, _, clock = value.partition("T") if kind == "datetime-local" else (value, "", value)
    numbers: dict[str, int] = {}
    if kind != "time":
        names = {"week": ("year", "week"), "month": ("year", "month")}.get(kind, ("year", "month", "day"))
        numbers.update(zip(names, map(int, day.replace("W", "").split("-")), strict=False))
    if kind in ("time", "datetime-local"):
        hour, minute, *seconds = clock.split(":")
        numbers.update(hour=int(hour) % 12 or 12, minute=int(minute), half=int(hour) // 12)
        if seconds:
            numbers["second"] = int(seconds[0])
    return numbers


def _value_of(kind: str, numbers: dict[str, int]) -> str:
    day = {"week": "{year:04}-W{week:02}", "month": "{year:04}-{month:02}"}.get(kind, "{year:04}-{month:02}-{day:02}")
    clock = "{hour:02}:{minute:02}" + (":{second:02}" if "second" in numbers else "")
    try:
        fields = {**numbers}
        if kind in ("time", "datetime-local"):
            fields["hour"] = numbers["hour"] % 12 + 12 * numbers["half"]
        return {"time": clock, "datetime-local": f"{day}T{clock}"}.get(kind, day).format(**fields)
    except KeyError:
        return ""
