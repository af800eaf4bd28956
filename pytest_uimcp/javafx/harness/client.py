"""The contract's tools as a test uses them: asking what shows, acting on nodes, waiting until all is still."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

from pytest_uimcp.aria.errors import NotActionable, NotFound, PageError
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.javafx.accessible import SNAPSHOT, Seen, StageSight, describe, key_of, read
from pytest_uimcp.javafx.accessible.foreign import ForeignReader
from pytest_uimcp.javafx.harness.ending import MAX_END_SECONDS, ProgramWatch
from pytest_uimcp.javafx.harness.errors import HandlerError, ProgramEnded, ProgramError, StageError
from pytest_uimcp.javafx.harness.programs import StubProgram
from pytest_uimcp.javafx.scene.errors import UiError
from pytest_uimcp.javafx.scene.snapshot.options import Json
from pytest_uimcp.javafx.server import StageServer
from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.testing.harness.app_errors import LuaErrors
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.testing.harness.server import ServerHarness

T = TypeVar("T")
# How long something may take to show in a real program, and how long to wait before looking again.
MAX_WAIT_SECONDS: Final = 5.0
PAUSE_SECONDS: Final = 0.05
# The versions of the contract that are read here; a higher number in front would be another contract.
SCHEMA: Final = "mcp-javafx-ui/1."


# Any: the program is one in memory, whose server is known, or a real one, of which there is only a transport.
class StageClient(ServerHarness[Any]):
    """A connection to a program: in memory, or a real one."""

    unsettled = (UiError, TimeoutError)

    def __init__(
        self, loop: LoopThread, program: Callable[[], Awaitable[Any]], *, lua_errors: LuaErrors = "raise"
    ) -> None:
        super().__init__(loop, program, name="stage", lua_errors=lua_errors)
        self._inputs: Json | None = None
        self._foreign = ForeignReader(self._details)
        program_: Any = self._mcp
        self._watch = ProgramWatch(getattr(program_, "started", None), self.story)
        self._has_shown = False

    @property
    def is_real(self) -> bool:
        """Whether this is a real program rather than a scene in memory."""
        return not isinstance(self._mcp, StubProgram)

    @property
    def is_started(self) -> bool:
        """Whether this is a real program that was started for the test."""
        return self._watch.program is not None

    @property
    def log(self) -> list[str]:
        """The last lines that the program has printed, if it was started for the test."""
        if self._watch.program is None:
            return []
        return self._watch.program.output

    @property
    def mcp(self) -> McpServer[StageServer]:
        """The MCP server, for `uimcp_compositor.mount(…)` and for clients of your own."""
        if not isinstance(self._mcp, StubProgram):
            raise UimcpError("a real program has its own server: mount `mountable` instead")
        return self._mcp.mcp

    @property
    def mountable(self) -> object:
        """What `uimcp_compositor.mount(…)` takes: this stage, or the address of a real program."""
        program: Any = self._mcp
        return program.sdk.spec if self.is_real else self

    def _stub(self, verb: str) -> StubProgram:
        if not isinstance(self._mcp, StubProgram):
            raise UimcpError(
                f"{verb}() reaches into the program: that is possible with a scene in memory only (face=stage)"
            )
        return self._mcp

    def ask(self, tool: str, /, **arguments: object) -> Json:
        """What a tool answers; raises StageError with the contract's code. It is not a step of the story."""
        self._watch.check()
        try:
            result = self._loop.run(self._client.call(tool, arguments), self.patience)
        except Exception:
            # Perhaps it ended because of this very call: that is the better reason.
            self._watch.check(MAX_END_SECONDS, during=True)
            raise
        data = _data_of(result)
        error = data.get("error")
        if result.is_error or error:
            details = error if isinstance(error, dict) else {}
            if not details.get("code"):
                # None of the contract's: the client says so when the connection is closed.
                self._watch.check(MAX_END_SECONDS, during=True)
            raise StageError(str(details.get("message") or result.text), str(details.get("code") or ""))
        return data

    def _details(self, ref: Json) -> Json:
        """Everything about a node, of a program whose snapshots say less; nothing if it does not tell."""
        try:
            return self.ask("ui_get_node", ref=ref)
        except StageError:
            return {}

    def look(self) -> StageSight:
        arguments = dict(SNAPSHOT)
        # Another program may refuse arguments that its contract does not have.
        if not self.takes("ui_get_snapshot", "includeControlInternals"):
            arguments.pop("includeControlInternals")
        # Nobody reads the JSON as a text here.
        if "data" in (self._schema("ui_get_snapshot", "format") or {}).get("enum", ()):
            arguments["format"] = "data"
        try:
            snapshot = self.ask("ui_get_snapshot", **arguments)
        except StageError as error:
            # Nothing shows of a program that has closed its windows; one that has never shown any is not ready.
            if error.code != "MCP_UI_NO_STAGES" or not self._has_shown:
                raise
            return self.sight_of(read({"stages": []}))
        schema = str(snapshot.get("schema", SCHEMA))
        if not schema.startswith(SCHEMA) or not isinstance(snapshot.get("stages"), list):
            raise StageError(f"expected a snapshot of the schema {SCHEMA}x; got {snapshot.get('schema')!r}")
        if self.is_real:
            snapshot = self._foreign.completed(snapshot)
        self._has_shown = True
        return self.sight_of(read(snapshot))

    def takes(self, tool: str, *way: str) -> bool:
        """Whether the program knows an addition to the contract: a tool's argument, or what is within one."""
        return self._schema(tool, *way) is not None

    def _schema(self, tool: str, *way: str) -> Json | None:
        """What a tool says of an argument, or of what is within one."""
        if self._inputs is None:
            self._inputs = {tool.name: tool.input_schema for tool in self.tools()}
        if tool not in self._inputs:
            raise StageError(f"the program has no tool {tool}: is this the address of a JavaFX stage?")
        schema: Json = self._inputs[tool]
        for name in way:
            inner = (schema.get("properties") or {}).get(name)
            if not isinstance(inner, dict):
                return None
            schema = inner.get("items", inner)
            # What may be null as well is an alternative to that.
            schema = next((other for other in schema.get("anyOf") or () if "properties" in other), schema)
        return schema

    def sight_of(self, root: Seen) -> StageSight:
        """A part of what shows."""
        return StageSight(root, self._query)

    def _query(self, css: str) -> list[str]:
        stages = {node.data["stageIndex"] for node in self._top().children}
        keys: list[str] = []
        for index in sorted(stages):
            scope = {"stage": "index", "stageIndex": index}
            answer = self.ask("ui_query", scope=scope, selector={"css": css}, limit=10_000)
            keys += [key_of(match["ref"]) for match in answer.get("matches") or ()]
        return keys

    def _top(self) -> Seen:
        return self.look().root

    def again(self, node: Seen) -> Seen | None:
        return next((new for new in self._top().walk() if new.key == node.key and new.role == node.role), None)

    def do(
        self,
        verb: str,
        action: Json,
        node: Seen | None = None,
        *,
        inner: bool = False,
        part: str | None = None,
        row: str | int | None = None,
    ) -> None:
        """Perform an action, on a node or wherever the focus is.

        With `inner` it is the text field inside a control, with `row` a row of a list, tree or table.
        """
        if node is not None:
            ref = dict(node.data["ref"])
            if inner and node.inner is not None:
                ref = dict(node.inner)
            elif part is not None:
                ref = _part_of(node.data, part) or ref
            action = {**action, "target": {"ref": ref} if row is None else {"ref": ref, "row": row}}
        answer = self.ask("ui_perform", actions=[action], awaitUiIdle=True, timeoutMs=int(self.patience * 500))
        # A program that says no more than that it is done has done it.
        (result,) = answer.get("results") or [{"ok": True, **answer}]
        if not result.get("ok"):
            # A target that is gone is another failure than an action that cannot be done.
            is_missing = (result.get("error") or {}).get("code") == "MCP_UI_NODE_NOT_FOUND"
            raise (NotFound if is_missing else PageError)(f"{verb}: {_reason(result)}")
        if self.is_real:
            for error in result.get("errors") or ():
                self.story.app_failed(ProgramError(str(error)), "running a handler")
        # The action has settled, timers and tasks of the program perhaps not.
        self.try_settle()
        if result.get("hit") and node is not None:
            raise NotActionable(f"{verb}: {describe(node)} is covered by {self._named(result['hit'])}")

    def _named(self, ref: Json) -> str:
        node = next((node for node in self._top().walk() if node.key == key_of(ref)), None)
        return str(ref.get("path")) if node is None else describe(node)

    def expect(self, attempt: Callable[[], T]) -> T:
        """What `attempt` returns; in a real program, where changes may come late, its error is raised after a while."""
        # A scene in memory is settled already: what is not there now does not come.
        end = time.monotonic() + (MAX_WAIT_SECONDS if self.is_real else 0.0)
        while True:
            try:
                return attempt()
            except ProgramEnded:
                raise
            except PageError:
                if time.monotonic() >= end:
                    raise
            time.sleep(PAUSE_SECONDS)

    def rest(self, timeout: float = 10.0) -> None:
        """Return when the user interface is idle; errors of handlers are kept until they can be raised."""
        super().rest(timeout)
        if isinstance(self._mcp, StubProgram):
            for error in self._mcp.settle():
                if isinstance(error, SystemExit):
                    self._watch.exited(error)
                self.story.app_failed(HandlerError(error), "running a handler")

    def over(self) -> None:
        super().over()
        self._watch.over()

    def close(self) -> None:
        if not self.is_real:
            super().close()
            return
        # The connection to a program that has ended cannot be closed; how it ended has been told.
        with suppress(Exception):
            super().close()


def _data_of(result: ToolResult) -> Json:
    """The data of an answer: structured, as JSON in a text, or either of them below `output`; a picture by itself."""
    data = result.data if isinstance(result.data, dict) else _json(result.text)
    if isinstance(data, dict) and data.keys() == {"output"}:
        inner = data["output"]
        data = _json(inner) if isinstance(inner, str) else inner
    if isinstance(data, dict):
        return data
    picture = next((block for block in result.content if block.get("type") == "image"), None)
    if picture is not None:
        return {"contentType": picture.get("mimeType"), "dataBase64": picture.get("data")}
    return {}


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _part_of(data: Json, id_or_class: str) -> Json | None:
    for kid in data.get("children") or ():
        if id_or_class in (kid.get("id"), *(kid.get("styleClass") or ())):
            return dict(kid["ref"])
    return None


def _reason(result: Json) -> str:
    error = result.get("error") or result.get("message") or "the program did not say why it failed"
    if isinstance(error, dict):
        return str(error.get("message") or error)
    return str(error)
