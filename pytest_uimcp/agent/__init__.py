"""An agent: a model, its tools, and what people are shown of both.

`Agent` runs turns, `Orchestrator` feeds it from the chat, `Timeline` holds its events and the state they make.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from pytest_uimcp.core.lazy import lazy_names

if TYPE_CHECKING:
    from pytest_uimcp.agent.agent import Agent, AgentOptions, RunEnd
    from pytest_uimcp.agent.bus import UiBus
    from pytest_uimcp.agent.choice import ALLOW_ANY, FORBID_ALL, REQUIRE_ANY, ToolChoice, require_specific
    from pytest_uimcp.agent.compaction import Compaction
    from pytest_uimcp.agent.config import AgentConfigError
    from pytest_uimcp.agent.decisions import Abort, InjectItems, NoAction
    from pytest_uimcp.agent.errors import (
        AgentBusy,
        ContextTooLong,
        ModelError,
        ModelUnavailable,
        NetworkNotAllowed,
        PlainTextError,
        RunError,
        TurnScriptError,
    )
    from pytest_uimcp.agent.eventlog import EventLog, MemoryEventLog, SqlEventLog
    from pytest_uimcp.agent.events import AgentEvent, UserText
    from pytest_uimcp.agent.handlers import Handler
    from pytest_uimcp.agent.models import (
        Model,
        ModelTurn,
        SampleRequest,
        ScriptedModel,
        ToolSpec,
        Turn,
        TurnStep,
        call,
        cut,
        end,
        fail,
        length,
        refuse,
        respond,
        say,
        slow,
        text,
        unchecked,
    )
    from pytest_uimcp.agent.models.anthropic import AnthropicModel
    from pytest_uimcp.agent.models.openai import OpenAIModel
    from pytest_uimcp.agent.models.retries import Retries
    from pytest_uimcp.agent.notifications import NotificationsBuffer
    from pytest_uimcp.agent.reduce import rebuild, reduce_ui_state
    from pytest_uimcp.agent.running import AgentReply, RunningAgent, run_agent
    from pytest_uimcp.agent.servers import loop_server, ui_server
    from pytest_uimcp.agent.sidecar import ChatClient, ConnectionLost, Orchestrator
    from pytest_uimcp.agent.timeline import Timeline
    from pytest_uimcp.agent.tools import ToolProvider
    from pytest_uimcp.agent.uistate import UiState

_HOMES: Final[Mapping[str, str]] = {
    "ALLOW_ANY": "choice",
    "Abort": "decisions",
    "Agent": "agent",
    "AgentBusy": "errors",
    "AgentConfigError": "config",
    "AgentEvent": "events",
    "AgentOptions": "agent",
    "AgentReply": "running",
    "AnthropicModel": "models.anthropic",
    "ChatClient": "sidecar",
    "Compaction": "compaction",
    "ConnectionLost": "sidecar",
    "ContextTooLong": "errors",
    "EventLog": "eventlog",
    "FORBID_ALL": "choice",
    "Handler": "handlers",
    "InjectItems": "decisions",
    "MemoryEventLog": "eventlog",
    "Model": "models",
    "ModelError": "errors",
    "ModelTurn": "models",
    "ModelUnavailable": "errors",
    "NetworkNotAllowed": "errors",
    "NoAction": "decisions",
    "NotificationsBuffer": "notifications",
    "OpenAIModel": "models.openai",
    "Orchestrator": "sidecar",
    "PlainTextError": "errors",
    "REQUIRE_ANY": "choice",
    "Retries": "models.retries",
    "RunEnd": "agent",
    "RunError": "errors",
    "RunningAgent": "running",
    "SampleRequest": "models",
    "TurnScriptError": "errors",
    "ScriptedModel": "models",
    "SqlEventLog": "eventlog",
    "Timeline": "timeline",
    "ToolChoice": "choice",
    "ToolProvider": "tools",
    "ToolSpec": "models",
    "Turn": "models",
    "TurnStep": "models",
    "UiBus": "bus",
    "UiState": "uistate",
    "UserText": "events",
    "call": "models",
    "cut": "models",
    "end": "models",
    "fail": "models",
    "length": "models",
    "loop_server": "servers",
    "rebuild": "reduce",
    "reduce_ui_state": "reduce",
    "require_specific": "choice",
    "run_agent": "running",
    "refuse": "models",
    "respond": "models",
    "say": "models",
    "slow": "models",
    "text": "models",
    "unchecked": "models",
    "ui_server": "servers",
}

__all__ = [
    "ALLOW_ANY",
    "FORBID_ALL",
    "REQUIRE_ANY",
    "Abort",
    "Agent",
    "AgentBusy",
    "AgentConfigError",
    "AgentEvent",
    "AgentOptions",
    "AgentReply",
    "AnthropicModel",
    "ChatClient",
    "Compaction",
    "ConnectionLost",
    "ContextTooLong",
    "EventLog",
    "Handler",
    "InjectItems",
    "MemoryEventLog",
    "Model",
    "ModelError",
    "ModelTurn",
    "ModelUnavailable",
    "NetworkNotAllowed",
    "NoAction",
    "NotificationsBuffer",
    "OpenAIModel",
    "Orchestrator",
    "PlainTextError",
    "Retries",
    "RunEnd",
    "RunError",
    "RunningAgent",
    "SampleRequest",
    "ScriptedModel",
    "SqlEventLog",
    "Timeline",
    "ToolChoice",
    "ToolProvider",
    "ToolSpec",
    "Turn",
    "TurnScriptError",
    "TurnStep",
    "UiBus",
    "UiState",
    "UserText",
    "call",
    "cut",
    "end",
    "fail",
    "length",
    "loop_server",
    "rebuild",
    "reduce_ui_state",
    "refuse",
    "require_specific",
    "respond",
    "run_agent",
    "say",
    "slow",
    "text",
    "ui_server",
    "unchecked",
]

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
