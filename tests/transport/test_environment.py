from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from pytest_uimcp.transport.environment import KEPT

SECURITY = Path(__file__).parents[2] / "docs" / "security.md"


@pytest.mark.skipif(sys.platform == "win32", reason="the page names the variables of POSIX")
def test_the_page_of_security_names_all_variables_that_children_see() -> None:
    text = SECURITY.read_text(encoding="utf-8")
    sentence = text.partition("of its environment they get")[2].partition("(on Windows")[0]
    assert re.findall("`([A-Z_]+)`", sentence) == list(KEPT)
