"""Native validation: what is wrong with the value of a control, by the constraints of its attributes."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from datetime import date, timedelta
from math import isfinite
from typing import Final
from urllib.parse import urlsplit

from pytest_uimcp.core.patterns import PatternTimeout, TimeLimit, ecma_compiled
from pytest_uimcp.page.dom import controls
from pytest_uimcp.page.dom.input_values import ascii_address, unit_count
from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.gaps import refuse

__all__ = [
    "is_candidate", "is_invalid", "is_out_of_range", "is_user_checked", "number_of",
]  # fmt: skip

_PATTERNED: Final = frozenset({"text", "search", "url", "tel", "email", "password"})
_NEVER: Final = frozenset({"hidden", "button", "reset"})
_READ_ONLY: Final = controls.TEXT_INPUTS | {"date", "month", "week", "time", "datetime-local"}
_OPTIONAL: Final = frozenset({"range", "color", "hidden", "submit", "image", "reset", "button"})
# The expression that the HTML standard gives.
_EMAIL: Final = re.compile(
    r"[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
    r"(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*"
)
_SCHEME: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_SPECIAL: Final = frozenset({"http", "https", "ftp", "ws", "wss"})


def is_candidate(element: Element) -> bool:
    if element.tag not in ("button", "input", "select", "textarea") or controls.is_disabled(element):
        return False
    # HTML bars what stands in a `datalist` from validation.
    if any(ancestor.tag == "datalist" for ancestor in element.ancestors()):
        return False
    if element.tag == "button":
        return controls.submits(element)
    kind = controls.input_type(element) or element.tag
    return kind not in _NEVER and not (element.has("readonly") and (kind in _READ_ONLY or kind == "textarea"))


def is_invalid(element: Element) -> bool:
    """Whether a control that is validated violates a constraint; for a form or field set, whether one in it does."""
    if element.tag in ("form", "fieldset"):
        return any(map(is_invalid, controls.controls_of(element)))
    return is_candidate(element) and any(violates(element) for violates in _CONSTRAINTS)


def is_user_checked(element: Element) -> bool:
    return element.control is not None and element.control.is_checked_by_user


def number_of(kind: str, text: str | None) -> float | None:
    """A value as the number that `min`, `max` and `step` compare."""
    parse = _NUMBERS.get(kind)
    if parse is not None and text:
        return parse(text)
    return None


def _step_of(element: Element) -> float | None:
    """The step between valid values, in the unit of their numbers; None if any value is one."""
    kind = controls.input_type(element)
    text = (element.get("step") or "").strip()
    if text.lower() == "any":
        return None
    step = controls.parse_number(text)
    if step is not None and step > 0:
        return step
    # The default is a minute: fields that take seconds say so.
    if kind in ("time", "datetime-local"):
        return 60.0
    return 1.0


def _missing(element: Element) -> bool:
    if element.tag == "input":
        kind = controls.input_type(element)
        if kind == "radio":
            group = controls.radio_group(element) or [element]
            return any(button.has("required") for button in group) and not any(map(controls.is_checked, group))
        if not element.has("required") or kind in _OPTIONAL:
            return False
        if kind == "checkbox":
            return not controls.is_checked(element)
        return controls.value(element) == ""
    if element.tag == "select":
        return element.has("required") and _chooses_nothing(element)
    return element.tag == "textarea" and element.has("required") and controls.value(element) == ""


def _chooses_nothing(select: Element) -> bool:
    selection = controls.selected_options(select)
    if not selection:
        return True
    if controls.is_multiple(select) or controls.is_listed(select):
        return False
    # HTML's placeholder label option: the first one, empty, and in no group.
    placeholder = controls.options(select)[0]
    return selection[0] is placeholder and placeholder.parent is select and controls.option_value(placeholder) == ""


def _mistyped(element: Element) -> bool:
    if element.tag != "input":
        return False
    kind = controls.input_type(element)
    text = controls.value(element)
    if kind == "url":
        return text != "" and not _is_url(text)
    if kind != "email" or text == "":
        return False
    if element.has("multiple"):
        parts = [part.strip() for part in text.split(",")]
    else:
        parts = [text]
    return not all(_EMAIL.fullmatch(ascii_address(part)) for part in parts)


def _is_url(text: str) -> bool:
    if not _SCHEME.match(text):
        return False
    try:
        url = urlsplit(text)
        _ = url.port
    except ValueError:
        return False
    address = text.partition(":")[2]
    if url.scheme.lower() in _SPECIAL:
        host = address.lstrip("/\\").split("/")[0].split("?")[0].split("#")[0].rpartition("@")[2]
        return bool(host) and not re.search(r"[\s<>^|%]", host)
    return True


def _mismatches(element: Element) -> bool:
    pattern = element.get("pattern")
    if element.tag != "input" or not pattern or controls.input_type(element) not in _PATTERNED:
        return False
    text = controls.value(element)
    compiled = ecma_compiled(pattern)
    if text == "" or compiled is None:
        return False
    if element.has("multiple") and controls.input_type(element) == "email":
        parts = text.split(",")
    else:
        parts = [text]
    limit = TimeLimit()
    try:
        return not all(limit.fits(compiled, part) for part in parts)
    except PatternTimeout:
        refuse("pattern", repr(pattern))


def _too_short(element: Element) -> bool:
    return 0 < _typed_length(element) < _length_limit(element, "minlength", default=0)


def _too_long(element: Element) -> bool:
    return _typed_length(element) > _length_limit(element, "maxlength", default=sys.maxsize)


def _typed_length(element: Element) -> int:
    """How long the text is that the user has typed, in the units of JavaScript; other texts have no limit."""
    if element.tag != "textarea" and controls.input_type(element) not in _PATTERNED:
        return 0
    if element.control is None or not element.control.is_typed:
        return 0
    return unit_count(controls.value(element))


def _length_limit(element: Element, name: str, default: int) -> int:
    limit = element.get(name) or ""
    if limit.isdigit():
        return int(limit)
    return default


def is_out_of_range(element: Element) -> bool:
    if element.tag != "input":
        return False
    kind = controls.input_type(element)
    number = number_of(kind, controls.value(element))
    if number is None:
        return False
    minimum = number_of(kind, element.get("min"))
    maximum = number_of(kind, element.get("max"))
    # A span of time may run over midnight: then it leaves out what is between its end and its start.
    if kind == "time" and minimum is not None and maximum is not None and maximum < minimum:
        return maximum < number < minimum
    return (minimum is not None and number < minimum) or (maximum is not None and number > maximum)


def _between_steps(element: Element) -> bool:
    if element.tag != "input":
        return False
    kind = controls.input_type(element)
    number = number_of(kind, controls.value(element))
    step = _step_of(element)
    if number is None or step is None or kind == "range":
        return False
    base = number_of(kind, element.get("min"))
    if base is None:
        base = number_of(kind, element.get("value"))
    if base is None:
        base = 0.0
    steps = (number - base) / step
    return abs(steps - round(steps)) > 1e-7 * max(1.0, abs(steps))


def _half_typed(element: Element) -> bool:
    return element.control is not None and element.control.is_bad


_CONSTRAINTS: Final = (
    _missing, _mistyped, _mismatches, _too_short, _too_long, is_out_of_range, _between_steps, _half_typed,
)  # fmt: skip


def _plain_number(text: str) -> float | None:
    number = controls.parse_number(text)
    if number is not None and isfinite(number):
        return number
    return None


def _days(text: str) -> float | None:
    try:
        return float(date.fromisoformat(text).toordinal() - date(1970, 1, 1).toordinal())
    except ValueError:
        return None


def _months(text: str) -> float | None:
    year, _, month = text.partition("-")
    if year.isdigit() and month.isdigit():
        return (int(year) - 1970) * 12.0 + int(month) - 1
    return None


def _weeks(text: str) -> float | None:
    try:
        monday = date.fromisoformat(f"{text}-1")
    except ValueError:
        return None
    return float((monday - date(1969, 12, 29)) // timedelta(days=7))


def _seconds(text: str) -> float | None:
    try:
        hours, minutes, seconds = [*text.split(":"), "0"][:3]
        return int(hours) * 3600 + int(minutes) * 60 + float(seconds)
    except ValueError:
        return None


def _moments(text: str) -> float | None:
    day, _, time = text.replace(" ", "T").partition("T")
    days = _days(day)
    seconds = _seconds(time)
    if days is None or seconds is None:
        return None
    return days * 86400 + seconds


_NUMBERS: Final[dict[str, Callable[[str], float | None]]] = {
    "number": _plain_number, "range": _plain_number, "date": _days, "month": _months, "week": _weeks, "time": _seconds,
    "datetime-local": _moments,
}  # fmt: skip
