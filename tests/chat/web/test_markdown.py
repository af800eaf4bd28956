from __future__ import annotations

import html
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser

from pytest_uimcp.chat.web.links import addresses
from pytest_uimcp.chat.web.markdown import as_html, plain_as_html
from tests.chat.web.attacks import attacks

LINK = 'target="_blank" rel="noopener noreferrer"'
PLAIN = "p br strong em s code pre ul ol li blockquote hr h1 h2 h3 h4 h5 h6 table thead tbody tr"
ALLOWED: dict[str, set[str]] = {
    **{tag: set() for tag in PLAIN.split()},
    "a": {"href", "target", "rel", "title"},
    "p": {"class", "dir"},
    "ol": {"start"},
    "code": {"class"},
    "td": {"style"},
    "th": {"style"},
}


def linked(text: str) -> list[str]:
    return [text[start:end] for start, end in addresses(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see https://example.org.", ["https://example.org"]),
        (
            "(see https://example.org/a_(b)), or http://x.org/?q=1&r=2#s!",
            ["https://example.org/a_(b)", "http://x.org/?q=1&r=2#s"],
        ),
        (
            "<https://example.org>, \"http://x.org/\"; 'http://y.org'",
            ["https://example.org", "http://x.org/", "http://y.org"],
        ),
        (
            "HTTPS://EXAMPLE.ORG http://127.0.0.1:8000/x http://[::1]/",
            ["HTTPS://EXAMPLE.ORG", "http://127.0.0.1:8000/x", "http://[::1]/"],
        ),
        ("mailto:ada@example.org, ada@example.org", ["mailto:ada@example.org"]),
        ("看https://example.org/路。谢谢", ["https://example.org/路"]),
        ("[one](https://x.org/a)", ["https://x.org/a"]),
        ("javascript:alert(1) ftp://x.org file:///etc http:// https://. xhttp://x.org www.x.org", []),
        ("https://x.org/\u202egnp.exe", ["https://x.org/"]),
    ],
)
def test_addresses_are_those_of_pages_and_of_mail_without_the_punctuation_around_them(
    text: str, expected: list[str]
) -> None:
    assert linked(text) == expected


@pytest.mark.parametrize(
    ("text", "rendered"),
    [
        (
            "see https://x.org/a_b_c?d=1&e.",
            f'<p>see <a href="https://x.org/a_b_c?d=1&amp;e" {LINK}>https://x.org/a_b_c?d=1&amp;e</a>.</p>\n',
        ),
        ("**http://x.org**", f'<p><strong><a href="http://x.org" {LINK}>http://x.org</a></strong></p>\n'),
        ("`http://x.org`", "<p><code>http://x.org</code></p>\n"),
        ("    http://x.org", "<pre><code>http://x.org\n</code></pre>\n"),
        ("[http://y.org](http://x.org)", f'<p><a href="http://x.org" {LINK}>http://y.org</a></p>\n'),
        ("<http://x.org>", f'<p><a href="http://x.org" {LINK}>http://x.org</a></p>\n'),
        ("http\\://x.org", "<p>http://x.org</p>\n"),
        ("[x](tel:1) [x](vscode://y)", "<p>[x](tel:1) [x](vscode://y)</p>\n"),
    ],
)
def test_addresses_in_markdown_are_links_where_they_are_text(text: str, rendered: str) -> None:
    assert as_html(text) == rendered


def test_plain_text_keeps_everything_and_has_links() -> None:
    rendered = plain_as_html("    **a**\n\n<b> https://x.org/?a&b")
    link = f'<a href="https://x.org/?a&amp;b" {LINK}>https://x.org/?a&amp;b</a>'
    assert rendered == f'<p class="text" dir="auto">    **a**\n\n&lt;b&gt; {link}</p>'


@given(st.text() | st.text("https://mailto:@x.()[]<>\"'&; "))
def test_the_words_of_plain_text_are_the_text(text: str) -> None:
    assert html.unescape(re.sub(r"<[^>]*>", "", plain_as_html(text))) == html.unescape(html.escape(text))


class Findings(HTMLParser):
    """What is in HTML that may not be there."""

    def __init__(self) -> None:
        super().__init__()
        self.findings: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ALLOWED:
            self.findings.append(tag)
        for name, value in attrs:
            if name not in ALLOWED.get(tag, ()):
                self.findings.append(f"{tag} {name}")
            if name == "href" and not re.match(r"https?://|mailto:|(?![a-z][a-z0-9+.-]*:)", value or "", re.IGNORECASE):
                self.findings.append(f"{tag} {value}")


def test_nothing_in_a_message_acts_however_it_is_rendered() -> None:
    for attack in attacks():
        for render in (as_html, plain_as_html):
            parser = Findings()
            parser.feed(render(attack))
            assert parser.findings == [], attack


def test_nothing_in_a_message_acts_in_chromium(chromium: Browser) -> None:
    renderings = [render(attack) for attack in attacks() for render in (as_html, plain_as_html)]
    page = chromium.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: asked.append(dialog.message))
    wrong = page.evaluate(
        """(renderings) => renderings.filter((html) => {
            const body = document.createElement("div");
            document.body.replaceChildren(body);
            body.innerHTML = html;
            const links = [...body.querySelectorAll("a")];
            const names = [...body.querySelectorAll("*")].flatMap((one) => one.getAttributeNames());
            return body.querySelector("script, img, svg, iframe, form, style, base, meta, math, object, embed, link")
                || names.some((name) => name.startsWith("on"))
                || links.some((link) => !["http:", "https:", "mailto:", "about:", ":"].includes(link.protocol)
                    || link.target !== "_blank" || !link.relList.contains("noopener"));
        })""",
        renderings,
    )
    page.close()
    assert (wrong, asked) == ([], [])
    assert len(renderings) > 2900
