"""The two programs that show cases: the scene in memory, and real JavaFX."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.javafx import Platform, Ui, load, show_stage
from pytest_uimcp.javafx.scene.errors import UiError
from tests.javafx.bridge.host import Host
from tests.javafx.generated.cases import Case
from tests.javafx.generated.observing import Face, Json, RefusedDocument

PAUSE = 0.03
MAX_SECONDS = 2.0
MOMENT = re.compile(r'"?\\?"capturedAt\\?": ?\\?"[^"]*"')


def write(case: Case, folder: Path) -> Path:
    """The files of a case."""
    file = folder / "case.fxml"
    file.write_text(case.fxml, encoding="utf-8")
    (folder / "case.css").write_text(case.css, encoding="utf-8")
    return file


class MemoryFace(Face):
    """Our scene."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def show(self, case: Case) -> None:
        platform = Platform()
        options = dict(zip(("width", "height"), case.size or (), strict=False))
        file = write(case, self.folder)
        try:
            document = load(file)
            show_stage(platform, document.root, {"title": "App", **options}, self.folder)
        except UimcpError as error:
            raise RefusedDocument(str(error)) from None
        platform.pulse()
        platform.pulse()
        self.ui = Ui(platform, lookup="javafx11")

    def tool(self, tool: str, **arguments: Any) -> Json:
        try:
            answer: Json = getattr(self.ui, tool.removeprefix("ui_"))(**arguments)
        except UiError as error:
            return {"error": error.code}
        return answer


class ProgramFace(Face):
    """Real JavaFX."""

    def __init__(self, host: Host) -> None:
        self.host = host

    def show(self, case: Case) -> None:
        options: Json = dict(zip(("width", "height"), case.size or (), strict=False))
        self.host.order("close")
        try:
            self.host.load(write(case, self.host.folder), **options)
        except AssertionError as error:
            raise RefusedDocument(str(error)) from None

    def tool(self, tool: str, **arguments: Any) -> Json:
        return self.host.tool(tool, **arguments)

    def snapshot(self) -> Json:
        # The same twice: nothing moves. What runs for ever is taken as it is after a while.
        arguments = {"name": "ui_get_snapshot", "arguments": {"includeControlInternals": True}}
        end = time.monotonic() + MAX_SECONDS
        before = ""
        while True:
            answer = self.host.post("tools/call", arguments).content.decode()
            now = MOMENT.sub("", answer)
            if now == before or time.monotonic() > end:
                data: Json = json.loads(answer)["result"]["structuredContent"]
                return data
            before = now
            time.sleep(PAUSE)
