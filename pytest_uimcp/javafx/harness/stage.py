"""The harness of a JavaFX program: plain calls that return when the user interface is idle."""

from __future__ import annotations

import base64
import json
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from pytest_uimcp.aria.errors import NotActionable, PageError
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.steps import recorded
from pytest_uimcp.javafx.accessible import SNAPSHOT, Seen, StageSight, key_of, read
from pytest_uimcp.javafx.errors import UiError
from pytest_uimcp.javafx.fxml import Loaded
from pytest_uimcp.javafx.harness.errors import HandlerError, StageError
from pytest_uimcp.javafx.harness.programs import StubProgram
from pytest_uimcp.javafx.harness.scope import StageScope
from pytest_uimcp.javafx.opening import open_fxml
from pytest_uimcp.javafx.playing.setup import show_stage
from pytest_uimcp.javafx.snapshot.compact import compact_text
from pytest_uimcp.testing.harness.app_errors import LuaErrors
from pytest_uimcp.testing.harness.harness import step
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.testing.harness.server import ServerHarness

__all__ = ["Stage"]

T = TypeVar("T")
PATIENCE: Final = 5.0
"""How long something may take to show in a real program, in seconds."""
PAUSE: Final = 0.05
SCHEMA: Final = "mcp-javafx-ui/1."
"""The versions of the contract that are read here; a higher number in front would be another contract."""
_UID: Final = re.compile(r" \(uid=[^)]*\)")


class Stage(StageScope, ServerHarness[Any]):
    """The value of the fixture `uimcp_stage`: a program in memory, or a real one; the verbs are the same."""

    unsettled = (UiError, TimeoutError)

    def __init__(
        self,
        loop: LoopThread,
        program: Callable[[], Awaitable[Any]],
        *,
        folders: Sequence[Path] = (),
        lua_errors: LuaErrors = "raise",
    ) -> None:
        super().__init__(loop, program, name="stage", lua_errors=lua_errors)
        self._stage = self
        self._folders = folders
        self._internals: bool | None = None

    @property
    def is_real(self) -> bool:
        """Whether this is a real program rather than a scene in memory."""
        return not isinstance(self._mcp, StubProgram)

    # --- what shows

    @step("test")
    def load(
        self,
        fxml: str | Path,
        *,
        controller: Any = None,
        title: str | None = None,
        width: float | None = None,
        height: float | None = None,
        resources: Any = None,
        stylesheets: Sequence[str | Path] = (),
        **options: Any,
    ) -> Loaded:
        """Load an FXML file and show it; a path is relative to the test's folder, or to the root of the repository.

        `controller` is an object, or a class to make one of. A real program shows a scene of its own, so nothing is
        loaded into it.
        """
        if self.is_real:
            self.expect(self.look)
            return Loaded(None, controller, {})
        chosen = _given(title=title, width=width, height=height)
        sheets = [self._file(sheet) for sheet in stylesheets]
        loaded, _ = open_fxml(
            self._stub("load").platform, self._file(fxml), controller=controller, resources=resources,
            stylesheets=sheets, stage=chosen, **options,
        )  # fmt: skip
        return loaded

    @step("test")
    def show(
        self,
        root: Any,
        *,
        title: str | None = None,
        width: float | None = None,
        height: float | None = None,
        stylesheets: Sequence[str | Path] = (),
    ) -> Any:
        """Show a scene built in Python: its root node, or a function that makes it. A real program shows its own."""
        if self.is_real:
            self.expect(self.look)
            return None
        platform = self._stub("show").platform
        chosen = _given(title=title or "", width=width, height=height)
        chosen["stylesheets"] = [str(self._file(sheet)) for sheet in stylesheets]
        made = platform.call(lambda: root() if callable(root) and not hasattr(root, "fx") else root)
        return platform.call(lambda: show_stage(platform, made, chosen, Path.cwd()))

    def run(self, work: Callable[[], T]) -> T:
        """Run a function on the FX thread, as `Platform.runLater` does, and return its result."""
        result = self._stub("run").platform.call(work)
        self.try_settle()
        return result

    @step("test")
    def advance(self, seconds: float) -> None:
        """Let time pass in the program: what becomes due runs. In a real program this is real time."""
        if self.is_real:
            time.sleep(seconds)
            return
        platform = self._stub("advance").platform

        def pulses() -> None:
            end = platform.clock.now + 1000 * seconds
            while platform.clock.now < end:
                platform.pulse()

        platform.call(pulses)

    def _stub(self, verb: str) -> StubProgram:
        if not isinstance(self._mcp, StubProgram):
            raise UimcpError(f"{verb}() reaches into the program, which --uimcp-stage-url does not allow")
        return self._mcp

    def _file(self, path: str | Path) -> Path:
        places = [folder / path for folder in self._folders] or [Path(path)]
        found = next((place for place in places if place.is_file()), None)
        if found is None:
            raise UimcpError(f"no file {path}; looked in {' and '.join(str(place.parent) for place in places)}")
        return found

    # --- asking

    def ask(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        """What a tool answers; raises StageError with the contract's code. It is no step of the story."""
        result = self._loop.run(self._client.call(tool, arguments), self.patience)
        data = result.data if isinstance(result.data, dict) else _json(result.text)
        error = data.get("error") if isinstance(data, dict) else None
        if result.is_error or error:
            error = error if isinstance(error, dict) else {}
            raise StageError(str(error.get("message") or result.text), str(error.get("code") or ""))
        return data if isinstance(data, dict) else {}

    def look(self) -> StageSight:
        """What shows now, on all stages."""
        asked = dict(SNAPSHOT)
        if not self._gives_internals():
            asked.pop("includeControlInternals")
        snapshot = self.ask("ui_get_snapshot", **asked)
        if not str(snapshot.get("schema")).startswith(SCHEMA) or not isinstance(snapshot.get("stages"), list):
            raise StageError(f"expected a snapshot of the schema {SCHEMA}x; got {snapshot.get('schema')!r}")
        return self.sight_of(read(snapshot))

    def _gives_internals(self) -> bool:
        """Whether the program knows this addition to the contract."""
        if self._internals is None:
            tool = next((tool for tool in self.tools() if tool.name == "ui_get_snapshot"), None)
            if tool is None:
                raise StageError("the program has no tool ui_get_snapshot: is this the address of a JavaFX stage?")
            self._internals = "includeControlInternals" in (tool.input_schema.get("properties") or {})
        return self._internals

    def sight_of(self, root: Seen) -> StageSight:
        """A part of what shows."""
        return StageSight(root, self._query)

    def _query(self, css: str) -> list[str]:
        stages = {node.data["stageIndex"] for node in self._top().children}
        found: list[str] = []
        for index in sorted(stages):
            scope = {"stage": "index", "stageIndex": index}
            answer = self.ask("ui_query", scope=scope, selector={"css": css}, limit=10_000)
            found += [key_of(match["ref"]) for match in answer["matches"]]
        return found

    def _top(self) -> Seen:
        return self.look().root

    def again(self, node: Seen) -> Seen | None:
        """The same node as it is now."""
        return next((one for one in self._top().walk() if one.key == node.key and one.role == node.role), None)

    def _sight(self) -> StageSight:
        return self.look()

    # --- acting

    def do(
        self,
        verb: str,
        action: dict[str, Any],
        node: Seen | None = None,
        *,
        inner: bool = False,
        part: str | None = None,
    ) -> None:
        """Perform an action, on a node or wherever the focus is; with `inner`, on the text field inside a control."""
        if node is not None:
            ref = dict(node.data["ref"])
            if inner and node.inner is not None:
                ref = dict(node.inner)
            elif part is not None:
                ref = _part_of(node.data, part) or ref
            action = {**action, "target": {"ref": ref}}
        answer = self.ask("ui_perform", actions=[action], awaitUiIdle=True, timeoutMs=int(self.patience * 500))
        (result,) = answer["results"]
        if not result.get("ok"):
            raise PageError(f"{verb}: {_reason(result)}")
        self.try_settle()
        if result.get("hit") and node is not None:
            raise NotActionable(f"{verb}: {self._describe(node)} is covered by {self._named(result['hit'])}")

    def _named(self, ref: dict[str, Any]) -> str:
        found = next((one for one in self._top().walk() if one.key == key_of(ref)), None)
        return self._describe(found) if found is not None else str(ref.get("path"))

    def expect(self, attempt: Callable[[], T]) -> T:
        """What `attempt` returns; in a real program, where changes may come late, its error is raised after a while."""
        end = time.monotonic() + (PATIENCE if self.is_real else 0.0)
        while True:
            try:
                return attempt()
            except PageError:
                if time.monotonic() >= end:
                    raise
            time.sleep(PAUSE)

    # --- pictures and trees

    @recorded("test")
    def screenshot(self, stage_index: int | None = None) -> bytes:
        """A PNG of a stage: of the focused one, or of one by its number."""
        given = {} if stage_index is None else {"stageIndex": stage_index}
        return base64.b64decode(self.ask("ui_screenshot", **given)["dataBase64"])

    def scene(self) -> str:
        """The nodes of all stages, a line for each, as the contract tells of them."""
        return _UID.sub("", compact_text(self.ask("ui_get_snapshot", stage="all", mode="full", depth=100)))

    def last_aria(self) -> str:
        """The accessible tree, for reports."""
        return self.look().tree()

    def evidence(self, folder: Path) -> dict[str, Path]:
        """Save a picture of the focused stage."""
        path = folder / "stage.png"
        path.write_bytes(base64.b64decode(self.ask("ui_screenshot")["dataBase64"]))
        return {"picture": path}

    # --- settling

    def rest(self, timeout: float = 10.0) -> None:
        """Return when the user interface is idle; errors of handlers are kept until they can be raised."""
        super().rest(timeout)
        if isinstance(self._mcp, StubProgram):
            for error in self._mcp.settle():
                self.story.app_failed(HandlerError(error), "running a handler")


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _part_of(data: dict[str, Any], id_or_class: str) -> dict[str, Any] | None:
    """The reference of a node inside a control."""
    for kid in data.get("children") or ():
        if id_or_class in (kid.get("id"), *(kid.get("styleClass") or ())):
            return dict(kid["ref"])
    return None


def _reason(result: dict[str, Any]) -> str:
    error = result.get("error") or result.get("message") or "the program did not say why it failed"
    return str(error.get("message") or error) if isinstance(error, dict) else str(error)
