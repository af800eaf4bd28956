from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.compositor.policy import PolicyFileError, Rule, load_policy, read_policy
from pytest_uimcp.mcp.calls import ToolCall

TEXT = """\
default: deny_continue
rules:
  - {tool: "files_read*", decision: allow, optional: true}
  - tool: files_delete
    decision: ask
    when:
      path: {under: /tmp}
      answer: no
    rationale: only in /tmp
    server: files
    destructive: true
"""


def test_rules_are_read_with_their_lines() -> None:
    policy = read_policy(TEXT)
    assert policy.rules[:2] == (
        Rule("files_read*", "allow", optional=True, line=3),
        Rule(
            "files_delete",
            "ask",
            when={"path": {"under": "/tmp"}, "answer": "no"},
            rationale="only in /tmp",
            server="files",
            destructive=True,
            line=4,
        ),
    )
    assert (policy.default, policy.text) == ("deny_continue", TEXT)


def test_json_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "policy.json"
    path.write_text('{"rules": [{"tool": "x", "decision": "allow"}]}')
    assert load_policy(path).verdict(ToolCall("x")).decision == "allow"


def test_without_rules_every_call_is_asked_about() -> None:
    assert read_policy("{}").verdict(ToolCall("x")).decision == "ask"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file: expected a mapping with default, rules, got nothing"),
        ("- a", "the file: expected a mapping with default, rules, got a list"),
        ("rule: []", "line 1: unknown key rule (did you mean rules?)"),
        ("zzz: []", "line 1: unknown key zzz; there are default, rules"),
        ("rules: x", "line 1: rules: expected a list, got 'x'"),
        ("default: no", "line 1: default: expected one of deny_abort, deny_continue, ask, allow, got 'no'"),
        ("rules:\n  - x", "line 2: rules[0]: expected a mapping with tool, decision, got 'x'"),
        ("rules:\n  - {tool: x}", "line 2: rules[0].decision: expected a value, it is missing"),
        ("rules:\n  - {decision: ask}", "line 2: rules[0].tool: expected a value, it is missing"),
        (
            "rules:\n  - {tool: x, decison: ask}",
            "line 2: unknown key rules[0].decison (did you mean decision?)",
        ),
        (
            "rules:\n  - {tool: x, decision: alow}",
            "line 2: rules[0].decision: expected one of deny_abort, deny_continue, ask, allow, got 'alow' (did you",
        ),
        ("rules:\n  - {tool: 5, decision: ask}", "line 2: rules[0].tool: expected text in quotes, got 5"),
        (
            "rules:\n  - {tool: x, decision: ask, when: [a]}",
            "line 2: rules[0].when: expected conditions by argument, got a list",
        ),
        ("rules:\n  - {tool: '', decision: ask}", "line 2: a rule needs the name of a tool"),
        (
            "rules:\n\n  - {tool: x, decision: ask, when: {a: {like: b}}}",
            "line 3: the condition on a: unknown operator",
        ),
        (
            "rules:\n  - {tool: x, decision: ask, optional: 1}",
            "rules[0].optional: expected true or false, got 1",
        ),
        ("rules:\n  - {tool: x, tool: y}", "line 2, column 15: the key 'tool' is here a second time"),
        ("rules: [", "line 1, column 9: did not find expected node content"),
    ],
)
def test_a_file_that_cannot_be_used_says_where_and_why(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "policy.yaml"
    path.write_text(text)
    with pytest.raises(PolicyFileError) as caught:
        load_policy(path)
    assert str(caught.value).startswith(str(path))
    assert f": {message}" in str(caught.value)


def test_rules_may_share_conditions(tmp_path: Path) -> None:
    path = tmp_path / "policy.yaml"
    path.write_text(
        "rules:\n"
        "  - {tool: a, decision: allow, when: &tmp {path: {under: /tmp}}}\n"
        "  - {tool: b, decision: ask, when: *tmp}\n"
    )
    first, second = load_policy(path).rules[:2]
    assert first.when == second.when
    assert [first.line, second.line] == [2, 3]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(PolicyFileError, match=r"missing\.yaml: cannot be read"):
        load_policy(tmp_path / "missing.yaml")
    (tmp_path / "latin.yaml").write_bytes(b"a: \xff")
    with pytest.raises(PolicyFileError, match=r"latin\.yaml: cannot be read"):
        load_policy(tmp_path / "latin.yaml")
