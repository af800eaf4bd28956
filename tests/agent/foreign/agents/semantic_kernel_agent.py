"""Semantic Kernel."""

import asyncio
import sys

from openai import AsyncOpenAI
from semantic_kernel.agents import ChatCompletionAgent
from semantic_kernel.connectors.ai.open_ai import OpenAIChatCompletion
from semantic_kernel.connectors.mcp import MCPStreamableHttpPlugin
from semantic_kernel.functions import kernel_function


class Voice:
    @kernel_function
    def shout(self, text: str) -> str:
        """Shout."""
        return text.upper()


async def main(model_url: str, mcp_url: str, prompt: str) -> None:
    service = OpenAIChatCompletion("gpt-5", async_client=AsyncOpenAI(base_url=model_url, api_key="none"))
    async with MCPStreamableHttpPlugin("notes_server", url=mcp_url) as plugin:
        agent = ChatCompletionAgent(service=service, name="notes", plugins=[Voice(), plugin])
        print((await agent.get_response(messages=prompt)).content)


asyncio.run(main(*sys.argv[1:]))
