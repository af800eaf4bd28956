"""The publisher's two pages: the relay that a bookmarklet opens, and the one that offers bookmarklets."""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Sequence
from typing import Final

from aiohttp import hdrs, web

from pytest_uimcp.core.printable import counted
from pytest_uimcp.server.publisher.topics import TopicInfo

FIRST_TOPIC: Final = "page"

STYLE: Final = """
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; font: 1rem/1.5 system-ui, sans-serif;
  background: light-dark(#f5f6f8, #17181c); color: light-dark(#1c1d21, #e8e9ed) }
main { box-sizing: border-box; width: min(34rem, 100vw - 2rem); padding: 2rem 2.25rem; border-radius: 1rem;
  background: light-dark(#fff, #202127); border: 1px solid light-dark(#e1e3e8, #33353c) }
h1 { margin: 0 0 .5rem; font-size: 1.35rem } p { margin: 0 0 1rem; overflow-wrap: anywhere }
small, .faint { color: light-dark(#5d616b, #a3a7b2) } .bad { color: light-dark(#b91c1c, #f87171) }
ul { list-style: none; margin: 0; padding: 0 } li { display: flex; gap: .75rem; align-items: center; padding: .5rem 0 }
img { width: 1.5rem; height: 1.5rem; object-fit: contain } li span { flex: 1 }
a.mark { padding: .35rem .9rem; border-radius: .5rem; text-decoration: none; font-weight: 600; color: #fff;
  background: #2563eb; cursor: grab }
"""

# Takes one message, from the page that opened this one; its address, title and text are strings and all that passes.
RELAY: Final = """
(() => {
  const at = (id) => document.getElementById(id);
  const say = (text, bad = false) => {
    at('status').textContent = text;
    at('status').className = bad ? 'bad' : '';
  };
  const source = window.opener;
  if (!source) {
    say('No page has opened this one, so there is nothing to send. Use the bookmarklet on the page that you want to '
      + 'send; a page that forbids its windows to talk to it cannot be sent.', true);
    return;
  }
  const late = setTimeout(() => {
    removeEventListener('message', take);
    say('The page has sent nothing for 10 seconds. Go back to it and use the bookmarklet again.', true);
  }, 10000);
  const text = (value) => (typeof value === 'string' ? value : '');

  async function take(event) {
    const data = event.data;
    if (event.source !== source || !data || typeof data !== 'object' || !text(data.url)) return;
    removeEventListener('message', take);
    clearTimeout(late);
    at('from').textContent = `From ${event.origin}: ${text(data.title)}`;
    const body = JSON.stringify({ url: text(data.url), title: text(data.title), text: text(data.text) });
    const topic = location.pathname.slice('/relay/'.length);
    try {
      const answer = await fetch(`/publish/${topic}`, { method: 'POST', body });
      if (!answer.ok) throw new Error((await answer.text()).trim() || `status ${answer.status}`);
      const { listeners } = await answer.json();
      say(`Sent to ${listeners} session(s).`);
      setTimeout(() => close(), 1500);
    } catch (error) {
      say(`It could not be sent: ${error.message}`, true);
    }
  }

  addEventListener('message', take);
  source.postMessage('ready', '*');
})();
"""


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


# Our own script and style by their hashes: nothing that a page sends can run here.
POLICY: Final = (
    f"default-src 'none'; script-src {_hash(RELAY)}; style-src {_hash(STYLE)}; img-src data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


async def add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """Add the headers of all answers; none of them lets a page of somebody else read the answer."""
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers[hdrs.CACHE_CONTROL] = "no-store"


def relay(topic: str) -> web.Response:
    """The page that takes what a bookmarklet sends."""
    return _page(
        f"Send to {topic}",
        f"<h1>Send to {html.escape(topic)}</h1><p id=status role=status>Waiting for the page …</p>"
        f"<p id=from class=faint></p><script>{RELAY}</script>",
    )


def install(origin: str, topics: Sequence[TopicInfo]) -> web.Response:
    rows = list(topics)
    # Offered although nobody listens yet: people make the bookmark once, and apps come and go.
    if all(topic.name != FIRST_TOPIC for topic in rows):
        rows.insert(0, TopicInfo(FIRST_TOPIC, 0, None))
    return _page(
        "Send pages to your apps",
        "<h1>Send pages to your apps</h1><p>Drag a button to the bookmarks bar. On any page, it sends the address, the "
        "title and the text of that page to the sessions that listen to its topic.</p><ul>"
        + "".join(_row(origin, topic) for topic in rows)
        + "</ul>",
    )


def bookmarklet(origin: str, topic: str) -> str:
    """The address of a bookmarklet; it opens the relay and hands it the page."""
    # It runs in any page, so it hands the text to nobody but the window that it has opened, at our origin. 50,000
    # characters stay far below what a message may hold.
    return (
        "javascript:(()=>{"
        f"const o='{origin}',w=open(o+'/relay/{topic}','_blank');"
        "addEventListener('message',function f(e){"
        "if(e.source!==w||e.origin!==o||e.data!=='ready')return;"
        "removeEventListener('message',f);"
        "w.postMessage({url:location.href,title:document.title,"
        "text:document.body.innerText.slice(0,50000)},o)})})()"
    )


def _row(origin: str, topic: TopicInfo) -> str:
    icon = f'<img src="{html.escape(topic.icon)}" alt="">' if topic.icon else ""
    name = html.escape(topic.name)
    listening = f"{counted(topic.listeners, 'session')} listening"
    return (
        f"<li>{icon}<span><b>{name}</b> <small>{listening}</small></span>"
        f'<a class="mark" href="{html.escape(bookmarklet(origin, topic.name))}">Send to {name}</a></li>'
    )


def _page(title: str, body: str) -> web.Response:
    text = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{html.escape(title)}</title><link rel="icon" href="data:,"><style>{STYLE}</style></head>'
        f"<body><main>{body}</main></body></html>"
    )
    return web.Response(text=text, content_type="text/html")
