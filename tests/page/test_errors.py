from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_uimcp import PageError
from tests.page.conftest import Shown

Show = Callable[..., Shown]


def test_every_failure_of_a_page_is_an_assertion_error(show: Show) -> None:
    page = show("<p>x</p>")
    with pytest.raises(AssertionError):
        page.see("y")
    with pytest.raises(PageError):
        page.see("y")
