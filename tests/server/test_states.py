"""The life cycle: every tool in every state."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.server.errors import LifecycleError
from pytest_uimcp.server.states import TABLE, Action, State, next_state
from tests.server.installed import InstalledProject
from tests.server.rig import STRICT, Rig, rigged

pytestmark = pytest.mark.anyio

NOT_CONFIGURED = "Server not configured"
NOT_STARTED = "Server not started"
ALREADY_RUNNING = "Server already running"

# Tool -> valid arguments, and the refusal in each of the three states; None: it works.
ANSWERS: dict[str, tuple[dict[str, Any], str | None, str | None, str | None]] = {
    "ui_start": ({}, NOT_CONFIGURED, None, ALREADY_RUNNING),
    "ui_run": ({"code": "return 1"}, NOT_CONFIGURED, NOT_STARTED, None),
    "ui_display": ({"name": "hello"}, NOT_CONFIGURED, NOT_STARTED, None),
    "ui_open_browser": ({}, NOT_CONFIGURED, NOT_STARTED, None),
    "ui_upload_viewdef": (
        {"type": "T", "namespace": "DEFAULT", "content": "<template><b></b></template>"},
        NOT_CONFIGURED,
        None,
        None,
    ),
    "ui_install": ({}, NOT_CONFIGURED, None, None),
    "ui_update": ({}, NOT_CONFIGURED, None, None),
    "ui_audit": ({"name": "hello"}, NOT_CONFIGURED, None, None),
    "ui_theme": ({"action": "list"}, NOT_CONFIGURED, None, None),
    "ui_status": ({}, None, None, None),
    "ui_configure": ({"base_dir": "<base_dir>"}, None, None, None),
}
STATES = (State.UNCONFIGURED, State.CONFIGURED, State.RUNNING)


@pytest.fixture(params=STATES, ids=str)
async def in_state(
    request: pytest.FixtureRequest, project: Path, base_dir: Path, installed: InstalledProject, opener: Path
) -> AsyncIterator[tuple[Rig, int]]:
    """A server in each of the states, with the column of that state in the table."""
    if request.param is not State.UNCONFIGURED:
        installed.link_into(project)
    app = base_dir / "apps" / "hello" / "app.lua"
    app.parent.mkdir(parents=True)
    app.write_text("hello = hello or {type = 'Hello'}")
    async with rigged(base_dir) as rig:
        if request.param is not State.UNCONFIGURED:
            await rig.server.configure()
        if request.param is State.RUNNING:
            await rig.start()
        yield rig, STATES.index(request.param)


def test_the_table_has_every_state_with_every_action() -> None:
    assert set(TABLE) == {(state, action) for state in State for action in Action}


@pytest.mark.parametrize("refusal", [NOT_CONFIGURED, NOT_STARTED, ALREADY_RUNNING])
def test_a_refusal_is_the_sentence_of_the_contract(refusal: str) -> None:
    said = {outcome for outcome in TABLE.values() if isinstance(outcome, str) and outcome.startswith(refusal)}
    assert len(said) == 1
    assert said == {refusal}


def test_a_refusal_in_the_table_is_raised() -> None:
    with pytest.raises(LifecycleError, match=NOT_STARTED):
        next_state(State.CONFIGURED, Action.WORK)
    assert next_state(State.RUNNING, Action.CONFIGURE) is State.CONFIGURED


@pytest.mark.parametrize("tool", ANSWERS)
async def test_a_tool_works_or_refuses_as_the_state_says(in_state: tuple[Rig, int], base_dir: Path, tool: str) -> None:
    rig, column = in_state
    arguments, *refusals = ANSWERS[tool]
    said = await rig.call(
        tool, {name: str(value).replace("<base_dir>", str(base_dir)) for name, value in arguments.items()}
    )
    refusal = refusals[column]
    if refusal is None:
        assert not said.is_error, said.text
    else:
        assert said.is_error
        assert said.text.startswith(refusal)


async def test_every_tool_is_in_the_table(in_state: tuple[Rig, int]) -> None:
    listed = await in_state[0].client.list_tools()
    assert {tool.name for tool in listed.tools} == set(ANSWERS)


@pytest.mark.parametrize("tool", [name for name, row in ANSWERS.items() if row[2]])
async def test_a_refused_tool_changes_nothing(rig: Rig, tool: str) -> None:
    await rig.refused(tool, **ANSWERS[tool][0])
    assert rig.server.state is State.CONFIGURED


async def test_a_refused_start_leaves_the_server_running(running: Rig) -> None:
    await running.run("kept = 1")
    assert (await running.refused("ui_start")).startswith(ALREADY_RUNNING)
    assert await running.run("return kept") == 1


async def test_the_status_of_an_unconfigured_server_has_its_state_and_version_but_no_directory(base_dir: Path) -> None:
    async with rigged(base_dir, STRICT) as rig:
        status = (await rig.tool("ui_status")).data
        assert status == {"state": "unconfigured", "version": rig.server.version}


async def test_from_unconfigured_to_running_and_back_to_configured(base_dir: Path) -> None:
    async with rigged(base_dir, STRICT) as rig:
        seen = [rig.server.state]
        await rig.tool("ui_configure", base_dir=str(base_dir))
        seen.append(rig.server.state)
        await rig.tool("ui_start")
        seen.append(rig.server.state)
        await rig.tool("ui_configure", base_dir=str(base_dir))
        seen.append(rig.server.state)
        assert seen == [State.UNCONFIGURED, State.CONFIGURED, State.RUNNING, State.CONFIGURED]
