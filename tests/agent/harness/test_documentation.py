"""The tests that the documentation of conversations shows."""

from __future__ import annotations

import pytest

from tests.testing.repository import ALONE, EXAMPLES

SHOWN = {
    "test_chat_sequences.py": 6,
    "test_conversation.py": 3,
    "test_foreign_agent.py": 1,
    "test_recorded_agent.py": 1,
    "test_misbehaving_service.py": 1,
    "test_simulated_human.py": 1,
}


@pytest.mark.parametrize(("name", "tests"), SHOWN.items(), ids=list(SHOWN))
def test_what_is_shown_passes(pytester: pytest.Pytester, name: str, tests: int) -> None:
    pytester.runpytest_inprocess(*ALONE, EXAMPLES / name).assert_outcomes(passed=tests)
