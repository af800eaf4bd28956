"""`pytest --uimcp-spec FILES`: the rules of `nlui check` as items."""

from __future__ import annotations

import json

import pytest

from pytest_uimcp.openapi.quality import Severity
from pytest_uimcp.openapi.quality.run import RULES
from tests.openapi.making import get

ERRORS = [rule.name for rule in RULES if rule.severity is Severity.ERROR]


def test_each_rule_is_an_item_and_what_it_finds_fails_it(pytester: pytest.Pytester) -> None:
    pytester.makefile(".json", api=json.dumps(get("/pets/{id}"), indent=1))
    result = pytester.inline_run("--uimcp-spec", "api.json", "-p", "no:randomly")
    passed, skipped, failed = result.listoutcomes()
    assert [report.nodeid for report in failed] == ["api.json::path-parameter-missing"]
    assert {report.nodeid for report in [*passed, *failed]} == {f"api.json::{name}" for name in ERRORS}
    assert skipped == []
    told = str(failed[0].longrepr)
    assert "api.json:" in told
    assert "error [path-parameter-missing]" in told


def test_the_level_says_how_many(pytester: pytest.Pytester) -> None:
    pytester.makefile(".json", api=json.dumps(get("/pets")))
    pytester.makeini("[pytest]\nuimcp_spec = api.json\nuimcp_spec_level = hint\n")
    items, _ = pytester.inline_genitems()
    assert [item.name for item in items] == [rule.name for rule in RULES]
    assert all(item.get_closest_marker("uimcp_check") for item in items)


def test_a_file_that_is_not_a_specification_is_reported(pytester: pytest.Pytester) -> None:
    pytester.makefile(".yaml", api="hello: there")
    result = pytester.runpytest_inprocess("--uimcp-spec", "api.yaml")
    result.stdout.fnmatch_lines(["*not an OpenAPI document: *"])
    assert result.ret == 1
    missing = pytester.runpytest_inprocess("--uimcp-spec", "none.yaml")
    missing.stderr.fnmatch_lines(["*--uimcp-spec: no file *none.yaml"])
