"""LlamaIndex: its function agent."""

import asyncio
import sys

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.llms.openai_like import OpenAILike
from llama_index.tools.mcp import BasicMCPClient, McpToolSpec


def shout(text: str) -> str:
    """Shout."""
    return text.upper()


async def main(model_url: str, mcp_url: str, prompt: str) -> None:
    model = OpenAILike("gpt-5", api_base=model_url, api_key="none", is_chat_model=True, is_function_calling_model=True)
    tools = await McpToolSpec(BasicMCPClient(mcp_url)).to_tool_list_async()
    print(await FunctionAgent(tools=[shout, *tools], llm=model).run(user_msg=prompt))


asyncio.run(main(*sys.argv[1:]))
