"""The port of the gallery: its page, what that asks for, and beside them the pages of the sessions it has opened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, TypeAlias

from aiohttp import web

from pytest_uimcp.checks.renders import NotDrawn
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.reading import ClosedModel, read
from pytest_uimcp.core.strict_json import strict_loads
from pytest_uimcp.page.site import linked_sheets
from pytest_uimcp.server.pages import generated as pages
from pytest_uimcp.server.ports.routes import Route, RouteKind
from pytest_uimcp.server.ports.ui_port import UiPort
from pytest_uimcp.testing.gallery.entries import GalleryEntry, NoEntry
from pytest_uimcp.testing.gallery.gallery import Gallery
from pytest_uimcp.testing.report.document import front_file

PORT: Final = "gallery"
_FRONT: Final = Path(str(files("pytest_uimcp.testing.gallery") / "front"))
_FILES: Final = frozenset(
    {"gallery.css", "gallery.js", "canvas.js", "dom.js", "fields.js", "marks.js", "panels.js", "previews.js", "tree.js"}
)
# The page may show the pages of its own port, where the apps are.
_POLICY: Final = f"{pages.STRICT}; frame-src 'self'"


class FieldChange(ClosedModel):
    """What somebody has typed into a field of the object on a canvas."""

    name: str
    value: bool | int | float | str


# What is told about an entry.
_Answer: TypeAlias = Callable[[GalleryEntry], dict[str, Any]]


class GalleryPort(UiPort):
    def __init__(self, gallery: Gallery) -> None:
        super().__init__(gallery)
        self._gallery = gallery

    def own_routes(self) -> list[Route]:
        """The gallery's page and its data."""
        return [
            ("/gallery/tree.json", self.tree, RouteKind.DATA),
            ("/gallery/version.json", self.version, RouteKind.DATA),
            ("/gallery/style.json", self.style, RouteKind.DATA),
            ("/gallery/drawn.json", self.drawn, RouteKind.DATA),
            ("/gallery/marks.json", self.marks, RouteKind.DATA),
            ("/gallery/canvas.json", self.canvas, RouteKind.DATA),
            ("/gallery/panels.json", self.panels, RouteKind.DATA),
            ("/gallery/checks.json", self.checks, RouteKind.DATA),
            ("/gallery/fields.json", self.fields, RouteKind.DATA),
            ("/gallery/{name}", self.front, RouteKind.PAGE),
        ]

    async def home(self, _request: web.Request) -> web.StreamResponse:
        """The gallery."""
        return pages.file(_FRONT / "index.html", policy=_POLICY)

    async def front(self, request: web.Request) -> web.StreamResponse:
        """A file of the gallery's page."""
        name = request.match_info["name"]
        if name not in _FILES:
            return pages.not_found(f"The gallery has no file {name!r}.", {"/": "The gallery"})
        kind = "text/css" if name.endswith(".css") else ""
        return pages.file(_FRONT / name, kind=kind)

    async def tree(self, _request: web.Request) -> web.StreamResponse:
        """Apps, views and examples."""
        return _json(await asyncio.to_thread(self._gallery.tree))

    async def version(self, _request: web.Request) -> web.StreamResponse:
        """What changes with the files."""
        return _json({"version": await asyncio.to_thread(lambda: self._gallery.version)})

    async def style(self, _request: web.Request) -> web.StreamResponse:
        """The style sheets that an app's page has by itself, for previews."""
        sheets = await asyncio.to_thread(linked_sheets, self._gallery.base_dir / "html")
        return _json({"style": "\n".join((*sheets, front_file("page.css")))})

    async def drawn(self, request: web.Request) -> web.StreamResponse:
        """An entry without a browser: HTML and tree."""
        return await self._about(request, self._gallery.drawn)

    async def marks(self, _request: web.Request) -> web.StreamResponse:
        """How all entries are doing, as far as that is known."""
        return _json({"marks": await asyncio.to_thread(self._gallery.marks)})

    async def canvas(self, request: web.Request) -> web.StreamResponse:
        """A live session of an entry: its address."""
        return await self._about(request, lambda entry: {"address": f"/{self._gallery.open(entry).id}"})

    async def panels(self, request: web.Request) -> web.StreamResponse:
        """Snapshot, sources and stories of an entry."""

        def panels(entry: GalleryEntry) -> dict[str, Any]:
            return {
                "snapshot": self._gallery.snapshot(entry),
                "sources": self._gallery.sources(entry),
                "stories": self._gallery.stories(entry),
            }

        return await self._about(request, panels)

    async def checks(self, request: web.Request) -> web.StreamResponse:
        """What the checks say about the app of an entry."""
        return await self._about(request, lambda entry: {"findings": self._gallery.findings(entry.app)})

    async def fields(self, request: web.Request) -> web.StreamResponse:
        """The fields of what a canvas shows, after what has been typed into one of them."""
        session_id = request.query.get("session", "")

        def fields() -> dict[str, Any]:
            if "set" in request.query:
                change = read(FieldChange, strict_loads(request.query["set"]))
                self._gallery.set_field(session_id, change.name, change.value)
            return {"fields": self._gallery.fields(session_id)}

        try:
            return _json(await asyncio.to_thread(fields))
        except (UimcpError, ValueError) as error:
            return _json({"problem": str(error)})

    async def _about(self, request: web.Request, answer: _Answer) -> web.StreamResponse:
        address = request.query.get("entry", "")

        def answered() -> dict[str, Any]:
            return answer(self._gallery.entry(address))

        try:
            return _json(await asyncio.to_thread(answered))
        except NoEntry as error:
            return _json({"problem": str(error)}, status=404)
        except (NotDrawn, UimcpError) as error:  # of the app: the page shows it in its place
            return _json({"problem": str(error)})


def _json(data: dict[str, Any], status: int = 200) -> web.Response:
    return web.json_response(data, status=status, headers={"Cache-Control": "no-store"})
