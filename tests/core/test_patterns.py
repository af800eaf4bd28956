from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_uimcp.core import patterns
from pytest_uimcp.core.patterns import PatternTimeout, TimeLimit, compiled, ecma_compiled


@dataclass
class Clock:
    """Processor time, which only a search takes."""

    now: float = 1000.0

    def taking(self, seconds: float) -> Any:
        """An expression that needs so long to match."""

        def search(_text: str, timeout: float) -> object:
            self.now += min(seconds, timeout)
            if seconds > timeout:
                raise TimeoutError
            return "match"

        return SimpleNamespace(search=search, fullmatch=search)


def test_searches_share_their_processor_time_and_what_passes_between_them_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock()
    monkeypatch.setattr(patterns, "time", SimpleNamespace(thread_time=lambda: clock.now))
    limit = TimeLimit(20)
    for _ in range(3):
        assert limit.finds(clock.taking(6), "")
        clock.now += 1000
    assert limit.fits(clock.taking(1.5), "")
    with pytest.raises(PatternTimeout):
        limit.finds(clock.taking(1), "")
    with pytest.raises(PatternTimeout):
        limit.fits(clock.taking(0), "")


def test_a_search_that_would_take_years_ends() -> None:
    limit, slow, quick = TimeLimit(0.05), compiled("^(a|aa)+$"), compiled("a")
    assert limit.finds(quick, "banana")
    assert not limit.fits(quick, "banana")
    with pytest.raises(PatternTimeout):
        limit.finds(slow, "a" * 60 + "!")


@pytest.mark.parametrize("pattern", ["(", "(" * 3000 + ")" * 3000, "a{2,1}"])
def test_what_is_no_expression_is_refused_with_the_reason(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        compiled(pattern)
    assert ecma_compiled(pattern) is None


def test_browsers_know_only_the_digits_of_ascii() -> None:
    digit = ecma_compiled(r"^\d$")
    assert digit is not None
    assert digit.search("7")
    assert not digit.search("\N{ARABIC-INDIC DIGIT SEVEN}")
