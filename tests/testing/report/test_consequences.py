from __future__ import annotations

import pytest

from tests.testing.repository import ALONE

LUA = """
Line = session:prototype("Line", {text = ""})
Form = session:prototype("Form", {name = "", stars = 0})
function Form:add()
    table.insert(self.lines, Line:new({text = self.name}))
    self.name = ""
end
function Form:rate(stars) self.stars = stars end
function Form:count() return #self.lines .. " lines" end
if not session.reloading then
    form = Form:new()
    form.lines = {}
end
"""
VIEW = """<template>
<input aria-label="Name" ui-value="name"><input aria-label="Note" ui-value="note?keypress">
<button ui-action="add()">Add</button><button ui-action="none()">Nothing</button>
<select aria-label="Stars" ui-event-change="rate(_)">
  <option value="3">three</option><option value="4">four</option>
</select>
<p ui-value="count()"></p><div ui-viewlist="lines"></div>
</template>"""
LINE = '<template><p ui-value="text"></p></template>'


@pytest.fixture
def stories(pytester: pytest.Pytester) -> pytest.Pytester:
    folder = pytester.path / ".claude/ui/apps/form"
    (folder / "viewdefs").mkdir(parents=True)
    (folder / "app.lua").write_text(LUA)
    (folder / "viewdefs/Form.DEFAULT.html").write_text(VIEW)
    (folder / "viewdefs/Line.list-item.html").write_text(LINE)
    return pytester


def failure(pytester: pytest.Pytester, code: str) -> str:
    pytester.makepyfile(f"def test_it(uimcp_lua, uimcp_page):\n    page = uimcp_page\n    {code}")
    result = pytester.runpytest_inprocess(*ALONE)
    result.assert_outcomes(failed=1)
    return result.stdout.str()


def test_a_story_tells_what_each_step_of_the_human_led_to(stories: pytest.Pytester) -> None:
    text = failure(
        stories,
        """page.fill("Name", "Ada"); page.click("Add"); page.click("Add"); page.fill("Note", "x" * 90)
    page.choose("Stars", "four"); page.see("never")""",
    )
    assert [line.strip() for line in text.split("\n") if " human " in line] == [
        "human  fill('Name', 'Ada')",
        """human  click('Add') → name = "Ada", add(), name = "", count() = "1 lines", lines = 1 item""",
        """human  click('Add') → add(), count() = "2 lines", lines = 2 items""",
        f"human  fill('Note', '{'x' * 90}') → note = \"{'x' * 28}…",
        "human  choose('Stars', 'four') → rate(\"4\")",
        "✗ human  see('never') -> NotSeen: see('never'): expected the text on the page, but it is not there…",
    ]


def test_what_was_typed_and_not_sent_is_told_where_something_is_missed(stories: pytest.Pytester) -> None:
    hint = "typed and not sent: the app gets fill('Name', 'Ada') when the field is left"
    assert hint in failure(stories, 'page.fill("Name", "Ada"); page.see("Ada")')
    assert hint in failure(stories, 'page.fill("Name", "Ada"); assert uimcp_lua.eval("return form.name").data == "Ada"')


@pytest.mark.parametrize("more", ['page.press("Tab")', 'page.click("Add")', 'page.fill("Note", "x")'])
def test_what_was_sent_is_not_called_unsent(stories: pytest.Pytester, more: str) -> None:
    assert "typed and not sent" not in failure(stories, f'page.fill("Name", "Ada"); {more}; page.see("never")')
