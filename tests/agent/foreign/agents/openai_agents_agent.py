"""OpenAI's Agents SDK, over the Responses API."""

import asyncio
import sys

from agents import Agent, OpenAIResponsesModel, Runner, function_tool, set_tracing_disabled
from agents.mcp import MCPServerStreamableHttp
from openai import AsyncOpenAI


@function_tool
def shout(text: str) -> str:
    return text.upper()


async def main(model_url: str, mcp_url: str, prompt: str) -> None:
    set_tracing_disabled(True)
    model = OpenAIResponsesModel("gpt-5", AsyncOpenAI(base_url=model_url, api_key="none"))
    async with MCPServerStreamableHttp({"url": mcp_url}) as mcp:
        agent = Agent("notes", model=model, tools=[shout], mcp_servers=[mcp])
        print((await Runner.run(agent, prompt)).final_output)


asyncio.run(main(*sys.argv[1:]))
