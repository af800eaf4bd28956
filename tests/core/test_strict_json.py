"""JSON as the standard has it."""

from __future__ import annotations

import pytest

from pytest_uimcp.core.strict_json import strict_loads


def test_json_is_read() -> None:
    assert strict_loads('{"a": [1, null, "NaN"]}') == {"a": [1, None, "NaN"]}


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", '{"a": -Infinity}', "nope"])
def test_what_only_python_reads_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 -- json's own message for the last one
        strict_loads(text)
