"""sl-relative-time: how long ago a moment was, as Chromium's `Intl.RelativeTimeFormat` writes it in American English.

Now is the time of the machine, which apps get from `os.time` and browsers from `Date`, also in virtual time.
"""

from __future__ import annotations

import math
import re
import time
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
# What browsers read alike; without a time it is that of Greenwich, without a zone that of the machine.
_DATE: Final = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d))?)?"
    r"(?P<time>[Tt ](?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:\.(?P<fraction>\d+))?)?"
    r"(?P<zone>[Zz]|[+-]\d\d:?\d\d)?)?"
)
_NO_DATE: Final = re.compile(r"\D*|\d{7,}")


class RelativeTime(Format):
    """How long ago something was, or in how long it will be; only with `sync` it goes on by itself"""

    required_attributes = frozenset({"format", "numeric"})

    _drawn: tuple[str | None, ...] | None = None
    _now: float = 0.0
    _first: float | None = None

    def shadow_html(self) -> str:
        element = self.element
        attributes = tuple(map(element.get, ("date", "format", "numeric")))
        if attributes != self._drawn or element.has("sync"):
            self._drawn = attributes
            self._now = time.time()
        moment = self._moment()
        if moment is None:
            return ""
        self.ensure_american()
        return f"<time>{esc(self._text(moment - self._now))}</time>"

    def _moment(self) -> float | None:
        """The moment in seconds; None for what is none."""
        date = self.element.get("date")
        if date is not None:
            return _seconds(date)
        if self.is_cleared("date"):
            return 0.0
        if self._first is None:
            self._first = self._now
        return self._first

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
        int(date[name] or least)
        for name, least in {"year": 1, "month": 1, "day": 1, "hour": 0, "minute": 0, "second": 0}.items()
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
