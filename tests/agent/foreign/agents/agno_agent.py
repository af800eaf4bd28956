"""agno."""

import asyncio
import sys

from agno.agent import Agent
from agno.models.openai import OpenAIChat
from agno.tools.mcp import MCPTools


def shout(text: str) -> str:
    """Shout."""
    return text.upper()


async def main(model_url: str, mcp_url: str, prompt: str) -> None:
    async with MCPTools(url=mcp_url, transport="streamable-http") as tools:
        model = OpenAIChat(id="gpt-5", base_url=model_url, api_key="none")
        agent = Agent(model=model, tools=[shout, tools], telemetry=False)
        print((await agent.arun(prompt)).content)


asyncio.run(main(*sys.argv[1:]))
