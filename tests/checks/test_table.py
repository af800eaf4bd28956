from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp.checks.table import CHECKS, CheckKind
from pytest_uimcp.core.lazy import resolve

REFERENCE = Path(__file__).parents[2] / "docs" / "reference" / "pytest.md"


@pytest.mark.parametrize("kind", CHECKS, ids=lambda kind: kind.name)
def test_every_check_has_a_function_and_a_row_of_the_reference(kind: CheckKind) -> None:
    assert callable(resolve(kind.run))
    assert kind.help.replace("|", "\\|") in REFERENCE.read_text(encoding="utf-8")
