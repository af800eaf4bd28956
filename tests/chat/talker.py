"""A process that talks through an official client: `python talker.py URL TOKEN TOOL COUNT`.

Posts COUNT messages with TOOL, then waits until it has read twice as many, and prints them.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from typing import Any

import anyio

from tests.transport.clients import over_http

WAIT = 240


async def main(url: str, token: str, tool: str, count: str) -> None:
    with anyio.fail_after(WAIT):
        async with over_http(url, token) as client:
            for number in range(int(count)):
                await client.call_tool(tool, {"content": f"{tool} {number}"})
            read: list[Any] = []
            while len(read) < 2 * int(count):
                after = read[-1]["id"] if read else None
                page = (await client.call_tool("chat_read_since", {"after_id": after, "limit": 7})).structured_content
                read += (page or {})["messages"]
    sys.stdout.write(json.dumps([[message["author"], message["content"]] for message in read]))


if __name__ == "__main__":
    anyio.run(partial(main, *sys.argv[1:]))
