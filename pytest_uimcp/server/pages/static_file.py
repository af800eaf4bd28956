"""Files below a folder, and never outside it: where one is, and the response that sends it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from aiohttp import web


def find_file(root: Path, path: str) -> Path | None:
    """The file at `path` below `root`; None if there is none or it lies outside.

    Links are followed if their target is inside.
    """
    if "\0" in path or "\\" in path:
        return None
    try:
        real_root = root.resolve(strict=True)
        target = (root / path.lstrip("/")).resolve(strict=True)
    except (OSError, ValueError, RuntimeError):
        return None
    if target.is_file() and target.is_relative_to(real_root):
        return target
    return None


class StaticFile(web.FileResponse):
    """aiohttp opens the file in a thread; if the request is cancelled meanwhile nobody is left there to close it.

    Either the thread sees that the request has ended, or the request sees the file that the thread has opened.
    """

    _file: Any = None
    _has_ended = False

    async def prepare(self, request: Any) -> Any:
        try:
            return await super().prepare(request)
        except asyncio.CancelledError:
            self._has_ended = True
            self._close()
            raise

    def _make_response(self, request: Any, accept_encoding: str) -> Any:
        response = super()._make_response(request, accept_encoding)
        self._file = response[1]
        if self._has_ended:
            self._close()
        return response

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
