"""`--uimcp-lint` writes the findings of a run to a file."""

from __future__ import annotations

import json
import shutil

import pytest

from pytest_uimcp import fixtures_dir

ALONE = ("-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-p", "no:xdist")


@pytest.mark.parametrize("kind", ["json", "sarif"])
def test_the_findings_of_a_run_are_in_the_file(pytester: pytest.Pytester, kind: str) -> None:
    app = pytester.path / ".ui" / "apps" / "unknown-icon"
    shutil.copytree(fixtures_dir() / "broken" / "unknown-icon", app)

    run = pytester.runpytest_inprocess("--uimcp", f"--uimcp-lint={kind}", *ALONE)

    run.stdout.fnmatch_lines([f"uimcp: 1 finding in uimcp-lint.{kind}"])
    text = (pytester.path / f"uimcp-lint.{kind}").read_text(encoding="utf-8")
    assert json.loads(text)
    assert ".ui/apps/unknown-icon/viewdefs/Notes.DEFAULT.html" in text
