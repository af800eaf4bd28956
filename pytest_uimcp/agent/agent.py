"""An agent: when it runs, what its model gets, and what is shown of it.

It sleeps once it has yielded, until the human says something or `resume` is called. What the human says while it runs
it reaches the model before the next sampling. Approvals do not wake an agent.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import anyio

from pytest_uimcp.agent.activity import LiveActivity
from pytest_uimcp.agent.bus import UiBus
from pytest_uimcp.agent.choice import REQUIRE_ANY, ToolChoice
from pytest_uimcp.agent.compaction import Compaction
from pytest_uimcp.agent.errors import AgentBusy
from pytest_uimcp.agent.eventlog import Mark
from pytest_uimcp.agent.events import (
    AgentEvent,
    ApprovalDecision,
    ApprovalPending,
    ModelRequest,
    Response,
    RunStatusChanged,
    SystemText,
    UserText,
)
from pytest_uimcp.agent.handlers import YIELDED, ChatMarkers, Handler, LoopControl, NotificationsHandler, TextBridge
from pytest_uimcp.agent.loop import AgentLoop
from pytest_uimcp.agent.models.base import Model
from pytest_uimcp.agent.notifications import NotificationsBuffer
from pytest_uimcp.agent.signal import Signal
from pytest_uimcp.agent.timeline import Timeline
from pytest_uimcp.agent.tools import ToolProvider
from pytest_uimcp.agent.transcript import Transcript
from pytest_uimcp.compositor.policy import ApprovalItem, Approvals

log = logging.getLogger(__name__)

RunStatus = Literal["idle", "starting", "running", "awaiting_approval", "aborting", "finished", "error", "aborted"]
Phase = Literal["waiting_approval", "tools_running", "sampling", "idle"]
_OVER: Final = ("finished", "error", "aborted")
# Why a run has ended that nobody stopped: its process did.
INTERRUPTED: Final = "restart"


@dataclass(frozen=True, slots=True)
class AgentOptions:
    tool_choice: ToolChoice = REQUIRE_ANY
    ui_mode: bool = True
    """Whether it speaks through tools alone, so that plain text is an error."""
    reminders: int = 0
    """How often in a run it is reminded of that before it is an error."""
    parallel: bool = True
    """Whether the calls of one response run at the same time."""
    max_rounds: int = 200
    compaction: Compaction | None = None
    """When a long transcript is cut for the model; without one it never is."""


@dataclass(frozen=True, slots=True)
class RunEnd:
    run_id: str
    status: RunStatus
    reason: str = ""
    error: Exception | None = None


class Agent:
    """One agent on one event loop. An agent of an earlier process goes on from its log."""

    def __init__(
        self,
        model: Model,
        tools: ToolProvider,
        *,
        timeline: Timeline | None = None,
        handlers: Sequence[Handler] = (),
        instructions: Callable[[], str] = str,
        approvals: Approvals | None = None,
        notifications: NotificationsBuffer | None = None,
        bus: UiBus | None = None,
        options: AgentOptions | None = None,
    ) -> None:
        settings = options or AgentOptions()
        # A log of an earlier process is in the timeline: what was begun there is ended first, then the agent goes on.
        self.timeline: Final = timeline or Timeline()
        self.bus: Final = bus or UiBus()
        self.notifications: Final = notifications or NotificationsBuffer()
        # Set when anything changes that the properties tell of.
        self.changed: Final = Signal()
        self._approvals = approvals
        self._unread: list[UserText | SystemText] = []
        self._asked_to_run = False
        self._asleep = True
        self._status: RunStatus = "idle"
        self._run_id = ""
        self._started = ""
        self._scope: anyio.CancelScope | None = None
        log = self.timeline.log.read()
        # What people are shown of what it does.
        self.activity: Final = LiveActivity(log, stop=self.abort, resume=self.resume)
        self._stops = [self.timeline.listen(self._hear)]
        self._loop = AgentLoop(
            model,
            tools,
            [*self._own_handlers(settings), *handlers],
            self.timeline,
            self._recovered(log),
            inputs=self._take_unread,
            tool_choice=settings.tool_choice,
            instructions=instructions,
            parallel=settings.parallel,
            max_rounds=settings.max_rounds,
            compaction=settings.compaction,
            drafted=self.activity.write,
        )
        # Calls that the earlier process has not finished are over: no model is left with a call without an output.
        self._loop.close_calls()
        self._end_interrupted(log)
        if approvals is not None:
            self._stops.append(approvals.listen(self._on_approval))

    @property
    def running(self) -> bool:
        return self._scope is not None

    @property
    def asleep(self) -> bool:
        """Whether it waits for the human."""
        return self._asleep and not self.due

    @property
    def due(self) -> bool:
        return self._asked_to_run or any(isinstance(event, UserText) for event in self._unread)

    @property
    def status(self) -> RunStatus:
        """What the last run is at, or how it ended."""
        if self.running and self._pending:
            return "awaiting_approval"
        return self._status

    @property
    def phase(self) -> Phase:
        # The most particular state first: a call that waits is also under way, and so is its run.
        if self._pending:
            return "waiting_approval"
        if self._loop.in_flight:
            return "tools_running"
        if self.running:
            return "sampling"
        return "idle"

    def receive(self, events: Sequence[UserText], mark: Mark | None = None) -> None:
        """The human has said something; a watermark moves with it."""
        logged = self.timeline.emit(*events, mark=mark)
        # The events as they were logged: their numbers say later what the model had answered.
        self._unread += [event for event in logged if isinstance(event, UserText)]
        self.changed.set()

    def tell(self, text: str) -> None:
        """Tell the model that background work has finished: at once, unless the agent sleeps."""
        self._unread += [event for event in self.timeline.emit(SystemText(text)) if isinstance(event, SystemText)]
        # An agent that sleeps hears of it when the human speaks next: background work does not wake it.
        self._asked_to_run = self._asked_to_run or not self._asleep
        self.changed.set()

    def resume(self) -> None:
        """Run although nobody has said anything."""
        self._asked_to_run = True
        self.changed.set()

    def abort(self) -> bool:
        """End the run that is under way; whether there is one."""
        if self._scope is None:
            return False
        self._set_status("aborting")
        self._scope.cancel()
        return True

    async def serve(self) -> None:
        """Run whenever there is a reason to, until cancelled."""
        while True:
            await self.changed.wait_until(lambda: self.due and not self.running)
            await self.run()

    async def run(self) -> RunEnd:
        """Run once, now. What goes wrong is in what this returns."""
        # Two runs at once would share one transcript.
        if self._scope is not None:
            raise AgentBusy("BUSY: a run is under way; what is said now reaches the model before its next sampling")
        self._asleep = self._asked_to_run = False
        self._run_id = uuid.uuid4().hex
        self._started = self.timeline.moment()
        self._set_status("starting")
        # What is logged if everything ends in the middle of the run; the next process goes on with it.
        end = RunEnd(self._run_id, "aborted", INTERRUPTED)
        try:
            with anyio.CancelScope() as self._scope:
                self._set_status("running")
                end = await self._finished()
            if self._scope.cancelled_caught:
                end = RunEnd(self._run_id, "aborted", "aborted")
        finally:
            self._loop.close_calls()
            self._scope = None
            # A run that failed or was aborted has not handed over to the human: what is left over is done by the next.
            self._asleep = end.reason == YIELDED
            self._set_status(end.status, end.reason)
        return end

    def close(self) -> None:
        for stop in self._stops:
            stop()

    async def _finished(self) -> RunEnd:
        try:
            return RunEnd(self._run_id, "finished", await self._loop.run())
        except Exception as error:  # noqa: BLE001 - a run that fails is one of the ways to end
            log.warning("the run failed: %s: %s", type(error).__name__, error)
            return RunEnd(self._run_id, "error", f"{type(error).__name__}: {error}", error)

    @property
    def _pending(self) -> int:
        if self._approvals is not None:
            return len(self._approvals.pending())
        return 0

    def _own_handlers(self, options: AgentOptions) -> list[Handler]:
        bridge = [TextBridge(options.reminders)] if options.ui_mode else []
        return [
            *bridge,
            ChatMarkers(self.timeline, self.bus),
            LoopControl(self.timeline, self.bus),
            NotificationsHandler(self.notifications),
        ]

    def _take_unread(self) -> list[UserText | SystemText]:
        # Replaced, not cleared: the handlers may cause further messages while these are taken.
        unread = self._unread
        self._unread = []
        return unread

    def _recovered(self, log: Sequence[AgentEvent]) -> Transcript:
        """What the model knew, and into `unread` what it had not answered yet when the process ended."""
        # What came after the last answered request the model may never have seen: it is told again.
        answered = _last_answered(log)
        self._unread = [event for event in log if isinstance(event, UserText) and event.seq > answered]
        unread = {event.seq for event in self._unread}
        return Transcript.of(event for event in log if event.seq not in unread)

    def _end_interrupted(self, log: Sequence[AgentEvent]) -> None:
        latest = next((event for event in reversed(log) if isinstance(event, RunStatusChanged)), None)
        # The process ended in the middle of a run, which would be shown as running for ever.
        if latest is not None and latest.status not in _OVER:
            ended = replace(latest, seq=0, ts="", status="aborted", reason=INTERRUPTED, finished=self.timeline.moment())
            self.timeline.emit(ended)

    def _hear(self, event: AgentEvent) -> None:
        self.activity.hear(event)
        self.changed.set()

    def _on_approval(self, item: ApprovalItem) -> None:
        if item.pending:
            self.timeline.emit(ApprovalPending(item.to_json()))
        # Decided and not executed yet; how it ends is told by the output of the call.
        elif item.decision is not None and item.outcome is None:
            self.timeline.emit(ApprovalDecision(item.call_id, {"kind": item.decision}))
        self.changed.set()

    def _set_status(self, status: RunStatus, reason: str | None = None) -> None:
        self._status = status
        finished = self.timeline.moment() if status in _OVER else None
        self.timeline.emit(RunStatusChanged(self._run_id, status, self._started, finished, reason or None))


def _last_answered(log: Sequence[AgentEvent]) -> int:
    """The number of the last request that the model answered: what came before it, it has been told."""
    request_seq = answered = 0
    for event in log:
        # A request without a response was interrupted: the model has to be asked again.
        if isinstance(event, ModelRequest):
            request_seq = event.seq
        elif isinstance(event, Response):
            answered = request_seq
    return answered
