"""Each kind of fault in `fixtures/broken/` is reported once, by the check that it belongs to, with this message."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

# An in-process run unloads the modules that it imported first, but C extensions can only be loaded once.
from pytest_uimcp import fixtures_dir

BROKEN = sorted(path for path in (fixtures_dir() / "broken").iterdir() if path.is_dir())
ALONE = ("-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-p", "no:xdist")


@pytest.mark.parametrize("source", BROKEN, ids=lambda path: path.name)
def test_a_broken_app_gives_its_one_clear_message(pytester: pytest.Pytester, source: Path) -> None:
    base_dir = pytester.path / ".claude" / "ui"
    target = base_dir if (source / "apps").is_dir() else base_dir / "apps" / source.name
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("expected.txt"))

    run = pytester.inline_run("--uimcp", *ALONE)

    _, _, failed = run.listoutcomes()
    told: dict[str, list[str]] = {}
    for report in failed:
        told.setdefault(str(report.longrepr), []).append(report.nodeid.rpartition("::")[2])
    assert len(told) == 1, told
    ((message, items),) = told.items()
    expected = (source / "expected.txt").read_text(encoding="utf-8")
    assert f"{', '.join(items)}\n{message}\n" == expected
