"""inspect_ai: a task of an evaluation, with its react agent."""

import sys

import inspect_ai
from inspect_ai.agent import react
from inspect_ai.dataset import Sample
from inspect_ai.model import get_model
from inspect_ai.tool import Tool, mcp_server_http, tool

MODEL_URL, MCP_URL, PROMPT = sys.argv[1:]


@tool
def shout() -> Tool:
    async def execute(text: str) -> str:
        """Shout.

        Args:
            text: What to shout.
        """
        return text.upper()

    return execute


model = get_model("openai/gpt-4o", base_url=MODEL_URL, api_key="none")
agent = react(tools=[shout(), mcp_server_http(name="notes", url=MCP_URL)])
[log] = inspect_ai.eval(
    inspect_ai.Task(dataset=[Sample(input=PROMPT)], solver=agent), model=model, display="none", log_format="json"
)
print(log.samples[0].output.completion)
