"""The pages that the server generates, and the headers of all responses."""

from __future__ import annotations

import functools
import hashlib
import html
import json
import mimetypes
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from aiohttp import hdrs, web

from pytest_uimcp.core.assets import bundle_dir, token_sheet
from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.server.pages.static_file import StaticFile

if TYPE_CHECKING:
    from pytest_uimcp.server.themes.style_sheets import Themes
    from pytest_uimcp.transport.guard import Guard


POLICY: Final = "Content-Security-Policy"
# Our own pages need no inline scripts; apps do (inline handlers, `ui-code`, libraries from a CDN).
STRICT: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'"
)
APP: Final = (
    "default-src 'self' https: data: blob: 'unsafe-inline' 'unsafe-eval'; "
    "connect-src 'self' https: wss: ws: data: blob:; object-src 'none'; base-uri 'self'"
)
# What browsers show as a document of its own, which may run scripts.
DOCUMENTS: Final = frozenset({".html", ".htm", ".xhtml", ".xht", ".shtml", ".svg", ".xml", ".xsl", ".xslt", ".mht"})
# Whatever the system's table of types says.
SCRIPTS: Final = {".js": "text/javascript", ".mjs": "text/javascript"}
# A file from somebody else, opened as a page: it runs nothing and is of no origin that could call the server.
SANDBOX: Final = "sandbox"
# Rendered Markdown: it has no scripts, and pictures beside it are requested as by a page of the port.
DOCUMENT: Final = (
    "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'"
)
# Beside the tokens, whose colours follow the system.
STYLE: Final = (
    "body{font:16px/1.5 var(--term-sans);max-width:50rem;margin:3rem auto;padding:0 1rem;color:var(--term-text);"
    "background:var(--term-bg);overflow-wrap:break-word}a{color:var(--term-accent)}pre,code{"
    "background:var(--term-bg-elevated);border-radius:4px;font-family:var(--term-mono)}pre{padding:.8rem;overflow:auto}"
    "code{padding:.1rem .3rem}pre code{padding:0}"
    # A table that is too wide for a phone scrolls by itself.
    "table{border-collapse:collapse;display:block;overflow-x:auto}td,th{border:1px solid var(--term-border);"
    "padding:.3rem .6rem;text-align:start;vertical-align:top}small{color:var(--term-text-muted)}"
    ".error{color:var(--term-error)}"
)
# A page that is not there: a sheet of paper with a question mark.
MARK: Final = (
    '<svg class="mark" viewBox="0 0 44 44" fill="none" stroke="currentColor" stroke-width="3" aria-hidden="true">'
    '<path d="M10 4h16l9 9v27H10z"></path><path d="M18 21a4.5 4.5 0 1 1 4.5 4.5v3"></path>'
    '<path d="M22.5 33.5v1"></path></svg>'
)
# Where to go from a page of the UI port that is not there.
UI_LINKS: Final = {"/": "The app", "/variables": "The variables of the app"}
BADGES_ON: Final = '<meta name="ui-badges" content="on">'
BADGES_OFF: Final = '<meta name="ui-badges" content="off">'
PROBE: Final = "/recording/probe.js"
# The first script describes the document; the front end reports what a person does if it finds the second line.
RECORDED: Final = f'<head>\n    <script src="{PROBE}"></script>\n    <meta name="ui-recording" content="on">'

_OnPrepare = Callable[[web.Request, web.StreamResponse], Awaitable[None]]


def headers(guard: Guard) -> _OnPrepare:
    """The hook that adds headers to every response; they allow only pages of the guard's ports to frame it."""

    async def add(_request: web.Request, response: web.StreamResponse) -> None:
        policy = response.headers.get(POLICY)
        framing = f"frame-ancestors {' '.join(guard.origins)}"
        response.headers[POLICY] = f"{policy}; {framing}" if policy else framing
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers.setdefault("Referrer-Policy", "same-origin")

    return add


def app_policy(guard: Guard) -> str:
    """The policy of an app's page: it may also show pages and pictures of both ports, by both of their names."""
    sources = f"'self' https: data: blob: {' '.join(guard.origins)}"
    return f"{APP}; frame-src {sources}; img-src {sources}"


def file(path: Path, *, policy: str = STRICT, cached: bool = False, kind: str = "", status: int = 200) -> StaticFile:
    """Serve a file; `policy` applies if it is a document, the sandbox to all files. `kind` is a MIME type."""
    response = StaticFile(path, status=status)
    if kind:
        response.content_type = kind
        if kind.startswith("text/"):
            response.charset = "utf-8"
    response.headers[hdrs.CACHE_CONTROL] = "max-age=86400" if cached else "no-cache"
    if path.suffix.lower() in DOCUMENTS or policy == SANDBOX:
        response.headers[POLICY] = policy
    if script := SCRIPTS.get(path.suffix.lower()):
        response.content_type = script
    return response


def packed(request: web.Request, path: str, content: bytes, tag: str) -> web.Response:
    """Serve a file from an archive; 304 if the browser has it."""
    is_current = any(etag.value in (tag, "*") for etag in request.if_none_match or ())
    response = web.Response(status=304) if is_current else web.Response(body=content)
    suffix = Path(path).suffix.lower()
    if not is_current:
        response.content_type = SCRIPTS.get(suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    response.headers[hdrs.CACHE_CONTROL] = "max-age=86400"
    response.headers[hdrs.ETAG] = f'"{tag}"'
    if suffix in DOCUMENTS:
        response.headers[POLICY] = STRICT
    return response


def app_page(
    request: web.Request, index: Path, themes: Themes, guard: Guard, *, badges: bool, recorded: bool
) -> web.Response:
    """The app's page: `index.html` with the block of themes; 304 if the browser has it."""
    text = read_text(index, errors="replace")
    text = themes.put_into(text) or text
    if not badges:
        text = text.replace(BADGES_ON, BADGES_OFF)
    if recorded:
        text = text.replace("<head>", RECORDED, 1)
    body = text.encode("utf-8")
    tag = hashlib.sha256(body).hexdigest()[:32]
    headers = {
        hdrs.CACHE_CONTROL: "no-cache",
        hdrs.ETAG: f'"{tag}"',
        POLICY: app_policy(guard),
        # Tells the other port that the page is ours when it embeds a picture from there.
        "Referrer-Policy": "strict-origin-when-cross-origin",
    }
    if any(etag.value in (tag, "*") for etag in request.if_none_match or ()):
        return web.Response(status=304, headers=headers)
    return web.Response(body=body, content_type="text/html", charset="utf-8", headers=headers)


def page(title: str, body: str, *, status: int = 200, head: str = "", style: str = STYLE) -> web.Response:
    """A page of the server itself; `body` is HTML."""
    text = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(title)}</title>{head}<style>{_tokens()}{style}</style></head><body><main>{body}</main></body></html>"
    )
    return web.Response(status=status, text=text, content_type="text/html", headers={POLICY: STRICT})


def folder(address: str, listing: dict[str, Any]) -> web.Response:
    """The listing of a folder; `address` is the folder's own, with a slash at its end."""
    links = "".join(
        f'<li><a href="{html.escape(address + quote(entry["name"]))}">{html.escape(entry["name"])}</a>'
        f"{'/' if entry['is_dir'] else ''}</li>"
        for entry in listing["entries"]
    )
    return page(listing["path"], f"<h1>{html.escape(listing['path'])}</h1><ul>{links}</ul>")


@functools.cache
def _card() -> str:
    """The style of the small pages of the front end."""
    return (bundle_dir() / "html" / "pages.css").read_text(encoding="utf-8")


@functools.cache
def _tokens() -> str:
    return token_sheet().read_text(encoding="utf-8")


def document(title: str, body: str) -> web.Response:
    """A rendered Markdown file; `body` is HTML."""
    response = page(title, body)
    response.headers[POLICY] = DOCUMENT
    response.headers[hdrs.CACHE_CONTROL] = "no-cache"
    return response


def wants_html(request: web.Request) -> bool:
    """Whether somebody looks at the answer in a browser, and no script or program reads it."""
    return "text/html" in request.headers.get(hdrs.ACCEPT, "")


def not_found(why: str, links: Mapping[str, str] = UI_LINKS, *, similar: Sequence[str] = ()) -> web.Response:
    """404, with the reason and where to go from here: texts by address, and before them `similar` addresses."""
    body = f"<h1>Not found</h1><p>{html.escape(why)}</p>"
    if similar:
        addresses = {f"/{quote(address)}": f"/{address}" for address in similar}
        body += f"<p>Did you mean one of these?</p>{link_list(addresses)}<p>Or go on to:</p>"
    body += link_list(links)
    return page("Not found", f"{MARK}{body}", status=404, style=_card())


def link_list(links: Mapping[str, str]) -> str:
    items = (f'<li><a href="{html.escape(address)}">{html.escape(text)}</a></li>' for address, text in links.items())
    return f"<ul>{''.join(items)}</ul>"


def unknown_session() -> web.Response:
    """404 for the address of a session that does not exist, or no longer exists."""
    return page(
        "Unknown session",
        f"{MARK}<h1>Unknown session</h1><p>This address belongs to no session of this server: the server may have been "
        'restarted since. <a href="/">Open the current session</a>.</p>',
        status=404,
        style=_card(),
    )


def variable_tree(rows: Sequence[dict[str, Any]], *, shoelace: str = "/shoelace") -> web.Response:
    """The variables as a Shoelace tree; without Shoelace it is readable as nested text."""
    by_id = {(row["connection"], row["id"]): row for row in rows}
    children: dict[tuple[int, int], list[dict[str, Any]]] = {}
    tops: list[dict[str, Any]] = []
    for row in rows:
        parent = next(
            (key for key in ((row["connection"], row["parentId"]), (0, row["parentId"])) if key in by_id), None
        )
        (tops if parent is None else children.setdefault(parent, [])).append(row)

    def items(level: Sequence[dict[str, Any]]) -> Iterator[str]:
        for row in level:
            rows = children.get((row["connection"], row["id"]), [])
            yield f"<sl-tree-item expanded>{_describe(row)}{''.join(items(rows))}</sl-tree-item>"

    head = (
        f'<link rel="stylesheet" href="{shoelace}/themes/light.css">'
        f'<script type="module" src="{shoelace}/shoelace-autoloader.js"></script>'
        "<style>sl-tree-item{display:block;padding-left:1rem}</style>"
    )
    tree = "".join(items(tops)) or "<p>No variables: no page is open.</p>"
    body = f"<h1>Variables</h1><p>{len(rows)} of this session</p><sl-tree>{tree}</sl-tree>"
    return page("Variables", body, head=head)


def _describe(row: dict[str, Any]) -> str:
    value = json.dumps(row["value"], ensure_ascii=False)
    parts = [f"<b>{row['id']}</b>", f"<code>{html.escape(row['path'] or '(root)')}</code>"]
    if row["type"]:
        parts.append(f"<i>{html.escape(row['type'])}</i>")
    parts.append(f"= <code>{html.escape(value if len(value) <= 200 else value[:200] + '…')}</code>")
    parts.append(f"<small>{html.escape(row['access'])}{'' if row['active'] else ', inactive'}</small>")
    if row["error"]:
        parts.append(f'<span class="error">{html.escape(row["error"])}</span>')
    return f"<span>{' '.join(parts)}</span>"
