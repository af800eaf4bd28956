from __future__ import annotations

import pytest

from pytest_uimcp.checks.paths import PathStep, steps_of


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("name", [PathStep("name", False, True, True)]),
        ("add()", [PathStep("add", True, True, True)]),
        ("set(_)", [PathStep("set", True, True, True)]),
        ("rows.1.name", [PathStep("rows", False, True, False), PathStep("name", False, False, True, ("rows",))]),
        ("...name", [PathStep("name", False, False, True, None)]),
        ("..", []),
        ("@all.name", [PathStep("name", False, False, True, None)]),
    ],
)
def test_a_path_has_a_step_for_every_name(path: str, steps: list[PathStep]) -> None:
    assert list(steps_of(path)) == steps
