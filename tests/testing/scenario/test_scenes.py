"""Stories with a JavaFX stage, alone and beside an app."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.testing.scenario.conftest import Story

EXAMPLE = Path(__file__).parents[3] / "examples" / "javafx"
FILES = {
    "tests/contacts.fxml": (EXAMPLE / "scenes" / "contacts.fxml").read_text(encoding="utf-8"),
    "scene_controllers.py": (EXAMPLE / "controllers.py").read_text(encoding="utf-8"),
}
STAGE = 'stage: {scene: contacts.fxml, controller: "scene_controllers:ContactsController", title: People}\nsteps:\n'


def test_steps_of_the_page_are_about_a_stage_that_is_alone(story: Story) -> None:
    text = (
        f"scenario: People\n{STAGE}  - human: {{selects: {{Contacts: Person 150}}}}\n"
        "  - human: {clicks: Remove}\n  - see: 199 contacts\n"
        "  - human: {fills: {New name: Ada}}\n  - human: {chooses: {Kind: Family}}\n  - human: {clicks: Add}\n"
        "  - human: {selects: {Contacts: Ada}}\n  - see: Ada\n  - see: 200 contacts\n    in: {css: Label, nth: -1}\n"
        "  - human: {types: ' Lovelace', in: New name}\n  - advance: 0.5\n"
        "  - not see: Person 150\n"
    )
    result = story(text, "-o", "pythonpath=.", "--uimcp-face=all", "-v", files=FILES)
    assert "::People[" not in result.stdout.str()
    result.assert_outcomes(passed=1)


def test_beside_an_app_a_step_says_that_it_is_about_the_stage(story: Story) -> None:
    text = (
        f"app: notes\n{STAGE}  - see: milk\n  - not see: milk\n    on: stage\n"
        "  - human: {clicks: Clear, on: page}\n  - human: {selects: {Contacts: Person 2}, on: stage}\n"
        "  - agent: {calls: {stage_ui_query: {selector: {text: Person 2}}}, as: found}\n"
        "  - agent: {calls: {app_ui_run: {code: 'notes.text = \"${found.matches.0.type}\"'}}}\n"
        "  - see: TableRow\n"
    )
    story(text, "-o", "pythonpath=.", files=FILES).assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("header", "error"),
    [
        (STAGE.replace("scene_controllers", "nowhere_at_all"), "stage: No module named 'nowhere_at_all'"),
        (STAGE.replace("ContactsController", "Nobody"), "stage: module 'scene_controllers' has no attribute 'Nobody'"),
    ],
)
def test_a_missing_controller_is_reported_with_its_line(story: Story, header: str, error: str) -> None:
    result = story(f"{header}  - see: Person\n", "-o", "pythonpath=.", files=FILES)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"E *story.scenario.yaml:1: {error}*"])


def test_a_text_that_is_not_on_the_stage_is_reported_with_its_line(story: Story) -> None:
    result = story(f"{STAGE}  - see: 200 contacts\n  - see: Grace\n", "-o", "pythonpath=.", files=FILES)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["E *expected the text on the stage*", "tests/story.scenario.yaml:4: NotSeen"])
