"""A file as a response, closed also if the request ends while the file is being opened."""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import web

__all__ = ["StaticFile"]


class StaticFile(web.FileResponse):
    """aiohttp opens the file in a thread; if the request is cancelled meanwhile nobody is left there to close it.

    Either the thread sees that the request has ended, or the request sees the file that the thread has opened.
    """

    _opened: Any = None
    _has_ended = False

    async def prepare(self, request: Any) -> Any:
        try:
            return await super().prepare(request)
        except asyncio.CancelledError:
            self._has_ended = True
            self._close()
            raise

    def _make_response(self, request: Any, accept_encoding: str) -> Any:
        made = super()._make_response(request, accept_encoding)
        self._opened = made[1]
        if self._has_ended:
            self._close()
        return made

    def _close(self) -> None:
        if self._opened is not None:
            self._opened.close()
