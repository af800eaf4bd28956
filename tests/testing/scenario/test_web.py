"""Stories about web APIs: what they answer, what was asked of them, and what is told when it comes otherwise."""

from __future__ import annotations

import json

import pytest

from tests.testing.scenario.conftest import Story

SPEC = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "servers": [{"url": "http://pets.example/v1"}],
    "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "query", "name": "key"}}},
    "security": [{"key": []}],
    "paths": {
        "/pets": {
            "get": {
                "operationId": "listPets",
                "parameters": [{"name": "kind", "in": "query", "schema": {"type": "string"}}],
                "responses": {"200": {"description": "x", "content": {"application/json": {"example": ["Rex"]}}}},
            },
            "post": {
                "operationId": "addPet",
                "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}},
                "responses": {"201": {"description": "x", "content": {"application/json": {"example": {"id": 3}}}}},
            },
        },
        "/nothing": {"get": {"operationId": "nothing", "responses": {}}},
    },
}
FILES = {"tests/spec.json": json.dumps(SPEC)}
HEADER = "apis: {pets: {spec: spec.json, name: store, auth: {token: a-secret}}}\nsteps:\n"
LIST = "agent: {calls: {pets_store__listPets: {kind: cat}}"


def test_an_api_answers_with_its_examples_until_the_story_says_otherwise(story: Story) -> None:
    text = (
        f"{HEADER}  - {LIST}, returns: [Rex]}}\n"
        '  - http: {"GET /pets?kind=dog": {json: [Bob]}}\n'
        f"  - {LIST}, returns: [Rex]}}\n"
        "  - http: {GET /pets: {json: [{name: Tom}]}}\n"
        f"  - {LIST}, as: found}}\n"
        '  - agent: {calls: {pets_store__addPet: {body: {name: "${found.0.name}"}}}}\n'
        "  - http: {GET http://store.test/pets: {status: 503, text: later}}\n"
        f"  - {LIST}, fails: later}}\n"
        "  - requested: POST /pets\n    json: {name: Tom}\n    times: 1\n"
        '  - requested: "GET /pets?kind=cat"\n    times: 4\n    of: pets\n'
        "  - not requested: GET /nothing\n"
    )
    story(text, files=FILES).assert_outcomes(passed=1)


def test_an_api_alone_has_no_page_and_no_faces(story: Story) -> None:
    result = story(f"scenario: Pets\n{HEADER}  - {LIST}, returns: Rex}}\n", "--uimcp-face=all", "-v", files=FILES)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*::Pets PASSED*"])


@pytest.mark.parametrize(
    ("steps", "line", "error"),
    [
        ([f"{LIST}, returns: Rex}}", "requested: GET /pets/7"], 4, "expected a request GET /pets/7; there were:*"),
        ([f"{LIST}, returns: Rex}}", "not requested: GET /pets"], 4, "expected no request GET /pets; it was made"),
        (["requested: GET https://a.example/b"], 3, "*GET https://a.example/b; requests are counted from the first*"),
        (["agent: {calls: pets_store__nothing, returns: x}"], 3, "GET http://store.test/nothing* is not mocked*"),
        ([f"{LIST}, as: found}}", 'see: "${found.name}"'], 4, "see: ${found} has no 'name'; there are 0"),
    ],
)
def test_a_failed_expectation_is_reported_with_its_line(story: Story, steps: list[str], line: int, error: str) -> None:
    header = HEADER if "see" not in steps[-1] else f"app: notes\n{HEADER}"
    result = story(header + "".join(f"  - {step}\n" for step in steps), files=FILES)
    result.assert_outcomes(failed=1)
    more = header.count("\n") - 2
    result.stdout.fnmatch_lines([f"E *{error}", f"tests/story.scenario.yaml:{line + more}: *"])


def test_an_unknown_setting_of_an_api_is_reported_with_its_line(story: Story) -> None:
    text = f"{HEADER.replace('auth: {token: a-secret}', 'confirm: maybe')}  - {LIST}, returns: x}}\n"
    result = story(text, files=FILES)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E *story.scenario.yaml:1: apis: pets: *confirm*"])


def test_requests_and_answers_are_steps_of_the_report_without_credentials(story: Story) -> None:
    text = f"{HEADER}  - http: {{GET /pets: {{json: [Tom]}}}}\n  - {LIST}}}\n  - requested: GET /pets/1\n"
    result = story(text, "-v", files=FILES)
    result.stdout.fnmatch_lines(
        [
            "*test   answers('GET /pets', json=*",
            "*agent  call('pets_store__listPets', kind='cat') -> *Tom*",
            "*api    request('GET http://store.test/pets?*kind=cat*') -> 200 *Tom*",
            "*test   requested('GET /pets/1')*NotRequested*",
        ]
    )
    section = result.stdout.str().partition("uimcp story")[2].partition("uimcp conversation")[0]
    assert "a-secret" not in section
