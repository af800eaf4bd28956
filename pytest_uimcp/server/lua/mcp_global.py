"""The global `mcp` as a table: every function and field that apps find in it, before they add their own.

Lua has them from `engine/lua/src/shell.lua` and `server/lua/`; the reference is made from this table, and a test
compares the table with what Lua has. A new function has its row here.
"""

from __future__ import annotations

from typing import Final

from pytest_uimcp.core.records import dataclass

APPS: Final = "Apps"
EVENTS: Final = "Events to the agent"
SERVER: Final = "The server"

# The sections of the reference, in order.
SECTIONS: Final = (APPS, EVENTS, SERVER)


@dataclass(frozen=True, slots=True)
class Member:
    """One member: its name, its arguments (None for a field), what it is or gives, and who uses it for what."""

    name: str
    arguments: str | None
    result: str
    users: str
    section: str
    purpose: str

    @property
    def is_function(self) -> bool:
        return self.arguments is not None

    @property
    def call(self) -> str:
        if self.arguments is None:
            return f"mcp.{self.name}"
        return f"mcp:{self.name}({self.arguments})"


MEMBERS: Final = (
    Member(
        "type",
        None,
        'the text "MCP"',
        "views",
        APPS,
        "Chooses the viewdef `MCP.DEFAULT`, which frames every app.",
    ),
    Member(
        "value",
        None,
        "the displayed app, or nil",
        "apps, `ui_run`",
        APPS,
        "The app that the page shows; may be assigned.",
    ),
    Member(
        "app",
        "name",
        "the app, or nil and a message",
        "shells that look into an app without showing it",
        APPS,
        "Loads an app unless its global exists: `job-tracker` is the global `jobTracker`.",
    ),
    Member(
        "display",
        "name",
        "true, or nil and a message",
        "menus, `ui_display`",
        APPS,
        "Loads an app if necessary and shows it.",
    ),
    Member(
        "welcome",
        "",
        "an object, or nil",
        "the page of a server that starts by itself",
        APPS,
        "What this page shows while no app is displayed: the apps to choose from, and how to install the shell. Nil as "
        "soon as something is displayed, and on other servers.",
    ),
    Member(
        "pushState",
        "event",
        "nothing",
        "apps; shells wrap it to add fields to every event",
        EVENTS,
        "Queues a copy of a table for the agent, which gets it from `GET /wait`. A table with the keys 1 to n becomes "
        "an array, functions become null. Fails if the event is not a table, or if 10,000 events are unread.",
    ),
    Member(
        "pendingEventCount",
        "",
        "a number",
        "shells that tell the user when no agent listens",
        EVENTS,
        "How many events of this session no agent has taken yet.",
    ),
    Member(
        "pollingEvents",
        "",
        "true or false",
        "shells that show whether the agent listens",
        EVENTS,
        "Whether somebody is waiting at `/wait` now.",
    ),
    Member(
        "waitTime",
        "",
        "a number of seconds, with a fraction",
        "shells that show how long no agent has listened",
        EVENTS,
        "0 while somebody waits; otherwise the time since the last `/wait` ended, or since the session began.",
    ),
    Member(
        "status",
        "",
        "a table",
        "apps that make addresses of the server",
        SERVER,
        "What `ui_status` returns: `state`, `version`, `base_dir`, `url`, `mcp_port`, `sessions`. The addresses are "
        "right from `lua/mcp.lua` on; numbers concatenate without a fraction.",
    ),
    Member(
        "sessionId",
        None,
        "a text of 32 digits",
        "apps that make addresses of this session",
        SERVER,
        "The session's long id: that of its cookie, and of addresses such as `/<id>/variables.json`.",
    ),
    Member(
        "subscribe",
        "topic, fn, opts",
        "nothing",
        "apps that take pages which people send with a bookmarklet",
        SERVER,
        "Calls `fn(data)` with everything that is published under a topic, until the session ends or the same file "
        "subscribes to the topic again. `opts.favicon`, a data URL, is the topic's icon on the publisher's page.",
    ),
    Member(
        "renderMarkdown",
        "text",
        "a text of HTML",
        "shells that show messages",
        SERVER,
        "CommonMark without extensions, as a fragment. HTML in the text is left out, and dangerous addresses are "
        "removed. Fails if the text is not a string, or longer than 256 KiB.",
    ),
    Member(
        "reinjectThemes",
        "",
        "true, or nil and a message",
        "preferences, after a change of themes",
        SERVER,
        "Says whether pages have the themes from their next load on: not if `html/index.html` is missing or has no "
        "`<head>`.",
    ),
)
