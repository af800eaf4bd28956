"""A complete second server: three tools, a resource, a notification and a harness; also a command."""

import anyio

from pytest_uimcp.mcp.arguments import Parameter
from pytest_uimcp.mcp.calls import ToolCall, ToolError
from pytest_uimcp.mcp.resources import JSON, Resource, ResourceRequest
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.mcp.tools import Tool
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.testing.harness.server import ServerHarness
from pytest_uimcp.transport.stdio import serve_stdio


class Counter:
    def __init__(self) -> None:
        self.count = 0
        self.mcp: McpServer[Counter] = McpServer("counting", self, TOOLS, RESOURCES, lists_change=True)

    async def add(self, call: ToolCall) -> dict[str, int]:
        self.count += sum(call["numbers"])
        self.mcp.publisher.resource_updated("count://now")
        return {"count": self.count}

    async def reset(self, _call: ToolCall) -> str:
        if self.count == 0:
            raise ToolError("the count is 0 already", code="nothing_to_reset", count=0)
        self.count = 0
        return "reset"

    async def grow(self, call: ToolCall) -> str:
        self.mcp.tools.add(Tool(call["name"], "New", "A tool that came later.", Counter.reset))
        return f"there are {len(self.mcp.tools)} tools"

    async def read(self, _request: ResourceRequest) -> dict[str, int]:
        return {"count": self.count}


NUMBERS = {"type": "array", "items": {"type": "integer"}, "minItems": 1}
TOOLS = (
    Tool("add", "Add", "Add numbers.", Counter.add, (Parameter("numbers", NUMBERS, "What to add.", required=True),)),
    Tool("reset", "Reset", "Begin at 0 again.", Counter.reset, destructive=True),
    Tool("grow", "Grow", "Add a tool.", Counter.grow, (Parameter("name", {"enum": ["zero", "clear"]}, "Its name."),)),
)
RESOURCES = (Resource("count://now", "count", "The count now.", JSON, Counter.read),)


class CountingHarness(ServerHarness[Counter]):
    def __init__(self, loop: LoopThread) -> None:
        super().__init__(loop, self._make, name="counting")

    async def _make(self) -> McpServer[Counter]:
        return Counter().mcp


if __name__ == "__main__":
    anyio.run(lambda: serve_stdio(Counter().mcp.sdk))
