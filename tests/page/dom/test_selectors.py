from __future__ import annotations

import pytest

from pytest_uimcp.page.dom.parse import parse_document
from pytest_uimcp.page.dom.selectors import CssSelectorError, select

PAGE = """
<main id=m><h1 class="big title">T</h1><p>one</p><p class=x lang=en-GB>two</p>
<ul><li>a<li class=x>b<li>c<li data-k="v w">d</ul>
<input type=checkbox checked id=c><input disabled id=d><button>go</button><div id=e></div></main>
"""


def found(selector: str) -> list[str]:
    document = parse_document(PAGE)
    return [e.id or e.text_content().strip() or e.tag for e in select(document.body, selector)]


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("p", ["one", "two"]),
        ("P.x", ["two"]),
        (".big.title", ["T"]),
        ("#m > p", ["one", "two"]),
        ("h1 + p", ["one"]),
        ("h1 ~ p", ["one", "two"]),
        ("main li.x, h1", ["T", "b"]),
        ("li:first-child, li:last-child", ["a", "d"]),
        ("li:nth-child(2n+1)", ["a", "c"]),
        ("li:nth-last-child(-n+2)", ["c", "d"]),
        ("p:nth-of-type(2)", ["two"]),
        ("li:not(.x):not(:first-child)", ["c", "d"]),
        (":is(h1, button)", ["T", "go"]),
        ("ul:has(> .x)", ["abcd"]),
        ("ul:has(h1, > .x)", ["abcd"]),
        ("main:has(table, > li)", []),
        ("main:not(:has(table, > li))", ["m"]),
        ("h1:has(li, ~ p)", ["T"]),
        ("[data-k~=w]", ["d"]),
        ('[data-k="v w"]', ["d"]),
        ("[lang|=en]", ["two"]),
        ("[data-k^=v], [data-k$=x], [data-k*='v w']", ["d"]),
        ("[lang=EN-gb i]", ["two"]),
        (":checked", ["c"]),
        ("input:disabled", ["d"]),
        ("div:empty", ["e"]),
        ("ul *", ["a", "b", "c", "d"]),
    ],
)
def test_a_selector_finds_what_a_browser_finds(selector: str, expected: list[str]) -> None:
    assert found(selector) == expected


@pytest.mark.parametrize(
    ("selector", "problem"),
    [
        ("p >", "the selector 'p >' cannot be read: expected a selector at character 4"),
        ("", "the selector '' cannot be read: expected a selector at character 1"),
        ("p:hoover", "the selector 'p:hoover' cannot be read: :hoover is not known here at character 9"),
        ("[a=", "an attribute test is [name], [name=value] or with ~= |= ^= $= *="),
    ],
)
def test_a_selector_that_cannot_be_read_says_where(selector: str, problem: str) -> None:
    with pytest.raises(CssSelectorError) as failure:
        found(selector)
    assert problem in str(failure.value)
