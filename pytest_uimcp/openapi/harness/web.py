"""HTTP of a story: what its APIs and the servers of its process ask of other machines is answered here.

No request of an API leaves the machine anyway. Of everything else that is sent with httpx, requests to other machines
are caught from the first answer on; one without an answer fails the story.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, urlsplit

import httpx
import respx

from pytest_uimcp.core.steps import StepLog, recorded
from pytest_uimcp.openapi.harness.sent_request import ExpectedRequest, NotRequested, SentRequest, count_note
from pytest_uimcp.testing.scenario.errors import ScenarioError

if TYPE_CHECKING:
    from pytest_uimcp.openapi.harness.openapi import OpenApiHarness


_HERE: Final = ("127.0.0.1", "localhost", "::1")
_REST: Final = "without an answer"


class Web:
    """The answers for the rest of a story, and the requests there were. `calls` is how many the agent has made."""

    def __init__(self, apis: Mapping[str, OpenApiHarness], calls: Callable[[], int]) -> None:
        self.story: Final = StepLog("http")
        self._apis = apis
        self._calls = calls
        # Requests, each with the number of calls that the agent had made by then.
        self._unanswered: list[tuple[int, str]] = []
        self._requests: list[SentRequest] = []
        self._network = respx.mock(assert_all_called=False)
        self._routes: dict[str, _Routes] = {}

    def close(self) -> None:
        """Let requests through again."""
        self._network.stop(quiet=True)

    @recorded("test")
    def answers(self, request: str, *, of: str | None = None, **answer: Any) -> None:
        """Answer a request from now on: `GET https://…`, or `GET /pets` of an API."""
        method, _, address = request.partition(" ")
        api, path = self._api_of(address, of)
        if api is not None:
            prefix = next(name for name, harness in self._apis.items() if harness is api)
            routes = self._routes.setdefault(prefix, _Routes(api.mock))
            routes.add(method, f"{api.base_url.rstrip('/')}{path}", lambda _: _response(answer))
            return
        if "" not in self._routes:
            self._network.start()
            self._routes[""] = _Routes(self._network, self._let_here_pass, self._refuse_the_rest)

        def answered(request_sent: httpx.Request) -> httpx.Response:
            return self._answered(request_sent, _response(answer))

        self._routes[""].add(method, address, answered)

    @recorded("test")
    def requested(
        self, request: str, *, of: str | None = None, query: Mapping[str, Any] | None = None, **expected: Any
    ) -> None:
        """Fail unless there was such a request, `times` times if that is said."""
        method, api, path, path_query = self._split_request(request, of)
        if api is not None:
            api.requested(method, path, query={**path_query, **(query or {})} or None, **expected)
            return
        times = expected.pop("times", None)
        matches = ExpectedRequest(method, path, {**path_query, **(query or {})}, **expected).matches_in(
            self._to(request), ""
        )
        if not matches or times not in (None, len(matches)):
            raise NotRequested(f"expected a request {request}{count_note(times, len(matches))}{self._told()}")

    @recorded("test")
    def not_requested(self, request: str, *, of: str | None = None) -> None:
        """Fail if there was such a request."""
        method, api, path, query = self._split_request(request, of)
        requests = self._to(request)
        base = ""
        if api is not None:
            requests = api.requests
            base = urlsplit(api.base_url).path.rstrip("/")
        if ExpectedRequest(method, path, query).matches_in(requests, base):
            raise NotRequested(f"expected no request {request}; it was made")

    def check(self, calls: int) -> None:
        """Raise ScenarioError if a request had no answer before the agent made this many calls."""
        if unanswered := next((unanswered for number, unanswered in self._unanswered if number <= calls), None):
            raise ScenarioError(
                f"{unanswered} has no answer; add a step before it: http: {{{unanswered}: {{json: …}}}}"
            )

    # Which API is meant.

    def _api_of(self, address: str, of: str | None) -> tuple[OpenApiHarness | None, str]:
        """The API of a path or an address, and the path within it; None is every other machine."""
        if of is not None:
            return self._apis[of], address.removeprefix(self._apis[of].base_url.rstrip("/"))
        if address.startswith("/"):
            (api,) = self._apis.values()  # the reader has seen to it
            return api, address
        for api in self._apis.values():
            base = api.base_url.rstrip("/")
            if address == base or address.startswith((f"{base}/", f"{base}?")):
                return api, address.removeprefix(base) or "/"
        return None, address

    def _split_request(self, request: str, of: str | None) -> tuple[str, OpenApiHarness | None, str, dict[str, Any]]:
        method, _, address = request.partition(" ")
        api, api_path = self._api_of(address, of)
        parts = urlsplit(api_path)
        return method, api, parts.path or "/", dict(parse_qs(parts.query, keep_blank_values=True))

    def _to(self, request: str) -> list[SentRequest]:
        host = urlsplit(request.partition(" ")[2]).netloc
        return [request_sent for request_sent in self._requests if urlsplit(request_sent.url).netloc == host]

    def _told(self) -> str:
        if "" not in self._routes:
            return "; requests are counted from the first step with http on, and there was none"
        requests = "".join(f"\n  {request.method} {request.url}" for request in self._requests)
        if requests:
            return f"; there were:{requests}"
        return "; there were none"

    # Every other machine.

    def _let_here_pass(self, router: respx.Router) -> None:
        for host in _HERE:
            router.route(host=host).pass_through()

    def _refuse_the_rest(self, router: respx.Router) -> None:
        router.route(name=_REST).mock(side_effect=self._refuse)

    def _answered(self, request: httpx.Request, response: httpx.Response) -> httpx.Response:
        sent_request = SentRequest.of(request)
        self._requests.append(sent_request)
        step = self.story.begin("api", "request", sent_request.shown())
        step.outcome = {"status": response.status_code, "text": response.text}
        self.story.end(step)
        return response

    def _refuse(self, request: httpx.Request) -> httpx.Response:
        request_line = f"{request.method} {request.url}"
        self._unanswered.append((self._calls(), request_line))
        raise httpx.ConnectError(f"{request_line} has no answer in the story", request=request)


def _add_nothing(_router: respx.Router) -> None:
    """An API has routes of its own only."""


class _Routes:
    """The answers of a router, of which the newest that fits counts."""

    def __init__(
        self,
        router: respx.Router,
        add_first: Callable[[respx.Router], None] = _add_nothing,
        add_last: Callable[[respx.Router], None] = _add_nothing,
    ) -> None:
        self._router = router
        self._before = add_first
        self._after = add_last
        self._given: dict[tuple[str, str], Callable[[httpx.Request], httpx.Response]] = {}

    def add(self, method: str, url: str, answer: Callable[[httpx.Request], httpx.Response]) -> None:
        self._given.pop((method, url), None)
        self._given = {(method, url): answer, **self._given}
        self._router.clear()
        self._before(self._router)
        # The first route that fits counts.
        for (verb, address), response_of in self._given.items():
            self._router.request(verb, address).mock(side_effect=response_of)
        self._after(self._router)


def _response(answer: Mapping[str, Any]) -> httpx.Response:
    body = {key: answer[key] for key in ("json", "text") if key in answer}
    return httpx.Response(answer.get("status", 200), headers=answer.get("headers"), **body)
