"""A story as a test function.

Its code stands in the lines of the scenario file, so that pytest shows the file where it would show a test, with a mark
at the step that failed.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from pytest_uimcp.testing.scenario.errors import ScenarioError
from pytest_uimcp.testing.scenario.story import Story

ROW: Final = "row"
_MAX_NAME_CHARACTERS: Final = 60


def story_function(story: Story, markers: Mapping[str, str | None]) -> Callable[..., None]:
    story_test = _compile_story(story, [*story.needs, *([ROW] if story.parameters else [])])
    marked = pytest.mark.uimcp(**markers, time="virtual" if story.is_virtual else None)(story_test)
    if story.parameters:
        # As in a test written in Python, with the values in the id.
        ids = [_id(row) for row in story.parameters]
        marked = pytest.mark.parametrize(ROW, story.parameters, ids=ids)(marked)
    function: Callable[..., None] = marked
    return function


def failing_function(name: str, file: Path, error: ScenarioError) -> Callable[..., None]:
    """A test function that fails with what is wrong with a file, in the line where it is wrong."""
    line = 1
    if error.place is not None and error.place.file == file:
        line = error.place.line
    story = _function("def story(): pass", _at(line, "raise error"), line, file, error=error.with_traceback(None))
    story.__name__ = story.__qualname__ = _name(name)
    # Its error is then told as one of ours.
    function: Callable[..., None] = pytest.mark.uimcp(story)
    return function


def _compile_story(story: Story, fixtures: list[str]) -> Callable[..., None]:
    # The function begins where the story has its name, so that `pytest -v` and editors lead there.
    line = story.place("scenario").line
    # The steps of an included file stand in the line that includes it.
    steps = [
        (number, step.place.line if step.place.file == story.file else story.place("include").line)
        for number, step in enumerate(story.steps)
    ]
    # What is only known at the end is told at the last step.
    last_line = steps[-1][1]
    body = [
        *_at(line, f"play, finish = begin(request.getfixturevalue, {ROW if story.parameters else None})"),
        *(statement for number, line_number in steps for statement in _at(line_number, f"play({number})")),
        *_at(last_line, "finish()"),
    ]
    arguments = ", ".join(["request", *fixtures])
    function = _function(f"def story({arguments}): pass", body, line, story.file, begin=_beginning(story))
    function.__name__ = function.__qualname__ = _name(story.name)
    return function


def _function(head: str, body: Iterable[ast.stmt], line: int, file: Path | None, **names: Any) -> Callable[..., None]:
    """A function `story` in a line of a file, whose statements stand in lines of their own."""
    (function,) = _at(line, head)
    assert isinstance(function, ast.FunctionDef)
    function.body = list(body)
    for statement in function.body:
        _mark_line(statement, linecache.getline(str(file), statement.lineno))
    # Not our package's name: its frames are left out of tracebacks.
    namespace: dict[str, Any] = {"__name__": "scenario", **names}
    # exec, because pytest shows a function in the lines that its code object names, and nothing else gives it some.
    exec(compile(ast.Module([function], []), str(file), "exec"), namespace)  # made of the lines above
    story: Callable[..., None] = namespace["story"]
    return story


def _at(line: int, code: str) -> Iterator[ast.stmt]:
    for statement in ast.parse(code).body:
        yield ast.increment_lineno(statement, line - 1)


def _mark_line(statement: ast.stmt, text: str) -> None:
    """Give a statement the place of what stands in its line, under which pytest puts its marks."""
    start = len(text) - len(text.lstrip())
    end = start + len(text.strip().encode())
    for node in ast.walk(statement):
        if isinstance(node, (ast.stmt, ast.expr)):
            node.col_offset = start
            node.end_col_offset = end


def _beginning(story: Story) -> Callable[..., tuple[Callable[[int], None], Callable[[], None]]]:
    def begin(
        fixture: Callable[[str], Any], row: Mapping[str, Any] | None
    ) -> tuple[Callable[[int], None], Callable[[], None]]:
        from pytest_uimcp.testing.scenario.player import Player

        player = Player(story, fixture, row)
        return player.play, player.finish

    return begin


def _name(text: str) -> str:
    """A name without what node ids use."""
    return " ".join(text.replace("::", " ").replace("[", "(").replace("]", ")").split()) or "scenario"


def _id(row: Mapping[str, Any]) -> str:
    text = "-".join(str(value) for value in row.values()).replace("::", " ")
    if len(text) <= _MAX_NAME_CHARACTERS:
        return text
    return f"{text[: _MAX_NAME_CHARACTERS - 1]}…"
