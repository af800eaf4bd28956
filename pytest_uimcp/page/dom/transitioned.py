"""Which transitions a change of values starts: those whose property has another value that can be moved to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from pytest_uimcp.page.dom.animations import CssTransition
from pytest_uimcp.page.dom.words import words
from pytest_uimcp.page.gaps import refuse

_SIDES: Final = ("top", "right", "bottom", "left")
_SIZES: Final = words("height max-height max-width min-height min-width width top right bottom left")
_MOVES: Final = words("transform translate scale rotate filter backdrop-filter")
_COLOURS: Final = words("background-color color border-color outline-color fill stroke")
# Properties with their initial values.
_INITIAL: Final[Mapping[str, str]] = {
    "opacity": "1", "visibility": "visible", **dict.fromkeys(_MOVES, "none"), **dict.fromkeys(_SIZES, "auto"),
    **{f"{name}-{side}": "0" for name in ("margin", "padding") for side in _SIDES}, "background-color": "transparent",
}  # fmt: skip
# What moves to something that is not read here, such as a list of shadows, or stands for several properties.
_UNREAD: Final = words(
    """background background-position background-size border border-bottom border-left border-radius border-right
    border-top box-shadow content-visibility display flex flex-basis flex-grow font font-size gap
    grid-template-columns grid-template-rows letter-spacing line-height margin outline padding inset text-shadow
    stroke-dashoffset z-index"""
)
READ: Final = frozenset(_INITIAL) | _COLOURS | _UNREAD
_NUMBER: Final = re.compile(r"(?P<number>[+-]?(?:\d+\.?\d*|\.\d+))(?P<unit>[a-z]*|%)")
_NO_LENGTH: Final = words("auto none max-content min-content fit-content stretch normal content")
_NAMED: Final = re.compile(r"[a-z]+")
_HEX: Final = re.compile(r"#[0-9a-f]{6}")


def transitioned(
    entries: Iterable[CssTransition], before: Callable[[str], str | None], after: Callable[[str], str | None]
) -> Iterator[CssTransition]:
    """The transitions that start, by the names of their properties."""
    by_property: dict[str, CssTransition] = {}
    for entry in entries:
        for name in _properties(entry.name):
            by_property[name] = entry
    for name, entry in sorted(by_property.items()):
        if entry.end <= 0 or not _changes(name, before(name), after(name), is_discrete=entry.is_discrete):
            continue
        yield entry._replace(name=name)


def _properties(name: str) -> Iterable[str]:
    if name == "all":
        return sorted(READ)
    return [one for one in sorted(READ) if one == name or one.startswith(f"{name}-")]


def _changes(name: str, before: str | None, after: str | None, *, is_discrete: bool) -> bool:
    if before == after:
        return False
    if name in ("display", "content-visibility") and not is_discrete:
        return False
    initial = _INITIAL.get(name)
    old = _plain(before or initial)
    new = _plain(after or initial)
    if old == new:
        return False
    if name in _UNREAD or old is None or new is None:
        refuse("event", f"of a transition of {name}")
    if name == "visibility":
        return "visible" in (old, new)
    if name in _SIZES or name.startswith(("margin", "padding")):
        return old not in _NO_LENGTH and new not in _NO_LENGTH
    if name in _COLOURS and not (_is_alike(_NAMED, old, new) or _is_alike(_HEX, old, new)):
        refuse("event", f"of a transition of {name}")
    return True


def _is_alike(form: re.Pattern[str], old: str, new: str) -> bool:
    return form.fullmatch(old) is not None and form.fullmatch(new) is not None


def _plain(value: str | None) -> str | None:
    """A value, and a number as it is computed."""
    if value is None:
        return None
    number = _NUMBER.fullmatch(value)
    if number is None:
        return " ".join(value.split())
    unit = number["unit"]
    if float(number["number"]) == 0:
        unit = ""
    return f"{float(number['number']):g}{unit}"
