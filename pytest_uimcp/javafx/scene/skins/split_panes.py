"""Split panes: items in a row with dividers between them.

An item is never shorter than its least length, nor longer than its greatest; the dividers, which a program places, give
way. All is computed in whole pixels, and what a division leaves goes to the items one after the other, as in JavaFX.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pytest_uimcp.javafx.scene.layout import measure
from pytest_uimcp.javafx.scene.layout.area import Area, layout_in, place_in
from pytest_uimcp.javafx.scene.layout.panes import StackPaneSizer
from pytest_uimcp.javafx.scene.layout.sizer import Sizer
from pytest_uimcp.javafx.scene.model.node import Node
from pytest_uimcp.javafx.scene.skins.base import (
    Skin,
    adopt,
    axis_of,
    nodes_of,
    oriented,
    part,
    put,
    skin_of,
    snapped_pref,
)
from pytest_uimcp.javafx.scene.values.geometry import round_half_up, snap_size

# The place of a divider of which nothing is said.
MIDDLE = 0.5
# How often dividers and items are brought in line with each other; JavaFX gives up then.
ATTEMPTS = 10
UNKNOWN = -1.0


@dataclass
class Panel:
    """An item and the length it has along the pane."""

    region: Node
    length: float = 0.0
    minimum: float = 0.0
    maximum: float = 0.0
    # How much of the length can be taken away; less than nothing if some is shortage.
    spare: float = 0.0
    # The length to come back to, for an item that does not follow the size of the pane.
    usual: float = 0.0
    follows: bool = True


class _Content(StackPaneSizer):
    """What holds an item: no larger than that."""

    def max_size(self, node: Node, axis: int, cross: float) -> float:
        return snap_size(measure.sized(node.kids[0], "max", axis, cross))


class _Divider(Sizer):
    """A bar as thick as its insets, whole pixels each, with something to grab it by in its middle."""

    def pref_size(self, node: Node, axis: int, cross: float) -> float:
        return measure.snapped(node).along(axis)

    def layout(self, node: Node) -> None:
        (grabber,) = node.kids
        width = measure.pref_width(grabber)
        height = measure.pref_height(grabber)
        grabber.resize(width, height)
        place_in(grabber, Area((node.lw - width) / 2, (node.lh - height) / 2, width, height))


@skin_of("SplitPane")
class SplitPaneSkin(Skin):
    def build(self) -> None:
        self.panels: dict[int, Panel] = {}
        self.dividers: list[Node] = []
        # Where dividers are: as shares of the pane, as the program last heard of it, and in pixels.
        self.positions: list[float] = []
        self.last_positions: list[float] = []
        self.places: list[float] = []
        # Dividers that the program has moved since the last layout.
        self.program_moves: set[int] = set()
        self.last_length = UNKNOWN
        self.resizing = False
        self.turn = 0

    @property
    def axis(self) -> int:
        return axis_of(self.node)

    def sync(self) -> None:
        items = nodes_of(self.node)
        regions = [self.panel(item).region for item in items]
        # Dividers that are not needed are kept for items that come back: their uids stay the same in snapshots.
        while len(self.dividers) < len(items) - 1:
            divider = part("ContentDivider", "split-pane-divider")
            divider.sizer = _Divider()
            adopt(divider, [part("SplitPaneSkin$ContentDivider$1", f"{('horizontal', 'vertical')[self.axis]}-grabber")])
            self.dividers.append(divider)
        count = max(0, len(items) - 1)
        self.show(*regions, *self.dividers[:count])
        self.follow_positions(count)

    def panel(self, item: Node) -> Panel:
        panel = self.panels.get(id(item))
        if panel is None:
            region = part("Content")
            region.sizer = _Content()
            # JavaFX gives this pane no style class, though its superclass would.
            list.clear(region.read("styleClass"))
            panel = self.panels[id(item)] = Panel(region)
        adopt(panel.region, [item])
        return panel

    def follow_positions(self, count: int) -> None:
        """Take over where the program wants the dividers."""
        wishes = self.program_positions()
        if len(self.positions) != count:
            self.positions = [*self.positions, *[MIDDLE] * count][:count]
            self.places = [UNKNOWN] * count
            self.program_moves.clear()
            self.turn = 0
            self.last_positions = []
        for number, position in enumerate(wishes[:count]):
            if number >= len(self.last_positions) or self.last_positions[number] != position:
                self.positions[number] = min(max(position, 0.0), 1.0)
                if self.places[number] != UNKNOWN:
                    self.program_moves.add(number)
        self.last_positions = wishes

    def program_positions(self) -> list[float]:
        dividers = self.node.read("dividers")
        if dividers:
            return [divider.read("position") for divider in dividers]
        return list(self.node.read("dividerPositions") or ())

    def tell(self) -> None:
        """Let the program know where the dividers are."""
        dividers = self.node.read("dividers")
        if dividers:
            for divider, position in zip(dividers, self.positions, strict=False):
                divider.values["position"] = position
        elif self.positions:
            self.node.values["dividerPositions"] = [*self.positions, *self.program_positions()[len(self.positions) :]]
        self.last_positions = self.program_positions()

    @property
    def thick(self) -> float:
        if self.dividers:
            return snapped_pref(self.dividers[0], 0)
        return 0.0

    def extent(self, axis: int, kind: str) -> float:
        regions = [self.panel(item).region for item in nodes_of(self.node)]
        sizes = [snap_size(measure.sized(region, kind, axis)) for region in regions]
        if axis != self.axis:
            return max(sizes, default=0.0)
        return sum(sizes) + self.thick * max(0, len(sizes) - 1)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        items = nodes_of(self.node)
        axis = self.axis
        room = (width, height)[axis]
        if not items or not self.node.shown or not (self.node.lw, self.node.lh)[axis]:
            return
        panels = [self.panel_in_bounds(item) for item in items]
        self.follow_length(panels)
        self.settle(panels, room)
        self.resizing = False
        self.tell()
        position = (x, y)[axis]
        for number, panel in enumerate(panels):
            self.put(panel.region, position, panel.length, (x, y), (width, height))
            position += panel.length
            if number < len(panels) - 1:
                self.put(self.dividers[number], position, self.thick, (x, y), (width, height))
                position += self.thick

    def panel_in_bounds(self, item: Node) -> Panel:
        panel = self.panel(item)
        panel.minimum = measure.sized(panel.region, "min", self.axis)
        panel.maximum = measure.sized(panel.region, "max", self.axis)
        panel.follows = item.constraint("SplitPane.resizableWithParent", True)
        return panel

    def put(
        self, node: Node, position: float, length: float, start: tuple[float, float], size: tuple[float, float]
    ) -> None:
        across = 1 - self.axis
        area = Area(*oriented(self.axis, position, start[across]), *oriented(self.axis, length, size[across]))
        if "split-pane-divider" in node.classes:
            node.resize(area.width, area.height)
            node.move(area.x, area.y)
            return
        put(node, "clip", (0.0, 0.0, area.width, area.height))
        layout_in(node, area)
        node.bounds_changed()

    def follow_length(self, panels: list[Panel]) -> None:
        """When the pane has become longer or shorter, the items that follow it take turns in giving and taking."""
        length = (self.node.lw, self.node.lh)[self.axis]
        change = length - self.last_length
        is_new = self.last_length == UNKNOWN or len(panels) < 2
        self.last_length = length
        if is_new or not change:
            return
        followers = [panel for panel in panels if panel.follows]
        if not followers:
            return
        portion, remainder = divmod(int(abs(change)), len(followers))
        rest_length = portion * len(followers)
        if not portion:
            portion = rest_length = remainder
            remainder = 0
        while rest_length > 0 and followers:
            panel = self.next_panel(panels, change > 0)
            if panel not in followers:
                continue
            if change > 0:
                fits = panel.length + portion <= panel.maximum
            else:
                fits = panel.length - portion >= panel.minimum
            if not fits:
                followers.remove(panel)
                continue
            panel.length += portion if change > 0 else -portion
            rest_length -= portion
            if rest_length == 0 and remainder:
                portion = rest_length = remainder
                remainder = 0
        for panel in panels:
            panel.usual = panel.length
            panel.spare = 0.0
        self.resizing = True

    def next_panel(self, panels: list[Panel], grows: bool) -> Panel:
        if grows:
            self.turn += 1
        else:
            self.turn -= 1
            if self.turn < 0:
                self.turn = len(panels) - 1
        return panels[self.turn % len(panels)]

    def settle(self, panels: list[Panel], room: float) -> None:
        """Find lengths that all items accept, and the places of the dividers between them."""
        minimum = sum(panel.minimum for panel in panels) + self.thick * (len(panels) - 1)
        if minimum > room:
            for panel in panels:
                panel.length = round_half_up(panel.minimum / minimum * room)
                panel.spare = 0.0
            self.follow_panels(panels)
            return
        for _ in range(ATTEMPTS):
            self.follow_dividers(panels, room)
            self.balance(panels, room)
            self.follow_panels(panels)
            if all(panel.minimum <= panel.length <= panel.maximum for panel in panels):
                break

    # Lengths and dividers.

    def follow_dividers(self, panels: list[Panel], room: float) -> None:
        """Items reach from divider to divider; one that a program has moved counts also while the pane is resized."""
        start = 0.0
        for number, panel in enumerate(panels):
            is_last = number == len(panels) - 1
            is_moved = number in self.program_moves
            end = room
            if not is_last:
                if is_moved:
                    self.move(panels, number, self.pixels(number), self.places[number])
                end = self.look(number)
                if number and end <= start - self.thick:
                    # Not before the divider before it.
                    old_place = self.places[number]
                    self.set_place(number, start)
                    self.move(panels, number, start, old_place)
                    end = self.look(number)
            if not self.resizing or is_moved:
                panel.length = end - start
            if not is_last:
                start = end + self.thick

    def follow_panels(self, panels: list[Panel]) -> None:
        """Dividers stand where items end."""
        start = 0.0
        for number, panel in enumerate(panels):
            if self.resizing and not panel.follows:
                panel.length = panel.usual
            start += panel.length
            if number < len(self.positions):
                self.set_place(number, start)
                start += self.thick
        self.program_moves.clear()

    @property
    def length(self) -> float:
        return (self.node.lw, self.node.lh)[self.axis] - self.insets_along(self.axis)

    def pixels(self, number: int) -> float:
        """Where the position of a divider is: the middle of the divider, but for the very end."""
        position = self.positions[number]
        share = self.thick / 2
        if position == 1:
            share = self.thick
        return round_half_up(self.length * position - share)

    def look(self, number: int) -> float:
        self.places[number] = self.pixels(number)
        return self.places[number]

    def set_place(self, number: int, place: float) -> None:
        self.places[number] = place
        self.positions[number] = 0.0
        if self.length:
            self.positions[number] = min(max((place + self.thick / 2) / self.length, 0.0), 1.0)

    def move(self, panels: list[Panel], number: int, place: float, old_place: float) -> None:
        """Move a divider as far as the items at its sides and the dividers beside it allow."""
        panel = panels[number]
        neighbour = panels[number + 1]
        previous_place = 0.0
        if number:
            previous_place = self.place_of(number - 1)
        next_place = self.length
        if number + 1 < len(self.places):
            next_place = self.place_of(number + 1)
        gap = self.thick
        if place > old_place:
            maximum = panel.maximum
            if previous_place:
                maximum += previous_place + gap
            stop = min(maximum, next_place - neighbour.minimum - gap)
            place = min(max(place, next_place - neighbour.maximum - gap), stop)
        else:
            minimum = panel.minimum
            if previous_place:
                minimum += previous_place + gap
            stop = max(minimum, next_place - neighbour.maximum - gap)
            place = max(min(place, previous_place + panel.maximum + gap), stop)
        self.set_place(number, place)

    def place_of(self, number: int) -> float:
        if self.places[number] == UNKNOWN:
            return self.look(number)
        return self.places[number]

    # Giving and taking.

    def balance(self, panels: list[Panel], room: float) -> None:
        """Take from items that have too much or enough, and give to those that have too little."""
        extra = 0.0
        for panel in panels:
            if panel.length >= panel.maximum:
                extra += panel.length - panel.maximum
                panel.length = panel.maximum
            panel.spare = panel.length - panel.minimum
        shortage = _missing(panels)
        rich_panels = [panel for panel in panels if panel.spare >= 0]
        spare = sum(panel.spare for panel in rich_panels)
        takers = panels
        if self.resizing:
            takers = [panel for panel in panels if panel.follows]
            for panel in panels:
                if not panel.follows:
                    extra += max(0.0, panel.length - panel.usual)
                    shortage += max(0.0, panel.usual - panel.length)
                    panel.spare = 0.0
        if extra > 0:
            extra = _give(list(takers), extra)
            shortage = _missing(panels)
            rich_panels = [panel for panel in panels if panel.spare >= 0]
            spare = sum(panel.spare for panel in rich_panels)
        if spare >= shortage:
            self.fill(panels, rich_panels, shortage)
            if self.resizing:
                self.level(panels, list(takers), room, extra, shortage)

    def fill(self, panels: list[Panel], rich_panels: list[Panel], shortage: float) -> None:
        """Bring items that are too short to their least lengths."""
        short_panels = [panel for panel in panels if panel.spare < 0]
        for panel in short_panels:
            panel.length = panel.minimum
            panel.spare = 0.0
        if shortage > 0 and short_panels:
            _take(rich_panels, shortage)

    def level(self, panels: list[Panel], takers: list[Panel], room: float, extra: float, shortage: float) -> None:
        """While the pane is resized, see to it that all lengths together are the room there is."""
        total = sum(panel.length if panel.follows else panel.usual for panel in panels)
        total += self.thick * (len(panels) - 1)
        if total < room:
            _give(takers, extra + room - total)
        else:
            _take(takers, shortage + total - room)


def _missing(panels: Iterable[Panel]) -> float:
    return -sum(min(panel.spare, 0.0) for panel in panels)


def _give(panels: list[Panel], size: float) -> float:
    """Share out a length among items up to their greatest lengths; what is left of it."""

    def give(panel: Panel, portion: int) -> tuple[float, bool]:
        room = panel.maximum - panel.length
        amount = min(float(portion), max(room, 0.0))
        panel.length += amount
        panel.spare = panel.length - panel.minimum
        return amount, portion >= room

    return _share(panels, size, give)


def _take(panels: list[Panel], size: float) -> float:
    """Take a length from items, each down to its least; what could not be taken."""

    def take(panel: Panel, portion: int) -> tuple[float, bool]:
        is_all = portion >= panel.spare
        amount = float(portion)
        if is_all:
            amount = panel.spare
        panel.length -= amount
        panel.spare -= amount
        return amount, is_all

    return _share(panels, size, take)


def _share(panels: list[Panel], size: float, act: Callable[[Panel, int], tuple[float, bool]]) -> float:
    """Go round with equal portions of whole pixels; whom `act` calls full is left out of the next round."""
    if not panels:
        return size
    size = snap_size(size)
    portion = int(size) // len(panels)
    while size > 0 and panels:
        for panel in tuple(panels):
            amount, is_full = act(panel, portion)
            size -= amount
            if is_full:
                panels.remove(panel)
            if int(size) == 0 and (amount or portion):
                return size
        if panels:
            portion = int(size) // len(panels) or int(size) % len(panels)
    return size
