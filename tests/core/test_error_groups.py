"""The error of a group of one."""

from __future__ import annotations

from pytest_uimcp.core.error_groups import only_error


def test_groups_of_one_are_unwrapped_and_others_stay() -> None:
    error = ValueError("x")
    pair = ExceptionGroup("two", [error, KeyError("y")])
    assert only_error(error) is error
    assert only_error(ExceptionGroup("outer", [ExceptionGroup("inner", [error])])) is error
    assert only_error(ExceptionGroup("outer", [pair])) is pair
