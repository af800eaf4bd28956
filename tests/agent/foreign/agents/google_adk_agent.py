"""Google's Agent Development Kit, with a model by LiteLLM."""

import asyncio
import sys

from google.adk.agents import LlmAgent
from google.adk.models.lite_llm import LiteLlm
from google.adk.runners import InMemoryRunner
from google.adk.tools.mcp_tool.mcp_toolset import McpToolset, StreamableHTTPConnectionParams
from google.genai import types


def shout(text: str) -> str:
    """Shout."""
    return text.upper()


async def main(model_url: str, mcp_url: str, prompt: str) -> None:
    model = LiteLlm("openai/gpt-5", api_base=model_url, api_key="none")
    tools = McpToolset(connection_params=StreamableHTTPConnectionParams(url=mcp_url))
    runner = InMemoryRunner(LlmAgent(name="notes", model=model, tools=[shout, tools]), app_name="notes")
    session = await runner.session_service.create_session(app_name="notes", user_id="ada")
    message = types.Content(role="user", parts=[types.Part(text=prompt)])
    async for event in runner.run_async(user_id="ada", session_id=session.id, new_message=message):
        if event.is_final_response():
            print(event.content.parts[0].text)
    await tools.close()


asyncio.run(main(*sys.argv[1:]))
