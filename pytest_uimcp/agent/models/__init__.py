"""What an agent asks for its next steps: a script, or a model at an OpenAI-compatible endpoint."""

from pytest_uimcp.agent.models.base import Model, ModelTurn, SampleRequest, ToolSpec
from pytest_uimcp.agent.models.scripted import ScriptedModel, Turn, TurnStep, call, end, say, text

__all__ = [
    "Model",
    "ModelTurn",
    "SampleRequest",
    "ScriptedModel",
    "ToolSpec",
    "Turn",
    "TurnStep",
    "call",
    "end",
    "say",
    "text",
]
