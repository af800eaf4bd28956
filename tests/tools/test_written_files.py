from __future__ import annotations

import pytest

from tools.docs import IN_THE_TREE, ROOT


@pytest.mark.parametrize("path", IN_THE_TREE)
def test_what_is_written_from_the_code_into_the_package_is_current(path: str) -> None:
    written = (ROOT / path).read_text(encoding="utf-8")
    assert written == IN_THE_TREE[path](), "run `make docs`"
