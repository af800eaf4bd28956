"""Objects that observe a run and steer it. The first that answers before a sampling decides."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from pytest_uimcp.agent.bus import UiBus
from pytest_uimcp.agent.decisions import NO_ACTION, Abort, Decision, InjectItems
from pytest_uimcp.agent.errors import PlainTextError
from pytest_uimcp.agent.events import (
    AgentEvent,
    AssistantText,
    FunctionCall,
    FunctionCallOutput,
    ModelRequest,
    Reasoning,
    Response,
    SystemText,
    UiEndTurn,
    UiMessage,
    UserText,
)
from pytest_uimcp.agent.names import END_TOOLS, POST_TOOLS
from pytest_uimcp.agent.notifications import NotificationsBuffer
from pytest_uimcp.agent.timeline import Timeline

YIELDED: Final = "yielded"


class Handler:
    """Does nothing; override what is of interest."""

    def on_run_start(self) -> None:
        """A run begins."""

    def on_before_sample(self) -> Decision:
        """The model is about to be asked."""
        return NO_ACTION

    def on_user_text_event(self, event: UserText) -> None:
        """A message of the human reaches the model."""

    def on_assistant_text_event(self, event: AssistantText) -> None:
        """The model wrote plain text."""

    def on_system_text_event(self, event: SystemText) -> None:
        """A text that nobody wrote reaches the model."""

    def on_tool_call_event(self, event: FunctionCall) -> None:
        """The model calls a tool."""

    def on_tool_result_event(self, event: FunctionCallOutput) -> None:
        """A call has given its result."""

    def on_reasoning(self, event: Reasoning) -> None:
        """The model said what it thought."""

    def on_response(self, event: Response) -> None:
        """The model has answered."""

    def on_api_request_event(self, event: ModelRequest) -> None:
        """The model is asked."""

    def on_error(self, error: Exception) -> None:
        """The round has failed. If any handler returns from this instead of raising, the run goes on."""
        # Whoever overrides this decides; the default is that nobody forgives.
        raise error


_HOOKS: Final[dict[type[AgentEvent], str]] = {
    UserText: "on_user_text_event",
    AssistantText: "on_assistant_text_event",
    SystemText: "on_system_text_event",
    FunctionCall: "on_tool_call_event",
    FunctionCallOutput: "on_tool_result_event",
    Reasoning: "on_reasoning",
    Response: "on_response",
    ModelRequest: "on_api_request_event",
}


def notify(handler: Handler, event: AgentEvent) -> None:
    # Events of other types, such as those of the timeline, concern no handler.
    if name := _HOOKS.get(type(event)):
        getattr(handler, name)(event)


class TextBridge(Handler):
    """Refuses plain text, which the human would not see; or reminds the model, a limited number of times in a run."""

    def __init__(self, reminders: int = 0, tool: str = "chat_assistant_post") -> None:
        self._allowed = reminders
        self._left = reminders
        self._tool = tool
        self._reminder: SystemText | None = None

    def on_run_start(self) -> None:
        self._left = self._allowed
        self._reminder = None

    def on_assistant_text_event(self, event: AssistantText) -> None:
        if self._left <= 0:
            raise PlainTextError(
                f"the model wrote text that no human sees, {event.text[:100]!r}; it speaks by calling {self._tool}"
            )
        # A reminder costs a request, and a model that never learns would be reminded for ever.
        self._left -= 1
        self._reminder = SystemText(f"Nobody has seen your text. Say it by calling the tool {self._tool}.")

    def on_before_sample(self) -> Decision:
        reminder = self._reminder
        self._reminder = None
        if reminder:
            return InjectItems([reminder])
        return NO_ACTION


class _Successes(Handler, ABC):
    """Joins each call with its output, and tells of those that succeeded."""

    def __init__(self) -> None:
        self._calls: dict[str, FunctionCall] = {}

    def on_tool_call_event(self, event: FunctionCall) -> None:
        self._calls[event.call_id] = event

    def on_tool_result_event(self, event: FunctionCallOutput) -> None:
        # None for the output of a call of an earlier process.
        call = self._calls.pop(event.call_id, None)
        if call is not None and not event.result.is_error:
            self.succeeded(call)

    @abstractmethod
    def succeeded(self, call: FunctionCall) -> None:
        """The tool has done what this call asked for."""


class ChatMarkers(_Successes):
    """Shows what the assistant said as soon as it is posted, directly after the output of the call."""

    def __init__(self, timeline: Timeline, bus: UiBus, post_tools: frozenset[str] = POST_TOOLS) -> None:
        super().__init__()
        self._timeline = timeline
        self._bus = bus
        self._post_tools = post_tools

    def on_tool_result_event(self, event: FunctionCallOutput) -> None:
        super().on_tool_result_event(event)
        # The end of the turn is shown when the round is over.
        messages = [item for item in self._bus.drain() if not isinstance(item, UiEndTurn)]
        if messages:
            self._timeline.emit(*messages)

    def succeeded(self, call: FunctionCall) -> None:
        args = call.args or {}
        if call.name in self._post_tools and isinstance(args.get("content"), str):
            mime = args.get("mime") or "text/markdown"
            self._timeline.emit(UiMessage({"mime": str(mime), "content": args["content"]}))


class LoopControl(_Successes):
    """Ends the turn before the next sampling once the model has yielded."""

    def __init__(self, timeline: Timeline, bus: UiBus, end_tools: frozenset[str] = END_TOOLS) -> None:
        super().__init__()
        self._timeline = timeline
        self._bus = bus
        self._end_tools = end_tools
        self._yielded = False

    def on_run_start(self) -> None:
        """A yield of an earlier run that ended otherwise does not count."""
        self._yielded = False
        self._bus.consume_end_turn()

    def succeeded(self, call: FunctionCall) -> None:
        self._yielded = self._yielded or call.name in self._end_tools

    def on_before_sample(self) -> Decision:
        # Asked in any case, so that an old end does not end the next turn.
        ended = self._bus.consume_end_turn()
        if not (self._yielded or ended):
            return NO_ACTION
        self._yielded = False
        # Here and not with the call: the other calls of the response are made first.
        self._timeline.emit(UiEndTurn())
        return Abort(YIELDED)


class NotificationsHandler(Handler):
    """Tells the model what has changed since it was asked last."""

    def __init__(self, buffer: NotificationsBuffer) -> None:
        self._buffer = buffer

    def on_before_sample(self) -> Decision:
        text = self._buffer.poll_text()
        if text:
            return InjectItems([SystemText(text, role="user")])
        return NO_ACTION
