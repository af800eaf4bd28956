"""smolagents: its agent that calls tools."""

import sys

from smolagents import MCPClient, OpenAIServerModel, ToolCallingAgent, tool

MODEL_URL, MCP_URL, PROMPT = sys.argv[1:]


@tool
def shout(text: str) -> str:
    """Shout.

    Args:
        text: What to shout.
    """
    return text.upper()


with MCPClient({"url": MCP_URL, "transport": "streamable-http"}, structured_output=False) as tools:
    agent = ToolCallingAgent(
        tools=[shout, *tools], model=OpenAIServerModel("gpt-5", api_base=MODEL_URL, api_key="none"), verbosity_level=0
    )
    print(agent.run(PROMPT))
