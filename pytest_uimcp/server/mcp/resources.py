"""The resources of ui-mcp: state, variables, guides, and every document under `resources/`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, unquote_to_bytes

from pytest_uimcp.core.printable import printable
from pytest_uimcp.core.regular_file import read_regular
from pytest_uimcp.engine.errors import UnknownSession
from pytest_uimcp.mcp.errors import ResourceNotFound
from pytest_uimcp.mcp.resources import JSON, Resource, ResourceContent, ResourceInfo, ResourceTemplate
from pytest_uimcp.server.pages import documents

if TYPE_CHECKING:
    from pytest_uimcp.mcp.resources import ResourceRequest
    from pytest_uimcp.server.server import UiServer


SCHEME: Final = "ui://"
# Bytes of a document.
MAX_RESOURCE_BYTES: Final = 64 * 2**20


async def _state(server: UiServer, request: ResourceRequest) -> dict[str, Any]:
    try:
        return await server.state_of(request.variables.get("sessionId") or None)
    except UnknownSession as error:
        raise ResourceNotFound(str(error)) from None


async def _variables(server: UiServer, _request: ResourceRequest) -> list[dict[str, Any]]:
    return await server.variables_of()


async def _document(server: UiServer, request: ResourceRequest) -> ResourceContent:
    value = _find(server, request.variables["path"])
    if value is None:
        raise ResourceNotFound
    try:
        return await asyncio.to_thread(_load, value)
    except OSError as error:
        raise ResourceNotFound(f"{value} cannot be read: {error.strerror}") from None


def _find(server: UiServer, name: str) -> Path | None:
    # Clients may percent-encode the name; it is decoded before the path is checked.
    document = documents.find(server.base_dir / "resources", os.fsdecode(unquote_to_bytes(name)))
    if document is None and name in GUIDES:
        document = documents.find(server.bundle / "resources", name)
    return document


def _load(path: Path) -> ResourceContent:
    mime_type = documents.mime_type(path)
    data = read_regular(path, MAX_RESOURCE_BYTES)
    if documents.is_text(mime_type):
        return ResourceContent(mime_type, data.decode("utf-8", "replace"))
    return ResourceContent(mime_type, data)


def _documents(server: UiServer) -> Iterable[ResourceInfo]:
    for name, text in GUIDES.items():
        yield ResourceInfo(SCHEME + name, name, text, documents.MARKDOWN)
    for path in documents.every_file(server.base_dir / "resources"):
        if path.removesuffix(".md") not in GUIDES:
            name = printable(path)
            kind = documents.mime_type(server.base_dir / "resources" / path)
            yield ResourceInfo(SCHEME + quote(os.fsencode(path)), name, f"{name} of the resources directory", kind)


GUIDES: Final = {
    "reference": "The UI platform: where to begin",
    "viewdefs": "Views: ui-* attributes and paths",
    "lua": "The Lua API: prototypes, session, globals",
    "mcp": "How an agent builds and drives apps",
    "patterns": "Parts of apps to copy: dialogs, forms, tables, charts, undo, files",
    "testing": "How to find faults in an app, and how to write and run its story",
    "themes": "Colours, styles and components",
}

RESOURCES: Final[tuple[Resource[UiServer] | ResourceTemplate[UiServer], ...]] = (
    Resource("ui://state", "state", "The displayed app as JSON, and the events that wait for the agent", JSON, _state),
    Resource("ui://variables", "variables", "Every variable of the session, parents before children", JSON, _variables),
    ResourceTemplate(
        "ui://state/{sessionId}",
        "state of a session",
        "The state of one session",
        JSON,
        _state,
        pattern=r"ui://state/+(?P<sessionId>.*)",
    ),
    ResourceTemplate(
        "ui://{path}",
        "document",
        "A file of the resources directory",
        documents.MARKDOWN,
        _document,
        exists=lambda server, variables: _find(server, variables["path"]) is not None,
        listing=_documents,
        pattern=r"ui://(?P<path>.*)",
    ),
)
