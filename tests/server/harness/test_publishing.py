"""A test publishes to its app, and both faces wear the theme of the app directory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.files import write
from tests.testing.repository import run

READER = """
local Reader = session:prototype("Reader", { title = "nothing yet", note = "", done = EMPTY })
if not session.reloading then reader = Reader:new() end
"""
INIT = """
mcp:subscribe("page", function(page)
    reader.title, reader.note, reader.done = page.title, mcp:renderMarkdown(page.text), true
end)
"""
VIEW = (
    '<template><h1 ui-value="title"></h1><div ui-html="note"></div>'
    '<p class="hidden" ui-class-showing="done">arrived</p></template>'
)


@pytest.fixture
def reader(pytester: pytest.Pytester) -> Path:
    """A repository whose app shows the pages that are published."""
    files = {
        "apps/reader/app.lua": READER,
        "apps/reader/init.lua": INIT,
        "apps/reader/viewdefs/Reader.DEFAULT.html": VIEW,
        "storage/settings.json": json.dumps({"theme": "paper"}),
    }
    return write(pytester.path, {f".claude/ui/{name}": text for name, text in files.items()})


def test_what_is_published_is_on_the_page_on_both_faces(reader: Path, pytester: pytest.Pytester) -> None:
    code = """
        def test_it(uimcp, uimcp_page):
            uimcp_page.see("nothing yet")
            uimcp_page.not_see("arrived")
            assert uimcp.publish("elsewhere", 1) == 0
            assert uimcp.publish("page", {"title": "News", "text": "*big*<script>1</script>"}) == 1
            uimcp_page.see("News")
            uimcp_page.see("big")
            uimcp_page.see("arrived")
            step = next(step for step in uimcp.story.steps if step.verb == "publish" and step.outcome)
            assert (step.actor, step.outcome) == ("human", 1)
    """
    run(pytester, code, "--uimcp-face=all").assert_outcomes(passed=2)


def test_a_session_without_a_server_hears_it_too(reader: Path, pytester: pytest.Pytester) -> None:
    code = """
        import pytest
        from pytest_uimcp import LuaError

        def test_it(uimcp_lua):
            assert uimcp_lua.publish("page", {"title": "News", "text": ""}) == 1
            assert uimcp_lua.eval("return reader.title").data == "News"

        def test_an_error_is_raised_by_the_publish_that_caused_it(uimcp_lua):
            uimcp_lua.eval("mcp:subscribe('page', function() error('no room') end)")
            with pytest.raises(LuaError, match="no room"):
                uimcp_lua.publish("page", {"title": "News", "text": ""})

        @pytest.mark.parametrize(("topic", "data"), [("<script>", 1), ("", 1), ("page", float("nan"))])
        def test_what_no_publisher_takes_is_refused(uimcp_lua, topic, data):
            with pytest.raises(Exception, match="topic|JSON"):
                uimcp_lua.publish(topic, data)
    """
    run(pytester, code).assert_outcomes(passed=5)


def test_programs_publish_at_an_address_that_is_served_from_its_first_use(
    reader: Path, pytester: pytest.Pytester
) -> None:
    code = """
        import urllib.request

        def test_it(uimcp, uimcp_page):
            request = urllib.request.Request(uimcp.publisher_url + "/publish/page", b'{"title": "News", "text": ""}')
            with urllib.request.urlopen(request, timeout=240) as response:
                assert response.read() == b'{"listeners": 1}'
            uimcp_page.see("News")
    """
    run(pytester, code).assert_outcomes(passed=1)


def test_the_page_wears_another_theme_after_a_reload(reader: Path, pytester: pytest.Pytester) -> None:
    code = """
        def test_it(uimcp_project, uimcp_page):
            worn = lambda page: page.document.html.get("class")
            assert worn(uimcp_page) == "theme-paper"
            uimcp_project.write("storage/settings.json", '{"theme": "harbor"}')
            assert worn(uimcp_page.new_tab()) == "theme-harbor"
            uimcp_page.reload()
            assert worn(uimcp_page) == "theme-harbor"
            uimcp_page.see("nothing yet")
    """
    run(pytester, code).assert_outcomes(passed=1)
