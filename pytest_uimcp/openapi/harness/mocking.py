"""The network of a target under test: respx answers its requests, and none leaves the machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import httpx
import respx
from respx.models import AllMockedAssertionError

from pytest_uimcp.core.errors import UimcpError, public
from pytest_uimcp.core.steps import StepError, StepLog
from pytest_uimcp.openapi.harness.examples import Example, example_of
from pytest_uimcp.openapi.harness.sent import SentRequest
from pytest_uimcp.openapi.spec.document import Document
from pytest_uimcp.openapi.spec.operations import operations

__all__ = ["Mocking", "UnmockedRequest"]

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


@dataclass(frozen=True, slots=True)
class _Described:
    """An operation of the specification, and how its requests look below the base address."""

    method: str
    path: re.Pattern[str]
    variables: int
    example: Callable[[], Example | None]


class Mocking:
    """Answers with the routes of `mock`, else with an example of the specification; `story` gives the log that is told.

    Values of the parameters `hidden`, which are credentials, are not told.
    """

    def __init__(
        self,
        document: Document,
        *,
        examples: bool,
        base_path: Callable[[], str],
        story: Callable[[], StepLog],
        hidden: Collection[str] = (),
    ) -> None:
        self.mock: Final = respx.Router(assert_all_called=False)
        self.requests: Final[list[SentRequest]] = []
        self._document = document
        self._examples = examples
        self._base_path = base_path
        self._story = story
        self._hidden = hidden

    def transport(self, _proxy: str | None) -> httpx.AsyncBaseTransport:
        """The transport of the target."""
        return httpx.MockTransport(self._answer)

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        await request.aread()
        sent = SentRequest.of(request, self._hidden)
        self.requests.append(sent)
        story = self._story()
        step = story.begin("api", "request", sent.shown())
        try:
            response = await self._found(request)
            await response.aread()
            step.outcome = {"status": response.status_code, "text": response.text}
            return response
        except Exception as error:
            step.error = StepError(type(error).__name__, str(error))
            raise
        finally:
            story.end(step)

    async def _found(self, request: httpx.Request) -> httpx.Response:
        """The answer of a route, else of an example."""
        try:
            return await self.mock.async_handler(request)
        except AllMockedAssertionError:
            pass
        example = self._example(request)
        if example is None:
            error = UnmockedRequest(request)
            self._story().app_failed(error, "answering a request")
            raise httpx.ConnectError(str(error), request=request)
        headers = {"Content-Type": example.content_type} if example.content_type else {}
        return httpx.Response(example.status, headers=headers, content=example.content, request=request)

    def _example(self, request: httpx.Request) -> Example | None:
        if not self._examples:
            return None
        path = request.url.path.removeprefix(self._base_path())
        found = (each for each in self._described if each.method == request.method and each.path.fullmatch(path))
        described = next(found, None)
        return described.example() if described else None

    @cached_property
    def _described(self) -> list[_Described]:
        # Of several paths that fit, the one with the fewest variables is meant.
        return sorted(_all_described(self._document), key=lambda each: each.variables)


def _all_described(document: Document) -> Iterator[_Described]:
    for operation in operations(document, warn=lambda _text: None):
        literals = _BRACES.split(operation.path.partition("?")[0])
        pattern = "[^/]+".join(map(re.escape, literals))

        def example(node: dict[str, object] = operation.node) -> Example | None:
            return example_of(document, node)

        yield _Described(operation.method.upper(), re.compile(pattern), len(literals) - 1, example)
