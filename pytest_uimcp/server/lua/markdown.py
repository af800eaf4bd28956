"""Markdown as HTML that is safe to show: for `mcp:renderMarkdown`, and for the `.md` files of the ports.

CommonMark without extensions, as apps expect it; only the bundled guides, which have tables, are rendered with them.
HTML in the text is left out, and links and images lose addresses that could run something or read files.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


# Bytes that an app may have rendered: a session waits meanwhile, for seconds if a text has nothing but brackets.
MAX_TEXT_BYTES: Final = 256 * 1024

LEFT_OUT: Final = "<!-- raw HTML omitted -->"
_REFUSED: Final = ("javascript:", "vbscript:", "file:", "data:")
_PICTURES: Final = "data:image/"


def render(text: str, *, tables: bool = False) -> str:
    """Render Markdown as a fragment of HTML, without an element around it."""
    return str(_renderer(tables).render(text))


@cache
def _renderer(tables: bool) -> MarkdownIt:
    from markdown_it import MarkdownIt

    renderer = MarkdownIt("commonmark", {"html": True, "xhtmlOut": False})
    if tables:
        renderer.enable("table")
    # A refused link would be shown as its source text; apps expect a link that leads nowhere.
    renderer.validateLink = _any_link  # type: ignore[method-assign, assignment]  # its way to set it
    renderer.add_render_rule("html_inline", _html_inline)
    renderer.add_render_rule("html_block", _html_block)
    renderer.add_render_rule("link_open", _link_open)
    renderer.add_render_rule("image", _image)
    return renderer


def _any_link(_url: str) -> bool:
    return True


def _html_inline(_renderer: Any, _tokens: Any, _index: int, _options: Any, _env: Any) -> str:
    return LEFT_OUT


def _html_block(_renderer: Any, _tokens: Any, _index: int, _options: Any, _env: Any) -> str:
    return LEFT_OUT + "\n"


def _link_open(renderer: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    _without_bad_address(tokens[index], "href")
    return str(renderer.renderToken(tokens, index, options, env))


def _image(renderer: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    _without_bad_address(tokens[index], "src")
    # The method that markdown-it-py itself would call, if there were no rule.
    return str(renderer.image(tokens, index, options, env))


def _without_bad_address(token: Any, name: str) -> None:
    # Browsers ignore spaces and control characters around and in a scheme; here they are percent-encoded already.
    address = str(token.attrGet(name) or "").strip().lower()
    if address.startswith(_REFUSED) and not address.startswith(_PICTURES):
        token.attrSet(name, "")
