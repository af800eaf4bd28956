"""A call of a tool of a mounted server, by fastmcp: milliseconds as JSON. The argument is the number of calls.

It runs in an environment of fastmcp's own.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from statistics import median

from fastmcp import Client, FastMCP


def counting() -> FastMCP:
    server = FastMCP("counting")
    count = 0

    @server.tool  # type: ignore[untyped-decorator]  # not installed where types are checked
    async def add(numbers: list[int]) -> dict[str, int]:
        nonlocal count
        count += sum(numbers)
        return {"count": count}

    return server


async def main(calls: int) -> dict[str, float]:
    parent = FastMCP("parent")
    parent.mount(counting(), "count")
    async with Client(parent) as mounted, Client(counting()) as direct:

        async def taken(client: Client, tool: str) -> float:
            start = time.perf_counter()
            await client.call_tool(tool, {"numbers": [1]})
            return (time.perf_counter() - start) * 1000

        for _ in range(20):
            await taken(mounted, "count_add"), await taken(direct, "add")
        gc.disable()
        pairs = [(await taken(mounted, "count_add"), await taken(direct, "add")) for _ in range(calls)]
        return {"mounted": median(pair[0] for pair in pairs), "direct": median(pair[1] for pair in pairs)}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(int(sys.argv[1])))))
