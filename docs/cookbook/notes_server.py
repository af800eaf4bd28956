"""An MCP server of one's own, written with the official SDK."""

from mcp.server.mcpserver import MCPServer


def make() -> MCPServer:
    """A new server for each test: what one test deletes is there in the next."""
    server, notes = MCPServer("notes"), {1: "milk", 2: "bread"}

    @server.tool()
    def read(number: int) -> str:
        """Read a note."""
        return notes[number]

    @server.tool()
    def delete(number: int) -> str:
        """Delete a note."""
        del notes[number]
        return f"{len(notes)} left"

    return server


if __name__ == "__main__":
    make().run()
