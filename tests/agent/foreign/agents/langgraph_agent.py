"""LangChain's agents on LangGraph, with langchain-mcp-adapters."""

import asyncio
import sys

from langchain.agents import create_agent
from langchain_core.tools import tool
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_openai import ChatOpenAI


@tool
def shout(text: str) -> str:
    """Shout."""
    return text.upper()


async def main(model_url: str, mcp_url: str, prompt: str) -> None:
    client = MultiServerMCPClient({"notes": {"transport": "streamable_http", "url": mcp_url}})
    model = ChatOpenAI(model="gpt-5", base_url=model_url, api_key="none")
    agent = create_agent(model, [shout, *await client.get_tools()])
    result = await agent.ainvoke({"messages": [{"role": "user", "content": prompt}]})
    print(result["messages"][-1].content)


asyncio.run(main(*sys.argv[1:]))
