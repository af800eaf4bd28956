"""Agents that end with a call of a tool of their own: what is said last is its argument.

To smolagents a text without calls is an error of the model, and inspect_ai tells it to go on. The author of a script
means the same with `[say("Done."), end()]` there as everywhere.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pytest_uimcp.agent.events import FunctionCall
from pytest_uimcp.agent.models.base import ModelTurn, SampleRequest, ToolSpec

# The tools by their hosts' names, with the argument that is the answer.
FINAL_TOOLS: Final[Mapping[str, str]] = {
    "final_answer": "answer",  # smolagents
    "submit": "answer",  # inspect_ai
}


def with_final_call(turn: ModelTurn, request: SampleRequest) -> ModelTurn:
    """The last turn for an agent that has such a tool; any other as it is."""
    tool = next((tool for tool in request.tools if _is_final(tool)), None)
    if tool is None or not turn.is_last or turn.calls or not turn.texts:
        return turn
    arguments = json.dumps({FINAL_TOOLS[tool.name]: "\n".join(turn.texts)}, ensure_ascii=False)
    # An id of its own: that call is none of the script.
    return replace(turn, items=(FunctionCall(tool.name, arguments, f"call_{uuid.uuid4().hex[:12]}"),))


def _is_final(tool: ToolSpec) -> bool:
    # A tool of somebody else that happens to have this name has other arguments.
    properties = tool.input_schema.get("properties")
    return isinstance(properties, Mapping) and set(properties) == {FINAL_TOOLS.get(tool.name)}
