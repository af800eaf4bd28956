"""Logging what is wrong with the policy, once the tools that it is about are mounted.

While servers are being mounted a rule may match nothing yet, so the check waits until a client lists the tools or
calls one. It is repeated when tools have changed, and each finding is logged once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from pytest_uimcp.compositor.policy import PolicyFinding

log = logging.getLogger(__name__)


class PolicyReport:
    """The findings about the policy of a compositor, each logged once."""

    def __init__(self, findings: Callable[[], Iterable[PolicyFinding]], *, due: bool) -> None:
        self._findings = findings
        self._wanted = due
        self._due = due
        self._logged: set[str] = set()

    def tools_changed(self) -> None:
        # Not at once: lists change one after another while servers are mounted, and most checks would be of half of
        # them.
        self._due = self._wanted

    def policy_changed(self) -> None:
        self._wanted = self._due = True
        self._logged.clear()
        self.log()

    def log(self) -> None:
        """Log what is new, if anything has changed since the last check."""
        if not self._due:
            return
        self._due = False
        for finding in map(str, self._findings()):
            if finding not in self._logged:
                self._logged.add(finding)
                log.warning("policy: %s", finding)
