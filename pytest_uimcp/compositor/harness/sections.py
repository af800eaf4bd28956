from __future__ import annotations

from typing import Final

from pytest_uimcp.compositor.harness.compositor import CompositorHarness
from pytest_uimcp.testing.report.sections import Failed, Section


def _pending(failed_test: Failed) -> list[str]:
    return [
        f"{item.name}({item.args_json or ''}): {item.rationale}"
        for participant in failed_test.under_test
        if isinstance(participant, CompositorHarness)
        for item in participant.pending
    ]


SECTIONS: Final = (Section("uimcp approvals waiting", _pending),)
