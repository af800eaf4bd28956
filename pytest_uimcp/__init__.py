"""pytest-uimcp: a ui-mcp server as pytest fixtures.

The names below are the public door. Each is imported from its home when it is first asked for, so that
`import pytest_uimcp`, which every pytest run does, costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pytest_uimcp.agent.errors import RunError
    from pytest_uimcp.agent.harness.agent import AgentHarness
    from pytest_uimcp.agent.harness.conversation import Call
    from pytest_uimcp.agent.harness.errors import (
        ConversationError,
        NoPage,
        NotCalled,
        NothingPending,
        NotSaid,
        OverBudget,
        TurnsLeft,
        Unsettled,
    )
    from pytest_uimcp.agent.harness.human import HumanHarness
    from pytest_uimcp.agent.harness.simulated_human import SimulatedHuman
    from pytest_uimcp.agent.models import call, end, say, text
    from pytest_uimcp.chat.harness.chat import ChatHarness
    from pytest_uimcp.compositor.harness.compositor import CompositorHarness
    from pytest_uimcp.compositor.harness.errors import NeedsApproval, PolicyFault
    from pytest_uimcp.compositor.policy import Rule
    from pytest_uimcp.compositor.specs import HttpSpec, StdioSpec
    from pytest_uimcp.core.assets import bundle_dir, fixtures_dir
    from pytest_uimcp.core.clock import RealClock, VirtualClock
    from pytest_uimcp.core.errors import UimcpError
    from pytest_uimcp.engine.connection import Connection
    from pytest_uimcp.engine.errors import BusyError, SessionClosed, SettleTimeout
    from pytest_uimcp.engine.evaluation import Evaluation
    from pytest_uimcp.engine.files.reloading import ReloadReport
    from pytest_uimcp.engine.files.sources import SourceError
    from pytest_uimcp.engine.files.viewdef_dirs import ViewdefError
    from pytest_uimcp.engine.lua.access import LuaIo
    from pytest_uimcp.engine.lua.errors import LuaError, LuaMemoryError, LuaSyntaxError, LuaTimeout
    from pytest_uimcp.engine.lua.limits import LuaLimits
    from pytest_uimcp.engine.lua.runtime import Dialect
    from pytest_uimcp.engine.options import SessionOptions
    from pytest_uimcp.engine.problems import Problem
    from pytest_uimcp.engine.session import Session
    from pytest_uimcp.javafx.harness.errors import FxmlWarning, HandlerError, ProgramEnded, ProgramError, StageError
    from pytest_uimcp.javafx.harness.found import FoundNode
    from pytest_uimcp.javafx.harness.making import stage_for
    from pytest_uimcp.javafx.harness.stage import Stage
    from pytest_uimcp.mcp.calls import ToolCall, ToolResult
    from pytest_uimcp.mcp.errors import ToolNotFound
    from pytest_uimcp.mcp.server import McpServer
    from pytest_uimcp.mcp.tools import Tool
    from pytest_uimcp.openapi.harness.mocking import InvalidAnswer, InvalidRequest, MisplacedRoute, UnmockedRequest
    from pytest_uimcp.openapi.harness.openapi import OpenApiHarness
    from pytest_uimcp.openapi.harness.sent_request import NotRequested, SentRequest
    from pytest_uimcp.page import (
        Ambiguous,
        Found,
        NotActionable,
        NotFound,
        NotModelled,
        NotSeen,
        Page,
        PageError,
        StillSeen,
        WrongCall,
    )
    from pytest_uimcp.page.dom.selectors import CssSelectorError
    from pytest_uimcp.page.keys import UnknownKey
    from pytest_uimcp.server.harness.lua_session import LuaSession
    from pytest_uimcp.server.harness.server import Server
    from pytest_uimcp.testing.faces.chromium import Browser, ScriptError
    from pytest_uimcp.testing.faces.chromium.fixtures import browser_for
    from pytest_uimcp.testing.faces.chromium.locate import NoBrowser
    from pytest_uimcp.testing.faces.firefox.firefox import NoFirefox
    from pytest_uimcp.testing.faces.selection import page_for
    from pytest_uimcp.testing.fixtures import NoAppDirectory, project_for, server_for, session_for, show_app
    from pytest_uimcp.testing.harness.app_errors import AppError, ExpectedError, NoAppError
    from pytest_uimcp.testing.project import Project
    from pytest_uimcp.testing.run import open_browser, open_server
    from pytest_uimcp.testing.scenario.errors import ScenarioError
    from pytest_uimcp.testing.scenario.scenario import Scenario
    from pytest_uimcp.testing.snapshots.assertion import UimcpSnapshot
    from pytest_uimcp.testing.snapshots.kinds import CannotCompare
    from pytest_uimcp.testing.snapshots.pictures import BadPicture

    __version__: str

_HOMES: Final[Mapping[str, str]] = {
    "AgentHarness": "pytest_uimcp.agent.harness.agent",
    "Ambiguous": "pytest_uimcp.page",
    "AppError": "pytest_uimcp.testing.harness.app_errors",
    "BadPicture": "pytest_uimcp.testing.snapshots.pictures",
    "Browser": "pytest_uimcp.testing.faces.chromium",
    "BusyError": "pytest_uimcp.engine.errors",
    "Call": "pytest_uimcp.agent.harness.conversation",
    "CannotCompare": "pytest_uimcp.testing.snapshots.kinds",
    "ChatHarness": "pytest_uimcp.chat.harness.chat",
    "CompositorHarness": "pytest_uimcp.compositor.harness.compositor",
    "Connection": "pytest_uimcp.engine.connection",
    "ConversationError": "pytest_uimcp.agent.harness.errors",
    "CssSelectorError": "pytest_uimcp.page.dom.selectors",
    "Dialect": "pytest_uimcp.engine.lua.runtime",
    "Evaluation": "pytest_uimcp.engine.evaluation",
    "ExpectedError": "pytest_uimcp.testing.harness.app_errors",
    "Found": "pytest_uimcp.page",
    "FoundNode": "pytest_uimcp.javafx.harness.found",
    "FxmlWarning": "pytest_uimcp.javafx.harness.errors",
    "HandlerError": "pytest_uimcp.javafx.harness.errors",
    "HttpSpec": "pytest_uimcp.compositor.specs",
    "HumanHarness": "pytest_uimcp.agent.harness.human",
    "InvalidAnswer": "pytest_uimcp.openapi.harness.mocking",
    "InvalidRequest": "pytest_uimcp.openapi.harness.mocking",
    "MisplacedRoute": "pytest_uimcp.openapi.harness.mocking",
    "LuaError": "pytest_uimcp.engine.lua.errors",
    "LuaIo": "pytest_uimcp.engine.lua.access",
    "LuaLimits": "pytest_uimcp.engine.lua.limits",
    "LuaMemoryError": "pytest_uimcp.engine.lua.errors",
    "LuaSession": "pytest_uimcp.server.harness.lua_session",
    "LuaSyntaxError": "pytest_uimcp.engine.lua.errors",
    "LuaTimeout": "pytest_uimcp.engine.lua.errors",
    "McpServer": "pytest_uimcp.mcp.server",
    "NeedsApproval": "pytest_uimcp.compositor.harness.errors",
    "NoAppDirectory": "pytest_uimcp.testing.fixtures",
    "NoAppError": "pytest_uimcp.testing.harness.app_errors",
    "NoBrowser": "pytest_uimcp.testing.faces.chromium.locate",
    "NoFirefox": "pytest_uimcp.testing.faces.firefox.firefox",
    "NoPage": "pytest_uimcp.agent.harness.errors",
    "NotActionable": "pytest_uimcp.page",
    "NotCalled": "pytest_uimcp.agent.harness.errors",
    "NotFound": "pytest_uimcp.page",
    "NotModelled": "pytest_uimcp.page",
    "NotRequested": "pytest_uimcp.openapi.harness.sent_request",
    "NotSaid": "pytest_uimcp.agent.harness.errors",
    "NotSeen": "pytest_uimcp.page",
    "NothingPending": "pytest_uimcp.agent.harness.errors",
    "OpenApiHarness": "pytest_uimcp.openapi.harness.openapi",
    "OverBudget": "pytest_uimcp.agent.harness.errors",
    "Page": "pytest_uimcp.page",
    "PageError": "pytest_uimcp.page",
    "PolicyFault": "pytest_uimcp.compositor.harness.errors",
    "Problem": "pytest_uimcp.engine.problems",
    "ProgramEnded": "pytest_uimcp.javafx.harness.errors",
    "ProgramError": "pytest_uimcp.javafx.harness.errors",
    "Project": "pytest_uimcp.testing.project",
    "RealClock": "pytest_uimcp.core.clock",
    "ReloadReport": "pytest_uimcp.engine.files.reloading",
    "Rule": "pytest_uimcp.compositor.policy",
    "RunError": "pytest_uimcp.agent.errors",
    "Scenario": "pytest_uimcp.testing.scenario.scenario",
    "ScenarioError": "pytest_uimcp.testing.scenario.errors",
    "ScriptError": "pytest_uimcp.testing.faces.chromium",
    "SentRequest": "pytest_uimcp.openapi.harness.sent_request",
    "Server": "pytest_uimcp.server.harness.server",
    "Session": "pytest_uimcp.engine.session",
    "SessionClosed": "pytest_uimcp.engine.errors",
    "SessionOptions": "pytest_uimcp.engine.options",
    "SettleTimeout": "pytest_uimcp.engine.errors",
    "SimulatedHuman": "pytest_uimcp.agent.harness.simulated_human",
    "SourceError": "pytest_uimcp.engine.files.sources",
    "Stage": "pytest_uimcp.javafx.harness.stage",
    "StageError": "pytest_uimcp.javafx.harness.errors",
    "StdioSpec": "pytest_uimcp.compositor.specs",
    "StillSeen": "pytest_uimcp.page",
    "Tool": "pytest_uimcp.mcp.tools",
    "ToolCall": "pytest_uimcp.mcp.calls",
    "ToolNotFound": "pytest_uimcp.mcp.errors",
    "ToolResult": "pytest_uimcp.mcp.calls",
    "TurnsLeft": "pytest_uimcp.agent.harness.errors",
    "UimcpError": "pytest_uimcp.core.errors",
    "UimcpSnapshot": "pytest_uimcp.testing.snapshots.assertion",
    "UnknownKey": "pytest_uimcp.page.keys",
    "UnmockedRequest": "pytest_uimcp.openapi.harness.mocking",
    "Unsettled": "pytest_uimcp.agent.harness.errors",
    "ViewdefError": "pytest_uimcp.engine.files.viewdef_dirs",
    "VirtualClock": "pytest_uimcp.core.clock",
    "WrongCall": "pytest_uimcp.page",
    "__version__": "pytest_uimcp.core.version:version",
    "browser_for": "pytest_uimcp.testing.faces.chromium.fixtures",
    "bundle_dir": "pytest_uimcp.core.assets",
    "call": "pytest_uimcp.agent.models",
    "end": "pytest_uimcp.agent.models",
    "fixtures_dir": "pytest_uimcp.core.assets",
    "open_browser": "pytest_uimcp.testing.run",
    "open_server": "pytest_uimcp.testing.run",
    "page_for": "pytest_uimcp.testing.faces.selection",
    "project_for": "pytest_uimcp.testing.fixtures",
    "say": "pytest_uimcp.agent.models",
    "server_for": "pytest_uimcp.testing.fixtures",
    "session_for": "pytest_uimcp.testing.fixtures",
    "show_app": "pytest_uimcp.testing.fixtures",
    "stage_for": "pytest_uimcp.javafx.harness.making",
    "text": "pytest_uimcp.agent.models",
}

__all__ = [
    "AgentHarness",
    "Ambiguous",
    "AppError",
    "BadPicture",
    "Browser",
    "BusyError",
    "Call",
    "CannotCompare",
    "ChatHarness",
    "CompositorHarness",
    "Connection",
    "ConversationError",
    "CssSelectorError",
    "Dialect",
    "Evaluation",
    "ExpectedError",
    "Found",
    "FoundNode",
    "FxmlWarning",
    "HandlerError",
    "HttpSpec",
    "HumanHarness",
    "InvalidAnswer",
    "InvalidRequest",
    "LuaError",
    "LuaIo",
    "LuaLimits",
    "LuaMemoryError",
    "LuaSession",
    "LuaSyntaxError",
    "LuaTimeout",
    "McpServer",
    "MisplacedRoute",
    "NeedsApproval",
    "NoAppDirectory",
    "NoAppError",
    "NoBrowser",
    "NoFirefox",
    "NoPage",
    "NotActionable",
    "NotCalled",
    "NotFound",
    "NotModelled",
    "NotRequested",
    "NotSaid",
    "NotSeen",
    "NothingPending",
    "OpenApiHarness",
    "OverBudget",
    "Page",
    "PageError",
    "PolicyFault",
    "Problem",
    "ProgramEnded",
    "ProgramError",
    "Project",
    "RealClock",
    "ReloadReport",
    "Rule",
    "RunError",
    "Scenario",
    "ScenarioError",
    "ScriptError",
    "SentRequest",
    "Server",
    "Session",
    "SessionClosed",
    "SessionOptions",
    "SettleTimeout",
    "SimulatedHuman",
    "SourceError",
    "Stage",
    "StageError",
    "StdioSpec",
    "StillSeen",
    "Tool",
    "ToolCall",
    "ToolNotFound",
    "ToolResult",
    "TurnsLeft",
    "UimcpError",
    "UimcpSnapshot",
    "UnknownKey",
    "UnmockedRequest",
    "Unsettled",
    "ViewdefError",
    "VirtualClock",
    "WrongCall",
    "__version__",
    "browser_for",
    "bundle_dir",
    "call",
    "end",
    "fixtures_dir",
    "open_browser",
    "open_server",
    "page_for",
    "project_for",
    "say",
    "server_for",
    "session_for",
    "show_app",
    "stage_for",
    "text",
]


def __getattr__(name: str) -> Any:
    """Import a public name; a home `package.module:function` gives what the function returns."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home, _, function = _HOMES[name].partition(":")
    value = getattr(import_module(home), function or name)
    if function:
        value = value()
    globals()[name] = value  # the next look-up does not come here
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
