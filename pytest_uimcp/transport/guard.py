"""Requests from foreign web pages are refused.

A web page anywhere can make a browser talk to a server on this machine, and a name it controls can be made
to resolve to 127.0.0.1. So every request must name one of our own addresses as its Host, and if it says
which page it comes from, that page must be one of ours.

Images, scripts, frames and links name no page. For them browsers say whether the page that asks has the same address
(`Sec-Fetch-Site`), and a route that does not expect to be linked to is for such pages and the address bar only.
Programs say nothing of the kind and are let in.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from aiohttp import hdrs, web

if TYPE_CHECKING:
    from aiohttp.typedefs import Middleware

__all__ = ["LINKED", "LOOPBACK_NAMES", "Guard", "is_visit"]

LOOPBACK_NAMES = ("127.0.0.1", "localhost")

LINKED: Final = web.AppKey("linked", set[web.AbstractResource])
"""The resources of an application that links of any page may lead to; all others are closed to them."""

SITE: Final = "Sec-Fetch-Site"
MODE: Final = "Sec-Fetch-Mode"
# What a browser says of requests by a page of the same address, and by its own address bar.
OWN_SITES: Final = frozenset({"same-origin", "none"})
# Any page can have a browser load an address ahead of a visit that may never come; the browser then calls it its own.
AHEAD: Final = ("Sec-Purpose", "Purpose", "X-Moz")

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Guard:
    """Knows our ports, and refuses requests that are addressed to, or come from, anywhere else.

    One guard may stand before several applications, so that the page on one port may call the other.
    """

    def __init__(self, ports: Iterable[int] = (), *, names: Sequence[str] = LOOPBACK_NAMES) -> None:
        self._names = tuple(names)
        self._hosts: set[str] = set()
        for port in ports:
            self.add_port(port)

    def add_port(self, port: int) -> None:
        """Count this port as ours from now on: known only after binding when it was chosen freely."""
        self._hosts.update(_hosts(self._names, port))

    def remove_port(self, port: int) -> None:
        """Forget this port, which is closed."""
        self._hosts.difference_update(_hosts(self._names, port))

    def objection(self, hosts: Sequence[str], origins: Sequence[str]) -> str | None:
        """Say what is wrong with these Host and Origin headers, if anything is."""
        ours = f"{' and '.join(self._names)} with the ports of this server"
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
            # An address in the request line overrules the Host header; only proxies are asked that way.
            return "expected a path in the request line, got a whole address"
        return self.objection(
            request.headers.getall(hdrs.HOST, ()), request.headers.getall(hdrs.ORIGIN, ())
        ) or _objection_to_site(request)

    @property
    def origins(self) -> tuple[str, ...]:
        """The origins of our own pages."""
        return tuple(sorted(f"http://{host}" for host in self._hosts))

    @property
    def middleware(self) -> Middleware:
        """The aiohttp middleware; to be the first of its application."""

        @web.middleware
        async def check(request: web.Request, handler: _Handler) -> web.StreamResponse:
            if reason := self._objection_to(request):
                return web.Response(status=403, text=f"Forbidden: {reason}.\n")
            return await handler(request)

        return check


def is_visit(request: web.Request) -> bool:
    """Whether a browser asks for something to show, rather than a page or a program for something to use."""
    return request.method == "GET" and request.headers.getall(MODE, ()) == ["navigate"]


def _objection_to_site(request: web.Request) -> str | None:
    said = [f"{SITE}: {site}" for site in request.headers.getall(SITE, ()) if site not in OWN_SITES]
    if _is_linked(request):
        allowed = not said or is_visit(request)
    else:
        said += [f"{name}: {request.headers[name]}" for name in AHEAD if name in request.headers]
        allowed = not said
    if allowed:
        return None
    return (
        f"only pages of this address, the address bar and programs may ask for {_quoted(request.path)} "
        f"by {request.method}; this browser says {_quoted(said[0])}"
    )


def _is_linked(request: web.Request) -> bool:
    # By the route that was found, so that no spelling of its path gets around the check.
    return request.match_info.route.resource in request.app.get(LINKED, ())


def _hosts(names: Iterable[str], port: int) -> set[str]:
    with_port = {f"{name}:{port}" for name in names}
    return with_port | set(names) if port == 80 else with_port


def _quoted(value: str) -> str:
    return repr(value if len(value) <= 100 else value[:100] + "…")
