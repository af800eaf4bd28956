"""Answers to HTTP requests: what servers of a story ask of other machines is answered here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import httpx
import respx

from pytest_uimcp.testing.scenario.errors import ScenarioError

if TYPE_CHECKING:
    import pytest

__all__ = ["Answers"]

_HERE: Final = ("127.0.0.1", "localhost", "::1")
_REST: Final = "without an answer"


class Answers:
    """The answers for the rest of a test. Requests to this machine pass; others without an answer fail the story."""

    def __init__(self, request: pytest.FixtureRequest, calls: Callable[[], int]) -> None:
        self._calls = calls
        self._unanswered: list[tuple[int, str]] = []
        """Requests, each with the number of calls that the agent had made by then."""
        self._router = respx.mock(assert_all_called=False)
        self._router.start()
        request.addfinalizer(lambda: self._router.stop(quiet=True))
        for host in _HERE:
            self._router.route(host=host).pass_through()
        self._refuse_the_rest()

    def add(self, asked: str, given: Mapping[str, Any]) -> None:
        """Answer a request, `GET https://…`, from now on."""
        method, _, url = asked.partition(" ")
        body = {key: given[key] for key in ("json", "text") if key in given}
        answer = httpx.Response(given.get("status", 200), headers=given.get("headers"), **body)
        # The first route that fits counts.
        self._router.pop(_REST)
        self._router.request(method, url).mock(return_value=answer)
        self._refuse_the_rest()

    def check(self, calls: int) -> None:
        """Raise ScenarioError if a request had no answer before the agent made this many calls."""
        if asked := next((asked for number, asked in self._unanswered if number <= calls), None):
            raise ScenarioError(f"{asked} has no answer; add a step before it: http: {{{asked}: {{json: …}}}}")

    def _refuse_the_rest(self) -> None:
        self._router.route(name=_REST).mock(side_effect=self._refuse)

    def _refuse(self, request: httpx.Request) -> httpx.Response:
        self._unanswered.append((self._calls(), f"{request.method} {request.url}"))
        raise httpx.ConnectError(f"{request.method} {request.url} has no answer in the story", request=request)
