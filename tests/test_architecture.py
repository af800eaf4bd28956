"""docs/architecture.md is right: what it names is there, and a change takes the places that it says."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest
from aiohttp import ClientSession, web

from pytest_uimcp.agent import ALLOW_ANY, Agent, AgentOptions, ModelTurn, SampleRequest, UserText
from pytest_uimcp.agent.events import AssistantText
from pytest_uimcp.aria.scope import Scope
from pytest_uimcp.aria.targets import CLICK
from pytest_uimcp.checks import table
from pytest_uimcp.checks.app import App
from pytest_uimcp.checks.findings import Finding, Findings
from pytest_uimcp.compositor.policy import predicates
from pytest_uimcp.core.steps import recorded
from pytest_uimcp.javafx.harness import verbs as stage_verbs
from pytest_uimcp.page import verbs
from pytest_uimcp.server.mcp import tools
from pytest_uimcp.testing.collect import nodes
from pytest_uimcp.testing.faces.chromium import actions
from pytest_uimcp.testing.snapshots import kinds
from pytest_uimcp.transport.authentication import BearerTokens
from pytest_uimcp.transport.principals import principal_of
from pytest_uimcp.transport.site import HttpSite
from tests.agent.rig import Tools

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "pytest_uimcp"
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PATHS = sorted(set(re.findall(r"`([\w./-]+(?:/|\.(?:py|js|lua|toml|md)))`", TEXT)) - {"app.lua"})  # which is an app's
PARTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"][0]
ALONE = ("-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-W", "error")


@pytest.mark.parametrize("path", PATHS)
def test_every_file_and_folder_that_it_names_is_there(path: str) -> None:
    near = [PACKAGE / path, ROOT / path]
    assert any(one.exists() for one in near) or list(PACKAGE.rglob(path.strip("/"))), f"{path} is gone or was renamed"


def test_every_part_has_a_line_in_the_text_and_one_in_the_import_rules() -> None:
    listed = {row.partition(":")[0] for row in PARTS["parts"]}
    parts = {path.name for path in PACKAGE.iterdir() if path.is_dir() and (path / "__init__.py").is_file()}
    entry_points = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__"}
    assert parts | entry_points <= listed
    for name in parts:
        assert re.search(rf"^\|.*`{name}/`", TEXT, re.MULTILINE), f"no line for {name}/"


def run(pytester: pytest.Pytester, code: str, *arguments: str) -> pytest.RunResult:
    pytester.makepyfile(code)
    return pytester.runpytest_inprocess(*ALONE, "--uimcp-dir=counter", *arguments)


def test_a_tool_is_one_row(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(tools.TOOLS, "ui_ping", replace(tools.TOOLS["ui_status"], name="ui_ping", title="Ping"))
    code = """
        import pytest
        from pytest_uimcp import ToolNotFound

        def test_it(uimcp):
            assert "ui_ping" in [tool.name for tool in uimcp.tools()]
            assert uimcp.tool("ui_ping").data["state"] == "running"
            with pytest.raises(ToolNotFound, match="did you mean ui_ping"):
                uimcp.tool("ui_pong")
    """
    run(pytester, code).assert_outcomes(passed=1)


def test_a_verb_is_a_method_with_a_row_for_each_face(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The method in aria/scope.py; rows in page/verbs.py, testing/faces/chromium/actions.py, javafx/harness/verbs.py.
    @recorded("human")
    def twice(self: Any, target: str | None = None, **where: Any) -> None:
        self._act("twice", target, where, CLICK)

    def do_twice(human: Any, look: Any, element: Any) -> None:
        verbs.click(human, look, element)
        verbs.click(human, look, element)

    async def act_twice(tab: Any, element: Any) -> None:
        await actions.ACTIONS["click"](tab, element)
        await actions.ACTIONS["click"](tab, element)

    def click_twice(stage: Any, node: Any) -> None:
        stage_verbs.VERBS["click"](stage, node)
        stage_verbs.VERBS["click"](stage, node)

    monkeypatch.setattr(Scope, "twice", twice, raising=False)
    monkeypatch.setitem(verbs.VERBS, "twice", verbs.Verb(do_twice))
    monkeypatch.setitem(actions.ACTIONS, "twice", act_twice)
    monkeypatch.setattr(stage_verbs, "VERBS", {**stage_verbs.VERBS, "twice": click_twice})
    code = """
        from pytest_uimcp.javafx import create

        def test_it(uimcp, uimcp_page):
            uimcp_page.twice("+")
            assert uimcp.session.state()["count"] == 2
            (step,) = [step for step in uimcp.story.steps if step.actor == "human"]
            assert (step.verb, step.arguments) == ("twice", {"target": "+"})

        def test_stage(uimcp_stage):
            clicks = []
            uimcp_stage.show(lambda: create("Button", text="+", onAction=clicks.append))
            uimcp_stage.twice("+")
            assert len(clicks) == 2
    """
    run(pytester, code, "--uimcp-face=all").assert_outcomes(passed=3)


@pytest.fixture
def text_kind(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    row = kinds.SnapshotKind("words", "words.txt", "a page", "a page", kinds.read_by("text"), lambda thing: False)
    monkeypatch.setattr(kinds, "OF_PAGES", (*kinds.OF_PAGES, row))
    kinds.snapshot_kinds.cache_clear()
    yield
    kinds.snapshot_kinds.cache_clear()


def test_a_kind_of_snapshot_is_one_row(
    pytester: pytest.Pytester, text_kind: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT"):
        monkeypatch.delenv(name, raising=False)
    code = """
        def test_it(uimcp_page, uimcp_snapshot):
            assert uimcp_page == uimcp_snapshot.words
    """
    run(pytester, code, "--snapshot-update").assert_outcomes(passed=1)
    (stored,) = (pytester.path / "__snapshots__").rglob("*.words.txt")
    assert "0" in stored.read_text(encoding="utf-8")
    run(pytester, code).assert_outcomes(passed=1)
    stored.write_text("other", encoding="utf-8")
    result = run(pytester, code)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*.words.txt *, run with --snapshot-update:", "*- other"])


def test_a_check_is_a_function_and_a_row(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    row = table.CheckKind("named", "its name is short", "tests.test_architecture:check_name")
    monkeypatch.setattr(nodes, "CHECKS", (*table.CHECKS, row))
    result = pytester.runpytest_inprocess(*ALONE, "--uimcp", "--uimcp-dir=counter", "-v")
    result.stdout.fnmatch_lines(["app.lua::named FAILED*", "counter is too long a name"])


def check_name(app: App) -> None:
    """Fail."""
    raise Findings([Finding(f"{app.name} is too long a name")])


POLICY = """
rules:
  - {tool: app_ui_run, decision: deny_continue, when: {code: {longer_than: 9}}, rationale: too long}
  - {tool: app_ui_run, decision: allow, destructive: true}
"""


def test_a_condition_of_policies_is_a_function_and_a_row(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = (lambda value, length: len(value) > length, lambda length: isinstance(length, int), "a number")
    monkeypatch.setitem(predicates.OPERATORS, "longer_than", row)
    pytester.makefile(".yaml", policy=POLICY)
    code = """
        def test_it(uimcp, uimcp_compositor):
            uimcp_compositor.mount("app", uimcp)
            uimcp_compositor.policy("policy.yaml")
            assert uimcp_compositor.tool("app_ui_run", code="return 40 + 2").text == "policy_denied_continue: too long"
            assert uimcp_compositor.tool("app_ui_run", code="return 4").text == "4"
    """
    run(pytester, code).assert_outcomes(passed=1)


class Echo:
    """A provider of models: it says what it was told."""

    name = "echo"

    async def sample(self, request: SampleRequest) -> ModelTurn:
        """Say the last text that a human wrote."""
        last = next(event.text for event in reversed(request.transcript) if isinstance(event, UserText))
        return ModelTurn((AssistantText(f"You said: {last}"),))


@pytest.mark.anyio
async def test_a_provider_of_models_is_a_class() -> None:
    agent = Agent(Echo(), Tools(), options=AgentOptions(ui_mode=False, tool_choice=ALLOW_ANY))
    agent.receive([UserText("hello")])
    with anyio.fail_after(240):
        await agent.run()
    said = [event.text for event in agent.timeline.log.read() if isinstance(event, AssistantText)]
    assert said == ["You said: hello"]


async def name_principal(request: web.Request) -> web.Response:
    """A handler: it says who is asking."""
    return web.Response(text=str(principal_of(request)))


@pytest.mark.anyio
async def test_a_port_with_its_authentication_is_one_row() -> None:
    app = web.Application()
    app.router.add_get("/", name_principal)
    site = HttpSite()
    site.bind("new", app, authenticator=BearerTokens({"the-token": "human:ada"}))
    await site.start()
    known = {"Authorization": "Bearer the-token"}
    try:
        async with ClientSession(site.url("new")) as http:
            for headers, expected in (
                (known, (200, "human:ada")),
                ({}, (401, "a token is required")),
                ({"Authorization": "Bearer another"}, (401, "not known here")),
                (known | {"Origin": "https://example.org"}, (403, "may not use this server")),
                (known | {"Host": "example.org"}, (403, "is not this server")),
            ):
                async with http.get("/", headers=headers) as response:
                    assert response.status == expected[0]
                    assert expected[1] in await response.text()
    finally:
        await site.close()
