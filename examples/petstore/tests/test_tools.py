"""The tools of the specification, without a server: respx answers with the examples."""

from collections.abc import Callable

import pytest

from pytest_uimcp import OpenApiHarness, UimcpSnapshot


@pytest.fixture
def store(uimcp_openapi: Callable[..., OpenApiHarness]) -> OpenApiHarness:
    """The store of `openapi.yaml`, mocked."""
    return uimcp_openapi("openapi.yaml", name="store", expose_set_auth=False)


def test_cats_are_listed(store: OpenApiHarness) -> None:
    result = store.tool("listPets", kind="cat")

    assert "Tom" in result.text
    store.requested("GET", "/pets", query={"kind": "cat"}, times=1)


def test_a_pet_that_is_not_there_is_an_error_the_agent_can_read(store: OpenApiHarness) -> None:
    store.mock.get(path="/pets/7").respond(404, json={"detail": "there is no such pet"})

    result = store.tool("getPet", id=7)

    assert result.is_error
    assert "there is no such pet" in result.text


def test_the_tools_are_what_agents_were_promised(store: OpenApiHarness, uimcp_snapshot: UimcpSnapshot) -> None:
    assert store.tools() == uimcp_snapshot
