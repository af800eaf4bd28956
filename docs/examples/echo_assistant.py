"""An assistant that answers whatever the human writes: `python echo_assistant.py URL TOKENS_FILE`."""

import json
import sys
from pathlib import Path

import anyio
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

INBOX = "ui://chat/inbox"


async def answer(client: Client, after: str | None) -> str | None:
    """Answer what the human has written since; the id to go on from."""
    more = True
    while more:
        page = (await client.call_tool("chat_read_since", {"after_id": after})).structured_content
        for message in page["messages"]:
            if message["author"] == "user":
                text = f"You wrote: {message['content']}"
                await client.call_tool("chat.assistant.post", {"content": text, "client_id": f"re {message['id']}"})
        after, more = page["last_id"], page["has_more"]
    return after


async def main(url: str, tokens_file: str) -> None:
    """Subscribe first, then read: nothing is missed in between."""
    token = json.loads(Path(tokens_file).read_text())["assistant"]
    headers, timeout = {"Authorization": f"Bearer {token}"}, httpx2.Timeout(30, read=None)
    async with (
        httpx2.AsyncClient(headers=headers, timeout=timeout) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
        client.listen(resource_subscriptions=[INBOX]) as changes,
    ):
        after = await answer(client, None)
        async for _ in changes:
            after = await answer(client, after)


if __name__ == "__main__":
    anyio.run(main, *sys.argv[1:])
