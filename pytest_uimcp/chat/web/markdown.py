"""Messages as HTML that is safe to show: Markdown, and plain text whose addresses are links."""

from __future__ import annotations

from functools import cache, lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from pytest_uimcp.chat.web.links import ATTRIBUTES, addresses, may_be_followed

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


# Every page that connects is sent the whole conversation.
@lru_cache(maxsize=2048)
def as_html(text: str) -> str:
    """Render Markdown. HTML in it is shown as text, and images as links: a page fetches nothing for a message."""
    return str(_renderer().render(text))


def plain_as_html(text: str) -> str:
    """The very same text, with links; the page's style keeps its spaces and line breaks."""
    parts = []
    position = 0
    for start, end in addresses(text):
        address = text[start:end]
        parts += [escape(text[position:start]), _link(address, escape(address))]
        position = end
    return f'<p class="text" dir="auto">{"".join(parts)}{escape(text[position:])}</p>'


@cache
def _renderer() -> MarkdownIt:
    from markdown_it import MarkdownIt

    # No HTML of messages, and line breaks where people typed them.
    renderer = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])
    usual = renderer.validateLink

    def validate(address: str) -> bool:
        return may_be_followed(address) and usual(address)

    renderer.validateLink = validate  # type: ignore[assignment, method-assign]  # its way to set it
    # Before escaped characters are joined to the text around them: whoever escapes an address wants no link.
    renderer.core.ruler.before("text_join", "addresses", _link_addresses)
    renderer.add_render_rule("link_open", _link_open)
    renderer.add_render_rule("image", _image)
    return renderer


def _link_addresses(state: Any) -> None:
    for block in state.tokens:
        if block.type == "inline" and ("://" in block.content or "mailto:" in block.content.lower()):
            block.children = _with_links(block.children, state.md)


def _with_links(tokens: list[Any], md: MarkdownIt) -> list[Any]:
    result: list[Any] = []
    link_depth = 0
    for token in tokens:
        link_depth += {"link_open": 1, "link_close": -1}.get(token.type, 0)
        result += _split(token, md) if token.type == "text" and not link_depth else [token]
    return result


def _split(token: Any, md: MarkdownIt) -> list[Any]:
    from markdown_it.token import Token

    def text(content: str) -> Token:
        return Token("text", "", 0, content=content, level=token.level)

    result = []
    position = 0
    for start, end in addresses(token.content):
        address = token.content[start:end]
        href = md.normalizeLink(address)
        # It stays text.
        if not md.validateLink(href):
            continue
        result += [
            text(token.content[position:start]),
            Token("link_open", "a", 1, attrs={"href": href}, level=token.level, markup="linkify", info="auto"),
            text(address),
            Token("link_close", "a", -1, level=token.level, markup="linkify", info="auto"),
        ]
        position = end
    return [*result, text(token.content[position:])]


def _link_open(renderer: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    for name, value in ATTRIBUTES.items():
        tokens[index].attrSet(name, value)
    return str(renderer.renderToken(tokens, index, options, env))


def _image(renderer: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    token = tokens[index]
    words = renderer.renderInlineAsText(token.children or [], options, env) or "image"
    return _link(str(token.attrGet("src") or ""), escape(words))


def _link(address: str, words: str) -> str:
    attributes = "".join(f' {name}="{value}"' for name, value in ATTRIBUTES.items())
    return f'<a href="{escape(address)}"{attributes}>{words}</a>'
