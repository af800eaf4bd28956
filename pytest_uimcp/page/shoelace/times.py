"""sl-relative-time and sl-format-date: moments as Chromium's `Intl` writes them in American English.

Now is the time of the machine, which apps get from `os.time` and browsers from `Date`, also in virtual time.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from pytest_uimcp.page.gaps import refuse
from pytest_uimcp.page.shoelace.base import esc
from pytest_uimcp.page.shoelace.formats import Format

_MINUTE: Final = 60.0
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR


class _Unit(NamedTuple):
    name: str
    seconds: float
    # A difference that is this large is written in the next unit.
    end: float
    # What `short` and `narrow` put behind the number.
    short: str
    narrow: str
    # The words for -1, 0 and 1, unless `numeric` is `always`; for `long`, and for the others.
    words: tuple[str, str, str]
    short_words: tuple[str, str, str]


_UNITS: Final = (
    _Unit("minute", _MINUTE, 46 * _MINUTE, " min.", "m", ("", "this minute", ""), ("", "this minute", "")),
    _Unit("hour", _HOUR, 20 * _HOUR, " hr.", "h", ("", "this hour", ""), ("", "this hour", "")),
    _Unit("day", _DAY, 6 * _DAY, " day", "d", ("yesterday", "today", "tomorrow"), ("yesterday", "today", "tomorrow")),
    _Unit("week", 7 * _DAY, 28 * _DAY, " wk.", "w", ("last week", "this week", "next week"),
          ("last wk.", "this wk.", "next wk.")),
    _Unit("month", 30 * _DAY, 330 * _DAY, " mo.", "mo", ("last month", "this month", "next month"),
          ("last mo.", "this mo.", "next mo.")),
    _Unit("year", 365 * _DAY, math.inf, " yr.", "y", ("last year", "this year", "next year"),
          ("last yr.", "this yr.", "next yr.")),
)  # fmt: skip
_NUMBERS: Final = ("", "numeric", "2-digit")
_WORDS: Final = ("", "narrow", "short", "long")
# The attributes of the parts of a date, with their values.
_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "weekday": _WORDS, "year": _NUMBERS, "month": (*_NUMBERS, *_WORDS), "day": _NUMBERS,
    "hour": _NUMBERS, "minute": _NUMBERS, "second": _NUMBERS, "era": ("",), "time-zone-name": ("",),
}  # fmt: skip
_LETTERS: Final = {
    "W": "weekday", "y": "year", "m": "month", "d": "day", "h": "hour", "i": "minute", "s": "second",
}  # fmt: skip
# Which parts are written together in the usual way.
_DATES: Final = frozenset({"", "W", "y", "m", "d", "ym", "md", "ymd", "Wmd", "Wymd"})
# How many letters of a name are written.
_NAMES: Final = {"narrow": 1, "short": 3, "long": None}
_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
# What browsers read alike; without a time it is that of Greenwich, without a zone that of the machine.
_DATE: Final = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d))?)?"
    r"(?P<time>[Tt ](?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:\.(?P<fraction>\d+))?)?"
    r"(?P<zone>[Zz]|[+-]\d\d:?\d\d)?)?"
)
_NO_DATE: Final = re.compile(r"\D*|\d{7,}")


class _Moment(Format):
    # The time when the element was drawn first, which it shows without a date.
    _default: float | None = None

    def moment(self) -> float | None:
        """The moment in seconds; None for what is none."""
        date = self.element.get("date")
        if date is not None:
            return _seconds(date)
        if self.is_cleared("date"):
            return 0.0
        if self._default is None:
            self._default = time.time()
        return self._default


class RelativeTime(_Moment):
    """How long ago something was, or in how long it will be; only with `sync` it goes on by itself."""

    required_attributes = frozenset({"format", "numeric"})

    _attributes: tuple[str | None, ...] | None = None
    _present: float = 0.0

    def shadow_html(self) -> str:
        element = self.element
        moment = self.moment()
        attributes = tuple(map(element.get, ("date", "format", "numeric")))
        if attributes != self._attributes or element.has("sync"):
            self._attributes = attributes
            self._present = time.time()
        if moment is None:
            return ""
        self.ensure_american()
        return f"<time>{esc(self._text(moment - self._present))}</time>"

    def _text(self, difference: float) -> str:
        style = self.element.get("format") or "long"
        numeric = self.element.get("numeric") or "auto"
        if style not in ("long", "short", "narrow") or numeric not in ("auto", "always"):
            refuse("component-use", f"how <sl-relative-time> fails with format={style!r} and numeric={numeric!r}")
        unit = next(unit for unit in _UNITS if abs(difference) < unit.end)
        number = math.floor(difference / unit.seconds + 0.5)
        words = unit.words if style == "long" else unit.short_words
        if numeric == "auto" and abs(number) <= 1 and words[number + 1]:
            return words[number + 1]
        amount = _amount(abs(number), unit, style)
        if number < 0 or (number == 0 and difference < 0):
            return f"{amount} ago"
        return f"in {amount}"


class FormatDate(_Moment):
    """A date, a time or both."""

    required_attributes = frozenset({*_PARTS, "time-zone", "hour-format"})

    def shadow_html(self) -> str:
        moment = self.moment()
        if moment is None:
            return ""
        self.ensure_american()
        return f"<time>{esc(self._text(self._local(moment)))}</time>"

    def _local(self, moment: float) -> datetime:
        name = self.element.get("time-zone")
        if not name:
            return datetime.fromtimestamp(moment, UTC).astimezone()
        if name == "UTC":  # which is known also where no zones are installed
            return datetime.fromtimestamp(moment, UTC)
        try:
            # Few pages name a zone.
            from zoneinfo import ZoneInfo

            return datetime.fromtimestamp(moment, ZoneInfo(name))
        except (KeyError, ValueError, OSError):
            refuse("component-use", f"the time-zone {name!r} of <sl-format-date>")

    def _text(self, moment: datetime) -> str:
        styles = {name: self.element.get(name) or "" for name in (*_PARTS, "hour-format")}
        for name, style in styles.items():
            if style not in _PARTS.get(name, ("", "auto", "12", "24")):
                refuse("component-use", f"how <sl-format-date> fails with {name}={style!r}")
        if not any(styles[name] for name in _PARTS):
            styles |= {"year": "numeric", "month": "numeric", "day": "numeric"}
        letters = "".join(letter for letter, name in _LETTERS.items() if styles[name])
        date = letters.rstrip("his")
        clock = letters.lstrip("Wymd")
        if date not in _DATES or clock not in ("", "h", "hi", "his") or (date == "W" and clock):
            parts = " ".join(_LETTERS[letter] for letter in letters)
            refuse("component-use", f"how <sl-format-date> writes {parts} together")
        if not clock:
            return _date_text(moment, styles)
        if not date:
            return _clock_text(moment, styles)
        between = ", "
        if styles["month"] == "long":
            between = " at "
        return f"{_date_text(moment, styles)}{between}{_clock_text(moment, styles)}"


def _date_text(moment: datetime, styles: Mapping[str, str]) -> str:
    year, month, day = (_digits(getattr(moment, name), styles[name]) for name in ("year", "month", "day"))
    if styles["month"] in _NAMES:
        month = _MONTHS[moment.month - 1][: _NAMES[styles["month"]]]
        date = " ".join(filter(None, (month, day)))
        if year and day:
            date += ","
        date = " ".join(filter(None, (date, year)))
    else:
        date = "/".join(filter(None, (month, day, year)))
    if not styles["weekday"]:
        return date
    weekday = _DAYS[moment.weekday()][: _NAMES[styles["weekday"]]]
    return ", ".join(filter(None, (weekday, date)))


def _clock_text(moment: datetime, styles: Mapping[str, str]) -> str:
    numbers = [f"{getattr(moment, name):02}" for name in ("hour", "minute", "second") if styles[name]]
    if styles["hour-format"] == "24":
        return ":".join(numbers)
    half = "AM" if moment.hour < 12 else "PM"
    numbers[0] = _digits((moment.hour - 1) % 12 + 1, styles["hour"])
    return f"{':'.join(numbers)} {half}"


def _digits(number: int, style: str) -> str:
    """A number in one of the styles; nothing for a part that is not shown."""
    if not style:
        return ""
    if style == "2-digit":
        return f"{number % 100:02}"
    return str(number)


def _amount(number: int, unit: _Unit, style: str) -> str:
    plural = "s" * (number != 1)
    if style == "long":
        return f"{number:,} {unit.name}{plural}"
    if style == "narrow":
        return f"{number:,}{unit.narrow}"
    return f"{number:,}{unit.short}{plural * (unit.name == 'day')}"


def _seconds(text: str) -> float | None:
    """The moment of a text as `new Date(text)` reads it, in seconds; None for what is no date."""
    date = _DATE.fullmatch(text)
    if date is None and _NO_DATE.fullmatch(text):
        return None
    moment = date and _moment_of(date)
    if moment is None:
        refuse("component-use", f"which moment {text!r} is; write it like 2026-02-03T12:00:00Z")
    return moment.timestamp()


def _moment_of(date: re.Match[str]) -> datetime | None:
    """None for what is not in the calendar, such as February 30; browsers read some of these."""
    year, month, day, hour, minute, second = (
        int(date[name] or default)
        for name, default in {"year": 1, "month": 1, "day": 1, "hour": 0, "minute": 0, "second": 0}.items()
    )
    microsecond = int((date["fraction"] or "")[:6].ljust(6, "0"))
    try:
        moment = datetime(year, month, day, hour, minute, second, microsecond, UTC)
    except ValueError:
        return None
    if not date["time"] or date["zone"] in ("Z", "z"):
        return moment
    if not date["zone"]:
        return moment.replace(tzinfo=None).astimezone()
    sign = -1 if date["zone"][0] == "-" else 1
    digits = date["zone"][1:].replace(":", "")
    return moment - sign * timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
