"""The JavaFX stage: a full snapshot beside `json.dumps` of the same data, a query by id, and how both grow.

Alone: `python -m tests.benchmarks javafx`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from pytest_uimcp.javafx import Platform, Ui, fx, show_stage
from tests.benchmarks.measure import Result, side_by_side, spent

FEW, MANY, ROUNDS = 1_000, 10_000, 9
ROW = 20
KINDS = (fx.Label, fx.Button, fx.CheckBox, fx.Region, fx.Pane)


def form(nodes: int) -> Ui:
    """A scene of so many nodes: rows of labels, buttons, check boxes and boxes, each with an id of its own."""
    platform, root = Platform(), fx.VBox(id="root")
    for row in range(nodes // ROW):
        line = fx.HBox(spacing=4)
        line.children.extend(
            KINDS[column % len(KINDS)](id=f"n{row}-{column}", style_class=f"cell c{column}")
            for column in range(ROW - 1)
        )
        root.children.append(line)
    show_stage(platform, root, {"title": "Many", "width": 800, "height": 600})
    return Ui(platform)


def results() -> Iterator[Result]:
    few, many, least = form(FEW), form(MANY), form(100)
    told = many.get_snapshot()
    ours, dumps = side_by_side(lambda: spent(many.get_snapshot), lambda: spent(lambda: json.dumps(told)), rounds=ROUNDS)
    yield Result("full snapshot of 10,000 nodes, beside json.dumps of it", ours, dumps, limit=2.5)
    whole, part = side_by_side(lambda: spent(many.get_snapshot), lambda: spent(few.get_snapshot), rounds=ROUNDS)
    yield Result("full snapshot of 10,000 nodes, beside ten of 1,000", whole, part * 10, limit=1.5)
    slow, quick = side_by_side(
        lambda: spent(lambda: many.query({"css": f"#n{MANY // ROW - 1}-3"})),
        lambda: spent(lambda: least.query({"css": "#n4-3"})),
        rounds=ROUNDS * 5,
    )
    yield Result(
        "what `#id` takes longer among 10,000 nodes than among 100, beside 1 ms", max(slow - quick, 0), 1, limit=1
    )
    search, searched = side_by_side(
        lambda: spent(lambda: many.query({"css": ".c3"})),
        lambda: spent(lambda: few.query({"css": ".c3"})),
        rounds=ROUNDS,
    )
    yield Result("`.class` among 10,000 nodes, beside ten times among 1,000", search, searched * 10, limit=1.5)


if __name__ == "__main__":
    from tests.benchmarks.__main__ import table

    print("\n".join(table(list(results()))))
