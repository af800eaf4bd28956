"""AG2 1."""

import asyncio
import sys

from ag2 import Agent, tool
from ag2.config import OpenAIConfig
from ag2.tools import MCPToolkit


@tool
def shout(text: str) -> str:
    """Shout."""
    return text.upper()


async def main(model_url: str, mcp_url: str, prompt: str) -> None:
    config = OpenAIConfig("gpt-5", base_url=model_url, api_key="none")
    agent = Agent("notes", config=config, tools=[shout, MCPToolkit(mcp_url)])
    print((await agent.ask(prompt)).body)


asyncio.run(main(*sys.argv[1:]))
