from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_uimcp.openapi.danger import KEYWORDS, is_dangerous_operation, is_dangerous_tool, name_words
from tests.openapi.making import operation, spec, target


@pytest.mark.parametrize("method", ["DELETE", "PUT", "PATCH", "delete"])
def test_methods_that_overwrite_or_remove_are_dangerous(method: str) -> None:
    assert is_dangerous_operation(method, "updatePet")


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST"])
def test_other_methods_are_not(method: str) -> None:
    assert not is_dangerous_operation(method, "createPet")


@pytest.mark.parametrize(
    ("name", "dangerous"),
    [
        ("listDropdowns", False),
        ("listDeleted", False),
        ("presetList", False),
        ("resetPassword", True),
        ("password_reset", True),
        ("drop-table", True),
        ("DELETEAll", True),
        ("purgeCDN", True),
        ("remove.v2", True),
        ("destroy2", True),
    ],
)
def test_a_word_of_the_name_makes_it_dangerous_and_a_part_of_a_word_does_not(name: str, dangerous: bool) -> None:
    assert is_dangerous_operation("POST", name) is dangerous
    assert is_dangerous_operation("GET", name) is dangerous


def test_the_name_of_the_target_does_not_count() -> None:
    made = target(spec({"/a": {"post": {"operationId": "start"}}}), name="reset-service")
    assert not made.tools["reset-service__start"].is_dangerous({})


def test_the_operation_may_say_it_itself_and_the_configuration_has_the_last_word() -> None:
    assert is_dangerous_operation("GET", "a", confirm_by_operation=True)
    assert not is_dangerous_operation("DELETE", "a", confirm_by_operation=False)
    assert is_dangerous_operation("DELETE", "a", confirm_by_operation=False, confirm="always")
    assert not is_dangerous_operation("DELETE", "a", confirm_by_operation=True, confirm="never")


def test_tools_ask_the_specification_and_the_configuration() -> None:
    document = spec(
        {
            "/a": {"delete": operation(**{"x-nlui-confirm": False}), "get": {"x-nlui-confirm": True}},
            "/b": {"delete": {"x-nlui-confirm": "yes"}},
        }
    )
    tools = target(document).tools
    assert [tool.is_dangerous({}) for tool in tools.values()] == [False, True, True, False]
    assert not any(tool.is_dangerous({}) for tool in target(document, confirm="never").tools.values())


@pytest.mark.parametrize(
    ("hints", "arguments", "dangerous"),
    [
        ({"destructiveHint": True}, {}, True),
        ({"destructiveHint": True, "readOnlyHint": True}, {}, True),
        ({"readOnlyHint": True}, {"method": "DELETE"}, False),
        ({}, {"method": "DELETE"}, True),
        (None, {"http_method": "Patch"}, True),
        ({}, {"method": "get"}, False),
        ({}, {"text": "delete"}, False),
        ({}, {"method": ["delete"]}, False),
    ],
)
def test_another_servers_tool_is_judged_by_its_hints_then_by_the_method_it_is_given(
    hints: Any, arguments: dict[str, Any], dangerous: bool
) -> None:
    assert is_dangerous_tool("files__query", hints, arguments) is dangerous


def test_another_servers_tool_is_judged_by_its_name_too() -> None:
    assert is_dangerous_tool("files__delete_file", None, {})


@settings(deadline=None)
@given(st.lists(st.sampled_from(["pet", "shop", *sorted(KEYWORDS)]), min_size=1), st.sampled_from(["_", "-", ".", " "]))
def test_words_are_found_however_a_name_joins_them(words: list[str], separator: str) -> None:
    assert name_words(separator.join(words)) == words
    assert name_words("".join(word.capitalize() for word in words)) == words
