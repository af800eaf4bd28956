"""The JavaFX stage: a full snapshot beside `json.dumps` of the same data, queries, rows and keys, and how they grow.

Alone: `python -m tests.benchmarks javafx`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle
from typing import Any

from pytest_uimcp.javafx import Platform, Ui, fx, show_stage
from pytest_uimcp.javafx.harness.programs import StubProgram
from pytest_uimcp.javafx.harness.stage import Stage
from pytest_uimcp.testing.harness.loop import LoopThread
from tests.benchmarks.measure import Result, processor, side_by_side, spent

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


def labels(count: int) -> Ui:
    platform, root = Platform(), fx.VBox()
    root.children.extend(fx.Label(text=f"Label {number}") for number in range(count))
    show_stage(platform, root, {"title": "Labels", "width": 800, "height": 600})
    return Ui(platform)


async def _program() -> StubProgram:
    return StubProgram()


@contextmanager
def table_of_many() -> Iterator[Stage]:
    """A stage with a table of 5,000 rows, in which a test selects rows."""
    table = fx.TableView(items=[{"name": f"Item {number}"} for number in range(5_000)])
    table.columns.append(fx.TableColumn(text="name", cell_value_factory=_name_of))
    loop = LoopThread()
    stage = Stage(loop, _program)
    try:
        stage.show(table, width=400, height=400)
        yield stage
    finally:
        stage.close()
        loop.close()


def _name_of(row: dict[str, str]) -> str:
    return row["name"]


def selected(stage: Stage, row: int | str) -> float:
    """Milliseconds for a row, from the top of the table."""
    stage.select_row(0)
    return processor(lambda: stage.select_row(row))


def typed(kind: Callable[..., Any], count: int) -> float:
    """Milliseconds for so many characters, key by key, into an empty field."""
    platform, field = Platform(), kind(id="field")
    root = fx.VBox()
    root.children.append(field)
    show_stage(platform, root, {"title": "Keys", "width": 400, "height": 300})
    ui = Ui(platform)
    ref = ui.query({"css": "#field"})["matches"][0]["ref"]
    keys = {"type": "typeText", "text": "abcd " * (count // 5), "target": {"ref": ref}}
    return processor(lambda: ui.perform([keys], timeoutMs=100_000))


def wrapping(**properties: Any) -> Any:
    return fx.TextArea(wrap_text=True, **properties)


# A selector that was read is kept, so each is another one.
LETTERS = cycle("abcdefghijklmnopqrstuvwxyz")


def searched_by(ui: Ui, steps: int) -> float:
    """Milliseconds for a selector of so many steps, which nothing matches."""
    selector = {"css": ">".join(next(LETTERS) * steps)}
    return spent(lambda: ui.query(selector))


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
    listed = labels(30_000)
    labels_told = listed.get_snapshot()
    ours, dumps = side_by_side(
        lambda: spent(listed.get_snapshot), lambda: spent(lambda: json.dumps(labels_told)), rounds=ROUNDS
    )
    yield Result("snapshot of 30,000 labels, beside json.dumps of it", ours, dumps, limit=2.5)
    with table_of_many() as stage:
        far, near = side_by_side(lambda: selected(stage, 4321), lambda: selected(stage, 5), rounds=ROUNDS)
        yield Result("select_row of row 4,321 of 5,000 by its number, beside row 5", far, near, limit=2)
        far, near = side_by_side(lambda: selected(stage, "Item 4321"), lambda: selected(stage, "Item 5"), rounds=ROUNDS)
        yield Result("select_row of row 4,321 of 5,000 by its text, beside row 5", far, near, limit=2)
    for name, kind in (("a field", fx.TextField), ("an area", fx.TextArea), ("an area that wraps", wrapping)):
        much, little = side_by_side(partial(typed, kind, 5_000), partial(typed, kind, 1_250), rounds=2)
        yield Result(f"5,000 keys into {name}, beside four times 1,250", much, little * 4, limit=2)
    long, short = side_by_side(partial(searched_by, least, 5_000), partial(searched_by, least, 1_250), rounds=ROUNDS)
    yield Result("a selector of 5,000 `>`, beside four times one of 1,250", long, short * 4, limit=2)


if __name__ == "__main__":
    from tests.benchmarks.__main__ import table

    print("\n".join(table(list(results()))))
