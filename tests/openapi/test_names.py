from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_uimcp.openapi.names import MAX_NAME_CHARS, UniqueNames, fnv1a, operation_name, sanitize, target_prefix
from tests.openapi.making import ignore, operation, spec, target

LEGAL = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]{0,63}")
FEISHU = "post_bitable_v1_apps_app_token_tables_table_id_records_batch"


def named(target_name: str, operation_id: str) -> str:
    return UniqueNames(ignore).claim(target_prefix(target_name), operation_id)


@pytest.mark.parametrize(
    ("target_name", "operation_id", "name"),
    [
        ("petstore", "getPet", "petstore__getPet"),
        ("my api", "list users!", "my_api__list_users_"),
        ("主业务后端", "op", "target__op"),
        ("9lives", "x", "_9lives__x"),
        ("--", "x", "_--__x"),
        ("café", "naïve op", "caf___na_ve_op"),
        ("t", operation_name("GET", "/a/{b}/c-d.e"), "t__get_a_b_c-d.e"),
        ("api", operation_name("GET", "/"), "api__get_"),
        ("t", "a" * 100, "t__" + "a" * 55 + "_bcb85"),
        ("target", f"{FEISHU}_create", "target__post_bitable_v1_apps_app_token_tables_table_id_rec_59bf1"),
        ("target", f"{FEISHU}_update", "target__post_bitable_v1_apps_app_token_tables_table_id_rec_97f60"),
        ("t", "a.b:c", "t__a.b:c"),
    ],
)
def test_a_tool_is_named_after_its_target_and_operation(target_name: str, operation_id: str, name: str) -> None:
    assert named(target_name, operation_id) == name


@settings(deadline=None)
@given(st.text(max_size=100), st.text(max_size=200))
def test_every_name_is_legal_and_no_longer_than_64(target_name: str, operation_id: str) -> None:
    assert LEGAL.fullmatch(named(target_name, operation_id))


@settings(deadline=None)
@given(st.text(max_size=100))
def test_sanitizing_twice_is_sanitizing_once(text: str) -> None:
    assert sanitize(sanitize(text)) == sanitize(text)


@pytest.mark.parametrize(("text", "value"), [("", 0x811C9DC5), ("a", 0xE40C292C), ("foobar", 0xBF9CF968)])
def test_the_hash_is_fnv_1a(text: str, value: int) -> None:
    assert fnv1a(text) == value


def test_long_names_that_begin_alike_stay_apart() -> None:
    names = UniqueNames(ignore)
    shared = "x" * 70
    assert len({names.claim("t", f"{shared}{end}") for end in range(50)}) == 50


def test_a_name_that_is_taken_gets_a_number_and_a_warning() -> None:
    told: list[str] = []
    names = UniqueNames(told.append)
    assert [names.claim("t", "a") for _ in range(3)] == ["t__a", "t__a_2", "t__a_3"]
    assert names.claim("t", "a!") == "t__a_"
    assert names.claim("t", "a?") == "t__a__2"
    assert told[0] == "two tools would be called t__a; the second one (a) is called t__a_2"
    assert len(told) == 3


def test_a_long_name_that_is_taken_gets_one_of_64_characters_too() -> None:
    names = UniqueNames(ignore)
    claimed = [names.claim("t", "a" * 100) for _ in range(20)]
    assert len(set(claimed)) == 20
    assert {len(name) for name in claimed} == {MAX_NAME_CHARS}


def test_a_strict_name_has_no_dots_and_colons() -> None:
    assert UniqueNames(ignore, strict=True).claim("t", "a.b:c-d") == "t__a_b_c-d"


def test_operations_of_the_same_id_are_tools_of_different_names_that_call_what_they_should() -> None:
    told: list[str] = []
    made = target(spec({"/a": {"get": operation()}, "/b": {"get": operation()}}), warn=told.append)
    assert [(tool.name, tool.request) for tool in made.tools.values()] == [
        ("t__op", "GET /a"),
        ("t__op_2", "GET /b"),
        ("t__set_auth", ""),
    ]
    assert told == ["t: two tools would be called t__op; the second one (op) is called t__op_2"]


def test_an_operation_called_set_auth_keeps_its_name() -> None:
    made = target(spec({"/a": {"get": {"operationId": "set_auth"}}}))
    assert [(tool.name, tool.request) for tool in made.tools.values()] == [
        ("t__set_auth", "GET /a"),
        ("t__set_auth_2", ""),
    ]


def test_the_set_auth_tool_of_a_long_target_is_no_longer_than_64() -> None:
    [name] = target(spec({}), name="x" * 80).tools
    assert len(name) == MAX_NAME_CHARS


def test_operations_without_an_id_are_named_after_method_and_path() -> None:
    made = target(spec({"/a/{b}": {"get": {}, "post": {}}, "/": {"get": {}}}))
    assert list(made.tools) == ["t__get_a_b", "t__post_a_b", "t__get_", "t__set_auth"]


def test_the_order_of_tools_is_the_documents_in_every_run() -> None:
    paths: dict[str, Any] = {f"/{name}": {"post": {}, "get": {}} for name in "zaqxswcde"}
    wanted = [f"t__{method}_{name}" for name in "zaqxswcde" for method in ("post", "get")]
    for _ in range(20):
        assert list(target(spec(paths)).tools) == [*wanted, "t__set_auth"]
