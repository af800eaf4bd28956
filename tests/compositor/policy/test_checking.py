from __future__ import annotations

import pytest

from pytest_uimcp.compositor.policy import (
    CallablePolicy,
    ChainedPolicy,
    Policy,
    Rule,
    RulePolicy,
    ToolFacts,
    check_policy,
    read_policy,
)

READ = ToolFacts("files_read", "files", destructive=False)
DELETE = ToolFacts("files_delete", "files", destructive=True)
MOVE = ToolFacts("files_move", "files")
TOOLS = [READ, DELETE, MOVE]


def found(policy: Policy, tools: list[ToolFacts] = TOOLS) -> list[str]:
    return [f"{finding.kind}: {finding}" for finding in check_policy(policy, tools)]


def test_a_policy_that_is_right_has_no_findings() -> None:
    rules = [Rule("files_read", "allow"), Rule("files_delete", "ask"), Rule("files_move", "allow")]
    assert found(RulePolicy(rules)) == []
    assert found(RulePolicy()) == []


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (Rule("files_raed", "ask"), "ask files_raed: no tool has this name (did you mean files_read?)"),
        (Rule("web_*", "ask", line=4), "line 4: ask web_*: no tool has this name"),
        (Rule("*", "ask", server="web"), "ask * of web: no tool has this name (no server web is mounted)"),
    ],
)
def test_a_rule_that_matches_no_tool_is_reported_with_the_nearest_name(rule: Rule, message: str) -> None:
    assert found(RulePolicy([rule])) == [f"matches_nothing: {message}"]


def test_a_rule_that_is_for_a_server_not_always_mounted_is_not_reported() -> None:
    assert found(RulePolicy([Rule("web_*", "ask", optional=True)])) == []


SCHEMA = {
    "type": "object",
    "properties": {"path": {"type": "string"}, "target": {"$ref": "#/$defs/Target"}, "cmd": {"items": {}}},
    "$defs": {
        "Target": {"anyOf": [{"type": "null"}, {"properties": {"host": {}, "parent": {"$ref": "#/$defs/Target"}}}]}
    },
}


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("pth", " (did you mean path?)"),
        ("target.hst", " (did you mean target.host?)"),
        ("target.parent.parent.hots", " (did you mean target.parent.parent.host?)"),
        ("zzz", "; expected path, target, cmd"),
        ("path.deeper", "; expected no arguments"),
    ],
)
def test_a_condition_on_an_argument_that_no_tool_has_is_reported(path: str, hint: str) -> None:
    tool = ToolFacts("files_write", "files", schema=SCHEMA)
    rule = Rule("files_write", "deny_continue", when={path: {"under": "/etc"}})
    assert found(RulePolicy([rule]), [tool]) == [
        f"unknown_argument: deny_continue files_write when …: {path} is no argument of files_write{hint}"
    ]


@pytest.mark.parametrize("path", ["path", "target.host", "target.parent.host", "cmd.0", "cmd.0.anything"])
def test_a_condition_on_an_argument_of_the_schema_is_not_reported(path: str) -> None:
    rule = Rule("files_write", "ask", when={path: "x"})
    assert found(RulePolicy([rule]), [ToolFacts("files_write", "files", schema=SCHEMA)]) == []


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "object"},
        {"properties": {"a": {}}, "additionalProperties": True},
        {"properties": {"a": {}}, "patternProperties": {"^x": {}}},
        {"anyOf": [{"properties": {"a": {}}}, {"type": "object"}]},
        {"allOf": [{"properties": {"a": {}}}, {"properties": {"x": {"additionalProperties": {}}}}]},
        {"$ref": "https://example.org/schema"},
        {"type": {"no": "name"}},
        {"type": [{"no": "name"}], "properties": {"x": {"type": [[]]}}},
    ],
)
def test_a_schema_that_admits_any_argument_lets_conditions_pass(schema: dict[str, object]) -> None:
    rule = Rule("files_write", "ask", when={"x.y": 1})
    assert found(RulePolicy([rule]), [ToolFacts("files_write", "files", schema=schema)]) == []


def test_one_tool_with_the_argument_is_enough() -> None:
    tools = [ToolFacts("files_a", "files", schema={"properties": {}}), ToolFacts("files_b", "files", schema=SCHEMA)]
    assert found(RulePolicy([Rule("files_*", "ask", when={"path": "x"})]), tools) == []
    assert found(RulePolicy([Rule("files_*", "ask", when={"pat": "x"})]), tools) == [
        "unknown_argument: ask files_* when …: pat is no argument of any of its tools (did you mean path?)"
    ]


def test_a_rule_below_one_that_always_decides_is_reported() -> None:
    policy = RulePolicy([Rule("files_*", "ask"), Rule("files_delete", "deny_abort", line=9)])
    assert found(policy) == [
        "shadowed: line 9: deny_abort files_delete: never decides, for ask files_* come before it",
    ]


def test_several_rules_may_shadow_one_together() -> None:
    rules = [Rule("files_read", "ask"), Rule("files_[dm]*", "ask"), Rule("files_*", "allow")]
    assert found(RulePolicy(rules)) == [
        "shadowed: allow files_*: never decides, for ask files_read and ask files_[dm]* come before it"
    ]


def test_a_rule_that_still_decides_about_some_calls_is_not_shadowed() -> None:
    rules = [Rule("files_*", "ask", when={"force": True}), Rule("files_read", "ask"), Rule("files_*", "deny_continue")]
    assert found(RulePolicy(rules)) == []


def test_the_same_conditions_twice_shadow_and_functions_are_not_compared() -> None:
    same = [Rule("files_*", "ask", when={"a": 1}), Rule("files_read", "deny_abort", when={"a": 1})]
    assert found(RulePolicy(same))[0].startswith("shadowed: deny_abort files_read when …")
    functions = [Rule("files_*", "ask", when=bool), Rule("files_read", "deny_abort", when=bool)]
    assert found(RulePolicy(functions)) == []


def test_a_destructive_tool_that_runs_unasked_is_reported() -> None:
    [message] = found(RulePolicy([Rule("files_delete", "allow")]))
    assert message == (
        "destructive_unasked: allow files_delete: lets files_delete run without asking; "
        "decide `ask`, or add `destructive: true` if intended (in Python: Rule(…, destructive=True))"
    )
    assert found(RulePolicy([Rule("files_delete", "allow", destructive=True)])) == []
    assert found(RulePolicy([Rule("files_delete", "allow", when={"path": "/tmp"})])) != []


def test_a_tool_of_which_nothing_is_known_is_reported_when_only_a_pattern_allows_it() -> None:
    [message] = found(RulePolicy([Rule("files_delete", "ask"), Rule("files_*", "allow")]))
    assert "lets files_move (which does not say that it is harmless) run without asking" in message
    assert found(RulePolicy([Rule("files_move", "allow")])) == []


def test_a_default_that_allows_is_reported_with_the_tools_it_lets_run() -> None:
    [message] = found(
        RulePolicy([Rule("files_delete", "ask"), Rule("files_move", "ask", when={"a": 1})], default="allow")
    )
    assert message.startswith("destructive_unasked: default: allow: lets files_move (which")
    many = [ToolFacts(f"a_{number}", "a", True) for number in range(7)]
    assert "a_0, a_1, a_2, a_3, a_4 and 2 more" in found(RulePolicy(default="allow"), many)[0]


def test_a_later_rule_does_not_allow_what_an_earlier_one_asks_about() -> None:
    assert found(RulePolicy([Rule("files_[dm]*", "ask"), Rule("files_*", "allow")])) == []


def test_each_part_of_a_chain_is_checked_and_programs_are_not() -> None:
    chain = ChainedPolicy([CallablePolicy(lambda _: "allow"), read_policy("rules:\n- {tool: x, decision: ask}")])
    assert found(chain) == ["matches_nothing: line 2: ask x: no tool has this name"]


@pytest.mark.parametrize(
    ("annotations", "destructive"),
    [
        (None, None),
        ({}, None),
        ({"readOnlyHint": True, "destructiveHint": True}, False),
        ({"readOnlyHint": False}, None),
        ({"destructiveHint": True}, True),
        ({"destructiveHint": False}, False),
        ({"destructiveHint": "yes"}, None),
    ],
)
def test_what_a_tool_destroys_is_read_from_its_annotations(
    annotations: dict[str, object] | None, destructive: bool | None
) -> None:
    assert ToolFacts.of("x", "y", annotations).destructive is destructive
