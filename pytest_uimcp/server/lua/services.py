"""What the server adds to the `mcp` global beside events and status: one part in Lua for each service, in `lua/`."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_uimcp.server.lua import markdown
from pytest_uimcp.server.lua.subscriptions import LuaSubscriptions
from pytest_uimcp.server.lua.welcome import Welcome
from pytest_uimcp.server.themes.style_sheets import Themes

if TYPE_CHECKING:
    from pytest_uimcp.engine.session import Session
    from pytest_uimcp.engine.startup import Extension
    from pytest_uimcp.server.options import ServerOptions
    from pytest_uimcp.server.publisher.topics import Subscribe


log = logging.getLogger(__name__)

Functions = Mapping[str, Callable[..., Any]]


class LuaService:
    """Implements the engine's `Extension` with the Lua file of a name and the functions of a service."""

    def __init__(self, name: str, service: Callable[[Session], Functions]) -> None:
        self.part: tuple[str, bytes] | None = (name, _source(name))
        self._service = service

    def functions(self, session: Session) -> Functions:
        return self._service(session)


def app_services(
    base_dir: Path, bundle: Path, subscribe: Subscribe, options: ServerOptions | None = None
) -> list[Extension]:
    themes = Themes(base_dir, bundle)
    # A server that waits for its agent leaves it to the agent what is shown first.
    waits = options is None or not options.auto_start
    return [
        LuaService("welcome", lambda session: Welcome(session, base_dir, bundle, silent=waits).functions()),
        LuaService("markdown", lambda _: {"render_markdown": _render}),
        LuaService("themes", lambda _: {"reinject_themes": themes.objection}),
        LuaService("subscriptions", lambda session: LuaSubscriptions(session, subscribe).functions()),
    ]


@cache
def _source(name: str) -> bytes:
    return (Path(__file__).parent / f"{name}.lua").read_bytes()


def _render(text: bytes) -> tuple[str | None, str | None]:
    if len(text) > markdown.MAX_TEXT_BYTES:
        return (
            None,
            f"renderMarkdown takes at most {markdown.MAX_TEXT_BYTES} bytes, got {len(text)}: render it in parts",
        )
    try:
        return markdown.render(text.decode("utf-8", "replace")), None
    # The parser is of somebody else, and the text of anybody: an app goes on without the text.
    except Exception:
        log.warning("Markdown of %d bytes could not be rendered", len(text), exc_info=True)
        return "", None
