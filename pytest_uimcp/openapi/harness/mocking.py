"""The network of a target under test: respx answers its requests, and none leaves the machine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import Final

import httpx
import respx
from respx.models import AllMockedAssertionError

from pytest_uimcp.core.errors import UimcpError, public
from pytest_uimcp.core.steps import StepError, StepLog
from pytest_uimcp.openapi.endpoints import Endpoint
from pytest_uimcp.openapi.harness.answerchecks import AnswerChecks
from pytest_uimcp.openapi.harness.described import DescribedOperation, DescribedOperations
from pytest_uimcp.openapi.harness.examples import example_of
from pytest_uimcp.openapi.harness.requestchecks import RequestCheck
from pytest_uimcp.openapi.harness.sent_request import SentRequest
from pytest_uimcp.openapi.spec.document import SpecDocument


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


@public
class InvalidAnswer(UimcpError):
    """A route of a test answered what the specification does not describe."""

    def __init__(self, request: httpx.Request, url: str, status: int, problem: str) -> None:
        super().__init__(
            f"the mock's answer to {request.method} {url}, status {status}, is not what the specification describes: "
            f"{problem}. The real server answers otherwise: mend the mock or the specification, or check no answers "
            "with uimcp_openapi(…, check_answers=False)"
        )


@public
class MisplacedRoute(UimcpError):
    """A route of a test is for no operation of the specification, and an example answered in its place."""

    def __init__(self, request: httpx.Request, url: str, route: str) -> None:
        super().__init__(
            f"{request.method} {url} was answered by an example of the specification, while the mock's route for "
            f"{route} answers nothing: the API has no such operation there. If it was meant for this request, write "
            f'api.mock.{request.method.lower()}("{url.partition("?")[0]}")'
        )


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
        check_answers: bool,
        endpoints: Callable[[], Sequence[Endpoint]],
        base_url: Callable[[], str],
        story: Callable[[], StepLog],
        hidden: Collection[str] = (),
    ) -> None:
        # Routes of a fixture need not all be called by each test.
        self.mock: Final = respx.Router(assert_all_called=False)
        self.requests: Final[list[SentRequest]] = []
        self._document = document
        self._examples = examples
        self._check_answers = check_answers
        self._endpoints = endpoints
        self._base_url = base_url
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
        operation = self.operations.of(request)
        is_mocked = True
        try:
            response: httpx.Response | None = await self.mock.async_handler(request)
        except AllMockedAssertionError:
            is_mocked = False
            response = self._from_example(request, operation)
        if misfit is not None and (response is None or response.status_code < 400):
            raise self._failed(misfit, request)
        if response is None:
            raise self._failed(UnmockedRequest(request), request)
        if is_mocked:
            await self._check(request, url, operation, response)
        elif route := self.operations.misplaced_route(self.mock, request.method):
            raise self._failed(MisplacedRoute(request, url, route), request)
        return response

    async def _check(
        self, request: httpx.Request, url: str, operation: DescribedOperation | None, response: httpx.Response
    ) -> None:
        if operation is None or not self._check_answers:
            return
        await response.aread()
        if problem := self._answers.problem(operation.node, response):
            raise self._failed(InvalidAnswer(request, url, response.status_code, problem), request)

    def _failed(self, error: UimcpError, request: httpx.Request) -> httpx.ConnectError:
        # The tool sees an error of the network, as it would of a server that is down; the test fails with the reason.
        self._story().app_failed(error, "answering a request")
        return httpx.ConnectError(str(error), request=request)

    def _misfit(self, request: httpx.Request, url: str) -> InvalidRequest | None:
        """What is wrong with a request, if it is meant for operations and fits none."""
        base_path = _encoded_path(httpx.URL(path=httpx.URL(self._base_url()).path))
        path = _encoded_path(request.url).removeprefix(base_path.rstrip("/"))
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

    @cached_property
    def _answers(self) -> AnswerChecks:
        return AnswerChecks(self._document)

    @cached_property
    def operations(self) -> DescribedOperations:
        return DescribedOperations(self._document, self._base_url())

    def _from_example(self, request: httpx.Request, operation: DescribedOperation | None) -> httpx.Response | None:
        if not self._examples or operation is None:
            return None
        example = example_of(self._document, operation.node)
        if example is None:
            return None
        headers = {}
        if example.content_type:
            headers = {"Content-Type": example.content_type}
        return httpx.Response(example.status, headers=headers, content=example.content, request=request)


def _encoded_path(url: httpx.URL) -> str:
    return url.raw_path.decode("ascii").partition("?")[0]
