"""Strands Agents."""

import sys

from mcp.client.streamable_http import streamable_http_client
from strands import Agent, tool
from strands.models.openai import OpenAIModel
from strands.tools.mcp import MCPClient

MODEL_URL, MCP_URL, PROMPT = sys.argv[1:]


@tool
def shout(text: str) -> str:
    """Shout."""
    return text.upper()


with MCPClient(lambda: streamable_http_client(MCP_URL)) as client:
    model = OpenAIModel(client_args={"base_url": MODEL_URL, "api_key": "none"}, model_id="gpt-5")
    agent = Agent(model, tools=[shout, *client.list_tools_sync()], callback_handler=None)
    print(agent(PROMPT))
