from __future__ import annotations

from pytest_uimcp.page.dom.syntax import Item, items, split, without_comments


def test_rules_and_statements_of_a_sheet_come_in_their_order() -> None:
    text = "<!-- @import 'x;y'; a{b:c} -->\n@media x{ d{e:f} } g{h:'}'}"
    assert list(items(text)) == [
        Item("@import 'x;y'"), Item("a", "b:c"), Item("@media x", " d{e:f} "), Item("g", "h:'}'"),
    ]  # fmt: skip


def test_declarations_may_follow_a_rule_within_a_rule() -> None:
    found = list(items("a:b; c{d:e} f:g; --h:{i:j}; k", in_rule=True))
    assert found == [Item("a:b"), Item("c", "d:e"), Item("f:g"), Item("--h:{i:j}"), Item("k")]


def test_what_is_not_closed_ends_with_the_sheet() -> None:
    assert list(items("a{b:c")) == [Item("a", "b:c")]
    assert without_comments("a /* b") == "a "


def test_comments_part_names_but_not_signs_and_are_text_in_strings() -> None:
    assert without_comments("a/*x*/b .c/*y*/.d '/*z*/'") == "a b .c.d '/*z*/'"


def test_signs_in_quotes_and_brackets_do_not_split() -> None:
    assert split(r"a\;b;(c;d);'e;f';[g;h]", ";") == [r"a\;b", "(c;d)", "'e;f'", "[g;h]"]
