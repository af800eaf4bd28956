"""What `ui-mcp agent` does, from Python: a model, a server to use, a policy, a page."""

import asyncio
import os

from pytest_uimcp.agent import AnthropicModel, run_agent
from pytest_uimcp.compositor.policy import Rule, RulePolicy

POLICY = RulePolicy([Rule("files_read*", "allow"), Rule("files_*", "ask")])
MOUNTS = {"files": {"command": "files-mcp", "args": ["--root", "."]}}


async def main() -> None:
    key = os.environ["ANTHROPIC_API_KEY"]
    async with (
        AnthropicModel("claude-sonnet-4-5", api_key=key, network=True) as model,
        run_agent(model, data=".agent", mounts=MOUNTS, policy=POLICY) as running,
    ):
        print(running.page_address())
        reply = await running.ask("Which of these files is the largest?")
        print(reply.text, reply.end.status)


if __name__ == "__main__":
    asyncio.run(main())
