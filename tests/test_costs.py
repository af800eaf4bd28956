from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.costs import OPTION, Costs, lines, processor, room_of

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("nodeid", "room"),
    [
        ("tests/mcp/test_calls.py::test_a[1]", "mcp"),
        ("tests/page/matrix/test_replay.py::test_a", "page/matrix"),
        ("tests/page/test_focus.py::test_a", "page"),
        ("tests/test_cli.py::test_a", "test_cli.py"),
    ],
)
def test_a_room_is_a_folder_of_tests(nodeid: str, room: str) -> None:
    assert room_of(nodeid) == room


def test_rooms_files_and_tests_are_listed_with_the_costliest_first() -> None:
    costs = {name: Costs() for name in ("tests/mcp/test_a.py::one", "tests/mcp/test_a.py::two", "tests/test_b.py::big")}
    for seconds, each in zip((1.0, 2.0, 4.0), costs.values(), strict=True):
        each.add("setup", 0.5, 0.0)
        each.add("call", seconds, seconds / 2)
    text = "\n".join(lines(costs, {"before the first test": 1.5}))
    assert text.startswith("10.0 s, 3 tests\n")
    rows = [re.split(r"\s+", line.strip()) for line in text.splitlines() if line.endswith(("mcp", "test_b.py"))]
    assert rows == [
        ["4.50", "0.50", "4.00", "0.00", "2.00", "1", "test_b.py"],
        ["4.00", "1.00", "3.00", "0.00", "1.50", "2", "mcp"],
        ["4.50", "0.50", "4.00", "0.00", "2.00", "1", "tests/test_b.py"],
    ]
    assert text.index("tests/test_b.py::big") < text.index("test_a.py::two") < text.index("test_a.py::one")


@pytest.mark.slow
def test_what_a_program_spends_counts_while_it_runs_and_after_it_has_ended() -> None:
    code = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True)\ninput()"
    before = processor()[1]
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"\n"
        assert processor()[1] - before > 0.25
    assert processor()[1] - before > 0.25


@pytest.mark.slow
def test_workers_tell_what_their_tests_cost() -> None:
    test = f"{Path(__file__).relative_to(ROOT)}::{test_a_room_is_a_folder_of_tests.__name__}"
    command = [sys.executable, "-m", "pytest", "-n", "1", "-p", "no:cacheprovider", OPTION, test]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=240)
    assert re.search(r" s, 4 tests\n", done.stdout), done.stdout
    assert re.search(r" \d+\.[1-9] s  before the first test\n", done.stdout), done.stdout
