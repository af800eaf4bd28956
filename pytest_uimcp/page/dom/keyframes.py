"""What animations leave: the values of `@keyframes` once an animation has ended, or at a moment of its time.

An animation that ends is over when a step is. Of one that never ends only what it says all the time is certain.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from pytest_uimcp.page.dom.animations import CssAnimation
from pytest_uimcp.page.dom.syntax import items
from pytest_uimcp.page.gaps import refuse

_PER_CENT: Final = re.compile(r"(?P<number>\d+\.?\d*|\.\d+)%")
# What is on as soon as it begins to come, and until it is gone; other properties change in the middle.
_ON: Final[Mapping[str, str]] = {"visibility": "hidden collapse", "content-visibility": "hidden", "display": "none"}
_ENDLESS: Final = math.inf


class KeyframesRule(NamedTuple):
    """A rule `@keyframes` as it is written, and the layer that it is in."""

    name: str
    body: str
    layer: str | None
    gap: tuple[str, str] | None
    is_prefixed: bool


class _Frame(NamedTuple):
    offset: float
    values: Mapping[str, str]


class Keyframes:
    """All `@keyframes` of a page by their names."""

    def __init__(self, rules: Iterable[tuple[int, KeyframesRule]], read: Callable[[str], Mapping[str, str]]) -> None:
        """The rules with the ranks of their layers; `read` reads the declarations of a frame."""
        self._frames: dict[str, list[_Frame]] = {}
        self._gaps: dict[str, tuple[str, str]] = {}
        ordered = sorted(rules, key=_strength)
        for _, rule in ordered:
            self._frames[rule.name] = sorted(_frames(rule.body, read), key=_offset)
            self._gaps.pop(rule.name, None)
            if rule.gap is not None:
                self._gaps[rule.name] = rule.gap
        # The properties of which any animation may change the value.
        self.properties = frozenset(
            name for frames in self._frames.values() for frame in frames for name in frame.values
        )

    def __contains__(self, name: str) -> bool:
        return name in self._frames

    def of(self, name: str) -> list[_Frame]:
        if name in self._gaps:
            refuse(*self._gaps[name])
        return self._frames.get(name, [])

    def sets(self, name: str, properties: frozenset[str]) -> bool:
        return any(not properties.isdisjoint(frame.values) for frame in self._frames.get(name, ()))


def left_by(
    animation: CssAnimation, keyframes: Keyframes, properties: frozenset[str], elapsed: float | None = None
) -> dict[str, str]:
    """The values that an animation gives to these properties, at a time since its start, or when it has ended."""
    found: dict[str, str] = {}
    if not keyframes.sets(animation.name, properties):
        return found
    frames = keyframes.of(animation.name)
    for name in sorted({name for frame in frames for name in frame.values} & properties):
        steps = [(frame.offset, frame.values[name]) for frame in frames if name in frame.values]
        value = _value(animation, name, steps, elapsed)
        if value is not None:
            found[name] = value
    return found


def _value(animation: CssAnimation, name: str, steps: list[tuple[float, str]], elapsed: float | None) -> str | None:
    if elapsed is None and (animation.is_paused or animation.has_own_timeline or animation.end == _ENDLESS):
        return _constant(animation, name, steps)
    progress = _progress(animation, elapsed)
    if progress is None:
        return None
    return _at(animation, name, steps, progress)


def _constant(animation: CssAnimation, name: str, steps: list[tuple[float, str]]) -> str | None:
    """The value that it has all the time."""
    values = {value for _, value in steps}
    is_whole = steps[0][0] == 0 and steps[-1][0] == 1 and not animation.has_own_timeline
    starts_at_once = animation.delay <= 0 or animation.fill in ("backwards", "both")
    if len(values) == 1 and is_whole and starts_at_once:
        return values.pop()
    if name in _ON or name == "content":
        refuse("css-value", f"of {name} while the animation {animation.name} runs")
    return None


def _progress(animation: CssAnimation, elapsed: float | None) -> float | None:
    """How far it is in its keyframes; None where it has no effect."""
    end = animation.end
    is_over = elapsed is None or elapsed >= end
    if is_over and animation.fill not in ("forwards", "both"):
        return None
    if elapsed is not None and elapsed < animation.delay:
        if animation.fill not in ("backwards", "both"):
            return None
        iterations = 0.0
    elif is_over:
        iterations = animation.times if animation.times != _ENDLESS else 1.0
    else:
        assert elapsed is not None
        iterations = (elapsed - animation.delay) / animation.duration
    round_number = math.floor(iterations)
    share = iterations - round_number
    if is_over and share == 0 and iterations > 0:
        share = 1.0
        round_number -= 1
    is_back = animation.direction in ("reverse", "alternate-reverse")
    if animation.direction.startswith("alternate") and round_number % 2:
        is_back = not is_back
    return 1 - share if is_back else share


def _at(animation: CssAnimation, name: str, steps: list[tuple[float, str]], progress: float) -> str | None:
    """The value between two frames; what a frame at an end does not say is as without the animation."""
    start = next((pair for pair in reversed(steps) if pair[0] <= progress), None)
    end = next((pair for pair in steps if pair[0] >= progress), None)
    if start is not None and (start[0] == progress or (end is not None and start[1] == end[1])):
        return start[1]
    if (start is None and progress == 0) or (end is None and progress == 1):
        return None
    if start is None or end is None:
        refuse("css-value", f"of {name} in the middle of the animation {animation.name}")
    off = _ON.get(name, "").split()
    if off and (start[1] in off) != (end[1] in off):
        return end[1] if start[1] in off else start[1]
    share = (progress - start[0]) / (end[0] - start[0])
    if animation.easing != "linear":
        refuse("css-value", f"of {name} in the middle of the animation {animation.name}")
    return start[1] if share < 0.5 else end[1]


def _frames(body: str, read: Callable[[str], Mapping[str, str]]) -> list[_Frame]:
    merged: dict[float, dict[str, str]] = {}
    for item in items(body):
        for selector in item.head.split(","):
            offset = _offset_of(selector.strip().lower())
            if offset is not None and item.body is not None:
                merged.setdefault(offset, {}).update(read(item.body))
    return [_Frame(offset, values) for offset, values in merged.items()]


def _offset_of(selector: str) -> float | None:
    if selector in ("from", "to"):
        return float(selector == "to")
    per_cent = _PER_CENT.fullmatch(selector)
    if per_cent is None or float(per_cent["number"]) > 100:
        return None
    return float(per_cent["number"]) / 100


def _offset(frame: _Frame) -> float:
    return frame.offset


def _strength(ranked: tuple[int, KeyframesRule]) -> tuple[bool, int]:
    """Of several with one name the last counts; those with a prefix only where there is no other."""
    return (not ranked[1].is_prefixed, ranked[0])
