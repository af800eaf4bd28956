"""The harness of a web API: its tools over MCP, and its HTTP mocked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import respx

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.mcp.calls import ToolResult
from pytest_uimcp.mcp.endpoint import McpEndpoint
from pytest_uimcp.mcp.server import McpServer
from pytest_uimcp.openapi.children.children import Children
from pytest_uimcp.openapi.config import read_config
from pytest_uimcp.openapi.config.models import Config, TargetConfig
from pytest_uimcp.openapi.documents import read_spec_file
from pytest_uimcp.openapi.endpoints import Endpoint
from pytest_uimcp.openapi.errors import SpecError
from pytest_uimcp.openapi.harness.mocking import Mocking
from pytest_uimcp.openapi.harness.sent_request import ExpectedRequest, NotRequested, SentRequest, count_note
from pytest_uimcp.openapi.names import SEPARATOR, UniqueNames, target_prefix
from pytest_uimcp.openapi.opening import Targets, target_of_spec
from pytest_uimcp.openapi.requests.arguments import unknown_arguments
from pytest_uimcp.openapi.serving.mcp_server import NluiMcpServer
from pytest_uimcp.openapi.serving.service import Service, Toolbox
from pytest_uimcp.openapi.spec.document import SpecDocument, read_document
from pytest_uimcp.openapi.spec.nodes import as_object
from pytest_uimcp.openapi.spec.operations import idle_patterns
from pytest_uimcp.openapi.target import ApiTarget
from pytest_uimcp.openapi.tools import ServedTools
from pytest_uimcp.openapi.warn import Warnings, drop
from pytest_uimcp.testing.harness.app_errors import LuaErrors
from pytest_uimcp.testing.harness.clock import MovableClock
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.testing.harness.server import ServerHarness

_SERVER: Final = ("surface", "confirm", "max_result_chars", "name_charset")


class OpenApiHarness(ServerHarness[Service]):
    """A target from a specification. No request of it leaves the machine.

    Answers are those of `mock`, a router of respx, else the examples of the specification. A request that the
    specification does not allow is an error of the test, unless a route refuses it too; so is an answer of a route that
    it does not describe.
    """

    def __init__(
        self,
        loop: LoopThread,
        spec: Mapping[str, Any],
        name: str = "api",
        settings: Mapping[str, Any] | None = None,
        *,
        examples: bool = True,
        check_requests: bool = True,
        check_answers: bool = True,
        clock: MovableClock | None = None,
        lua_errors: LuaErrors = "raise",
    ) -> None:
        self.name: Final = name
        self._check_requests: Final = check_requests
        self.warnings: Final = Warnings(drop)
        """What was said about the specification while it was read."""
        self._config = _config(name, settings or {})
        # The mock gets functions in place of values: the target exists only after it, and the story changes with each
        # test.
        document = read_document(dict(spec), warn=drop)
        _refuse_idle_patterns(document, self._config.targets[0])
        self._network = Mocking(
            document,
            examples=examples,
            endpoints=self._checked_endpoints if check_requests else tuple,
            check_answers=check_answers,
            base_url=lambda: self.base_url,
            story=lambda: self.story,
            hidden=_credentials(spec, self._config),
        )
        self._target = self._target_of(dict(spec))

        # Made on the loop's thread, where the server's streams belong. The same classes as behind `nlui`, without a
        # port.
        async def make() -> McpServer[Service]:
            tools = ServedTools(self._target.tools.values())
            targets = Targets((self._target,), tools, UniqueNames(self.warnings), self.warnings)
            return NluiMcpServer(Service(Toolbox(targets, Children(())), self._config.mcp.server))

        super().__init__(loop, make, name=name, clock=clock, lua_errors=lua_errors)

    def _checked_endpoints(self) -> Sequence[Endpoint]:
        return self._target.endpoints

    def _target_of(self, spec: dict[str, Any]) -> ApiTarget:
        config = self._config.targets[0]
        names = UniqueNames(self.warnings, strict=self._config.mcp.server.name_charset == "strict")
        return target_of_spec(spec, config, names=names, warn=self.warnings, transport=self._network.transport)

    @property
    def mock(self) -> respx.Router:
        """The routes that answer, before any example does: `api.mock.get(url).respond(json=…)`. It is respx's."""
        return self._network.mock

    @property
    def mcp(self) -> McpEndpoint[Service]:
        """The MCP server, for `uimcp_compositor.mount(…)` and for clients of your own."""
        return self._mcp

    @property
    def base_url(self) -> str:
        """The address below which the API's paths are."""
        if self._target.endpoints:
            return self._target.base(self._target.endpoints[0])
        return self._target.config.base_url

    @property
    def _base_path(self) -> str:
        return urlsplit(self.base_url).path.rstrip("/")

    def tool(self, name: str, /, **arguments: Any) -> ToolResult:
        """Call a tool over MCP, by its whole name or by that of its operation."""
        # Tests say `api.tool("getPet")`; the prefix only keeps several targets apart.
        prefixed = f"{target_prefix(self.name)}{SEPARATOR}{name}"
        tools = self._mcp.server.tools
        if name not in tools and prefixed in tools:
            name = prefixed
        self._refuse_unknown(name, arguments)
        return super().tool(name, **arguments)

    def _refuse_unknown(self, name: str, arguments: Mapping[str, Any]) -> None:
        # A model's invented arguments are left out with a warning; those of a test are misspelt.
        endpoint = next((endpoint for endpoint in self._target.endpoints if endpoint.name == name), None)
        if endpoint is None or not self._check_requests:
            return
        if strange := unknown_arguments(endpoint.plan, arguments):
            body = endpoint.plan.body
            place = ""
            if body is not None and body.flat is None:
                place = "; fields of the body go into the argument body={…}"
            raise UimcpError(
                f"{name}: {strange}; they would not be sent{place}. To see what an agent gets for them, let it call "
                "the tool: uimcp_agent.calls(…)"
            )

    # What was requested.

    @property
    def requests(self) -> list[SentRequest]:
        """All requests that tools have made, in order."""
        return list(self._network.requests)

    def requested(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        json: Any = ...,
        headers: Mapping[str, str] | None = None,
        times: int | None = None,
    ) -> SentRequest:
        """The last request of this kind; fails if there was none, or not as many as `times`."""
        expected = ExpectedRequest(method, path, query, json, headers)
        matches = expected.matches_in(self._network.requests, self._base_path)
        if not matches or times not in (None, len(matches)):
            listing = self._listing()
            unknown = self._unknown_path(method, path)
            raise NotRequested(f"expected a request {expected}{count_note(times, len(matches))}{listing}{unknown}")
        return matches[-1]

    def not_requested(self, method: str, path: str) -> None:
        """Fail if there was such a request, and if there can be none because the API has no such operation."""
        if ExpectedRequest(method, path).matches_in(self._network.requests, self._base_path):
            raise NotRequested(f"expected no request {method.upper()} {path}{self._listing()}")
        if unknown := self._unknown_path(method, path):
            raise UimcpError(f"not_requested({method!r}, {path!r}) holds for any test{unknown}")

    def _unknown_path(self, method: str, path: str) -> str:
        if self._network.operations.find(method, path) is not None:
            return ""
        paths = [endpoint.path for endpoint in self._target.endpoints if endpoint.method == method.upper()]
        return f"\n  the specification has no {method.upper()} {path}{hint_or_names(path, paths)}"

    def _listing(self) -> str:
        lines = "".join(f"\n  {request}" for request in self._network.requests)
        if lines:
            return f"; there were:{lines}"
        return "; there were none"

    async def _stop(self) -> None:
        await self._target.aclose()


def _refuse_idle_patterns(document: SpecDocument, config: TargetConfig) -> None:
    # In a file a pattern may be for a later release of the API, and is warned of; in a test it is a slip of the pen.
    for line in idle_patterns(document, include=config.include, exclude=config.exclude):
        raise UimcpError(f"uimcp_openapi: {line}")


def _credentials(spec: Mapping[str, Any], config: Config) -> frozenset[str]:
    schemes = as_object(spec.get("components")).get("securitySchemes") or spec.get("securityDefinitions")
    nodes = map(as_object, as_object(schemes).values())
    keys = (str(node.get("name")) for node in nodes if node.get("in") == "query")
    return frozenset([*keys, *(target.auth.header_name for target in config.targets if target.auth.type == "query")])


def spec_of(spec: Any, *folders: Path) -> dict[str, Any]:
    """The specification itself, or that of a file, looked for in these folders."""
    if isinstance(spec, Mapping):
        return dict(spec)
    if not isinstance(spec, str | Path):
        raise SpecError(f"expected a specification: a file or a dict, got {type(spec).__name__}")
    file = next((path for folder in folders if (path := folder / spec).is_file()), None)
    if file is None:
        raise SpecError(f"no file {spec} in {' or '.join(dict.fromkeys(map(str, folders)))}")
    _, data = read_spec_file(file)
    if not isinstance(data, dict):
        raise SpecError(f"{file}: expected an object, got {type(data).__name__}")
    return data


def _config(name: str, settings: Mapping[str, Any]) -> Config:
    """Settings of a target and of the server side by side, read as `nlui.yaml` is."""
    server = {key: value for key, value in settings.items() if key in _SERVER}
    target = {key: value for key, value in settings.items() if key not in _SERVER}
    # A name that no resolver knows (.test is reserved): should a request ever leave the mock, it reaches nobody.
    base = {"base_url": f"http://{target_prefix(name).strip('_').lower().replace('_', '-').replace(':', '-')}.test"}
    unknown: list[str] = []
    config = read_config(
        {"targets": [{"name": name, **base, **target}], "mcp": {"server": server}},
        environment={},
        warn=unknown.append,
    )
    # In a file an unknown key is a warning; in a test it is a slip of the pen.
    if unknown:
        raise UimcpError(f"uimcp_openapi: {unknown[0]}")
    return config
