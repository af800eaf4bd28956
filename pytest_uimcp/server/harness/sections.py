from __future__ import annotations

import json
from typing import Final

from pytest_uimcp.testing.report.participants import waiting
from pytest_uimcp.testing.report.sections import Failed, Section


def _waiting(failure: Failed) -> list[str]:
    return [json.dumps(event, ensure_ascii=False) for event in waiting(failure.participants)]


SECTIONS: Final = (Section("uimcp events waiting", _waiting, on_page=False),)
