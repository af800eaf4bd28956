from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp import fixtures_dir
from pytest_uimcp.openapi.errors import SpecError
from pytest_uimcp.openapi.quality import HOSTS, Severity, SpecFinding, SpecReport, check_spec, check_spec_file
from pytest_uimcp.openapi.quality.run import RULES
from tests.openapi.making import config, get, operation, param, post, post_json, spec

TEXT = {"type": "string"}
SERVERS: dict[str, Any] = {"servers": [{"url": "http://h"}]}


def good(operation_id: str = "listPets", summary: str = "List the pets", **more: Any) -> dict[str, Any]:
    return {"operationId": operation_id, "summary": summary, **more}


def one(node: dict[str, Any], path: str = "/pets", method: str = "get", **more: Any) -> dict[str, Any]:
    return spec({path: {method: node}}, **SERVERS, **more)


def found(report: SpecReport, rule: str) -> list[SpecFinding]:
    return [finding for finding in report.findings if finding.rule == rule]


def test_a_good_specification_has_no_findings() -> None:
    described = param("id", "path", description="the pet's number")
    document = spec(
        {
            "/pets": {
                "get": good(),
                "post": good("addPet", "Add a pet", requestBody={"content": {"application/json": {}}}),
            },
            "/pets/{id}": {"get": good("getPet", "Show one pet", parameters=[described])},
        },
        **SERVERS,
    )
    report = check_spec(document)
    assert report.findings == ()
    assert report.worst is None
    assert (report.figures.tools, report.figures.first_rate, report.figures.found_rate) == (4, 1.0, 1.0)


WIDE = {"properties": {f"property_{i}": {**TEXT, "description": "x" * 80} for i in range(200)}}
HUGE = {"properties": {f"p{i}": {**TEXT, "enum": ["y" * 400]} for i in range(900)}}
DIGEST: dict[str, Any] = {"components": {"securitySchemes": {"d": {"type": "http", "scheme": "digest"}}}}
ID = param("id", "path", description="d")

CASES: list[tuple[str, Any, str, str]] = [
    (
        "key-misspelt",
        one(good(response={"200": {"description": "ok"}})),
        "#/paths/~1pets/get/response",
        "'response' means nothing here, so what is under it is not read | write responses, or x-response",
    ),
    (
        "key-misspelt",
        one(good(), components={"schemas": {"Pet": {"allOf": [{"propertys": {}}]}}}),
        "#/components/schemas/Pet/allOf/0/propertys",
        "write properties",
    ),
    (
        "type-unknown",
        one(good(parameters=[param("q", schema={"type": "int"}, description="d")])),
        "#/paths/~1pets/get/parameters/0/schema/type",
        "'int' is no type, so anything is allowed there | write integer",
    ),
    (
        "type-unknown",
        one(good(), components={"schemas": {"Pet": {"type": ["strnig", "null"]}}}),
        "#/components/schemas/Pet/type",
        "write string",
    ),
    (
        "place-unknown",
        one(good(parameters=[{"name": "q", "in": "querry"}])),
        "#/paths/~1pets/get/parameters/0/in",
        "a request has no place 'querry', so the parameter cannot be sent | write query",
    ),
    (
        "reference-broken",
        one(good(parameters=[param("q", schema={"$ref": "#/gone"}, description="d")])),
        "#/paths/~1pets/get/parameters/0/schema/$ref",
        "'#/gone' leads nowhere",
    ),
    (
        "reference-outside",
        one(good(parameters=[{"$ref": "other.yaml#/p"}])),
        "#/paths/~1pets/get/parameters/0/$ref",
        "leads out of the document",
    ),
    ("path-parameter-missing", one(good(), "/pets/{id}"), "#/paths/~1pets~1{id}/get", "no parameter describes {id}"),
    ("path-parameter-unused", one(good(parameters=[ID])), "#/paths/~1pets/get", "the path has no {id}"),
    (
        "body-unsupported",
        one(good(requestBody={"content": {"application/xml": {}}}), method="post"),
        "#/paths/~1pets/post/requestBody",
        "a body of application/xml has to be written by the model",
    ),
    (
        "security-unsupported",
        one(good(security=[{"d": []}]), **DIGEST),
        "#/paths/~1pets/get/security",
        "no token can meet d",
    ),
    ("security-unsupported", one(good(), **DIGEST, security=[{"d": []}]), "#/security", "no token can meet d"),
    ("no-server", spec({"/pets": {"get": good()}}), "#", "no servers"),
    (
        "dangerous-read",
        one(good("resetPets", "Reset the pets")),
        "#/paths/~1pets/get",
        "GET only reads, but 'resetPets'",
    ),
    (
        "name-missing",
        one({"summary": "List the pets"}),
        "#/paths/~1pets/get",
        "no operationId: the tool is called api__get_pets",
    ),
    (
        "name-repeated",
        spec({"/a": {"get": good()}, "/b": {"get": good(summary="List others")}}, **SERVERS),
        "#/paths/~1b/get/operationId",
        "would be called api__listPets like GET /a, and is called api__listPets_2",
    ),
    ("name-changed", one(good("list pets")), "#/paths/~1pets/get/operationId", "it is api__list_pets"),
    ("name-shortened", one(good("x" * 60)), "#/paths/~1pets/get/operationId", "60 characters are too many"),
    (
        "name-for-host",
        one(good("x" * 55)),
        "#/paths/~1pets/get/operationId",
        "does not fit Claude Code (71 of 64 characters), Cursor (65 of 60 characters), VS Code (69 of 64",
    ),
    ("name-for-host", one(good("list.pets")), "#/paths/~1pets/get/operationId", "OpenAI (takes no '.')"),
    ("description-missing", one({"operationId": "listPets"}), "#/paths/~1pets/get", "neither summary nor description"),
    (
        "description-cut",
        one({"operationId": "listPets", "description": "word " * 300}),
        "#/paths/~1pets/get/description",
        "longer than 1024 characters",
    ),
    (
        "description-repeats-name",
        one(good("get_pet_pets__id__get", "Get Pet")),
        "#/paths/~1pets/get/summary",
        "'Get Pet' says no more than the name",
    ),
    (
        "parameter-undescribed",
        one(good(parameters=[param("q"), param("r", description="d"), param("s", schema={"enum": [1]})])),
        "#/paths/~1pets/get",
        "no description of q",
    ),
    ("deprecated", one(good(deprecated=True)), "#/paths/~1pets/get", "deprecated, but still offered"),
    (
        "same-words",
        spec({"/a": {"get": good("a", "List the pets")}, "/b": {"get": good("b", "list all: Pets, the")}}, **SERVERS),
        "",
        "",
    ),
    (
        "same-words",
        spec({"/a": {"get": good("a", "List the pets")}, "/b": {"get": good("b", "the pets: list")}}, **SERVERS),
        "#/paths/~1b/get/summary",
        "'the pets: list' says the same as api__a (GET /a)",
    ),
    (
        "tool-too-large",
        one(good(requestBody={"content": {"application/json": {"schema": WIDE}}}), method="post"),
        "#/paths/~1pets/post/requestBody",
        "more than 16,000",
    ),
    (
        "schema-left-out",
        one(good(requestBody={"content": {"application/json": {"schema": HUGE}}}), method="post"),
        "#/paths/~1pets/post",
        "parts of its schema are too large",
    ),
    (
        "too-many-tools",
        spec({f"/p{i}": {"get": good(f"get{i}", f"Show thing {i}")} for i in range(60)}, **SERVERS),
        "#/paths",
        "61 tools are more than Cursor takes (40)",
    ),
    (
        "list-too-large",
        spec(
            {
                f"/p{i}": {
                    "post": good(
                        f"put{i}", f"Put thing {i}", requestBody={"content": {"application/json": {"schema": WIDE}}}
                    )
                }
                for i in range(5)
            },
            **SERVERS,
        ),
        "#/paths",
        "Claude Code has 20,000 for it",
    ),
]


@pytest.mark.parametrize(("rule", "document", "place", "message"), CASES)
def test_every_rule_finds_what_it_is_for_and_says_where(rule: str, document: Any, place: str, message: str) -> None:
    findings = found(check_spec(document), rule)
    if not place:
        assert findings == []
        return
    assert findings, rule
    assert findings[-1].place == place
    assert message in f"{findings[-1].message} | {findings[-1].advice}"
    assert findings[-1].advice


def crowd() -> dict[str, Any]:
    """Seven operations that say the same, and one of which the words are all in longer ones."""
    same = {f"/same{i}": {"get": good(f"same{i}", "Show the thing")} for i in range(7)}
    return spec(same, **SERVERS)


def test_an_operation_that_its_own_summary_does_not_find_is_reported() -> None:
    report = check_spec(crowd())
    assert [finding.place for finding in found(report, "search-does-not-find")] == [
        "#/paths/~1same5/get",
        "#/paths/~1same6/get",
    ]
    assert report.figures.found_rate == 5 / 7
    assert report.figures.first_rate == 1 / 7


def test_an_operation_that_comes_second_for_its_own_summary_is_reported() -> None:
    document = spec(
        {
            "/a": {"get": good("a", "Pets of owners", deprecated=True)},
            "/pets/owners": {"get": good("petsOfOwners", "Pets")},
        },
        **SERVERS,
    )
    [finding] = found(check_spec(document), "search-finds-another-first")
    assert finding.place == "#/paths/~1a/get"
    assert finding.message == "a search for 'Pets of owners' finds api__petsOfOwners first"


def test_every_rule_has_a_case() -> None:
    tested = {rule for rule, *_ in CASES} | {"search-does-not-find", "search-finds-another-first"}
    assert tested == {rule.name for rule in RULES}


def test_the_configuration_chooses_what_is_checked() -> None:
    document = spec({"/a": {"get": good("a", "Show it")}, "/b": {"get": {}}}, **SERVERS)
    assert found(check_spec(document), "name-missing")
    report = check_spec(document, config(exclude=("GET /b",), base_url="http://h"))
    assert (report.findings, report.figures.tools) == ((), 2)


def test_hosts_and_the_name_of_the_server_can_be_chosen() -> None:
    document = one(good("x" * 40))
    assert not found(check_spec(document), "name-for-host")
    assert found(check_spec(document, server="a-long-name-of-a-server"), "name-for-host")
    assert not found(check_spec(document, server="a-long-name-of-a-server", hosts=HOSTS[3:]), "name-for-host")


def test_swagger_2_is_checked_as_it_is_written() -> None:
    document = {"swagger": "2.0", "paths": {"/a": {"get": {"parameters": [{"$ref": "#/parameters/gone"}]}}}}
    [broken] = found(check_spec(document), "reference-broken")
    assert broken.place == "#/paths/~1a/get/parameters/0/$ref"


def test_a_key_that_only_looks_like_a_reference_is_ignored() -> None:
    document = post_json({"properties": {"a": {**TEXT, "example": {"$ref": "#/gone"}}}})
    assert not found(check_spec(document), "reference-broken")


def test_findings_come_with_the_worst_first_and_are_counted() -> None:
    report = check_spec(spec({"/a/{id}": {"get": operation()}, "/b": {"get": {}}}))
    severities = [finding.severity for finding in report.findings]
    assert severities == sorted(severities, reverse=True)
    assert report.worst is Severity.ERROR
    assert report.counts[Severity.ERROR] == len(report.at_least(Severity.ERROR)) == 1


def test_a_report_has_the_file_the_line_the_place_and_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "api.yaml"
    file.write_text(
        "openapi: 3.0.0\n"
        "servers: [{url: http://h}]\n"
        "paths:\n"
        "  /pets/{id}:\n"
        "    get:\n"
        "      operationId: list.pets\n"
        "      summary: Show the pets\n"
    )
    report = check_spec_file(file)
    lines = {finding.rule: finding.line for finding in report.findings}
    assert lines["name-for-host"] == 6
    assert lines["path-parameter-missing"] == 5
    told = report.told("api.yaml")
    assert told.startswith(
        "api.yaml:5: error [path-parameter-missing] paths → /pets/{id} → get: no parameter describes {id}\n"
        "    add a parameter 'id' in: path\n"
    )
    assert told.splitlines()[-1].startswith("errors: 1, warnings: ")


def test_json_has_lines_too(tmp_path: Path) -> None:
    file = tmp_path / "api.json"
    file.write_text(json.dumps(get("/a/{id}"), indent=1))
    [finding] = found(check_spec_file(file), "path-parameter-missing")
    assert '"get"' in file.read_text().splitlines()[(finding.line or 0) - 1]


def test_the_same_finding_is_shown_ten_times_and_then_counted() -> None:
    report = check_spec(spec({f"/{i}": {"get": {}} for i in range(30)}))
    told = report.told()
    assert told.count("[name-missing] paths") == 10
    assert "[name-missing] and 20 more" in told


@pytest.mark.parametrize("text", ["{}", "a: [", "openapi: 4.0.0"])
def test_a_file_that_is_not_a_specification_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.yaml").write_text(text)
    with pytest.raises(SpecError):
        check_spec_file(tmp_path / "a.yaml")
    with pytest.raises(SpecError, match="cannot be read"):
        check_spec_file(tmp_path / "nowhere.yaml")


def test_the_sample_specifications_have_no_errors() -> None:
    for file in sorted((Path(fixtures_dir()) / "specs").rglob("*.*")):
        assert check_spec_file(file).at_least(Severity.ERROR) == ()


def test_an_upload_is_no_unsupported_body() -> None:
    for media_type in (
        "multipart/form-data",
        "application/x-www-form-urlencoded",
        "text/csv",
        "application/octet-stream",
    ):
        assert not found(check_spec(post({media_type: {"schema": {"type": "object"}}})), "body-unsupported")
