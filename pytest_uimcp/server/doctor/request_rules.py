"""The rules on requests: who asks which port for what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pytest_uimcp.server.doctor.directory import Directory
from pytest_uimcp.server.doctor.looks import SHOWN, written
from pytest_uimcp.server.doctor.places import DoctorRule, Level, Place

# What a page asks with; up to the address, on the same line.
_BY_PAGE: Final = r"(?:fetch\s*\(|\.open\s*\(\s*['\"](?:GET|POST)['\"]|sendBeacon\s*\(|EventSource\s*\()[^\n]{0,300}?"
# Commands go on in the next line after a backslash.
_CURL = re.compile(r"\bcurl\b(?:[^\n]|\\\n){0,500}?/api/ui_(?:[^\n\\]|\\.|\\\n){0,1000}")
_BODY = re.compile(r"\s(?:-d|--data\S*|--json|-X\s*POST)\b")


def _untyped(directory: Directory) -> Iterator[Place]:
    """Posts by curl without the content type."""
    for text in directory.texts:
        for match in _CURL.finditer(text.said):
            # `--json` sends the type by itself.
            if _BODY.search(match[0]) and "application/json" not in match[0] and "--json" not in match[0]:
                line = text.said.count("\n", 0, match.start()) + 1
                yield Place(text.name, line, " ".join(match[0].split())[:SHOWN])


REQUEST_RULES: Final = (
    DoctorRule(
        "every-interface",
        Level.CHANGE,
        "`0.0.0.0` as an address",
        "both ports listen on this machine only, and refuse a `Host` of that name",
        "write `127.0.0.1` or `localhost`; better, use `mcp:status().url`",
        written(r"\b0\.0\.0\.0\b[\w:/]*"),
    ),
    DoctorRule(
        "tools-from-a-page",
        Level.CHANGE,
        "a page's script that asks `/api/…`, `/state` or `/wait` of the MCP port",
        "403: every request that has an `Origin` is refused there, or any page could run Lua",
        "let Lua do it: `ui-action`, or `ui-value` on a hidden element and `uiApp.updateValue`",
        written(_BY_PAGE + r"/(?:api/(?:ui_|resource)|state\b|wait\b)"),
    ),
    DoctorRule(
        "publisher-from-a-page",
        Level.CHANGE,
        "a bookmarklet or page that publishes or subscribes by `fetch`",
        "403: pages of other origins may only open the relay, where the person sees what is sent",
        "open `http://localhost:25283/relay/TOPIC` and post `{url, title, text}` to it; `http://localhost:25283/` has "
        "such bookmarklets",
        written(_BY_PAGE + r":25283/(?:publish|subscribe)"),
    ),
    DoctorRule(
        "content-type",
        Level.CHANGE,
        "`curl` that posts to `/api/ui_…` without `Content-Type: application/json`",
        "415: no form of a page can send this type, so it is asked for",
        "add `-H 'Content-Type: application/json'`, or use the script `.ui/mcp`",
        _untyped,
    ),
    DoctorRule(
        "failing-curl",
        Level.NOTE,
        "`curl -f` with `/api/…`",
        'a tool that fails answers 422 with `{"error"}`, where the original answers 200: curl then prints nothing',
        "leave out `-f` to see the message",
        written(r"\bcurl\b[^\n]{0,200}?\s(?:-\w{0,9}f\w{0,9}|--fail)\s[^\n]{0,200}?/api/ui_\w*"),
    ),
    DoctorRule(
        "state-envelope",
        Level.CHANGE,
        "`/state`, or `.ui/mcp state`, piped into `jq`",
        "the app's state is in the member `value`, beside `sessionId` and `events`",
        "begin the filter with `.value`",
        written(
            r"(?:/state\b|\bmcp\s+state\b)[^\n|]{0,200}\|\s*jq\s+(?:-\w+\s+){0,9}['\"]?\.(?!value\b|events\b|sessionId\b)\S*"
        ),
    ),
    DoctorRule(
        "engine-rest",
        Level.CHANGE,
        "the engine's own requests on the UI port: `/api/create`, `/api/update`, …",
        "404: variables are changed over the WebSocket and by Lua",
        "use `POST /api/ui_run` of the MCP port",
        written(r"/api/(?:create|update|destroy|watch|unwatch|get|poll)\b"),
    ),
    DoctorRule(
        "original-program",
        Level.CHANGE,
        "the program `frictionless`",
        "it is another server, with ports and files of its own",
        "`ui-mcp theme`, `ui-mcp install` and `.ui/mcp` do the same here",
        written(r"(?:\.claude/bin/|\bexec\s+|\bpopen\s*\(\s*['\"])frictionless\b[^\n'\"]*"),
    ),
    DoctorRule(
        "missing-resource",
        Level.CHANGE,
        "`ui://prompt/…`, `ui://permissions/…`",
        "not found: these belong to the original's prompts and permissions",
        "put a file of that name below `resources/`, or leave it out",
        written(r"ui://(?:prompt|permissions)/[\w/-]*"),
    ),
    DoctorRule(
        "older-script",
        Level.NOTE,
        "`.ui/event`, `.ui/state`, `.ui/variables`, `wait-for-state.sh`",
        "they are there after `ui-mcp install`",
        "`.ui/mcp event`, `state` and `variables` do the same, as in the original now",
        written(r"\.ui/(?:event|state|variables)\b|\.claude/ui/(?:event|state|variables)\b|\bwait-for-state\.sh"),
    ),
)
