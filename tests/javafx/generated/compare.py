"""What differs between two observations of a case, by aspect."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.javafx.generated.observing import PLACE, SAID, STATES, Json, Row

# Tenths of a pixel.
TOLERANCE = 10
# Deeper than any tree.
NOWHERE = 1_000_000
ASPECTS = ("tree", "bounds", "lookups", "focus", "actions")


@dataclass
class Tally:
    """What was compared of some cases, and how much of it is equal: pairs of both by aspect."""

    cases: int = 0
    equal: int = 0
    refused: int = 0
    compared: Counter[str] = field(default_factory=Counter)
    alike: Counter[str] = field(default_factory=Counter)

    def add(self, aspect: str, alike: int, compared: int) -> None:
        self.compared[aspect] += compared
        self.alike[aspect] += alike

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.cases + other.cases, self.equal + other.equal, self.refused + other.refused,
            self.compared + other.compared, self.alike + other.alike,
        )  # fmt: skip


@dataclass
class Difference:
    """One case: its counts, and in words what differs."""

    tally: Tally
    words: list[str]

    @property
    def aspects(self) -> list[str]:
        return [name for name in ASPECTS if self.tally.alike[name] < self.tally.compared[name]]


def compare(ours: Json, theirs: Json) -> Difference:
    tally = Tally(cases=1)
    words: list[str] = []
    first = _compare_rows(ours["rows"], theirs["rows"])
    tally.add("tree", not first.tree, 1)
    seen = len(theirs["rows"]) - len(_unseen(theirs["rows"]))
    tally.add("bounds", seen - len(first.bounds), seen)
    words += first.tree + list(first.bounds.values())
    for number, (mine, recorded) in enumerate(zip(ours["lookups"], theirs["lookups"], strict=True)):
        # The numbers of rows mean the same only in the same tree.
        alike = mine == recorded if not first.tree else len(mine) == len(recorded)
        tally.add("lookups", alike, 1)
        if not alike:
            words.append(f"lookup {number}: ours {mine}, JavaFX {recorded}")
    ways = [[one["focus"], *one.get("tabs", ())] for one in (ours, theirs)]
    mine, recorded = ([_name(one, place) for place in way] for one, way in zip((ours, theirs), ways, strict=True))
    tally.add("focus", mine == recorded, 1)
    if mine != recorded:
        words.append(f"focus: ours {mine}, JavaFX {recorded}")
    _compare_steps(ours, theirs, first, tally, words)
    tally.equal = int(not words)
    return Difference(tally, words)


def _name(seen: Json, place: int) -> str:
    """A node by its type and its number among those of this type."""
    rows = seen["rows"]
    if not 0 <= place < len(rows):
        return "-"
    kind = rows[place][1]
    return f"{kind}[{sum(row[1] == kind for row in rows[:place])}]"


@dataclass
class RowDifference:
    """What differs between two trees: lines about nodes, and lines about bounds by the path of the node."""

    tree: list[str] = field(default_factory=list)
    bounds: dict[str, str] = field(default_factory=dict)


def _compare_rows(ours: list[Row], theirs: list[Row]) -> RowDifference:
    result = RowDifference()
    mine, recorded = _by_path(ours), _by_path(theirs)
    unseen = _unseen(theirs)
    for path, row in recorded.items():
        own = mine.get(path)
        if own is None:
            result.tree.append(f"{path} {row[2:PLACE]}: only in JavaFX")
            result.bounds[path] = f"{path}: only in JavaFX"
            continue
        if id(row) in unseen:
            # What is in the tree is found by selectors; of what nobody can see no more is compared.
            if own[:SAID] != row[:SAID]:
                result.tree.append(f"{path}: ours {own[2:SAID]}, JavaFX {row[2:SAID]}")
            continue
        if own[:PLACE] != row[:PLACE]:
            result.tree.append(f"{path}: ours {own[2:PLACE]}, JavaFX {row[2:PLACE]}")
        if any(abs(one - other) > TOLERANCE for one, other in zip(own[PLACE:], row[PLACE:], strict=True)):
            result.bounds[path] = f"{path}#{row[2]}: ours {_box(own)}, JavaFX {_box(row)}"
    result.tree += [f"{path} {mine[path][2:PLACE]}: only ours" for path in mine if path not in recorded]
    if not result.tree and list(mine) != list(recorded):
        first = next(pair for pair in zip(mine, recorded, strict=True) if pair[0] != pair[1])
        result.tree.append(f"another order: ours {first[0]}, JavaFX {first[1]}")
    return result


def _unseen(rows: list[Row]) -> set[int]:
    """Rows of nodes that are in what is invisible, or in what has no width or no height; by their identity."""
    found: set[int] = set()
    hidden_below = NOWHERE
    for row in rows:
        if row[0] <= hidden_below:
            hidden_below = NOWHERE
        if hidden_below < NOWHERE:
            found.add(id(row))
        elif "v" in row[STATES] or not (row[-2] and row[-1]):
            hidden_below = row[0]
    return found


def _box(row: Row) -> str:
    return " ".join(f"{side / 10:g}" for side in row[PLACE:])


def _by_path(rows: list[Row]) -> dict[str, Row]:
    """Nodes by the types and ordinals on the way to them."""
    found: dict[str, Row] = {}
    way: list[str] = []
    counts: list[Counter[str]] = [Counter()]
    for row in rows:
        depth, kind = row[0], row[1]
        del way[depth:]
        del counts[depth + 1 :]
        way.append(f"{kind}{counts[depth][kind]}")
        counts[depth][kind] += 1
        counts.append(Counter())
        found["/".join(way)] = row
    return found


def states(seen: Json) -> list[tuple[Json, list[Row]]]:
    """Each step with all rows after it."""
    found: list[tuple[Json, list[Row]]] = []
    rows: list[Row] = seen["rows"]
    for step in seen.get("steps", ()):
        if "rows" in step:
            rows = step["rows"]
        else:
            rows = [step["changes"].get(str(number), row) for number, row in enumerate(rows)]
        found.append((step, rows))
    return found


def _compare_steps(ours: Json, theirs: Json, first: RowDifference, tally: Tally, words: list[str]) -> None:
    for number, (mine, recorded) in enumerate(zip(states(ours), states(theirs), strict=True)):
        now = _compare_rows(mine[1], recorded[1])
        # What differed before anything was done is no work of the actions.
        news = [line for line in now.tree if line not in first.tree]
        news += [line for path, line in now.bounds.items() if path not in first.bounds]
        for name in ("ok", "focus"):
            is_comparable = name == "ok" or not now.tree
            if is_comparable and mine[0][name] != recorded[0][name]:
                news.append(f"{name}: ours {mine[0][name]}, JavaFX {recorded[0][name]}")
        tally.add("actions", not news, 1)
        words += [f"action {number}: {line}" for line in news]
