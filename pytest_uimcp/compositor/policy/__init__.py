"""Which tool calls are made, which are refused, and which a human is asked about.

`Gate` is what every call passes. Its policy is a table of rules, a Python function, or a program, or several of them.
"""

from pytest_uimcp.compositor.policy.approvals import Approvals
from pytest_uimcp.compositor.policy.audit import Audit
from pytest_uimcp.compositor.policy.callables import CallablePolicy
from pytest_uimcp.compositor.policy.checking import PolicyFinding, ToolFacts, check_policy
from pytest_uimcp.compositor.policy.decisions import ChainedPolicy, Decision, Policy, Verdict
from pytest_uimcp.compositor.policy.errors import ApprovalError, PolicyError, PolicyFileError
from pytest_uimcp.compositor.policy.gate import Execute, Gate
from pytest_uimcp.compositor.policy.items import Answer, ApprovalItem
from pytest_uimcp.compositor.policy.journal import Journal, MemoryJournal, SqlJournal
from pytest_uimcp.compositor.policy.loading import load_policy, read_policy
from pytest_uimcp.compositor.policy.programs import ProgramPolicy
from pytest_uimcp.compositor.policy.records import CallRecord
from pytest_uimcp.compositor.policy.rules import ALWAYS_ALLOWED, Rule, RulePolicy
from pytest_uimcp.compositor.policy.summaries import Summaries

__all__ = [
    "ALWAYS_ALLOWED",
    "Answer",
    "ApprovalError",
    "ApprovalItem",
    "Approvals",
    "Audit",
    "CallRecord",
    "CallablePolicy",
    "ChainedPolicy",
    "Decision",
    "Execute",
    "Gate",
    "Journal",
    "MemoryJournal",
    "Policy",
    "PolicyError",
    "PolicyFileError",
    "PolicyFinding",
    "ProgramPolicy",
    "Rule",
    "RulePolicy",
    "SqlJournal",
    "Summaries",
    "ToolFacts",
    "Verdict",
    "check_policy",
    "load_policy",
    "read_policy",
]
