"""Each kind of fault in `fixtures/broken/` is reported once, by the check that it belongs to, with this message."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

# An in-process run unloads the modules that it imported first, but C extensions can only be loaded once.
from pytest_uimcp import fixtures_dir
from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.app_directory import AppDirectory
from pytest_uimcp.checks.rules.table import RULES
from pytest_uimcp.checks.sandbox import Sandbox
from pytest_uimcp.checks.verdict import findings_of
from pytest_uimcp.engine.startup import Extension
from pytest_uimcp.server.harness.standalone_mcp import StandaloneMcp

BROKEN = sorted(path for path in (fixtures_dir() / "broken").iterdir() if path.is_dir())
# Rules whose fault cannot be a file of a repository: a wheel has no links.
WITHOUT_EXAMPLE = {"dangling-link"}
ALONE = ("-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-p", "no:xdist")


def extensions(base_dir: Path) -> list[Extension]:
    return [StandaloneMcp(base_dir)]


def copy_to(project: Path, source: Path) -> Path:
    base_dir = project / ".claude" / "ui"
    target = base_dir if (source / "apps").is_dir() else base_dir / "apps" / source.name
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("expected.txt"))
    return base_dir


@pytest.mark.parametrize("source", BROKEN, ids=lambda path: path.name)
def test_a_broken_app_gives_its_one_clear_message(tmp_path: Path, source: Path) -> None:
    directory = AppDirectory(copy_to(tmp_path, source))
    sandbox = Sandbox(directory, tmp_path, extensions)
    told: dict[str, list[str]] = {}
    for name in directory.apps:
        for check, finding in findings_of(App(name, directory, sandbox)):
            told.setdefault(finding.text(tmp_path, long=False), []).append(check)
    sandbox.close()

    assert len(told) == 1, told
    ((message, checks),) = told.items()
    expected = (source / "expected.txt").read_text(encoding="utf-8")
    assert f"{', '.join(checks)}\n{message}\n" == expected


@pytest.mark.parametrize("name", ["unknown-method", "getter-with-effect"])
def test_pytest_says_the_same(pytester: pytest.Pytester, name: str) -> None:
    source = fixtures_dir() / "broken" / name
    copy_to(pytester.path, source)

    run = pytester.runpytest_inprocess("--uimcp", *ALONE, "-W", "default")

    _, *lines = (source / "expected.txt").read_text(encoding="utf-8").splitlines()
    run.stdout.fnmatch_lines([f"*{line.strip()}" for line in lines])


def test_every_rule_has_an_example_that_shows_it() -> None:
    shown = {
        line.removeprefix("  rule: ")
        for source in BROKEN
        for line in (source / "expected.txt").read_text(encoding="utf-8").splitlines()
        if line.startswith("  rule: ")
    }
    assert shown == {rule.name for rule in RULES} - WITHOUT_EXAMPLE
    for rule in RULES:
        if rule.name in WITHOUT_EXAMPLE:
            continue
        example = (fixtures_dir() / "broken" / rule.example / "expected.txt").read_text(encoding="utf-8")
        assert f"  rule: {rule.name}\n" in example
