"""Steps of a scenario in a test."""

import pytest

from pytest_uimcp import Page, Scenario

pytestmark = pytest.mark.uimcp(dir="contacts")


def test_a_contact_needs_a_name(request: pytest.FixtureRequest, uimcp_page: Page) -> None:
    """`uimcp_page` makes it run on every face."""
    Scenario(
        [
            {"human": {"clicks": "New contact"}},
            {"human": {"clicks": "Save"}},
            {"see": "A contact needs a name"},
            {"human": {"fills": {"Name": "Grace"}}},
            {"human": {"clicks": "Save"}},
            {"see": "1 contact"},
        ]
    ).play(request)
