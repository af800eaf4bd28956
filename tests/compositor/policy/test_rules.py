from __future__ import annotations

from typing import Any

import pytest

from pytest_uimcp.compositor.policy import Gate, PolicyError, PolicyFileError, Rule, RulePolicy
from pytest_uimcp.compositor.policy.errors import PolicyOutputError
from pytest_uimcp.mcp.calls import ToolCall


def decision(policy: RulePolicy, name: str, server: str = "files", **arguments: Any) -> str:
    return policy.verdict(ToolCall(name, arguments, server)).decision


def test_the_first_rule_that_matches_decides() -> None:
    policy = RulePolicy(
        [
            Rule("files_delete", "deny_abort", when={"path": "/"}),
            Rule("files_delete", "deny_continue", when={"force": True}),
            Rule("files_*", "allow"),
            Rule("*", "deny_continue"),
        ]
    )
    assert decision(policy, "files_delete", path="/", force=True) == "deny_abort"
    assert decision(policy, "files_delete", path="/x", force=True) == "deny_continue"
    assert decision(policy, "files_delete", path="/x") == "allow"
    assert decision(policy, "shell_run", "shell") == "deny_continue"


@pytest.mark.parametrize(
    ("later", "default", "expected"),
    [
        ([Rule("*", "allow")], "deny_abort", "ask"),
        ([Rule("*", "deny_continue")], "allow", "deny_continue"),
        ([], "allow", "ask"),
        ([], "deny_abort", "deny_abort"),
    ],
)
def test_a_rule_whose_condition_cannot_be_known_asks_unless_what_follows_is_stricter(
    later: list[Rule], default: Any, expected: str
) -> None:
    doubtful = Rule("files_write", "deny_continue", when={"path": {"under": "/etc"}})
    policy = RulePolicy([doubtful, *later], default=default)
    assert decision(policy, "files_write", path="../etc/passwd") == expected


def test_without_a_rule_the_default_decides() -> None:
    assert decision(RulePolicy(), "files_read") == "ask"
    assert decision(RulePolicy(default="deny_abort"), "files_read") == "deny_abort"


def test_a_rule_may_be_for_one_server_only() -> None:
    policy = RulePolicy([Rule("*", "allow", server="files")], default="deny_continue")
    assert decision(policy, "files_read", "files") == "allow"
    assert decision(policy, "files_read", "files_of_others") == "deny_continue"


def test_names_are_case_sensitive_and_matched_whole() -> None:
    policy = RulePolicy([Rule("files_read", "allow")])
    assert decision(policy, "Files_Read") == decision(policy, "files_read_all") == "ask"


def test_a_condition_may_be_a_function() -> None:
    policy = RulePolicy([Rule("files_*", "allow", when=lambda arguments: len(arguments) > 1)])
    assert decision(policy, "files_read", a=1) == "ask"
    assert decision(policy, "files_read", a=1, b=2) == "allow"
    assert policy.verdict(ToolCall("files_read")).decision == "ask"


def test_a_verdict_says_which_rule_decided() -> None:
    policy = RulePolicy(
        [Rule("files_read", "allow", rationale="harmless"), Rule("files_*", "ask", when={"a": 1}, line=7)]
    )
    assert policy.verdict(ToolCall("files_read")).rationale == "harmless"
    assert policy.verdict(ToolCall("files_x", {"a": 1})).rationale == "line 7: ask files_* when …"
    assert policy.verdict(ToolCall("x")).rationale == "default: ask"


def test_the_tables_rules_come_before_what_is_always_allowed() -> None:
    policy = RulePolicy([Rule("chat_assistant_post", "ask")])
    assert decision(policy, "chat_assistant_post", "chat_assistant") == "ask"
    assert decision(policy, "loop_yield_turn", "loop") == "allow"
    assert decision(RulePolicy(always=()), "loop_yield_turn", "loop") == "ask"


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: Rule("x", "perhaps"), PolicyOutputError, "expected a decision, one of deny_abort, .*; got 'perhaps'"),  # type: ignore[arg-type]  # what is refused
        (lambda: Rule("", "ask"), PolicyFileError, "a rule needs the name of a tool"),
        (
            lambda: Rule("x", "ask", when={"a": {"like": 1}}),
            PolicyFileError,
            "the condition on a: unknown operator 'like'",
        ),
        (lambda: RulePolicy(default="no"), PolicyOutputError, "got 'no'"),  # type: ignore[arg-type]  # what is refused
    ],
)
def test_a_rule_that_makes_no_sense_is_refused_at_once(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


@pytest.mark.anyio
async def test_a_condition_that_is_an_async_function_allows_nothing() -> None:
    async def is_harmless(arguments: object) -> bool:
        return False

    gate = Gate(RulePolicy([Rule("files_*", "allow", when=is_harmless)]))  # type: ignore[arg-type]  # what is refused
    with pytest.raises(PolicyError, match="`when` is an async function; write a plain one"):
        await gate.evaluate(ToolCall("files_delete"))
