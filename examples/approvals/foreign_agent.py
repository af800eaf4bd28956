"""A small agent that knows two URLs: that of a model, and that of an MCP server with its tools.

    python foreign_agent.py MODEL_URL MCP_URL "What is to be done"

It asks the model, makes the calls the model wants, tells it the results, and prints what the model writes at the end.
"""

import asyncio
import json
import sys
from typing import Any

import httpx
from mcp import Client


async def main(model_url: str, mcp_url: str, task: str) -> None:
    async with Client(mcp_url) as tools, httpx.AsyncClient(base_url=model_url, timeout=60) as model:
        offered = [as_function(tool) for tool in (await tools.list_tools()).tools]
        messages: list[dict[str, Any]] = [{"role": "user", "content": task}]
        while True:
            body = {"model": "any", "messages": messages, "tools": offered}
            answer = (await model.post("chat/completions", json=body)).raise_for_status().json()
            message = answer["choices"][0]["message"]
            messages.append(message)
            if not message.get("tool_calls"):
                print(message["content"] or "")
                return
            for made in message["tool_calls"]:
                result = await call(tools, made["function"])
                messages.append({"role": "tool", "tool_call_id": made["id"], "content": result})


def as_function(tool: Any) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.input_schema}
    return {"type": "function", "function": function}


async def call(tools: Client, function: dict[str, str]) -> str:
    result = await tools.call_tool(function["name"], json.loads(function["arguments"]))
    # A call that failed or was refused is a result, too: its text says why.
    return "\n".join(getattr(block, "text", "") for block in result.content)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
