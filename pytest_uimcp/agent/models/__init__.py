"""What an agent asks for its next steps: a script, or a model at an OpenAI-compatible endpoint."""

from pytest_uimcp.agent.models.base import Model, ModelTurn, SampleRequest, ToolSpec
from pytest_uimcp.agent.models.scripted import ScriptedModel, Turn, TurnStep, call, end, say, text
from pytest_uimcp.agent.models.scriptfile import load_script, read_script

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
    "load_script",
    "read_script",
    "say",
    "text",
]
