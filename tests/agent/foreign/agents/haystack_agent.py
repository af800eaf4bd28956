"""Haystack."""

import sys
from typing import Annotated

from haystack.components.agents import Agent
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.dataclasses import ChatMessage
from haystack.tools import tool
from haystack.utils import Secret
from haystack_integrations.tools.mcp import MCPToolset, StreamableHttpServerInfo

MODEL_URL, MCP_URL, PROMPT = sys.argv[1:]


@tool
def shout(text: Annotated[str, "What to shout"]) -> str:
    """Shout."""
    return text.upper()


model = OpenAIChatGenerator(model="gpt-5", api_base_url=MODEL_URL, api_key=Secret.from_token("none"))
tools = MCPToolset(StreamableHttpServerInfo(url=MCP_URL), eager_connect=True)
agent = Agent(chat_generator=model, tools=[shout, *tools])
print(agent.run(messages=[ChatMessage.from_user(PROMPT)])["last_message"].text)
