"""The bridge in a real JavaFX program: a story beside the scene in memory, a snapshot beside what the program would do.

Alone: `python -m tests.benchmarks bridge`. Needs a JDK, JavaFX, Xvfb and openbox.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.benchmarks.measure import Result, side_by_side, spent
from tests.javafx.bridge.classes import on_module_path
from tests.javafx.bridge.host import Host
from tests.javafx.bridge.sides import BridgeSide, Side, StubSide

FORM = """<VBox><TextField fx:id="name"/><CheckBox fx:id="sure" text="Sure"/>
  <Button fx:id="save" text="Save" onAction="#save"/><Label fx:id="label"/></VBox>"""
CALLS = (
    "the goal is 0.02; in memory 8 actions take 10 ms of styles and layout and 12 calls 5 ms, while the program waits "
    "for two frames of 16.7 ms after each action and needs little more than these"
)
TWICE = "the goal is 3; the same JSON once more for clients that read only texts: 0.5 MB are quoted and sent again"
ROWS, COLUMNS, ROUNDS = 50, 20, 200
HEAD_END = b"\r\n\r\n"


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


class Wire:
    """A connection to the bridge that only takes the bytes: what a client makes of them is its own affair."""

    def __init__(self, host: Host) -> None:
        self._address = urlsplit(host.program.url)
        self._token = host.program.token
        assert self._address.hostname is not None
        self._socket = socket.create_connection((self._address.hostname, self._address.port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._buffer = bytearray(64 * 1024)

    def snapshot(self, **arguments: object) -> int:
        """Take a snapshot; returns its size."""
        params = {"name": "ui_get_snapshot", "arguments": arguments}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        head = (
            f"POST /mcp HTTP/1.1\r\nHost: {self._address.netloc}\r\nAuthorization: Bearer {self._token}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        self._socket.sendall((head + body).encode())
        count = self._socket.recv_into(self._buffer)
        # The bridge sends the head together with the first bytes of the body.
        end = self._buffer.index(HEAD_END, 0, count)
        length = int(self._buffer[:end].lower().split(b"content-length:")[1].split(b"\r\n")[0])
        left = length - (count - end - len(HEAD_END))
        while left > 0:
            left -= self._socket.recv_into(self._buffer)
        return length

    def close(self) -> None:
        self._socket.close()


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
        wire = Wire(host)
        # In turn, so that Java compiles both alike.
        for _ in range(ROUNDS):
            wire.snapshot()
            wire.snapshot(format="data")
        took = min(spent(wire.snapshot) for _ in range(ROUNDS))
        took_once = min(spent(lambda: wire.snapshot(format="data")) for _ in range(ROUNDS))
        alone = host.order("measure", times=ROUNDS) / 1000
        wire.close()
        name = "a snapshot of 1,000 nodes through the bridge{}, beside `lookupAll` with their bounds in the program"
        yield Result(name.format(""), took_once, alone, limit=3)
        yield Result(name.format(", with its JSON as a text, too"), took, alone, limit=5, note=TWICE)


if __name__ == "__main__":
    from tests.benchmarks.__main__ import table

    print("\n".join(table(list(results()))))
