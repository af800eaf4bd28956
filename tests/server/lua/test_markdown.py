"""Markdown as apps and the MCP port show it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from aiohttp import ClientSession
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.server.lua.markdown import MAX_TEXT_BYTES, render
from tests.server.rig import Rig, text_of

pytestmark = pytest.mark.anyio

LEFT_OUT = "<!-- raw HTML omitted -->"
RENDERED = [
    ("a", "<p>a</p>\n"),
    ("# h", "<h1>h</h1>\n"),
    ("<b>x</b><script>", f"<p>{LEFT_OUT}x{LEFT_OUT}{LEFT_OUT}</p>\n"),
    ("[x](javascript:1)", '<p><a href="">x</a></p>\n'),
    ("|a|b|\n|-|-|\n|1|2|", "<p>|a|b|\n|-|-|\n|1|2|</p>\n"),
    ("", ""),
    ("one  \ntwo\nthree\n\n---", "<p>one<br>\ntwo\nthree</p>\n<hr>\n"),
    ("<div>\nx\n</div>\n\ny", f"{LEFT_OUT}\n<p>y</p>\n"),
    ("~~a~~ http://x.example - [ ] b", "<p>~~a~~ http://x.example - [ ] b</p>\n"),
    ("![p](data:image/png;base64,AA)", '<p><img src="data:image/png;base64,AA" alt="p"></p>\n'),
    ("a & b < c", "<p>a &amp; b &lt; c</p>\n"),
]
DANGEROUS = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "javascript&colon;alert(1)",
    "vbscript:x",
    "file:///etc/passwd",
    "data:text/html,x",
]


@pytest.mark.parametrize(("text", "html"), RENDERED, ids=repr)
async def test_an_app_renders_markdown(running: Rig, text: str, html: str) -> None:
    assert await running.run(f"return mcp:renderMarkdown({json.dumps(text)})") == html


async def test_both_ways_to_call_it_work(running: Rig) -> None:
    assert await running.run('return mcp.renderMarkdown("a")') == "<p>a</p>\n"


@pytest.mark.parametrize("argument", ["nil", "{}", "true", "print"])
async def test_markdown_that_is_not_a_text_is_an_error_of_the_app(running: Rig, argument: str) -> None:
    message = await running.refused("ui_run", code=f"return mcp:renderMarkdown({argument})")
    assert "bad argument #1 to renderMarkdown (string expected" in message


async def test_a_text_that_is_too_long_is_refused_with_the_limit(running: Rig) -> None:
    message = await running.refused("ui_run", code=f'return mcp:renderMarkdown(("x"):rep({MAX_TEXT_BYTES + 1}))')
    assert f"at most {MAX_TEXT_BYTES} bytes" in message


@pytest.mark.parametrize("url", DANGEROUS)
@pytest.mark.parametrize("text", ["[x]({})", "![x]({})", "[x](<{}>)", "[x]\n\n[x]: {}", "<{}>"])
def test_dangerous_addresses_are_removed(text: str, url: str) -> None:
    html = render(text.format(url))
    assert not any(f'="{scheme}' in html.lower() for scheme in ("javascript", "vbscript", "file", "data:text"))


@given(st.text(alphabet="<>[]()!\"'&;:/#*`_-~| \n\tabjavscript\x00\x01", max_size=80))
def test_no_text_becomes_an_element_that_markdown_lacks(text: str) -> None:
    html = render(text)
    assert "<script" not in html
    assert 'href="javascript:' not in html.lower()


async def test_a_readme_and_a_file_are_rendered_the_same(running: Rig, http: ClientSession, base_dir: Path) -> None:
    text = "# Notes\n\n<b>bold</b> [x](javascript:1)"
    for path in ("apps/notes/README.md", "html/notes.md"):
        (base_dir / path).parent.mkdir(parents=True, exist_ok=True)
        (base_dir / path).write_text(text)
    for path in ("/app/notes/readme", "/notes.md"):
        assert render(text) in await text_of(await http.get(running.mcp_url + path))
