"""AutoGen's AgentChat."""

import asyncio
import sys

from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient
from autogen_ext.tools.mcp import StreamableHttpServerParams, mcp_server_tools

INFO = {"vision": False, "function_calling": True, "json_output": True, "family": "unknown", "structured_output": True}


def shout(text: str) -> str:
    """Shout."""
    return text.upper()


async def main(model_url: str, mcp_url: str, prompt: str) -> None:
    model = OpenAIChatCompletionClient(model="gpt-5", base_url=model_url, api_key="none", model_info=INFO)
    tools = await mcp_server_tools(StreamableHttpServerParams(url=mcp_url))
    agent = AssistantAgent("notes", model, tools=[shout, *tools], max_tool_iterations=9)
    print((await agent.run(task=prompt)).messages[-1].to_text())


asyncio.run(main(*sys.argv[1:]))
