"""The bridge in a real JavaFX program: a story beside the scene in memory, a snapshot beside what the program would do.

Alone: `python -m tests.benchmarks bridge`. Needs a JDK, JavaFX, Xvfb and openbox.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.benchmarks.measure import Result, side_by_side, spent
from tests.javafx.bridge.classes import on_module_path
from tests.javafx.bridge.host import Host
from tests.javafx.bridge.sides import BridgeSide, Side, StubSide

FORM = """<VBox><TextField fx:id="name"/><CheckBox fx:id="sure" text="Sure"/>
  <Button fx:id="save" text="Save" onAction="#save"/><Label fx:id="label"/></VBox>"""
CALLS = "the goal is 0.02; each step is a call of a tool, which checks and answers, on both sides"
WRITING = "the goal is 3; 1.2 MB of JSON, data and text, take ten times as long as reading the bounds"
ROWS, COLUMNS, ROUNDS = 50, 20, 15


def story(side: Side) -> Callable[[], object]:
    """Ten steps: finding, clicking, typing, reading."""
    name, sure, save = (side.ref(css) for css in ("#name", "#sure", "#save"))
    steps: list[dict[str, Any]] = [
        {"type": "click", "target": {"ref": name}},
        {"type": "typeText", "text": "Ada"},
        {"type": "click", "target": {"ref": sure}},
        {"type": "click", "target": {"ref": save}},
    ]

    def play() -> None:
        for _ in range(2):
            for step in steps:
                side.do(step)
            side.label()

    return play


def many() -> str:
    """A scene of a thousand nodes besides its rows."""
    row = "<HBox>" + '<Region prefWidth="10" prefHeight="5" styleClass="cell"/>' * (COLUMNS - 1) + "</HBox>"
    return "<VBox>" + row * ROWS + "</VBox>"


def usual(classes: Path, main: str) -> str:
    """A JVM that compiles as it does by default."""
    return on_module_path(classes, main, "-Dprism.order=sw")


def results() -> Iterator[Result]:
    with Host(usual) as host:
        stub, bridge = StubSide(), BridgeSide(host)
        for side in (stub, bridge):
            side.load(FORM)
        memory, real = story(stub), story(bridge)
        ours, theirs = side_by_side(lambda: spent(memory), lambda: spent(real), rounds=5)
        stub.close()
        yield Result(
            "ten steps on a scene in memory, beside the same on a real program", ours, theirs, limit=0.1, note=CALLS
        )
        host.order("close")
        host.load(many(), width=800, height=600)
        for _ in range(200):
            # Java compiles what it has run often enough.
            host.tool("ui_get_snapshot")
            host.order("measure", times=3)
        took = min(spent(lambda: host.post("tools/call", {"name": "ui_get_snapshot"})) for _ in range(ROUNDS))
        alone = host.order("measure", times=ROUNDS) / 1000
        yield Result(
            "a snapshot of 1,000 nodes over HTTP, beside `lookupAll` with their bounds in the program", took, alone,
            limit=60, note=WRITING,
        )  # fmt: skip


if __name__ == "__main__":
    from tests.benchmarks.__main__ import table

    print("\n".join(table(list(results()))))
