"""The web APIs of a scenario: specifications whose operations are tools of the agent, and the steps about HTTP."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Self

from pydantic import WrapValidator

from pytest_uimcp.core.reading import shorthand
from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.openapi.config.models import TargetConfig
from pytest_uimcp.testing.scenario.grammar import StepKind, StepOption
from pytest_uimcp.testing.scenario.header import FileBeside, HeaderKey
from pytest_uimcp.testing.scenario.parts import Fixture, PartServer, StoryPart
from pytest_uimcp.testing.scenario.shapes import COUNT, DATA, MAPPING, TEXT, TEXT_SCHEMA, VARIABLE_SCHEMA, ValueShape
from pytest_uimcp.testing.scenario.spelling import check_keys

if TYPE_CHECKING:
    from pytest_uimcp.openapi.harness.openapi import OpenApiHarness
    from pytest_uimcp.openapi.harness.web import Web
    from pytest_uimcp.testing.scenario.player import Player
    from pytest_uimcp.testing.scenario.steps import ScenarioStep
    from pytest_uimcp.testing.scenario.story import Story


FIXTURE: Final = "uimcp_openapi"


class ApiEntry(TargetConfig):
    """An API as the header has it: a specification, and settings of a target, or of the server, in `nlui.yaml`."""

    spec: FileBeside
    name: str = "api"
    examples: bool = True
    # Checked with the rest of the server's settings when it is opened.
    surface: Any = None
    confirm: Any = None
    max_result_chars: Any = None
    name_charset: Any = None


@dataclass(frozen=True, slots=True)
class ApiFile:
    """An API of a story. Its settings are as the file has them, since the server reads them again."""

    entry: ApiEntry
    settings: Mapping[str, Any]

    @classmethod
    def read(cls, value: Any, read_entry: Callable[[Any], ApiEntry]) -> Self:
        entry = read_entry(value)
        # These three are parameters of the fixture, all others settings of `nlui.yaml`.
        return cls(entry, {key: setting for key, setting in value.items() if key not in ("spec", "name", "examples")})

    def open(self, fixture: Fixture) -> OpenApiHarness:
        entry = self.entry
        api: OpenApiHarness = fixture(FIXTURE)(entry.spec, entry.name, examples=entry.examples, **self.settings)
        return api


@dataclass(frozen=True, slots=True)
class ApiPart(StoryPart):
    apis: Mapping[str, ApiFile]
    fixture: ClassVar[str] = FIXTURE

    @staticmethod
    def header_keys() -> Sequence[HeaderKey]:
        return (APIS,)

    @staticmethod
    def step_kinds() -> Sequence[StepKind]:
        return STEPS

    @classmethod
    def of(cls, header: Any) -> Self | None:
        if not header.apis:
            return None
        return cls(header.apis)

    def servers(self) -> Iterator[PartServer]:
        for prefix, api in self.apis.items():
            yield PartServer((APIS.key, prefix), prefix, api.open)


def _fault(story: Story, step: ScenarioStep) -> str:
    apis = {prefix: api for part in story.parts if isinstance(part, ApiPart) for prefix, api in part.apis.items()}
    api = step.options.get("of")
    if api is not None:
        if api in apis:
            return ""
        return f"of: there is no API {api!r}{hint_or_names(str(api), apis)}"
    requests = [step.value] if isinstance(step.value, str) else step.value
    paths = [request for request in requests if " /" in request]
    # An address says by itself where it leads, and with one API so does a path.
    if not paths or len(apis) == 1:
        return ""
    if not apis:
        return f"{paths[0]}: a path is one of an API; name its specification in the header with apis, or write a URL"
    return f"{paths[0]}: say of which API with of: {', '.join(apis)}"


def _web(player: Player) -> Web:
    # respx and httpx are only imported by stories with HTTP.
    from pytest_uimcp.openapi.harness.web import Web

    return player.helper(Web, partial(Web, player.opened(APIS.key), player.count_calls))


def http(player: Player, step: ScenarioStep) -> None:
    for request, answer in step.value.items():
        _web(player).answers(request, **step.options, **answer)


def requested(player: Player, step: ScenarioStep) -> None:
    _web(player).requested(str(step.value), **step.options)


def not_requested(player: Player, step: ScenarioStep) -> None:
    _web(player).not_requested(str(step.value), **step.options)


_REQUEST_PATTERN: Final = r"^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (https?://|/)\S*$"
_ANSWER_KEYS: Final = ("status", "json", "text", "headers")


def _is_request(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(_REQUEST_PATTERN, value) is not None


def _is_http(value: Any) -> bool:
    return isinstance(value, Mapping) and bool(value) and all(map(_is_answered, value, value.values()))


def _is_answered(request: str, answer: Any) -> bool:
    if not _is_request(request) or not isinstance(answer, Mapping):
        return False
    check_keys(answer, _ANSWER_KEYS, "an answer")
    # As the schema of `_HTTP` has it; the keys come first, since a misspelt one gets a better message.
    status = answer.get("status", 200)
    headers = answer.get("headers", {})
    return (
        isinstance(status, int)
        and 200 <= status <= 599
        and isinstance(answer.get("text", ""), str)
        and not {"json", "text"} <= answer.keys()
        and isinstance(headers, Mapping)
        and all(isinstance(header, str) for header in headers.values())
    )


_HTTP: Final = ValueShape(
    "a mapping of requests (`GET /pets/7`, `GET https://…`) to answers, each with status and json or text",
    {
        "type": "object",
        "minProperties": 1,
        "propertyNames": {"pattern": _REQUEST_PATTERN},
        "additionalProperties": {
            "type": "object",
            "properties": {
                "status": {"type": "integer", "minimum": 200, "maximum": 599},
                "json": {},
                "text": {"type": "string"},
                "headers": {"type": "object", "additionalProperties": {"type": "string"}},
            },
            "additionalProperties": False,
            "not": {"required": ["json", "text"]},
        },
    },
    _is_http,
)
_REQUEST: Final = ValueShape(
    "a request, such as `GET /pets/7` or `GET https://…`",
    {"anyOf": [{"type": "string", "pattern": _REQUEST_PATTERN}, VARIABLE_SCHEMA]},
    _is_request,
)
_OF: Final = StepOption("of", TEXT, "the API of a path, in a story with several")

APIS: Final = HeaderKey(
    "apis",
    dict[str, Annotated[ApiEntry, WrapValidator(ApiFile.read), shorthand("spec", "a file with a specification")]],
    "a mapping of prefixes to specifications",
    {
        "type": "object",
        "additionalProperties": {
            "anyOf": [
                TEXT_SCHEMA,
                {
                    "type": "object",
                    "properties": {"spec": TEXT_SCHEMA, "name": TEXT_SCHEMA, "examples": {"type": "boolean"}},
                    "required": ["spec"],
                },
            ]
        },
    },
    "Web APIs whose operations are tools of the agent: each an OpenAPI file, or a mapping with `spec`, `name` "
    "(`api`), `examples: false` and settings of a target in `nlui.yaml`. Their requests stay on this machine: "
    "`http` steps answer them, else the examples of the specification. The tools are `PREFIX_NAME__OPERATION`.",
)
STEPS: Final = (
    StepKind(
        "", "http", _HTTP, http,
        "From here on, these HTTP requests of an API of the story, or of servers in this process, get these answers. "
        "After the first such step with an address, requests to other machines that have no answer fail the story.",
        "- http: {GET https://api.example/weather: {json: {sky: rain}}}", (), (_OF,), fault=_fault,
    ),
    StepKind(
        "", "requested", _REQUEST, requested,
        "A server has made this HTTP request. A path is one of the story's API.",
        "- requested: DELETE https://api.example/pets/2", (),
        (
            StepOption("query", MAPPING, "parameters that it had, among others"),
            StepOption("json", DATA, "the body that it had"),
            StepOption("headers", MAPPING, "headers that it had, among others"),
            StepOption("times", COUNT, "how often exactly"),
            _OF,
        ),
        asserts=True, fault=_fault,
    ),
    StepKind(
        "", "not requested", _REQUEST, not_requested,
        "No server has made this HTTP request.",
        "- not requested: DELETE https://api.example/pets/1", (), (_OF,), asserts=True, fault=_fault,
    ),
)  # fmt: skip
PARTS: Final = (ApiPart,)
