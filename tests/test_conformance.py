"""Every section and every case of the contracts has its row, and every test that a row names is collected."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.warm

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "conformance.md"
CASES_PAGE = PAGE.with_name("todays-apps.md")
# Numbered in the contract of what apps of the original do today.
CASES = range(1, 48)

# The numbered sections of the contracts.
SECTIONS = {
    "000": (
        "1 2 2.1 2.2 2.3 3 3.1 3.2 3.3 4 4.0 4.1 4.2 5 5.1 5.1.1 5.2 5.3 5.4 5.5 5.6 5.7 6 6.1 "
        "7 7.1 7.2 7.3 7.4 8 8.1 8.2 8.3"
    ),
    "001": (
        "1 1.1 1.2 2 2.1 2.2 2.3 2.4 3 3.1 3.2 3.3 3.4 4 4.0 4.1 4.2 4.3 5 5.1 5.2 5.3 5.4 5.5 5.6 5.7 6 6.1 "
        "7 7.1 7.2 7.3 7.4 8 8.1 8.2 8.3 8.4"
    ),
}
ROW = re.compile(r"^\| (?P<section>[\d.]+) \| (?P<subject>[^|]+) \| (?P<tests>[^|]+) \|$", re.MULTILINE)
TEST = re.compile(r"`(tests/[\w/]+\.py::\w+)`")


def rows(seed: str) -> list[re.Match[str]]:
    chapter = PAGE.read_text(encoding="utf-8").partition(f"## Server: seed {seed}, section by section")[2]
    return list(ROW.finditer(chapter.partition("\n## ")[0]))


def named_tests() -> list[str]:
    return sorted({name for page in (PAGE, CASES_PAGE) for name in TEST.findall(page.read_text(encoding="utf-8"))})


@pytest.mark.parametrize("seed", SECTIONS)
def test_every_section_has_one_row_in_its_order(seed: str) -> None:
    assert [row["section"] for row in rows(seed)] == SECTIONS[seed].split()


@pytest.mark.parametrize("seed", SECTIONS)
def test_every_row_names_tests_and_nothing_else(seed: str) -> None:
    for row in rows(seed):
        named = row["tests"].split("<br>")
        assert named
        assert all(TEST.fullmatch(name) for name in named), row["section"]


def test_every_case_has_one_row_that_names_tests() -> None:
    found = list(ROW.finditer(CASES_PAGE.read_text(encoding="utf-8")))
    assert [row["section"] for row in found] == [str(number) for number in CASES]
    assert [row["section"] for row in found if not all(map(TEST.fullmatch, row["tests"].split("<br>")))] == []


@pytest.mark.slow
def test_every_named_test_is_collected(request: pytest.FixtureRequest) -> None:
    here = {item.nodeid.partition("[")[0] for item in request.session.items}
    elsewhere = [name for name in named_tests() if name not in here]
    if not elsewhere:  # a run of all tests has collected them
        return
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "-q",
        "-p",
        "no:randomly",
        "--no-header",
        *elsewhere,
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False)
    missing = [line for line in (done.stdout + done.stderr).splitlines() if line.startswith("ERROR")]
    assert (missing, done.returncode) == ([], 0), done.stdout[-2000:]
