"""A human asks an agent to remove a pet. The agent may look around, and has to ask before it deletes."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from store import TOKEN, Store, serving

from pytest_uimcp import AgentHarness, CompositorHarness, HumanHarness, call, end, say

HERE = Path(__file__).parent.parent


@pytest.fixture
def store(uimcp_compositor: CompositorHarness) -> Iterator[Store]:
    """A store that is open, and `nlui --mcp` with its tools behind the gate."""
    with serving() as opened:
        uimcp_compositor.mount(
            "pets",
            {
                "command": sys.executable,
                "args": ["-m", "pytest_uimcp.openapi", "--mcp", str(HERE / "nlui.yaml")],
                "env": {"STORE_PORT": str(opened.port), "STORE_TOKEN": TOKEN},
            },
        )
        uimcp_compositor.policy({"pets_store__list*": "allow", "pets_store__get*": "allow"})
        yield opened


def test_a_pet_is_deleted_once_the_human_has_agreed(
    store: Store, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_agent.plays(
        [
            [call("pets_store__listPets", kind="cat")],
            [call("pets_store__deletePet", id=2)],
            [say("Tom is gone."), end()],
        ]
    )

    uimcp_human.says("We have found a home for the cat. Please take it out of the store.")

    # The agent has looked around unasked, and waits for the human before it deletes.
    assert store.requests == ["GET /pets?kind=cat"]
    uimcp_human.approves("pets_store__deletePet", id=2)

    assert store.requests[-1] == "DELETE /pets/2"
    assert [pet["name"] for pet in store.pets.values()] == ["Rex"]
    uimcp_agent.has_said("Tom is gone.")


def test_nothing_is_deleted_when_the_human_says_no(
    store: Store, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_agent.plays([[call("pets_store__deletePet", id=1)], [say("Rex stays."), end()]])

    uimcp_human.says("Remove a pet.")
    uimcp_human.denies("pets_store__deletePet", reason="not Rex")

    assert len(store.pets) == 2
    assert store.requests == []
    uimcp_agent.has_said("Rex stays.")


def test_a_pet_that_is_not_there_is_told_to_the_agent(
    store: Store, uimcp_agent: AgentHarness, uimcp_human: HumanHarness
) -> None:
    uimcp_agent.plays([[call("pets_store__getPet", id=7)], [say("There is no such pet."), end()]])

    uimcp_human.says("Who is number 7?")

    (asked,) = uimcp_agent.called("pets_store__getPet", id=7)
    assert asked.result is not None
    assert asked.result.is_error
    assert asked.result.text == 'HTTP 404: {"detail": "there is no such pet"}'
