from __future__ import annotations

from pytest_uimcp.engine.problems import Problem, Problems


def test_a_problem_replaces_an_earlier_one_of_its_kind_and_place() -> None:
    problems = Problems()
    problems.record(Problem("lua", "lua/main.lua", "first"))
    problems.record(Problem("viewdef", "viewdefs/A.DEFAULT.html", "other"))
    problems.record(Problem("lua", "lua/main.lua", "second"))
    assert [problem.message for problem in problems] == ["other", "second"]
    assert [problem.message for problem in problems.of("lua")] == ["second"]


def test_clearing_a_problem_returns_whether_there_was_one() -> None:
    problems = Problems()
    problems.record(Problem("lua", "lua/main.lua", "no"))
    assert problems.clear("lua", "lua/main.lua")
    assert not problems.clear("lua", "lua/main.lua")
    assert len(problems) == 0


def test_a_problem_reads_with_its_place_once() -> None:
    assert str(Problem("lua", "a.lua", "boom")) == "a.lua: boom"
    assert str(Problem("lua", "a.lua", "a.lua:3: boom", 3)) == "a.lua:3: boom"


def test_the_problems_of_a_kind_can_be_replaced_and_new_ones_are_returned() -> None:
    problems = Problems()
    problems.record(Problem("lua", "a.lua", "stays"))
    one, two, other = (Problem("viewdef", place, "no") for place in ("1", "2", "3"))
    assert problems.replace("viewdef", [one, two]) == (one, two)
    assert problems.replace("viewdef", [two, other]) == (other,)
    assert [problem.place for problem in problems] == ["a.lua", "2", "3"]
    assert problems.replace("viewdef", []) == ()
    assert [problem.place for problem in problems] == ["a.lua"]


def test_a_problem_keeps_its_id_until_its_message_changes() -> None:
    problems = Problems()
    first = problems.record(Problem("lua", "a.lua", "no"))
    problems.replace("viewdef", [Problem("viewdef", "1", "no")])
    problems.replace("viewdef", [Problem("viewdef", "1", "no")])
    assert problems.ids == (1, 2)
    again = problems.record(Problem("lua", "a.lua", "still no"))
    assert (first.id, again.id) == (1, 3)
    assert problems.ids == (2, 3)
    assert problems.closings == 1
