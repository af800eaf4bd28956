"""Makes the harness of a server for one test, with the loop, clock and settings of that test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest

from pytest_uimcp.testing.harness.clock import clock_for
from pytest_uimcp.testing.harness.harness import Harness
from pytest_uimcp.testing.harness.shared_loop import loop_of
from pytest_uimcp.testing.hooks import register
from pytest_uimcp.testing.settings import settings_for

H = TypeVar("H", bound=Harness)


@contextmanager
def participating(request: pytest.FixtureRequest, make: Callable[..., H], *args: Any) -> Iterator[H]:
    """A harness that takes part in a test: its errors fail the test, its steps are reported, and it is closed."""
    settings = settings_for(request.node, request.config)
    clock = clock_for(virtual=settings.virtual)
    harness = make(loop_of(request.config), *args, clock=clock, lua_errors=settings.lua_errors)
    register(request.node, harness)
    try:
        yield harness
        # Not in `finally`: a test that has failed is not failed a second time for errors of the app.
        harness.over()
    finally:
        harness.close()
