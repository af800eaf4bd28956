"""What an agent does at the moment, as people are shown it.

`Activity` is reduced from the agent's events, so it is the same after a restart: a run that failed still says why. Only
what the model has written so far (`draft`) is in no event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from pytest_uimcp.agent.drafts import text_for_people
from pytest_uimcp.agent.events import (
    AgentEvent,
    ApprovalDecision,
    ApprovalPending,
    FunctionCall,
    FunctionCallOutput,
    ModelRequest,
    ModelRetry,
    RunStatusChanged,
    UiMessage,
)
from pytest_uimcp.agent.models.progress import AnswerDraft
from pytest_uimcp.agent.names import SILENT_TOOLS
from pytest_uimcp.core.listeners import Listeners

State = Literal["idle", "model", "retrying", "tools", "approval", "stopping", "failed", "stopped"]
_OVER: Final[Mapping[str, State]] = {"finished": "idle", "error": "failed", "aborted": "stopped"}


@dataclass(frozen=True, slots=True)
class Activity:
    """`since` is when this state began. `calls` are the tools under way, by the model's ids of the calls."""

    state: State = "idle"
    since: str = ""
    # Why the run failed or was stopped, or why the model has to be asked again.
    reason: str = ""
    calls: Mapping[str, str] = field(default_factory=dict)
    # The ids of the calls that wait for the human.
    waiting: frozenset[str] = frozenset()
    retry: ModelRetry | None = None

    @property
    def is_running(self) -> bool:
        return self.state not in ("idle", "failed", "stopped")

    def to_json(self) -> dict[str, Any]:
        body = {"state": self.state, "since": self.since, "reason": self.reason, "calls": list(self.calls.values())}
        if self.retry is None:
            return body
        until = datetime.fromisoformat(self.retry.ts) + timedelta(seconds=self.retry.seconds)
        return {
            **body,
            "attempt": self.retry.attempt,
            "attempts": self.retry.attempts,
            "until": until.isoformat().replace("+00:00", "Z"),
        }


def next_activity(activity: Activity, event: AgentEvent) -> Activity:
    """The activity after an event; the very same object if the event does not change it."""
    match event:
        case RunStatusChanged(status="starting"):
            return Activity("model", event.ts)
        case RunStatusChanged(status="aborting"):
            return replace(activity, state="stopping", since=event.ts)
        case RunStatusChanged() if event.status in _OVER:
            return Activity(_OVER[event.status], event.ts, event.reason or "")
        case ModelRequest():
            return Activity("model", event.ts)
        case ModelRetry():
            return Activity("retrying", event.ts, event.reason, retry=event)
        case FunctionCall() if event.name not in SILENT_TOOLS:
            return _with_calls(activity, event, {**activity.calls, event.call_id: event.name}, activity.waiting)
        case FunctionCallOutput() if event.call_id in activity.calls:
            calls = {call_id: name for call_id, name in activity.calls.items() if call_id != event.call_id}
            return _with_calls(activity, event, calls, activity.waiting - {event.call_id})
        case ApprovalPending():
            call_id = str(event.approval.get("call_id"))
            return _with_calls(activity, event, activity.calls, activity.waiting | {call_id} & activity.calls.keys())
        case ApprovalDecision():
            return _with_calls(activity, event, activity.calls, activity.waiting - {str(event.call_id)})
    return activity


def latest_activity(events: Iterable[AgentEvent]) -> Activity:
    activity = Activity()
    for event in events:
        activity = next_activity(activity, event)
    return activity


def _with_calls(activity: Activity, event: AgentEvent, calls: Mapping[str, str], waiting: frozenset[str]) -> Activity:
    # What still comes of calls while a run is being stopped does not start it again.
    if not activity.is_running or activity.state == "stopping":
        return activity
    state: State = "model"
    # A call that waits for people is what they should know first.
    if waiting:
        state = "approval"
    elif calls:
        state = "tools"
    since = activity.since if state == activity.state else event.ts
    return Activity(state, since, calls=calls, waiting=waiting)


class LiveActivity:
    """The activity of one agent, with the message that its model is writing. For the agent's event loop.

    `stop` ends the run that is under way, `resume` begins another one.
    """

    def __init__(
        self, events: Iterable[AgentEvent], *, stop: Callable[[], object], resume: Callable[[], object]
    ) -> None:
        self._activity = latest_activity(events)
        self._stop = stop
        self._resume = resume
        self._draft: AnswerDraft | None = None
        self._listeners: Listeners[None] = Listeners("the activity")

    @property
    def current(self) -> Activity:
        return self._activity

    def to_json(self) -> dict[str, Any]:
        """What the page is sent."""
        draft = text_for_people(self._draft) if self._draft else ""
        return {**self._activity.to_json(), "draft": draft}

    def listen(self, listener: Callable[[None], object]) -> Callable[[], None]:
        return self._listeners.add(listener)

    def stop(self) -> None:
        if self._activity.is_running:
            self._stop()

    def again(self) -> None:
        if self._activity.state in ("failed", "stopped"):
            self._resume()

    def hear(self, event: AgentEvent) -> None:
        """An event of the agent has happened."""
        activity = next_activity(self._activity, event)
        # What was written is posted, or thrown away and written again.
        is_posted = isinstance(event, UiMessage | ModelRequest | ModelRetry) or not activity.is_running
        if activity is self._activity and not (is_posted and self._draft):
            return
        self._activity = activity
        if is_posted:
            self._draft = None
        self._listeners.tell(None)

    def write(self, draft: AnswerDraft) -> None:
        """The model's answer has grown."""
        self._draft = draft
        # It has answered: what was wrong before is over.
        if self._activity.state == "retrying":
            self._activity = replace(self._activity, state="model", reason="", retry=None)
        self._listeners.tell(None)
