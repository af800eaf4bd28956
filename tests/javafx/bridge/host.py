"""A real JavaFX that shows any FXML it is given and answers every question about it.

with Host() as host:
    host.load("<VBox><Button text='Go'/></VBox>", width=400, height=300)
    host.tool("ui_get_snapshot")
"""

from __future__ import annotations

import json
import os
import queue
import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

from pytest_uimcp.javafx.bridge.launching import JavaProgram
from tests import patience
from tests.javafx.app import IMPORTS
from tests.javafx.bridge.classes import compiled, on_module_path

SOURCES = Path(__file__).parent / "program"
PREFIX = "host: "
LOOKS = 3
Json = dict[str, Any]


class Host:
    """The program `program/Host.java` with the bridge in it."""

    def __init__(self, command: Callable[[Path, str], str] = on_module_path) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="uimcp-host-")
        self.folder = Path(self._folder.name)
        orders = self.folder / "orders"
        os.mkfifo(orders)
        # For reading, too: neither side then waits for the other to open it.
        self._orders = os.open(orders, os.O_RDWR)
        self._answers: queue.Queue[str] = queue.Queue()
        self.printed: list[str] = []
        classes = compiled(SOURCES.glob("*.java"))
        line = f'sh -c "exec {command(classes, "Host")} < {orders}"'
        self.program = JavaProgram(line, self.folder, heard=self._hear)
        self.client = httpx.Client(timeout=patience.SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.client.close()
        self.program.close()
        os.close(self._orders)
        self._folder.cleanup()

    def _hear(self, line: str) -> None:
        if line.startswith(PREFIX):
            self._answers.put(line.removeprefix(PREFIX))
        else:
            self.printed.append(line)

    def order(self, do: str, **details: object) -> Any:
        """Tell the program to do something; what it answers."""
        os.write(self._orders, (json.dumps({"do": do, **details}) + "\n").encode())
        answer = json.loads(self._answers.get(timeout=patience.SECONDS))
        assert answer["ok"], answer["error"]
        return answer["answer"]

    def load(self, fxml: str | Path, *, title: str = "App", **options: object) -> Any:
        """Show a document, a file or a text, in a stage of its own; returns when that has the focus."""
        file = fxml
        if isinstance(fxml, str):
            file = self.folder / "document.fxml"
            named = re.sub(r"<\w+", lambda match: match[0] + ' xmlns:fx="http://javafx.com/fxml"', fxml, count=1)
            file.write_text(IMPORTS + named, encoding="utf-8")
        names = self.order("load", fxml=str(file), title=title, **options)
        end = time.monotonic() + patience.SECONDS
        # The window manager gives it the focus a little later, perhaps takes it for the window before it, and gives it
        # again: it has it when it is seen with it several times.
        looks = 0
        while looks < LOOKS:
            has_focus = any(stage["focused"] and stage["title"] == title for stage in self._stages())
            looks = looks + 1 if has_focus else 0
            assert time.monotonic() < end, f"the stage {title} has no focus"
        return names

    def _stages(self) -> list[Json]:
        stages: list[Json] = self.tool("ui_get_snapshot", stage="all", depth=0)["stages"]
        return stages

    def post(self, method: str, params: Json | None = None, **headers: str) -> httpx.Response:
        """A request of MCP as it is on the wire."""
        usual = {"Authorization": f"Bearer {self.program.token}", "Accept": "application/json, text/event-stream"}
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
        return self.client.post(self.program.url, json=body, headers={**usual, **headers})

    def call(self, tool: str, /, **arguments: object) -> Json:
        """The result of a call as MCP has it."""
        result: Json = self.post("tools/call", {"name": tool, "arguments": arguments}).json()["result"]
        return result

    def tool(self, tool: str, /, **arguments: object) -> Json:
        """What a tool gives: its data, or the body of its error."""
        data: Json = self.call(tool, **arguments)["structuredContent"]
        return data
