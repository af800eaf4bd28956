"""DSPy's ReActV2, with the tools of MCP's SDK."""

import asyncio
import sys

import dspy
from mcp import Client


def shout(text: str) -> str:
    """Shout."""
    return text.upper()


async def main(model_url: str, mcp_url: str, prompt: str) -> None:
    model = dspy.LM("openai/gpt-5", api_base=model_url, api_key="none", cache=False)
    async with Client(mcp_url) as mcp:
        tools = [dspy.Tool.from_mcp_tool(mcp, tool) for tool in (await mcp.list_tools()).tools]
        agent = dspy.ReActV2("task -> answer", tools=[shout, *tools])
        with dspy.context(lm=model, adapter=dspy.ChatAdapter(use_native_function_calling=True)):
            result = await agent.acall(task=prompt)
    print(result.answer)


asyncio.run(main(*sys.argv[1:]))
