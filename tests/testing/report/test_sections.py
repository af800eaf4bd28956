from __future__ import annotations

import pytest

from pytest_uimcp.servers import rows
from pytest_uimcp.testing.report import sections as module
from pytest_uimcp.testing.report.sections import SECTIONS, Section, sections


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [f"line {number}" for number in range(5)]
    monkeypatch.setattr(module, "rows", lambda what: [])
    monkeypatch.setattr(
        module,
        "SECTIONS",
        (
            Section("first", lambda failed: lines, max_lines=2),
            Section("last", lambda failed: lines, max_lines=2, from_end=True),
            Section("nothing", lambda failed: []),
        ),
    )


def test_a_section_is_cut_at_the_end_that_matters_less_and_left_out_when_empty(only: None) -> None:
    assert list(sections([], None, verbose=False)) == [
        ("first", "line 0\nline 1\n… 3 more, see -v"),
        ("last", "… 3 before, see -v\nline 3\nline 4"),
    ]


def test_the_whole_section_is_shown_when_verbose(only: None) -> None:
    assert [text.count("\n") for _, text in sections([], None, verbose=True)] == [4, 4]


def test_no_two_sections_have_the_same_title() -> None:
    titles = [section.title for section in (*SECTIONS, *rows("sections"))]
    assert len(titles) == len(set(titles))
