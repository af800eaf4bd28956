from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.compositor.policy import PolicyFileError, Rule, ToolRequest, load_policy, read_policy

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
    assert load_policy(path).verdict(ToolRequest("x")).decision == "allow"


def test_without_rules_every_call_is_asked_about() -> None:
    assert read_policy("{}").verdict(ToolRequest("x")).decision == "ask"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a mapping with the keys default and rules"),
        ("- a", "expected a mapping with the keys default and rules"),
        ("rule: []", "unknown key rule (did you mean rules?)"),
        ("zzz: []", "unknown key zzz; expected default, rules"),
        ("rules: x", "rules must be a list of rules, got 'x'"),
        ("default: no", "default: expected a decision, one of deny_abort, deny_continue, ask, allow; got 'no'"),
        ("rules:\n  - x", "rule 1: expected a mapping with the keys tool and decision"),
        ("rules:\n  - {tool: x}", "line 2: the rule has no decision"),
        ("rules:\n  - {decision: ask}", "line 2: the rule has no tool"),
        ("rules:\n  - {tool: x, decison: ask}", "line 2: unknown key decison (did you mean decision?)"),
        ("rules:\n  - {tool: x, decision: yes}", "line 2: expected a decision, one of"),
        ("rules:\n  - {tool: 5, decision: ask}", "line 2: tool must be text, got 5"),
        (
            "rules:\n\n  - {tool: x, decision: ask, when: {a: {like: b}}}",
            "line 3: the condition on a: unknown operator",
        ),
        ("rules:\n  - {tool: x, decision: ask, optional: 1}", "line 2: optional must be true or false, got 1"),
        ("rules:\n  - {tool: x, tool: y}", "line 2, column 15: the key 'tool' is here a second time"),
        ("rules: [", "line 1, column 9: did not find expected node content"),
    ],
)
def test_a_file_that_cannot_be_used_says_where_and_why(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "policy.yaml"
    path.write_text(text)
    with pytest.raises(PolicyFileError) as caught:
        load_policy(path)
    assert f"policy.yaml: {message}" in str(caught.value)


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
