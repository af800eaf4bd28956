"""GitHub's REST API as tools, by fastmcp without output schemas: what it costs, as JSON. The argument is the file.

It runs in an environment of fastmcp's own.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

import httpx2
from fastmcp import FastMCP


async def main(file: str) -> dict[str, Any]:
    document = json.loads(Path(file).read_bytes())
    client = httpx2.AsyncClient(base_url="http://127.0.0.1:9")
    start = time.process_time()
    server = FastMCP.from_openapi(document, client, validate_output=False)
    built = time.process_time()
    first = await listing(server)
    listed = time.process_time()
    await listing(server)
    again = time.process_time()
    return {
        "build": (built - start) * 1000,
        "first": (listed - built) * 1000,
        "again": (again - listed) * 1000,
        "bytes": len(first.encode()),
    }


async def listing(server: Any) -> str:
    tools = [
        tool.to_mcp_tool(name=tool.name).model_dump(mode="json", by_alias=True, exclude_none=True)
        for tool in await server.list_tools()
    ]
    return json.dumps({"tools": tools}, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1]))))
