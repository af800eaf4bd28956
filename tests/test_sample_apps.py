"""The sample apps do what they show, on a bare session."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp import Session, VirtualClock, bundle_dir, fixtures_dir

APPS = sorted(path.name for path in (fixtures_dir() / "apps").iterdir())


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def session(tmp_path: Path, clock: VirtualClock) -> Iterator[Session]:
    shutil.copytree(fixtures_dir() / "apps", tmp_path / "apps")
    shutil.copytree(bundle_dir() / "lua", tmp_path / "lua")
    with Session(tmp_path, clock=clock) as session:
        yield session


def evaluate(session: Session, code: str) -> Any:
    session.settle()
    return session.eval(code).data


@pytest.mark.parametrize("app", APPS)
def test_an_app_is_displayed_without_a_problem(session: Session, app: str) -> None:
    session.display(app)
    assert evaluate(session, f"return mcp.value == {app}") is True
    assert session.problems == ()


@pytest.mark.parametrize("app", APPS)
def test_an_app_adds_no_more_than_its_prototype_and_its_object_to_the_globals(session: Session, app: str) -> None:
    count = "local n = 0 for _ in pairs(_G) do n = n + 1 end return n"
    before = evaluate(session, count)
    session.display(app)
    assert evaluate(session, count) == before + 2


@pytest.mark.parametrize("app", APPS)
def test_a_changed_app_keeps_its_state(session: Session, app: str) -> None:
    session.display(app)
    session.eval(f"before = {app} {app}.kept = 'kept'")
    file = session.base_dir / "apps" / app / "app.lua"
    file.write_text(file.read_text(encoding="utf-8") + "\nran_again = true\n", encoding="utf-8")
    session.reload()
    assert evaluate(session, f"return {{ran_again, {app} == before, {app}.kept}}") == [True, True, "kept"]
    assert session.problems == ()


@pytest.mark.parametrize("app", APPS)
def test_every_object_of_an_app_has_a_viewdef(session: Session, app: str) -> None:
    session.display(app)
    frames: list[str] = []
    connection = session.connect(frames.append)
    messages = [{"type": "watch", "data": {"varId": 1}}]
    messages.append({"type": "create", "data": {"id": 2, "parentId": 1, "properties": {"path": "value"}}})
    connection.receive(json.dumps({"userEvent": True, "messages": messages})).result(240)
    session.settle()
    delivered: dict[str, str] = {}
    for message in (message for frame in frames for message in json.loads(frame)):
        delivered |= json.loads(message["data"].get("properties", {}).get("viewdefs", "{}"))
    shown = evaluate(session, "return mcp.value.type")
    assert f"{shown}.DEFAULT" in delivered
    assert session.problems == ()


def test_the_stopwatch_counts_tenths_while_it_runs(session: Session, clock: VirtualClock) -> None:
    session.display("stopwatch")
    session.eval("stopwatch:toggle()")
    clock.advance(61.25)
    assert evaluate(session, "return stopwatch:display()") == "01:01.2"
    session.eval("stopwatch:toggle()")
    clock.advance(5)
    assert evaluate(session, "return stopwatch:display()") == "01:01.2"


def test_the_stopwatch_goes_back_to_zero_two_seconds_after_it_finished(session: Session, clock: VirtualClock) -> None:
    session.display("stopwatch")
    session.eval("stopwatch:start()")
    clock.advance(1)
    session.eval("stopwatch:finish()")
    clock.advance(1.9)
    assert evaluate(session, "return stopwatch.tenths") == 10
    clock.advance(0.1)
    assert evaluate(session, "return stopwatch.tenths") == 0


def test_a_running_stopwatch_runs_on_with_the_new_code(session: Session, clock: VirtualClock) -> None:
    session.display("stopwatch")
    session.eval("stopwatch:start()")
    clock.advance(1)
    file = session.base_dir / "apps" / "stopwatch" / "app.lua"
    file.write_text(file.read_text(encoding="utf-8").replace("self.tenths + 1", "self.tenths + 100"), encoding="utf-8")
    session.reload()
    clock.advance(1.05)
    assert evaluate(session, "return stopwatch.tenths") == 1010


def test_the_counter_counts(session: Session) -> None:
    session.display("counter")
    session.eval("counter:increment() counter:increment() counter:decrement()")
    assert session.state() == {"type": "Counter", "count": 1}


def test_tasks_are_counted_per_project(session: Session) -> None:
    session.display("tasks")
    session.eval("home = tasks:addProject('Home') home:add('Wash').done = true home:add('Cook')")
    assert evaluate(session, "return home:progress()") == "1/2"
