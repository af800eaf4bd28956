from __future__ import annotations

import asyncio
import pathlib
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from aiohttp.test_utils import make_mocked_request

from pytest_uimcp.server.pages.static_file import StaticFile

BOUND = 240


def test_a_file_is_closed_if_its_request_ends_while_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "icon.svg"
    path.write_text("<svg/>")
    is_opening, may_open = threading.Event(), threading.Event()
    opened: list[Any] = []
    really_open = pathlib.Path.open

    def slow_open(self: Path, *args: Any, **kwargs: Any) -> Any:
        is_opening.set()
        assert may_open.wait(BOUND)
        opened.append(really_open(self, *args, **kwargs))
        return opened[-1]

    async def end_while_opening() -> None:
        task = asyncio.create_task(StaticFile(path).prepare(make_mocked_request("GET", "/icon.svg")))
        assert await asyncio.to_thread(is_opening.wait, BOUND)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        may_open.set()
        await asyncio.get_running_loop().shutdown_default_executor()

    monkeypatch.setattr(pathlib.Path, "open", slow_open)
    asyncio.run(end_while_opening())
    assert [file.closed for file in opened] == [True]
