"""The start tags of a document, as a browser reads them."""

from __future__ import annotations

import time

import pytest

from pytest_uimcp.checks.start_tags import start_tags


def read(text: str) -> list[tuple[str, dict[str, str], int]]:
    return [(tag.name, tag.attributes, tag.line) for tag in start_tags(text)]


def test_a_tag_has_its_name_attributes_and_line() -> None:
    assert read("<p>\n<A HREF='a>b' title=\"&lt;\" ui-x=y checked\n/></A>") == [
        ("p", {}, 1),
        ("a", {"href": "a>b", "title": "<", "ui-x": "y", "checked": ""}, 2),
    ]


def test_each_attribute_has_its_line() -> None:
    (tag,) = start_tags('\n<p\n  a="1\n2"\n  b>')
    assert tag.lines == {"a": 3, "b": 5}


def test_the_first_of_two_attributes_with_one_name_counts() -> None:
    assert read('<p a="1" A="2">') == [("p", {"a": "1"}, 1)]


@pytest.mark.parametrize("around", ["<!-- {} -->", "<script>{}</script>", "<style>{}</STYLE>"])
def test_comments_scripts_and_styles_have_no_tags(around: str) -> None:
    text = around.format("<b>\n") + "<i>"
    assert [(name, line) for name, _, line in read(text) if name not in ("script", "style")] == [("i", 2)]


@pytest.mark.parametrize("text", ["<b <i", "<b x='>", "<!-- <b>", "<b", "< b>", "</b>", "<1>"])
def test_a_tag_that_does_not_end_is_not_read(text: str) -> None:
    assert read(text) == []


def test_a_tag_that_is_not_closed_takes_the_next_one_with_it() -> None:
    assert read('<p ui-value="a" <b>') == [("p", {"ui-value": "a", "<b": ""}, 1)]


@pytest.mark.slow
@pytest.mark.parametrize("part", ["<a ", '<a "', "<a x='\"", "<a ='", "<!--", "<script>", "<b>", "<a x=y ", "a   "])
def test_a_large_broken_file_is_read_in_linear_time(part: str) -> None:
    text = "<p>" + part * (1_000_000 // len(part))
    start = time.process_time()
    assert read(text)[0][0] == "p"
    assert time.process_time() - start < 10
