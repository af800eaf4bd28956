"""An agent of somebody else, in a thread of the test: it knows two URLs, and has functions of its own."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import anyio
import httpx
from mcp import Client

from tests import patience


class Somebody:
    """Runs once: `with Somebody(model_url, "Hello", mcp_url=…, answer=…):`. `answers` and `errors` are what it got."""

    def __init__(
        self, model_url: str, prompt: str, *, mcp_url: str = "", functions: dict[str, Callable[..., str]] | None = None
    ) -> None:
        self.answers: list[str | None] = []
        self.errors: list[str] = []
        self._model_url = model_url
        self._prompt = prompt
        self._mcp_url = mcp_url
        self._functions = functions or {}
        self._thread = threading.Thread(target=anyio.run, args=(self.run,), daemon=True)

    async def run(self) -> None:
        with anyio.fail_after(patience.SECONDS):
            async with httpx.AsyncClient(base_url=self._model_url, trust_env=False) as model:
                if not self._mcp_url:
                    await self._turns(model, None)
                    return
                async with Client(self._mcp_url) as tools:
                    await self._turns(model, tools)

    def __enter__(self) -> Somebody:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.join(patience.SECONDS)

    async def _turns(self, model: httpx.AsyncClient, tools: Client | None) -> None:
        messages: list[dict[str, Any]] = [{"role": "user", "content": self._prompt}]
        listed = (await tools.list_tools()).tools if tools else []
        offered: list[dict[str, Any]] = [{"name": name} for name in self._functions]
        offered += [{"name": tool.name, "parameters": tool.input_schema} for tool in listed]
        body = {"model": "any", "tools": [{"type": "function", "function": function} for function in offered]}
        while True:
            response = await model.post("chat/completions", json={**body, "messages": messages})
            if response.is_error:
                self.errors.append(response.json()["error"]["message"])
                return
            message = response.json()["choices"][0]["message"]
            messages.append(message)
            if not message.get("tool_calls"):
                self.answers.append(message["content"])
                return
            for made in message["tool_calls"]:
                content = await self._call(tools, made["function"])
                messages.append({"role": "tool", "tool_call_id": made["id"], "content": content})

    async def _call(self, tools: Client | None, function: dict[str, str]) -> str:
        arguments = json.loads(function["arguments"])
        if function["name"] in self._functions:
            return self._functions[function["name"]](**arguments)
        assert tools is not None
        result = await tools.call_tool(function["name"], arguments)
        return "\n".join(getattr(block, "text", "") for block in result.content)
