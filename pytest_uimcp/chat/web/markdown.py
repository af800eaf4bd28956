"""Messages of the assistant as HTML that is safe to show."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

__all__ = ["as_html"]


@lru_cache(maxsize=2048)
def as_html(text: str) -> str:
    """Render Markdown. HTML in it is shown as text, and images as links: a page fetches nothing for a message."""
    return str(_renderer().render(text))


@cache
def _renderer() -> MarkdownIt:
    from markdown_it import MarkdownIt

    made = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])
    made.add_render_rule("link_open", _link_open)
    made.add_render_rule("image", _image)
    return made


def _link_open(renderer: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    tokens[index].attrSet("target", "_blank")
    tokens[index].attrSet("rel", "noopener noreferrer")
    return str(renderer.renderToken(tokens, index, options, env))


def _image(renderer: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    from markdown_it.common.utils import escapeHtml

    token = tokens[index]
    words = escapeHtml(renderer.renderInlineAsText(token.children or [], options, env) or "image")
    return (
        f'<a href="{escapeHtml(str(token.attrGet("src") or ""))}" target="_blank" rel="noopener noreferrer">{words}</a>'
    )
