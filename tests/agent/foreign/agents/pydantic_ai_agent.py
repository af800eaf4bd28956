"""pydantic-ai."""

import asyncio
import sys

from pydantic_ai import Agent
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider


def shout(text: str) -> str:
    return text.upper()


async def main(model_url: str, mcp_url: str, prompt: str) -> None:
    model = OpenAIChatModel("gpt-5", provider=OpenAIProvider(base_url=model_url, api_key="none"))
    agent = Agent(model, tools=[shout], toolsets=[MCPToolset(mcp_url)])
    async with agent:
        print((await agent.run(prompt)).output)


asyncio.run(main(*sys.argv[1:]))
