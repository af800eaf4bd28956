from __future__ import annotations

from collections.abc import Sequence

from pytest_uimcp.core.errors import UimcpError, public


@public
class NeedsApproval(UimcpError, AssertionError):
    """The test waits for a call that waits for a human."""


@public
class PolicyFault(UimcpError, AssertionError):
    """A policy has rules that do not match the mounted tools: the findings."""

    def __init__(self, findings: Sequence[str]) -> None:
        self.findings = tuple(findings)
        lines = "".join(f"\n  {finding}" for finding in findings)
        super().__init__(f"the policy does not match the mounted tools (check=False turns this off):{lines}")
