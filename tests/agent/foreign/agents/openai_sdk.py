"""The SDK of OpenAI and that of MCP, and the loop between them that most people write first."""

import asyncio
import json
import sys

from mcp import Client
from openai import AsyncOpenAI

SHOUT = {"name": "shout", "parameters": {"type": "object", "properties": {"text": {"type": "string"}}}}


async def main(model_url: str, mcp_url: str, prompt: str) -> None:
    model = AsyncOpenAI(base_url=model_url, api_key="none")
    async with Client(mcp_url) as mcp:
        tools = [{"name": tool.name, "parameters": tool.input_schema} for tool in (await mcp.list_tools()).tools]
        functions = [{"type": "function", "function": function} for function in [SHOUT, *tools]]
        messages = [{"role": "user", "content": prompt}]
        while True:
            answer = await model.chat.completions.create(model="gpt-5", messages=messages, tools=functions)
            message = answer.choices[0].message
            messages.append(message.model_dump(exclude_none=True))
            if not message.tool_calls:
                break
            for call in message.tool_calls:
                arguments = json.loads(call.function.arguments)
                if call.function.name == "shout":
                    content = arguments["text"].upper()
                else:
                    content = (await mcp.call_tool(call.function.name, arguments)).content[0].text
                messages.append({"role": "tool", "tool_call_id": call.id, "content": content})
    print(message.content)


asyncio.run(main(*sys.argv[1:]))
