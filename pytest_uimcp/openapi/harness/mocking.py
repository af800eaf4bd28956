"""The network of a target under test: respx answers its requests, and none leaves the machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Final

import httpx
import respx
from respx.models import AllMockedAssertionError

from pytest_uimcp.core.errors import UimcpError, public
from pytest_uimcp.core.steps import StepError, StepLog
from pytest_uimcp.openapi.endpoints import Endpoint
from pytest_uimcp.openapi.harness.examples import Example, example_of
from pytest_uimcp.openapi.harness.requestchecks import RequestCheck
from pytest_uimcp.openapi.harness.sent_request import SentRequest
from pytest_uimcp.openapi.spec.document import SpecDocument
from pytest_uimcp.openapi.spec.operations import operations
from pytest_uimcp.openapi.warn import drop

_BRACES: Final = re.compile(r"\{[^{}/]+\}")


@public
class UnmockedRequest(UimcpError):
    """A tool made a request for which there is no answer. It was not sent."""

    def __init__(self, request: httpx.Request) -> None:
        url = str(request.url.copy_with(query=None))
        super().__init__(
            f"{request.method} {request.url} is not mocked, and the specification has no answer for it. It was not "
            f'sent. Mock it: api.mock.{request.method.lower()}("{url}").respond(json={{}})'
        )


@public
class InvalidRequest(UimcpError):
    """A tool made a request that the specification does not allow, and no route of the test refused it."""

    def __init__(self, request: httpx.Request, url: str, place: str, problem: str) -> None:
        super().__init__(
            f"{request.method} {url} is not what the specification allows ({place}): {problem}. A server may refuse "
            "it: mend the call or the specification, let a route of api.mock answer with the status 400 or above, or "
            "check no requests with uimcp_openapi(…, check_requests=False)"
        )


@dataclass(frozen=True, slots=True)
class _DescribedOperation:
    """An operation of the specification, and how its requests look below the base address."""

    method: str
    path: re.Pattern[str]
    variables: int
    example: Callable[[], Example | None]


class Mocking:
    """Answers with the routes of `mock`, else with an example of the specification; `story` gives the log that is told.

    Requests are checked as `endpoints` describe them. Values of the parameters `hidden`, which are credentials, are not
    told.
    """

    def __init__(
        self,
        document: SpecDocument,
        *,
        examples: bool,
        endpoints: Callable[[], Sequence[Endpoint]],
        base_path: Callable[[], str],
        story: Callable[[], StepLog],
        hidden: Collection[str] = (),
    ) -> None:
        # Routes of a fixture need not all be called by each test.
        self.mock: Final = respx.Router(assert_all_called=False)
        self.requests: Final[list[SentRequest]] = []
        self._document = document
        self._examples = examples
        self._endpoints = endpoints
        self._base_path = base_path
        self._story = story
        self._hidden = hidden

    def transport(self, _proxy: str | None) -> httpx.AsyncBaseTransport:
        return httpx.MockTransport(self._answer)

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        await request.aread()
        sent_request = SentRequest.of(request, self._hidden)
        self.requests.append(sent_request)
        story = self._story()
        step = story.begin("api", "request", sent_request.shown())
        try:
            response = await self._answer_of(request, sent_request.shown_url)
            await response.aread()
            step.outcome = {"status": response.status_code, "text": response.text}
            return response
        except Exception as error:
            step.error = StepError(type(error).__name__, str(error))
            raise
        finally:
            story.end(step)

    async def _answer_of(self, request: httpx.Request, url: str) -> httpx.Response:
        """The answer of a route, else of an example."""
        # Checked before the routes are asked, reported afterwards: a route that answers 400 shows that the test means
        # it.
        misfit = self._misfit(request, url)
        try:
            response: httpx.Response | None = await self.mock.async_handler(request)
        except AllMockedAssertionError:
            response = self._from_example(request)
        if misfit is not None and (response is None or response.status_code < 400):
            raise self._failed(misfit, request)
        if response is None:
            raise self._failed(UnmockedRequest(request), request)
        return response

    def _failed(self, error: UimcpError, request: httpx.Request) -> httpx.ConnectError:
        # The tool sees an error of the network, as it would of a server that is down; the test fails with the reason.
        self._story().app_failed(error, "answering a request")
        return httpx.ConnectError(str(error), request=request)

    def _misfit(self, request: httpx.Request, url: str) -> InvalidRequest | None:
        """What is wrong with a request, if it is meant for operations and fits none."""
        path = _encoded_path(request.url).removeprefix(_encoded_path(httpx.URL(path=self._base_path())).rstrip("/"))
        meant = [check for check in self._checks if check.takes(request.method, path)]
        # `/pets/mine` fits `/pets/{id}` too; servers prefer the path with fewer variables.
        fewest = min((check.variables for check in meant), default=0)
        checks = [check for check in meant if check.variables == fewest]
        problems = [check.problem(request, path) for check in checks]
        if checks and all(problems):
            return InvalidRequest(request, url, checks[0].place, problems[0])
        return None

    @cached_property
    def _checks(self) -> list[RequestCheck]:
        return [RequestCheck(endpoint) for endpoint in self._endpoints()]

    def _from_example(self, request: httpx.Request) -> httpx.Response | None:
        if not self._examples or (example := self._example(request)) is None:
            return None
        headers = {}
        if example.content_type:
            headers = {"Content-Type": example.content_type}
        return httpx.Response(example.status, headers=headers, content=example.content, request=request)

    def _example(self, request: httpx.Request) -> Example | None:
        path = request.url.path.removeprefix(self._base_path())
        for operation in self._operations:
            if operation.method == request.method and operation.path.fullmatch(path):
                return operation.example()
        return None

    @cached_property
    def _operations(self) -> list[_DescribedOperation]:
        # Of several paths that fit, the one with the fewest variables is meant.
        return sorted(_described_operations(self._document), key=attrgetter("variables"))


def _encoded_path(url: httpx.URL) -> str:
    return url.raw_path.decode("ascii").partition("?")[0]


def _described_operations(document: SpecDocument) -> Iterator[_DescribedOperation]:
    for operation in operations(document, warn=drop):
        literals = _BRACES.split(operation.path.partition("?")[0])
        pattern = "[^/]+".join(map(re.escape, literals))

        # The default binds the node of this turn of the loop.
        def example(node: dict[str, object] = operation.node) -> Example | None:
            return example_of(document, node)

        yield _DescribedOperation(operation.method.upper(), re.compile(pattern), len(literals) - 1, example)
