from __future__ import annotations

from pytest_uimcp.testing.snapshots.differences import text_difference


def test_it_shows_removed_and_added_lines_with_a_line_of_context() -> None:
    before = "".join(f"row {number}\n" for number in range(9))
    assert list(text_difference(before, before.replace("row 5", "row five"))) == [
        "  line 5:",
        "  row 4",
        "- row 5",
        "+ row five",
        "  row 6",
    ]


def test_equal_texts_give_no_lines_and_long_differences_are_cut() -> None:
    assert list(text_difference("a", "a")) == []
    lines = list(text_difference("", "x\n" * 500))
    assert len(lines) == 201
    assert lines[-1].endswith("more lines")
    assert len(next(line for line in text_difference("", "y" * 999) if line[0] == "+")) == 240
