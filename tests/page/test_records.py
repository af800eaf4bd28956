from __future__ import annotations

from collections.abc import Callable

from pytest_uimcp.page import CodeRun
from tests.page.conftest import Shown

Show = Callable[..., Shown]


def test_ui_code_is_recorded_and_can_be_answered(show: Show) -> None:
    page = show('<p id=target ui-code="v">x</p>')
    answered: list[str] = []

    def answer(run: CodeRun) -> None:
        answered.append(run.code)
        run.element.set("title", "set by the answer")

    page.answer_code("element.title", answer)
    page.run("t.v = 'element.title = 1'")
    page.run("t.v = 'other()'")
    assert [run.code for run in page.code_runs] == ["element.title = 1", "other()"]
    page.settle()
    assert answered == ["element.title = 1"]
    assert page.find(css="#target").attribute("title") == "set by the answer"


def test_scripts_are_recorded_when_they_come_into_the_page(show: Show) -> None:
    page = show('<p>x</p><script>window.x = 1</script><script src="/a.js"></script>')
    assert [(script.text, script.src) for script in page.scripts] == [("window.x = 1", None), ("", "/a.js")]


def test_scroll_on_output_is_recorded_for_the_innermost_that_asks(show: Show) -> None:
    page = show('<div id=outer><div id=log ui-value="a?scrollOnOutput"></div></div><p ui-value="n"></p>')
    before = len(page.scrolled)
    page.run("t.a = 'more'")
    page.run("t.n = 5")
    assert page.scrolled[before:] == ["log"]
