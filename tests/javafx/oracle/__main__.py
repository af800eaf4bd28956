"""`python -m tests.javafx.oracle`: how much of what was recorded is equal, and what differs by nature."""

from __future__ import annotations

from collections import Counter

from pytest_uimcp.javafx.scene.actions.keys import CODES
from tests.javafx.oracle.actions import cases, compare_case, other_runs, playable
from tests.javafx.oracle.differences import UNSTABLE, sorted_out, table
from tests.javafx.oracle.lookups import compare_lookups
from tests.javafx.oracle.recorded import SCENES
from tests.javafx.oracle.say import say
from tests.javafx.oracle.scenes import compare_scene
from tests.javafx.oracle.test_states import STATES, compare_state
from tests.javafx.oracle.types import TYPES, compare_type

Row = tuple[str, int, int, int]
"""What was compared: how many are equal, differ by nature, differ."""


def counts() -> list[Row]:
    """Everything that was compared."""
    return [*scene_counts(), *action_counts()]


def scene_counts() -> list[Row]:
    """Scenes before anything is done to them, lookups in them, and classes."""
    rows: list[Row] = []
    named: Counter[str] = Counter()
    nodes = 0
    for kind in ("leaf", "internals"):
        equal = by_nature = different = 0
        for scene in SCENES:
            left, seen = sorted_out(f"scene_{scene}.{kind}", compare_scene(scene)[kind])
            named.update(seen)
            nodes += left.nodes
            equal += left.equal
            by_nature += sum(seen.values())
            different += len(left.different)
        rows.append((f"fields of {len(SCENES)} scenes, {kind}", equal, by_nature, different))
    rows.append((f"nodes in {2 * len(SCENES)} snapshots", nodes, 0, 0))
    lookups = [compare_lookups(scene) for scene in SCENES]
    rows.append(("lookups", sum(one.equal for one in lookups), 0, sum(len(one.different) for one in lookups)))
    types = [sorted_out(f"types.{name}", compare_type(name)) for name in TYPES]
    seen_types = sum(sum(seen.values()) for _, seen in types)
    wrong = sum(len(left.different) for left, _ in types)
    rows.append((f"fields of {len(TYPES)} classes", sum(left.equal for left, _ in types), seen_types, wrong))
    states = [compare_state(scene) for scene in STATES]
    rows.append(
        (
            f"properties of {len(STATES)} scenes before any action",
            sum(one.equal for one in states),
            0,
            sum(len(one.different) for one in states),
        )
    )
    return rows


def action_counts() -> list[Row]:
    """The same for actions: fields, then cases, then runs of the other mechanisms."""
    fields, whole = [0, 0, 0], [0, 0, 0]
    for key, case in cases().items():
        if not playable(case):
            whole[1] += 1
            continue
        left, seen = sorted_out(f"actions/{key}", compare_case(case))
        fields = [a + b for a, b in zip(fields, (left.equal, sum(seen.values()), len(left.different)), strict=True)]
        whole[2 if left.different else 1 if seen else 0] += 1
    return [
        ("fields and events of actions", fields[0], fields[1], fields[2]),
        ("actions", whole[0], whole[1], whole[2]),
        *run_counts(),
        ("keys", len(CODES), 0, 0),
    ]


def run_counts() -> list[Row]:
    """The recordings' other mechanisms against what a user's mouse and keyboard did."""
    runs = [alike for case in cases().values() for alike in other_runs(case).values()]
    return [("runs of actions by other mechanisms than a user", sum(runs), len(runs) - sum(runs), 0)]


def main() -> None:
    """Print both tables."""
    for what, equal, nature, wrong in counts():
        say(f"{what}: {equal} equal, {nature} different by nature, {wrong} different")
    for entry in table():
        say(f"- {entry['name']}{'' if entry['name'] != UNSTABLE else ' in the recordings'}: {entry['reason']}")


if __name__ == "__main__":
    main()
