"""The client of FastMCP with OpenAI's SDK, over the Responses API, streamed."""

import asyncio
import json
import sys

from fastmcp import Client
from openai import AsyncOpenAI

SHOUT = {"name": "shout", "parameters": {"type": "object", "properties": {"text": {"type": "string"}}}}


async def main(model_url: str, mcp_url: str, prompt: str) -> None:
    model = AsyncOpenAI(base_url=model_url, api_key="none")
    async with Client(mcp_url) as mcp:
        tools = [{"name": tool.name, "parameters": tool.inputSchema} for tool in await mcp.list_tools()]
        functions = [{"type": "function", "strict": False, **function} for function in [SHOUT, *tools]]
        items = [{"role": "user", "content": prompt}]
        previous = None
        while items:
            async with model.responses.stream(
                model="gpt-5", input=items, tools=functions, previous_response_id=previous
            ) as stream:
                response = await stream.get_final_response()
            previous = response.id
            items = []
            for call in response.output:
                if call.type != "function_call":
                    continue
                arguments = json.loads(call.arguments)
                if call.name == "shout":
                    output = arguments["text"].upper()
                else:
                    result = await mcp.call_tool(call.name, arguments, raise_on_error=False)
                    output = result.content[0].text
                items.append({"type": "function_call_output", "call_id": call.call_id, "output": output})
    print(response.output_text)


asyncio.run(main(*sys.argv[1:]))
