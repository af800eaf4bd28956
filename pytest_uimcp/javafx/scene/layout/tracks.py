"""Columns or rows of a grid: what each needs, what spans need beyond it, and how room is given and taken."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from pytest_uimcp.javafx.scene.layout.sizer import MAX
from pytest_uimcp.javafx.scene.values.geometry import snap_size, snap_space

COMPUTED: Final = -1.0
PREFERRED: Final = float("-inf")
PRIORITIES: Final = ("NEVER", "SOMETIMES", "ALWAYS")


def bounded(minimum: float, size: float, maximum: float) -> float:
    """A size within its bounds; the least is the stronger of two that disagree."""
    return min(max(size, minimum), max(minimum, maximum))


@dataclass(frozen=True)
class TrackRule:
    """What the constraints of a column or row say of it; -1 is what its children need."""

    minimum: float = COMPUTED
    preferred: float = COMPUTED
    maximum: float = COMPUTED
    percent: float = -1.0
    grow: str = "NEVER"


@dataclass
class Tracks:
    """Sizes of all columns or rows, and those that children in several of them need together."""

    gap: float
    percents: list[float]
    sizes: list[float]
    # Tracks whose size a constraint says: children do not widen them.
    fixed: set[int] = field(default_factory=set)
    spans: dict[tuple[int, int], float] = field(default_factory=dict)

    def fix(self, place: int, size: float) -> None:
        self.sizes[place] = size
        self.fixed.add(place)

    def need(self, begin: int, end: int, size: float) -> None:
        """Let a child say what it needs, in one track or in several together."""
        if end - begin > 1:
            self.spans[begin, end] = max(self.spans.get((begin, end), 0.0), size)
        elif begin not in self.fixed:
            self.sizes[begin] = max(self.sizes[begin], size)

    def size(self, place: int) -> float:
        return max(self.sizes[place], 0.0)

    def extent(self, begin: int, end: int) -> float:
        """Some of them with the gaps between them."""
        return sum(map(self.size, range(begin, end))) + self.gap * max(0, end - begin - 1)

    def total(self) -> float:
        """What all need, so that each share is large enough for what is in it."""
        count = len(self.sizes)
        total = self.extent(0, count)
        for (begin, end), size in self.spans.items():
            if not self.fixed.issuperset(range(begin, end)):
                total += max(0.0, size - self.extent(begin, end))
        shares = sum(percent for percent in self.percents if percent > 0)
        if shares <= 0:
            return total
        rest_size = sum(self.size(place) for place in range(count) if self.percents[place] < 0)
        for place, percent in enumerate(self.percents):
            if percent == 0:
                total -= self.size(place)
        for place, percent in enumerate(self.percents):
            if percent > 0:
                total = max(total, self.size(place) * (100 / percent))
        if shares < 100:
            total = max(total, rest_size * 100 / (100 - shares))
        return total

    def limit(self, place: int, *, minimum: bool) -> float:
        """The bound of one track, with its part of what spans over it need."""
        result = self.sizes[place]
        if place in self.fixed:
            return result
        for (begin, end), size in self.spans.items():
            if begin <= place < end:
                segment = size / (end - begin)
                part = segment
                for other in range(begin, end):
                    if other != place and (self.size(other) > segment) == minimum and self.size(other) != segment:
                        part += segment - self.size(other)
                result = max(result, part) if minimum else min(result, part)
        return result

    def copy(self) -> Tracks:
        return Tracks(self.gap, self.percents, list(self.sizes), self.fixed, self.spans)

    def share(self, space: float) -> None:
        """Give each share its part of the space, on whole pixels: what is lost by rounding goes to the next ones."""
        remainder = 0.0
        for place, percent in enumerate(self.percents):
            if percent >= 0:
                size = (space - self.gap * (len(self.sizes) - 1)) * (percent / 100)
                whole = math.floor(size)
                remainder += size - whole
                if remainder >= 0.5:
                    whole += 1
                    remainder -= 1
                self.sizes[place] = whole

    def fit(self, space: float, rules: list[TrackRule], bounds: tuple[Tracks, Tracks]) -> float:
        """Sizes for this space, within the least and the greatest; how much of it they take."""
        shares = sum(percent for percent in self.percents if percent > 0)
        if shares > 0:
            self.share(space)
        total = self.extent(0, len(self.sizes))
        if shares >= 100 or space == total:
            return total
        extra = remainder = space - total
        remainder = self._widen_spans(remainder, rules)
        for priority in ("ALWAYS", "SOMETIMES"):
            remainder = self._spread(
                remainder, [rule.grow == priority for rule in rules], bounds[0 if remainder < 0 else 1]
            )
        return total + extra - remainder

    def _spread(self, extra: float, growing: list[bool], limits: Tracks) -> float:
        """Give or take whole pixels evenly; what is left over comes back."""
        is_shrinking = extra < 0
        places = [place for place, grows in enumerate(growing) if self.percents[place] < 0 and (is_shrinking or grows)]
        remainder = extra
        is_remainder = False
        portion = 0.0
        while remainder != 0 and (remainder < 0) == is_shrinking and places:
            if not is_remainder:
                portion = math.floor(remainder / len(places)) if remainder > 0 else math.ceil(remainder / len(places))
            if portion == 0:
                # Less than a pixel for each: the first ones have one more.
                if int(math.fmod(int(remainder), len(places))) == 0:
                    break
                portion = -1.0 if is_shrinking else 1.0
                is_remainder = True
                continue
            for place in list(places):
                limit = _snapped(limits.limit(place, minimum=is_shrinking)) - self.size(place)
                if limit > 0 if is_shrinking else limit < 0:
                    limit = 0.0
                change = limit if abs(limit) <= abs(portion) else portion
                self.sizes[place] = self.size(place) + change
                remainder -= change
                if abs(change) < abs(portion):
                    places.remove(place)
                if remainder == 0 or (remainder < 0) != is_shrinking:
                    break
        return remainder

    def _widen_spans(self, extra: float, rules: list[TrackRule]) -> float:
        """Let tracks under spans grow up to what the spans prefer, before others grow."""
        if extra <= 0 or not self.spans:
            return extra
        span_places = {place for begin, end in self.spans for place in range(begin, end) if self.percents[place] < 0}
        for priority in ("ALWAYS", "SOMETIMES"):
            growing = sorted(place for place in span_places if rules[place].grow == priority)
            extra = self._widen(extra, growing, rules, self.spans)
        ends = sorted({end - 1 for _, end in self.spans if self.percents[end - 1] < 0})
        # A span without a track that grows is held by its last one.
        return self._widen(extra, ends, rules, [span for span in self.spans if span[1] - 1 in ends], is_last=True)

    def _widen(
        self,
        extra: float,
        places: list[int],
        rules: list[TrackRule],
        spans: Iterable[tuple[int, int]],
        *,
        is_last: bool = False,
    ) -> float:
        while places and extra > len(places):
            even = math.floor(extra / len(places))
            for place in list(places):
                portion = float(even)
                for begin, end in spans:
                    missing = self.spans[begin, end] - self.extent(begin, end)
                    if is_last and end - 1 == place:
                        portion = min(max(0.0, missing), portion)
                    elif not is_last and begin <= place < end:
                        sharing_count = sum(begin <= other < end for other in places)
                        portion = min(math.floor(max(0.0, missing / sharing_count)), portion)
                size = self.size(place)
                grown_size = bounded(0.0, size + portion, _most(rules[place]))
                extra -= grown_size - size
                self.sizes[place] = grown_size
                if grown_size - size != portion or grown_size == size:
                    places.remove(place)
        return extra


def _most(rule: TrackRule) -> float:
    if rule.maximum >= 0:
        return rule.maximum
    if rule.maximum == PREFERRED and rule.preferred > 0:
        return rule.preferred
    return MAX


def _snapped(size: float) -> float:
    return size if size >= MAX else snap_space(size)


def least_of(rules: list[TrackRule], tracks: Tracks, preferred: Tracks) -> Tracks:
    """Set the least sizes that constraints say."""
    for place, rule in enumerate(rules):
        if rule.minimum == PREFERRED:
            tracks.fix(place, preferred.size(place))
        elif rule.minimum != COMPUTED:
            tracks.fix(place, snap_size(rule.minimum))
    return tracks


def preferred_of(rules: list[TrackRule], tracks: Tracks) -> Tracks:
    for place, rule in enumerate(rules):
        if rule.preferred != COMPUTED:
            maximum = rule.maximum if rule.maximum >= 0 else MAX
            tracks.fix(place, bounded(snap_size(max(rule.minimum, 0.0)), snap_size(rule.preferred), maximum))
    return tracks


def most_of(rules: list[TrackRule], tracks: Tracks, preferred: Tracks) -> Tracks:
    for place, rule in enumerate(rules):
        tracks.sizes[place] = MAX
        minimum = preferred.size(place) if rule.minimum == PREFERRED else max(rule.minimum, 0.0)
        if rule.maximum == PREFERRED:
            tracks.fix(place, preferred.size(place))
        elif rule.maximum != COMPUTED:
            tracks.fix(place, max(rule.maximum, minimum))
    return tracks
