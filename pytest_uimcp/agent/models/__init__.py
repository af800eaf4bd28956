"""What an agent asks for its next steps: a script, or a model at an OpenAI-compatible endpoint."""

from pytest_uimcp.agent.models.base import Model, ModelTurn, SampleRequest, ToolSpec
from pytest_uimcp.agent.models.scripted import ScriptedModel
from pytest_uimcp.agent.models.steps import (
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

__all__ = [
    "Model",
    "ModelTurn",
    "SampleRequest",
    "ScriptedModel",
    "ToolSpec",
    "Turn",
    "TurnStep",
    "call",
    "cut",
    "end",
    "fail",
    "length",
    "refuse",
    "respond",
    "say",
    "slow",
    "text",
    "unchecked",
]
