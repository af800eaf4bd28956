from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.compositor.errors import CompositorError
from pytest_uimcp.compositor.names import NameTable
from pytest_uimcp.compositor.naming import check_prefix, exposed_name, renamed


@dataclass
class Item:
    name: str


def items(*names: str) -> list[Item]:
    return [Item(name) for name in names]


@pytest.mark.parametrize("prefix", ["a", "ui", "policy_reader", "a1", "a" * 50, "a_", "a__b"])
def test_edge_21_a_valid_prefix_is_taken(prefix: str) -> None:
    assert check_prefix(prefix) == prefix


@pytest.mark.parametrize("prefix", ["", "A", "1a", "_a", "a-b", "a.b", "a b", "ä", "a" * 51, "a\n", None, 7])
def test_edge_21_an_invalid_prefix_is_refused_with_its_value(prefix: object) -> None:
    with pytest.raises(CompositorError) as refused:
        check_prefix(prefix)
    assert refused.value.code == "invalid_prefix"
    assert str(refused.value) == (
        f"a mount prefix is 1 to 50 characters, a-z, 0-9 and _, and begins with a letter; got {str(prefix)[:100]!r}"
    )


@pytest.mark.parametrize(
    ("prefix", "tool", "exposed"),
    [
        ("ui", "send_message", "ui_send_message"),
        ("loop", "yield_turn", "loop_yield_turn"),
        ("ui", "chat_read_since", "ui_chat_read_since"),
        ("chat_assistant", "chat.assistant.post", "chat_assistant_post"),
        ("chat", "chat_read_since", "chat_read_since"),
        ("ui", "ui_run", "ui_run"),
        ("ui", "uiless", "ui_uiless"),
        ("a", "b.c.d", "a_b_c_d"),
    ],
)
def test_a_tool_is_exposed_under_its_prefix_with_dots_replaced(prefix: str, tool: str, exposed: str) -> None:
    assert exposed_name(prefix, tool) == exposed


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("Post with chat.assistant.post: it is shown.", "Post with chat_assistant_post: it is shown."),
        ("Call send_message, then end_turn.", "Call ui_send_message, then ui_end_turn."),
        ("Read it with `read`, read(1) or `read(1)`.", "Read it with `p_read`, p_read(1) or `p_read(1)`."),
        ("It can read; reading is cheap.", "It can read; reading is cheap."),
        ("ui_send_message, my.send_message", "ui_send_message, my.send_message"),
        ("send_message.txt, a/send_message, send_message://x", "send_message.txt, a/send_message, send_message://x"),
        ("", ""),
    ],
)
def test_a_text_gets_the_exposed_names_where_it_means_tools(text: str, changed: str) -> None:
    names = {
        "chat.assistant.post": "chat_assistant_post",
        "send_message": "ui_send_message",
        "end_turn": "ui_end_turn",
        "read": "p_read",
        "kept": "kept",
    }
    assert renamed(text, names) == changed


def test_edge_21_a_prefix_with_an_underscore_is_found_by_lookup() -> None:
    table: NameTable[Item] = NameTable()
    table.replace("policy", items("evaluate"))
    table.replace("policy_reader", items("evaluate_policy"))
    found = table.find("policy_reader_evaluate_policy")
    assert found is not None
    assert (found.prefix, found.item.name) == ("policy_reader", "evaluate_policy")


def test_edge_21_a_collision_names_both_owners_and_the_first_keeps_the_name() -> None:
    table: NameTable[Item] = NameTable()
    assert table.replace("q", items("b_c")) == []
    (collision,) = table.replace("q_b", items("c", "d"))
    assert str(collision) == "q_b_c is 'b_c' of q and 'c' of q_b"
    assert [owned.name for owned in table.listed()] == ["q_b_c", "q_b_d"]


def test_a_mount_that_comes_later_to_a_name_never_takes_it_from_another() -> None:
    table: NameTable[Item] = NameTable()
    table.reserve("q")
    table.replace("q_b", items("c"))
    (collision,) = table.replace("q", items("b_c", "x"))
    assert collision.owner == "q_b"
    assert table.find("q_b_c").prefix == "q_b"
    table.drop("q_b")
    assert table.find("q_b_c").prefix == "q"
    assert [owned.name for owned in table.listed()] == ["q_b_c", "q_x"]


def test_two_tools_of_one_mount_with_one_exposed_name_collide() -> None:
    table: NameTable[Item] = NameTable()
    (collision,) = table.replace("a", items("b.c", "b_c"))
    assert str(collision) == "a_b_c is 'b.c' of a and 'b_c' of a"
    assert [owned.item.name for owned in table.listed()] == ["b.c"]


@pytest.mark.parametrize(
    "alias", ["mcp__chat_assistant__post", "chat_assistant.post", "chat_assistant.chat.assistant.post"]
)
def test_edge_21_an_alias_is_found_but_not_listed(alias: str) -> None:
    table: NameTable[Item] = NameTable()
    table.replace("chat_assistant", items("chat.assistant.post"))
    assert table.find(alias) is table.find("chat_assistant_post")
    assert [owned.name for owned in table.listed()] == ["chat_assistant_post"]


def test_an_alias_that_could_mean_two_tools_means_neither() -> None:
    table: NameTable[Item] = NameTable()
    table.replace("a", items("b__c"))
    table.replace("a__b", items("c"))
    assert table.find("mcp__a__b__c") is None


def test_the_list_is_in_the_order_of_the_mounts_and_of_their_tools() -> None:
    table: NameTable[Item] = NameTable()
    table.reserve("first")
    table.replace("second", items("b", "a"))
    table.replace("first", items("z", "y"))
    assert [owned.name for owned in table.listed()] == ["first_z", "first_y", "second_b", "second_a"]
    assert [owned.name for owned in table.of("second")] == ["second_b", "second_a"]


NAMES = st.sampled_from(["a", "b", "b_c", "c", "b.c", "a_b_c"])
CHANGES = st.lists(
    st.tuples(st.sampled_from(["a", "a_b", "q"]), st.lists(NAMES, max_size=4, unique=True) | st.none()), max_size=12
)


@given(CHANGES)
def test_whatever_is_mounted_every_name_is_found_and_stays_with_its_owner(
    changes: list[tuple[str, list[str] | None]],
) -> None:
    table: NameTable[Item] = NameTable()
    offers: dict[str, list[str]] = {}
    for prefix, offered in changes:
        owners = {owned.name: (owned.prefix, owned.item.name) for owned in table.listed()}
        if offered is None:
            table.drop(prefix)
            offers.pop(prefix, None)
        else:
            table.replace(prefix, items(*offered))
            offers[prefix] = offered
        listed = table.listed()
        wanted = {exposed_name(mount, name) for mount, names in offers.items() for name in names}
        assert sorted(owned.name for owned in listed) == sorted(wanted)
        for owned in listed:
            assert table.find(owned.name) is owned
            before = owners.get(owned.name)
            if before is not None and before[1] in offers.get(before[0], []):
                assert (owned.prefix, owned.item.name) == before
