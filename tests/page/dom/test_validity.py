"""Native validation; `tests/page/matrix` compares it with Chromium."""

from __future__ import annotations

import pytest

from pytest_uimcp.page.dom.nodes import Element
from pytest_uimcp.page.dom.parse import parse_fragment
from pytest_uimcp.page.dom.validity import is_candidate, is_invalid
from pytest_uimcp.page.gaps import NotModelled


def field(html: str) -> Element:
    (element,) = (node for node in parse_fragment(html) if isinstance(node, Element))
    return element


VIOLATING = """
<input required>|<input type=email value=a>|<input type=url value=a.b>|<input pattern=[a-z]+ value=1>
<input type=number min=2 value=1>|<input type=number min=0 step=2 value=1>|<input type=checkbox required>
<input type=date max=2026-01-01 value=2026-01-02>|<input type=time min=22:00 max=06:00 value=12:00>
<textarea required></textarea>|<select required><option value=''>x</select>|<form><input required></form>
<input type=week min=2026-W02 value=2026-W01>
"""
VALID = r"""
<input required disabled>|<input required readonly>|<input type=hidden required>|<input pattern=( value=a>
<input type=email value=a@b>|<input type=number step=any value=0.1>|<input type=number step=0.1 value=0.3>
<input minlength=5 value=abc>|<input type=time min=22:00 max=06:00 value=23:00>|<button type=button></button>
<input type=url value=mailto:x>|<input pattern=\d+ value=12>|<input type=color required>
"""


def fields(text: str) -> list[str]:
    return text.strip().replace("\n", "|").split("|")


@pytest.mark.parametrize("html", fields(VIOLATING))
def test_what_violates_a_constraint(html: str) -> None:
    assert is_invalid(field(html))


@pytest.mark.parametrize("html", fields(VALID))
def test_what_does_not(html: str) -> None:
    assert not is_invalid(field(html))


@pytest.mark.slow
def test_patterns_that_never_end_are_given_up() -> None:
    with pytest.raises(NotModelled, match="takes too long"):
        is_invalid(field(f"<input pattern='(a|aa)+b(?:c)' value='{'a' * 60}'>"))


def test_what_is_not_validated_at_all() -> None:
    assert is_candidate(field("<button>x</button>"))
    assert not is_candidate(field("<output>x</output>"))
