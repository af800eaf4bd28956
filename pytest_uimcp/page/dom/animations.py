"""What `animation` and `transition` say: the declarations of one element, read into one entry for each of them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from pytest_uimcp.page.dom.syntax import split
from pytest_uimcp.page.dom.words import words

# The longhands of both shorthands, with their initial values.
ANIMATION: Final[Mapping[str, str]] = {
    "animation-name": "none", "animation-duration": "0s", "animation-delay": "0s", "animation-iteration-count": "1",
    "animation-direction": "normal", "animation-fill-mode": "none", "animation-play-state": "running",
    "animation-timing-function": "ease", "animation-timeline": "auto",
}  # fmt: skip
TRANSITION: Final[Mapping[str, str]] = {
    "transition-property": "all", "transition-duration": "0s", "transition-delay": "0s",
    "transition-behavior": "normal", "transition-timing-function": "ease",
}  # fmt: skip
ANIMATING: Final = frozenset(ANIMATION) | frozenset(TRANSITION)
_TIME: Final = re.compile(r"(?P<number>[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(?P<unit>m?s)")
_NUMBER: Final = re.compile(r"\+?(?:\d+\.?\d*|\.\d+)")
_WORDS: Final = re.compile(r"\"[^\"]*\"|'[^']*'|(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+")
_EASINGS: Final = words("ease ease-in ease-in-out ease-out linear step-end step-start")
_KEYWORDS: Final[Mapping[str, frozenset[str]]] = {
    "animation-direction": words("normal reverse alternate alternate-reverse"),
    "animation-fill-mode": words("none forwards backwards both"), "animation-play-state": words("running paused"),
    "transition-behavior": words("normal allow-discrete"),
}  # fmt: skip


class CssAnimation(NamedTuple):
    """One entry of `animation`; times in seconds."""

    name: str
    duration: float
    delay: float
    times: float
    direction: str
    fill: str
    is_paused: bool
    easing: str
    has_own_timeline: bool

    @property
    def end(self) -> float:
        """When it ends, counted from its start; infinite if it never does."""
        if self.duration == 0 or self.times == 0:
            return max(0.0, self.delay)
        return max(0.0, self.delay + self.duration * self.times)


class CssTransition(NamedTuple):
    """One entry of `transition`; times in seconds."""

    name: str
    duration: float
    delay: float
    is_discrete: bool

    @property
    def end(self) -> float:
        return max(0.0, self.duration) + self.delay


def animations_of(style: Mapping[str, str]) -> tuple[CssAnimation, ...]:
    """The animations of an element, the strongest last."""
    if not style:
        return ()
    lists = _lists(style, ANIMATION)
    names = lists["animation-name"]
    if names == ["none"]:
        return ()
    return tuple(
        _animation(name, {key: values[number % len(values)] for key, values in lists.items()})
        for number, name in enumerate(names)
        if name != "none"
    )


def transitions_of(style: Mapping[str, str]) -> tuple[CssTransition, ...]:
    """The transitions of an element that take time; of several for a property, the last counts."""
    if not style:
        return ()
    lists = _lists(style, TRANSITION)
    entries = []
    for number, name in enumerate(lists["transition-property"]):
        duration, delay, behavior = (
            lists[f"transition-{key}"][number % len(lists[f"transition-{key}"])]
            for key in ("duration", "delay", "behavior")
        )
        entries.append(CssTransition(name.lower(), _seconds(duration), _seconds(delay), behavior == "allow-discrete"))
    return tuple(entries)


def _animation(name: str, entry: Mapping[str, str]) -> CssAnimation:
    count = entry["animation-iteration-count"]
    if name[0] in "\"'":
        name = name[1:-1]
    return CssAnimation(
        name,
        max(0.0, _seconds(entry["animation-duration"])),
        _seconds(entry["animation-delay"]),
        math.inf if count == "infinite" else float(count),
        entry["animation-direction"],
        entry["animation-fill-mode"],
        entry["animation-play-state"] == "paused",
        entry["animation-timing-function"],
        entry["animation-timeline"] != "auto",
    )


def _seconds(text: str) -> float:
    time = _TIME.fullmatch(text)
    if time is None:
        return 0.0
    factor = 0.001 if time["unit"] == "ms" else 1.0
    return float(time["number"]) * factor


def _lists(style: Mapping[str, str], longhands: Mapping[str, str]) -> dict[str, list[str]]:
    """Of each longhand its values; where its shorthand was declared, this stands there as a whole."""
    return {name: list(_values(name, style.get(name, initial), initial)) for name, initial in longhands.items()}


def _values(name: str, value: str, initial: str) -> Iterator[str]:
    shorthand, colon, text = value.partition(":")
    if not colon or shorthand not in _SHORTHANDS:
        for part in split(value, ","):
            entry = part.strip()
            is_valid = _accepts(name, entry)
            yield entry if is_valid else initial
        return
    entries = _entries(shorthand, text)
    if not entries:
        yield initial
    for entries_of_one in entries:
        yield entries_of_one.get(name, initial)


def _accepts(name: str, value: str) -> bool:
    if name in _KEYWORDS:
        return value in _KEYWORDS[name]
    if name in ("animation-duration", "animation-delay", "transition-duration", "transition-delay"):
        return _TIME.fullmatch(value) is not None and not (name.endswith("duration") and value.startswith("-"))
    if name == "animation-iteration-count":
        return value == "infinite" or _NUMBER.fullmatch(value) is not None
    return bool(value)


@lru_cache(maxsize=512)
def _entries(shorthand: str, text: str) -> list[dict[str, str]]:
    """The entries of a shorthand, each with what it names; none if the declaration is not valid."""
    entries = []
    for part in split(text, ","):
        entry: dict[str, str] = {}
        for word in _WORDS.findall(part):
            name = next((name for name, takes in _SHORTHANDS[shorthand] if name not in entry and takes(word)), None)
            if name is None:
                return []
            entry[name] = word if name in ("animation-name", "transition-property") else word.lower()
        entries.append(entry)
    return entries


def _takes(name: str) -> Callable[[str], bool]:
    def takes(word: str) -> bool:
        return _accepts(name, word.lower())

    return takes


def _is_easing(word: str) -> bool:
    return word.lower() in _EASINGS or word.lower().startswith(("cubic-bezier(", "linear(", "steps("))


def _is_name(word: str) -> bool:
    return word[0] in "\"'" or re.fullmatch(r"-?[^\W\d][\w-]*|--[\w-]+", word) is not None


# Which longhand takes a word: the first that has none yet.
_SHORTHANDS: Final[Mapping[str, tuple[tuple[str, Callable[[str], bool]], ...]]] = {
    "animation": (
        ("animation-duration", _takes("animation-duration")), ("animation-delay", _takes("animation-delay")),
        ("animation-timing-function", _is_easing),
        ("animation-iteration-count", _takes("animation-iteration-count")),
        ("animation-direction", _takes("animation-direction")), ("animation-fill-mode", _takes("animation-fill-mode")),
        ("animation-play-state", _takes("animation-play-state")), ("animation-name", _is_name),
    ),
    "transition": (
        ("transition-duration", _takes("transition-duration")), ("transition-delay", _takes("transition-delay")),
        ("transition-timing-function", _is_easing), ("transition-behavior", _takes("transition-behavior")),
        ("transition-property", _is_name),
    ),
}  # fmt: skip
