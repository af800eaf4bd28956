"""The SDK of Anthropic and that of MCP."""

import asyncio
import sys

from anthropic import AsyncAnthropic
from mcp import Client

SHOUT = {"name": "shout", "input_schema": {"type": "object", "properties": {"text": {"type": "string"}}}}


async def main(model_url: str, mcp_url: str, prompt: str) -> None:
    model = AsyncAnthropic(base_url=model_url, api_key="none")
    async with Client(mcp_url) as mcp:
        tools = [{"name": tool.name, "input_schema": tool.input_schema} for tool in (await mcp.list_tools()).tools]
        messages = [{"role": "user", "content": prompt}]
        while True:
            async with model.messages.stream(
                model="claude-sonnet-5", max_tokens=1000, messages=messages, tools=[SHOUT, *tools]
            ) as stream:
                answer = await stream.get_final_message()
            messages.append({"role": "assistant", "content": answer.content})
            results = []
            for block in answer.content:
                if block.type == "tool_use":
                    if block.name == "shout":
                        content = block.input["text"].upper()
                    else:
                        content = (await mcp.call_tool(block.name, block.input)).content[0].text
                    results.append({"type": "tool_result", "tool_use_id": block.id, "content": content})
            if not results:
                break
            messages.append({"role": "user", "content": results})
    print(answer.content[0].text)


asyncio.run(main(*sys.argv[1:]))
