"""`ui-mcp check` says what the checks find, for people, editors and code review."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pytest_uimcp import fixtures_dir
from pytest_uimcp.cli import main

BROKEN = fixtures_dir() / "broken"


def test_sound_apps_have_no_findings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(fixtures_dir()), "--app", "counter", "--app", "stopwatch"]) == 0
    assert capsys.readouterr().out == "2 apps: 0 errors, 0 warnings\n"


def test_an_error_ends_with_one_and_a_warning_with_zero(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(BROKEN / "unknown-icon")]) == 1
    assert "rule: unknown-icon\n1 app: 1 error, 0 warnings\n" in capsys.readouterr().out

    assert main(["check", str(BROKEN / "first-index")]) == 0
    assert capsys.readouterr().out.startswith("warning: ")


def test_json_for_editors(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", str(BROKEN / "unknown-icon"), "--format", "json"])

    (row,) = json.loads(capsys.readouterr().out)["findings"]
    assert (row["rule"], row["severity"], row["line"]) == ("unknown-icon", "error", 3)
    assert row["file"].endswith("unknown-icon/viewdefs/Notes.DEFAULT.html")
    assert row["near"][0] == "trash"


def test_sarif_for_code_review(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", str(BROKEN / "first-index"), "--format", "sarif"])

    (run,) = json.loads(capsys.readouterr().out)["runs"]
    (result,) = run["results"]
    assert (result["ruleId"], result["level"]) == ("first-index", "warning")
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["first-index"]
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 2}


def test_where_there_is_no_app_it_says_where_it_looked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path)]) == 2
    assert "there is no app in" in capsys.readouterr().err


def test_an_app_that_is_not_there_is_told_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(fixtures_dir()), "--app", "conuter"]) == 2
    assert "did you mean counter?" in capsys.readouterr().err
