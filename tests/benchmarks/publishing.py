"""What the server does for apps beside tools: Markdown, and messages of the publisher on their way to sessions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import anyio
from aiohttp import ClientSession
from markdown_it import MarkdownIt

from pytest_uimcp.server.lua.markdown import render
from pytest_uimcp.server.server import UiServer
from tests.benchmarks.measure import Result, side_by_side, spent

PARAGRAPH: Final = """## A heading with `code`

Some *emphasis*, some **more**, a [link](https://example.org/page) and a line that goes on for a while, as they do.

- one point
- another, with <b>HTML</b> in it

```lua
local x = { 1, 2, 3 }
```

"""
TEXT: Final = PARAGRAPH * (20 * 1024 // len(PARAGRAPH) + 1)
SESSIONS: Final = 50
MESSAGES: Final = 20
TAKES: Final = "got = 0 mcp:subscribe('page', function() got = got + 1 end)"


def markdown() -> Result:
    alone = MarkdownIt("commonmark")
    figures = side_by_side(lambda: spent(lambda: render(TEXT)), lambda: spent(lambda: alone.render(TEXT)), 30)
    return Result("`renderMarkdown` of 20 KB, beside markdown-it-py alone", *figures, limit=3)


async def published(folder: Path) -> Result:
    """How long after the first of 50 sessions the last one has handled what is published."""
    server = UiServer(folder / "project" / ".ui")
    spreads = []
    try:
        await server.configure()
        await server.start()
        sessions = [server.ui_session().session]
        while len(sessions) < SESSIONS:
            sessions.append((await server.new_session()).session)
        for session in sessions:
            await asyncio.wrap_future(session.submit_eval(TAKES))
        handled: list[float] = []
        for session in sessions:
            session.observe(lambda: handled.append(time.perf_counter()))
        url = await server.publisher.serve()
        async with ClientSession() as http:
            for _ in range(MESSAGES):
                await asyncio.sleep(0.01)  # what the last message left to do is done
                handled.clear()
                async with http.post(f"{url}/publish/page", data='{"url": "https://example.org", "text": "x"}') as said:
                    assert await said.json() == {"listeners": SESSIONS}
                while len(handled) < SESSIONS:
                    await asyncio.sleep(0)
                spreads.append((handled[SESSIONS - 1] - handled[0]) * 1000)
        for session in sessions:
            got = (await asyncio.wrap_future(session.submit_eval("return got"))).data
            assert got == MESSAGES, f"a session got {got} of {MESSAGES} messages"
    finally:
        await server.close()
    return Result("a publish to 50 sessions: the last after the first, beside 20 ms", median(spreads), 20.0, limit=1)


def results() -> Iterator[Result]:
    yield markdown()
    with TemporaryDirectory() as name:
        yield anyio.run(published, Path(name))
