"""Both parsers make the same tree; where they do not, docs/reference/parsers.md says so."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_uimcp.page.dom.parsers import native, pure
from tests.page.dom.parsers.differences import DIFFERENCES, Difference
from tests.page.dom.parsers.markup import anything, ordinary, well_formed
from tests.page.dom.parsers.outline import line, outline

ROOT = Path(__file__).resolve().parents[4]
# The same examples in every run: large numbers were tried before, and a rare difference would say nothing about the
# current change.
SAME_MARKUP = settings(max_examples=400, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
# As a page, as `innerHTML`, as a view.
AS = ["{}", "<!DOCTYPE html><body>{}", "<!DOCTYPE html><template>{}</template>"]


def same(markup: str) -> bool:
    return outline(native.parse(markup)) == outline(pure.parse(markup))


def files() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "*.html"], cwd=ROOT, capture_output=True, text=True, check=True)
    return listed.stdout.split()


@pytest.mark.parametrize("name", files())
def test_a_file_of_this_repository_is_parsed_to_the_same_tree(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert [use for use in AS if not same(use.format(text))] == []


def test_the_repository_has_files_to_compare() -> None:
    assert len(files()) > 70


@pytest.mark.slow
@SAME_MARKUP
@given(well_formed(), st.sampled_from(AS))
def test_valid_markup_is_parsed_to_the_same_tree(markup: str, use: str) -> None:
    assert same(use.format(markup))


@pytest.mark.slow
@SAME_MARKUP
@given(ordinary(15), st.sampled_from(AS))
def test_ordinary_elements_are_parsed_to_the_same_tree_even_if_malformed(markup: str, use: str) -> None:
    assert same(use.format(markup))


@pytest.mark.slow
@pytest.mark.parametrize("use", AS)
def test_few_pages_of_arbitrary_malformed_markup_differ(use: str) -> None:
    tried = different = 0

    @SAME_MARKUP
    @given(anything(15))
    def look(markup: str) -> None:
        nonlocal tried, different
        tried += 1
        different += not same(use.format(markup))

    look()
    assert different / tried < 0.03


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda difference: ascii(difference.markup))
def test_a_listed_difference_exists(difference: Difference) -> None:
    right, wrong = (native, pure) if difference.by == "justhtml" else (pure, native)
    assert line(outline(right.parse(difference.markup))) == difference.browser
    assert line(outline(wrong.parse(difference.markup))) == difference.made


@pytest.mark.parametrize(
    "markup",
    [
        "<template><tr><td>1</tr><tr><td>2</tr></template>",
        "<template><td>1<td>2</template>",
        "<template><col><col></template>",
        "<template><table><tr><td>1</tr><tr><td>2</table>after</template>",
        "<template><template><tr><td>1</tr><tr><td>2</tr></template>after</template>",
        "<template><select><option>a<option>b</select>after</template>",
        "<template><select><optgroup><option>a</select>after</template>",
        "<p><select><option>a<hr><option>b</select>after",
        "<p><select><button><selectedcontent></selectedcontent></button><div><option>a</div></select>after",
        "<svg><template><tr></template><select></select></svg>",
        "<template></p></br>x</template>",
        "<template><p>x<table></table></template>",
        "<!-- a page --><!doctype html><template><p>x<table></table></template>",
        "<template uimcp-content-0=x><select a='>'><option value=\"</select>\">a</select></template>",
        "<template><!--</template>--><textarea></template></textarea><title></select></title>x</template>after",
        "<template></<select></template>after</template>",
        "<p>\ufeffx",
        "\ufeff<p>x",
        f"{'<template>' * 30}<tr><td>x{'</template>' * 30}after",
        "<template>" * 100,
        "<select>" * 100,
    ],
    ids=lambda markup: ascii(markup[:50]),
)
def test_templates_and_selects_are_parsed_to_the_same_tree(markup: str) -> None:
    assert same(markup)
