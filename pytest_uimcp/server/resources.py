"""The resources of the server: state, variables, guides, and every document under `resources/`."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from pytest_uimcp.server import documents

if TYPE_CHECKING:
    from pytest_uimcp.server.server import UiServer

__all__ = ["JSON", "LIVE", "TEMPLATES", "Content", "Listed", "NoResource", "exists", "listed", "read"]

JSON: Final = "application/json"
SCHEME: Final = "ui://"


class NoResource(LookupError):
    """There is no resource of that URI."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A resource as it is offered."""

    uri: str
    name: str
    description: str
    mime_type: str


@dataclass(frozen=True, slots=True)
class Content:
    """What a resource holds: text, or bytes of a kind that is no text."""

    mime_type: str
    content: str | bytes


LIVE: Final = (
    Listed("ui://state", "state", "The displayed app as JSON, and the events that wait for the agent", JSON),
    Listed("ui://variables", "variables", "Every variable of the session, parents before children", JSON),
)
TEMPLATES: Final = (
    Listed("ui://state/{sessionId}", "state of a session", "The state of one session", JSON),
    Listed("ui://{path}", "document", "A file of the resources directory", "text/markdown"),
)
GUIDES: Final = {
    "reference": "The UI platform: where to begin",
    "viewdefs": "Views: ui-* attributes and paths",
    "lua": "The Lua API: prototypes, session, globals",
    "mcp": "How an agent builds and drives apps",
}


def listed(server: UiServer) -> list[Listed]:
    """Everything that can be read now."""
    root = server.base_dir / "resources"
    files = documents.every_file(root)
    guides = [Listed(SCHEME + name, name, text, documents.MARKDOWN) for name, text in GUIDES.items()]
    others = [
        Listed(SCHEME + path, path, f"{path} of the resources directory", documents.mime_type(Path(path)))
        for path in files
        if path.removesuffix(".md") not in GUIDES
    ]
    return [*LIVE, *guides, *others]


def exists(server: UiServer, uri: str) -> bool:
    """Whether there is such a resource (a session's state counts as long as the URI is well formed)."""
    if not uri.startswith(SCHEME):
        return False
    name = uri.removeprefix(SCHEME)
    return name in ("state", "variables") or name.startswith("state/") or _document(server, name) is not None


async def read(server: UiServer, uri: str) -> Content:
    """What a resource holds; raises NoResource, or what the session raises."""
    if not uri.startswith(SCHEME):
        raise NoResource(uri)
    name = uri.removeprefix(SCHEME)
    if name == "state" or name.startswith("state/"):
        session_id = name.removeprefix("state").lstrip("/") or None
        return Content(JSON, _pretty(await server.state_of(session_id)))
    if name == "variables":
        return Content(JSON, _pretty(await server.variables_of()))
    found = _document(server, name)
    if found is None:
        raise NoResource(uri)
    return await asyncio.to_thread(_load, found)


def _document(server: UiServer, name: str) -> Path | None:
    # Percent signs are the client's way of writing; the path is confined after they are gone.
    found = documents.find(server.base_dir / "resources", unquote(name))
    if found is None and name in GUIDES:
        found = documents.find(server.bundle / "resources", name)
    return found


def _load(path: Path) -> Content:
    mime_type = documents.mime_type(path)
    data = path.read_bytes()
    if documents.is_text(mime_type):
        return Content(mime_type, data.decode("utf-8", "replace"))
    return Content(mime_type, data)


def _pretty(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False)
