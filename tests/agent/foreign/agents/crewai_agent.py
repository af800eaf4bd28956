"""CrewAI: an agent of a crew, with the MCP adapter of its tools."""

import os
import sys

from crewai import LLM, Agent
from crewai.tools import tool
from crewai_tools import MCPServerAdapter

os.environ["CREWAI_DISABLE_TELEMETRY"] = os.environ["OTEL_SDK_DISABLED"] = "true"
MODEL_URL, MCP_URL, PROMPT = sys.argv[1:]


@tool("shout")
def shout(text: str) -> str:
    """Shout."""
    return text.upper()


with MCPServerAdapter({"url": MCP_URL, "transport": "streamable-http"}) as tools:
    agent = Agent(
        role="clerk",
        goal="keep the notes",
        backstory="A clerk.",
        llm=LLM("openai/gpt-5", base_url=MODEL_URL, api_key="none"),
        tools=[shout, *tools],
    )
    print(agent.kickoff(PROMPT).raw)
