"""The example repository of JavaFX scenes, as somebody who copied it runs it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.javafx.stages import EXAMPLES
from tests.testing.repository import ALONE
from tests.testing.repository import EXAMPLES as SHOWN

pytestmark = pytest.mark.warm


@pytest.mark.slow
@pytest.mark.timeout(550)  # a whole run of pytest, on whatever machine this is
def test_the_tests_of_the_example_pass() -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error"],
        cwd=EXAMPLES, env=environment, capture_output=True, text=True, timeout=500, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "10 passed" in done.stdout


def test_the_dialog_of_the_documentation_is_answered(pytester: pytest.Pytester) -> None:
    pytester.runpytest_inprocess(*ALONE, SHOWN / "test_javafx_dialog.py").assert_outcomes(passed=2)
