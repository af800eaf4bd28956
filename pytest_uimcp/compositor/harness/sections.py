"""The report sections of a compositor."""

from __future__ import annotations

from typing import Final

from pytest_uimcp.compositor.harness.compositor import CompositorHarness
from pytest_uimcp.testing.report.sections import Failed, Section

__all__ = ["SECTIONS"]


def _pending(failed: Failed) -> list[str]:
    return [
        f"{item.name}({item.args_json or ''}): {item.rationale}"
        for one in failed.under_test
        if isinstance(one, CompositorHarness)
        for item in one.pending
    ]


SECTIONS: Final = (Section("uimcp approvals waiting", _pending),)
