from __future__ import annotations

import pytest

from tools.docs import ROOT, scenarios


@pytest.mark.parametrize("path", scenarios.IN_THE_PACKAGE)
def test_the_schema_in_the_package_is_current(path: str) -> None:
    written = (ROOT / path).read_text(encoding="utf-8")
    assert written == scenarios.IN_THE_PACKAGE[path](), "run `make docs`"
