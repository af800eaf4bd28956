"""The fixture of a compositor. pytest imports this module when it starts, so it imports only pytest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pytest_uimcp.compositor.harness.compositor import CompositorHarness


@pytest.fixture
def uimcp_compositor(request: pytest.FixtureRequest) -> Iterator[CompositorHarness]:
    """An empty compositor to mount servers in: `.mount(prefix, server)`, `.policy(rules)`, `.tool(…)`, `.url`."""
    from pytest_uimcp.compositor.harness.compositor import CompositorHarness
    from pytest_uimcp.testing.participating import participating

    with participating(request, CompositorHarness) as harness:
        yield harness
