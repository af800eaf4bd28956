"""The story in the guide to testing passes, and fails when the app does not do what it says."""

from __future__ import annotations

import pytest

from pytest_uimcp.core.assets import bundle_dir
from tests.server.bundle.blocks import blocks_of


@pytest.mark.parametrize(("cups", "outcome"), [("self.cups + 1", {"passed": 1}), ("self.cups", {"failed": 1})])
def test_the_story_of_the_guide_is_played(pytester: pytest.Pytester, cups: str, outcome: dict[str, int]) -> None:
    for block in blocks_of(bundle_dir() / "resources" / "testing.md"):
        if block.file is not None:
            home = pytester.path if block.language == "yaml" else pytester.path / ".claude" / "ui"
            (home / block.file).parent.mkdir(parents=True, exist_ok=True)
            (home / block.file).write_text(block.text.replace("self.cups + 1", cups))
    pytester.runpytest_inprocess("--uimcp", "tests/tea.scenario.yaml").assert_outcomes(**outcome)
