"""The guard refuses requests from foreign web pages.

Any web page can make a browser send requests to a server on this machine, and its owner can make a name resolve to
127.0.0.1 (DNS rebinding). So the Host header of every request must be one of our own addresses, and the Origin header,
if there is one, must be that of one of our pages.

Requests for images, scripts, frames and links carry no Origin. For them browsers send `Sec-Fetch-Site`, which says
whether the requesting page has the same origin. A route that is not meant to be linked to accepts only our own pages
and the address bar. Programs do not send the header and are let in. A route for programs refuses our own pages as well,
because a server may show files of strangers under the same origin.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from aiohttp import hdrs, web

if TYPE_CHECKING:
    from aiohttp.typedefs import Middleware


LOOPBACK_NAMES = ("127.0.0.1", "localhost")

# The resources of an application that foreign pages may link to; all others are closed to such links.
LINKED: Final = web.AppKey("linked", set[web.AbstractResource])
# The resources of an application that no page may request, not even one of our own.
PROGRAMS: Final = web.AppKey("programs", set[web.AbstractResource])

# Those of them that our own pages, on another port or by another name of this machine, may show as a picture.
EMBEDDED: Final = web.AppKey("embedded", set[web.AbstractResource])

SITE: Final = "Sec-Fetch-Site"
MODE: Final = "Sec-Fetch-Mode"
DEST: Final = "Sec-Fetch-Dest"
EMBEDDABLE: Final = frozenset({"image", "audio", "video"})
# The values of Sec-Fetch-Site for requests by a page of the same origin and by the address bar.
OWN_SITES: Final = frozenset({"same-origin", "none"})
# Any page can make a browser prefetch an address; browsers then send `Sec-Fetch-Site: none` and one of these headers.
AHEAD: Final = ("Sec-Purpose", "Purpose", "X-Moz")

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Guard:
    """Knows our ports and refuses requests that name another Host or come from a foreign page.

    Several applications can share one guard, so that pages on one port can call the other port.
    """

    def __init__(self, ports: Iterable[int] = (), *, names: Sequence[str] = LOOPBACK_NAMES) -> None:
        self._names = tuple(names)
        self._hosts: set[str] = set()
        for port in ports:
            self.add_port(port)

    def add_port(self, port: int) -> None:
        """Accept this port from now on; a port chosen by the system is known only after binding."""
        self._hosts.update(_hosts(self._names, port))

    def remove_port(self, port: int) -> None:
        self._hosts.difference_update(_hosts(self._names, port))

    def objection(self, hosts: Sequence[str], origins: Sequence[str]) -> str | None:
        ours = f"{' and '.join(self._names)} with the ports of this server"
        # With two of them, whoever stands in between may have believed the other one.
        if len(hosts) != 1:
            return f"expected one Host header, got {len(hosts) or 'none'}; only {ours} are answered"
        if hosts[0].lower() not in self._hosts:
            return f"the Host {_quoted(hosts[0])} is not this server; only {ours} are answered"
        for origin in origins:
            scheme, separator, host = origin.lower().partition("://")
            if scheme != "http" or not separator or host not in self._hosts:
                return f"pages of the Origin {_quoted(origin)} may not use this server, only pages of {ours}"
        return None

    def _objection_to(self, request: web.Request) -> str | None:
        if not request.raw_path.startswith(("/", "*")):
            # An absolute URL in the request line overrides the Host header; only proxies receive such requests.
            return "expected a path in the request line, got a whole address"
        return self.objection(request.headers.getall(hdrs.HOST, ()), request.headers.getall(hdrs.ORIGIN, ())) or (
            None if self._is_embedded(request) else _objection_to_site(request)
        )

    def _is_embedded(self, request: web.Request) -> bool:
        """Whether one of our pages shows a file as a picture: browsers name the page in `Referer`."""
        # A picture carries no Origin, so this header is the only one that names the page.
        referrers = request.headers.getall(hdrs.REFERER, ())
        if request.method != "GET" or len(referrers) != 1 or request.headers.get(DEST) not in EMBEDDABLE:
            return False
        scheme, _, address = referrers[0].lower().partition("://")
        ours = scheme == "http" and address.partition("/")[0] in self._hosts
        return ours and request.match_info.route.resource in request.app.get(EMBEDDED, ())

    @property
    def origins(self) -> tuple[str, ...]:
        return tuple(sorted(f"http://{host}" for host in self._hosts))

    @property
    def middleware(self) -> Middleware:
        """The aiohttp middleware; must be the first one of its application."""

        @web.middleware
        async def check(request: web.Request, handler: _Handler) -> web.StreamResponse:
            if reason := self._objection_to(request):
                return web.Response(status=403, text=f"Forbidden: {reason}.\n")
            return await handler(request)

        return check


def is_visit(request: web.Request) -> bool:
    """Whether the request is a navigation: a browser asks for a page to show."""
    return request.method == "GET" and request.headers.getall(MODE, ()) == ["navigate"]


def _objection_to_site(request: web.Request) -> str | None:
    if _is_in(PROGRAMS, request):
        return _objection_to_page(request)
    objections = [f"{SITE}: {site}" for site in request.headers.getall(SITE, ()) if site not in OWN_SITES]
    if _is_in(LINKED, request):
        allowed = not objections or is_visit(request)
    else:
        objections += [f"{name}: {request.headers[name]}" for name in AHEAD if name in request.headers]
        allowed = not objections
    if allowed:
        return None
    return (
        f"only pages of this address, the address bar and programs may ask for {_quoted(request.path)} "
        f"by {request.method}; this browser says {_quoted(objections[0])}"
    )


def _objection_to_page(request: web.Request) -> str | None:
    """What shows that a page sends the request; only the address bar and programs may."""
    headers = request.headers
    objections = [f"{SITE}: {site}" for site in headers.getall(SITE, ()) if site != "none"]
    objections += [f"{name}: {headers[name]}" for name in (hdrs.ORIGIN, *AHEAD) if name in headers]
    if not objections:
        return None
    return f"only programs may ask for {_quoted(request.path)}, no pages; this request says {_quoted(objections[0])}"


def _is_in(key: web.AppKey[set[web.AbstractResource]], request: web.Request) -> bool:
    # Checks the matched route, so that no alternative spelling of the path bypasses it.
    return request.match_info.route.resource in request.app.get(key, ())


def _hosts(names: Iterable[str], port: int) -> set[str]:
    with_port = {f"{name}:{port}" for name in names}
    if port == 80:
        return with_port | set(names)
    return with_port


def _quoted(value: str) -> str:
    return repr(value if len(value) <= 100 else value[:100] + "…")
