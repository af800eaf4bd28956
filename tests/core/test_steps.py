from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.core.steps import Step, StepError, StepLog, in_order, plain, recorded


class Actor:
    def __init__(self, log: StepLog | None = None) -> None:
        self.story = log or StepLog("shop")

    @recorded("human")
    def click(self, target: str | None = None, **where: Any) -> None: ...

    @recorded("human")
    def upload(self, target: str, *files: Any) -> None: ...

    @recorded("agent", lambda result: {"text": result})
    def tool(self, name: str, /, **arguments: Any) -> str:
        return "x" * 1000

    @recorded("test", arguments=lambda given: {**given, "more": True})
    def fail(self, reason: str) -> None:
        raise ValueError(reason)

    @property
    def last(self) -> Step:
        return self.story.steps[-1]


def test_arguments_have_their_names_however_they_were_given() -> None:
    actor = Actor()
    actor.click("Save", nth=2)
    assert (actor.last.actor, actor.last.verb, actor.last.arguments) == ("human", "click", {"target": "Save", "nth": 2})
    actor.click(target="Save")
    assert actor.last.arguments == {"target": "Save"}
    actor.upload("Photo", "a.png", Path("b.png"))
    assert actor.last.arguments == {"target": "Photo", "files": ["a.png", "b.png"]}


def test_a_tool_may_have_an_argument_of_any_name() -> None:
    actor = Actor()
    actor.tool("rename", name="new", self=1)
    assert actor.last.arguments == {"name": "rename", "arguments": {"name": "new", "self": 1}}


def test_the_outcome_of_a_step_is_complete() -> None:
    actor = Actor()
    actor.tool("long")
    assert actor.last.outcome == {"text": "x" * 1000}
    with pytest.raises(ValueError, match="no"):
        actor.fail("no\n" * 500)
    assert actor.last.error == StepError("ValueError", "no\n" * 500)
    assert actor.last.arguments == {"reason": "no\n" * 500, "more": True}


def test_a_step_is_not_changed_by_what_happens_to_its_arguments_later() -> None:
    given: dict[str, Any] = {"rows": [1]}
    actor = Actor()
    actor.tool("add", **given)
    given["rows"].append(2)
    assert actor.last.arguments["arguments"] == {"rows": [1]}


def test_cyclic_data_is_cut_off() -> None:
    endless: list[Any] = []
    endless.append(endless)
    assert plain(endless)


def test_a_step_says_on_which_server_and_in_which_of_how_many_tabs() -> None:
    log = StepLog("shop")
    server = Actor(log)
    one, other = Actor(log), Actor(log)
    one.story = log.for_tab(one)
    one.click("a")
    other.story = log.for_tab(other)
    other.click("b")
    server.tool("c")
    other.story.close_tab()
    one.click("d")
    assert [tuple(step.where) for step in log.steps] == [("shop", 1, 1), ("shop", 2, 2), ("shop", 0, 2), ("shop", 1, 1)]


def test_steps_of_several_logs_appear_once_and_in_order() -> None:
    log, other = StepLog("shop"), StepLog("bank")
    first, second, tab = Actor(log), Actor(other), Actor(log)
    tab.story = log.for_tab(tab)
    first.click("a")
    second.click("b")
    tab.click("c")
    steps = in_order([other, log, tab.story])
    assert [step.arguments["target"] for step in steps] == ["a", "b", "c"]


def test_listeners_hear_of_a_step_when_it_begins_and_when_it_is_over() -> None:
    actor, heard = Actor(), []

    class Listener:
        def began(self, step: Step) -> None:
            heard.append(("began", step.verb, step.is_over))

        def settled(self, page: Any) -> None: ...
        def app_failed(self, error: Any, doing: str) -> None: ...

    actor.story.follow(Listener())
    actor.story.listen(lambda step: heard.append(("over", step.verb, step.is_over)))
    actor.click("a")
    assert heard == [("began", "click", False), ("over", "click", True)]
