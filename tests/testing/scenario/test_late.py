"""Errors of the app that reach no caller are told at the step that caused them."""

from __future__ import annotations

import pytest

from tests.testing.scenario.conftest import Story

LUA = """
Notes = session:prototype("Notes", {text = "", broken = false})
function Notes:shown() if self.broken then error("spilt") end return self.text end
if not session.reloading then notes = Notes:new({text = "milk"}) end
"""
APP = {
    ".claude/ui/apps/notes/app.lua": LUA,
    ".claude/ui/apps/notes/viewdefs/Notes.DEFAULT.html": '<template><p ui-value="shown()"></p></template>',
}
GOOD = "agent: {calls: {app_ui_run: {code: return 1}}}"
BREAKING = "agent: {calls: {app_ui_run: {code: notes.broken = true}}}"


@pytest.mark.parametrize(
    ("steps", "line"),
    [
        ([GOOD, BREAKING, GOOD], 4),
        ([BREAKING, GOOD], 3),
        (["human: {says: Hm}", GOOD, BREAKING, "agent: {says: Done.}"], 5),
        ([GOOD, GOOD, "agent: {says: One.}", BREAKING], 6),
    ],
)
def test_an_error_belongs_to_the_call_that_caused_it(story: Story, steps: list[str], line: int) -> None:
    told = ["see: milk", *steps, "see: milk"]
    text = "steps:\n" + "".join(f"  - {step}\n" for step in told)
    result = story(text, files=APP)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "E *LuaError: *spilt",
            "E *agent call('app_ui_run', code='notes.broken = true')",
            f"E *in tests/story.scenario.yaml:{line}: agent calls",
            f"tests/story.scenario.yaml:{line}: LuaError",
        ]
    )


def test_an_error_is_not_lost_when_an_earlier_step_fails(story: Story) -> None:
    text = f"steps:\n  - see: milk\n  - {GOOD[:-1]}, returns: 2}}\n  - {BREAKING}\n"
    result = story(text, files=APP)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E *to return 2, got '1'", "E *later: *spilt", "tests/story.scenario.yaml:3: *"])
