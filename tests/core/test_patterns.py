from __future__ import annotations

from types import SimpleNamespace

import pytest

from pytest_uimcp.core import patterns
from pytest_uimcp.core.patterns import PatternTimeout, TimeLimit, compiled, ecma_compiled


def test_searches_share_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(patterns, "time", SimpleNamespace(monotonic=lambda: now[0]))
    limit, slow, quick = TimeLimit(20), compiled("^(a|aa)+$"), compiled("a")
    assert limit.finds(quick, "banana")
    assert not limit.fits(quick, "banana")
    now[0] += 19.95
    with pytest.raises(PatternTimeout):
        limit.finds(slow, "a" * 60 + "!")
    now[0] += 0.05
    with pytest.raises(PatternTimeout):
        limit.fits(quick, "a")


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
