"""The two that answer an agent, behind one face: what a test says of one has to hold of the other."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Any

from pytest_uimcp.javafx import Platform, Ui, load_text, show_stage
from pytest_uimcp.javafx.server import StageServer
from pytest_uimcp.testing.harness.loop import LoopThread
from tests.javafx.app import IMPORTS
from tests.javafx.bridge.host import Host
from tests.javafx.stages import answer, call

Json = dict[str, Any]


class Side(ABC):
    """A program that shows documents, and the tools on it."""

    is_real: bool

    @abstractmethod
    def load(self, fxml: str, *, title: str = "App", width: int = 400, height: int = 300) -> None:
        """Show a document in a stage of its own."""

    @abstractmethod
    def tool(self, tool: str, /, **arguments: object) -> Any:
        """What a tool gives: its data, or the body of its error."""

    @abstractmethod
    def text(self, tool: str, /, **arguments: object) -> str:
        """What a client reads that takes no data."""

    def query(self, **selector: object) -> list[Json]:
        answer = self.tool("ui_query", selector=selector)
        assert "matches" in answer, answer
        matches: list[Json] = answer["matches"]
        return matches

    def ids(self, **selector: object) -> list[Any]:
        return [match["id"] for match in self.query(**selector)]

    def ref(self, css: str) -> Json:
        """The reference of the first match."""
        matches = self.tool("ui_query", selector={"css": css}, includeControlInternals=True)["matches"]
        ref: Json = matches[0]["ref"]
        return ref

    def node(self, css: str) -> Any:
        return self.tool("ui_get_node", ref=self.ref(css))

    def do(self, *actions: Json, **options: object) -> list[Json]:
        """Perform, with `"on": "#id"` for a target; the results."""
        targeted = [
            {key: value for key, value in action.items() if key != "on"}
            | ({"target": {"ref": self.ref(action["on"])}} if "on" in action else {})
            for action in actions
        ]
        answer = self.tool("ui_perform", actions=targeted, **options)
        assert "results" in answer, answer
        results: list[Json] = answer["results"]
        return results

    def label(self) -> str:
        """What the label of the document says."""
        text: str = self.node("#label")["text"]["label"]
        return text


class BridgeSide(Side):
    is_real = True

    def __init__(self, host: Host) -> None:
        self.host = host

    def load(self, fxml: str, *, title: str = "App", width: int = 400, height: int = 300) -> None:
        self.host.load(fxml, title=title, width=width, height=height)

    def tool(self, tool: str, /, **arguments: object) -> Any:
        return self.host.tool(tool, **arguments)

    def text(self, tool: str, /, **arguments: object) -> str:
        text: str = self.host.call(tool, **arguments)["content"][0]["text"]
        return text


class StubSide(Side):
    is_real = False

    def __init__(self) -> None:
        self.platform = Platform.spawn()
        self.server = StageServer(Ui(self.platform), enabled=True)
        # One loop for all calls, as an agent's connection has it.
        self._loop = LoopThread()

    def load(self, fxml: str, *, title: str = "App", width: int = 400, height: int = 300) -> None:
        named = re.sub(r"<\w+", lambda match: match[0] + ' xmlns:fx="http://javafx.com/fxml"', fxml, count=1)

        def show() -> None:
            loaded = load_text(IMPORTS + named, controller=Controller(self.platform))
            if "list" in loaded.named:
                loaded.named["list"].items.extend(f"Item {number}" for number in range(50))
            show_stage(self.platform, loaded.root, {"title": title, "width": width, "height": height})

        self.platform.call(show)

    def tool(self, tool: str, /, **arguments: object) -> Any:
        return self._loop.run(call(self.server, tool, **arguments))

    def text(self, tool: str, /, **arguments: object) -> str:
        return self._loop.run(answer(self.server, tool, **arguments)).text

    def close(self) -> None:
        self._loop.close()
        self.platform.close()


class Controller:
    """`program/Controller.java`, in Python."""

    label: Any = None
    name: Any = None

    def __init__(self, platform: Platform) -> None:
        self._platform = platform
        self._count = 0

    def save(self) -> None:
        self._count += 1
        self.label.text = f"saved {self._count}" + (f": {self.name.text}" if self.name is not None else "")

    def later(self) -> None:
        self._platform.run_later(lambda: setattr(self.label, "text", "later"))

    def fail(self) -> None:
        raise OSError("disk full")
