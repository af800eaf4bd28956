"""Scenario files as somebody with an app repository runs them."""

from __future__ import annotations

import pytest

from tests.testing.scenario.conftest import Story


def test_a_story_passes_and_has_its_name(story: Story) -> None:
    result = story(
        "scenario: 'The milk is drunk: [all] of it'\nsteps:\n  - see: milk\n  - human: {clicks: Clear}\n"
        "  - not see: milk\n  - agent: {waits for: cleared}\n",
        "-v",
    )
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*::The milk is drunk: (all) of it PASSED*"])


def test_scenario_files_are_collected_only_in_runs_with_uimcp(pytester: pytest.Pytester, story: Story) -> None:
    story("steps:\n  - see: milk\n").assert_outcomes(passed=1)
    assert pytester.runpytest_inprocess("tests").ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_a_failing_step_is_reported_with_its_line(story: Story) -> None:
    result = story("scenario: Eggs\nsteps:\n  - see: milk\n  - see: eggs\n  - see: bread\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*_ Eggs _*",
            "",
            "    scenario: Eggs",
            "    steps:",
            "      - see: milk",
            ">     - see: eggs",
            "E *NotSeen: see('eggs'): expected the text on the page*",
            "E *in tests/story.scenario.yaml:4: see",
            "tests/story.scenario.yaml:4: NotSeen",
        ],
    )
    assert "uimcp_page = " not in result.stdout.str()


def test_a_mistake_in_a_file_fails_that_file_only(story: Story) -> None:
    other = {"tests/good.scenario.yaml": "steps:\n  - see: milk\n"}
    result = story("steps:\n  - sea: milk\n", "tests/good.scenario.yaml", files=other)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["E *tests/story.scenario.yaml:2: unknown step 'sea' (did you mean see[?])"])


@pytest.mark.parametrize(
    ("header", "error"),
    [
        ("app: note\n", "tests/story.scenario.yaml:1: app: there is no app 'note' in *ui (did you mean notes[?])"),
        ("\ndir: contact\n", "tests/story.scenario.yaml:2: dir: there is neither *contact*(did you mean contacts[?])"),
    ],
)
def test_a_missing_app_is_reported_with_its_line(story: Story, header: str, error: str) -> None:
    result = story(f"{header}steps:\n  - see: milk\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"E *{error}"])


def test_a_sample_can_be_named(story: Story) -> None:
    story("dir: counter\nsteps:\n  - human: {clicks: +}\n  - snapshot: true\n", "--snapshot-update")
    story("dir: counter\nsteps:\n  - human: {clicks: +}\n  - snapshot: true\n").assert_outcomes(passed=1)


def test_each_row_of_the_parameters_is_a_test(story: Story) -> None:
    text = 'scenario: Rows\nparameters:\n  - {what: milk}\n  - {what: eggs}\nsteps:\n  - see: "${what}"\n'
    result = story(text, "-v")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines_random(["*::Rows[[]milk] PASSED*", "*::Rows[[]eggs] FAILED*"])


def test_a_different_snapshot_is_reported_with_its_line(story: Story) -> None:
    text = "scenario: Milk\nsteps:\n  - see: milk\n  - snapshot: {name: paragraph, kind: html, of: {css: p}}\n"
    result = story(text)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*there is no *paragraph.html yet*", "tests/story.scenario.yaml:4: ScenarioError"])
    story(text, "--snapshot-update").assert_outcomes(passed=1)
    story(text).assert_outcomes(passed=1)


def test_an_unknown_kind_of_snapshot_is_reported_with_its_line(story: Story) -> None:
    result = story("steps:\n  - see: milk\n  - snapshot: {kind: htm}\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["E *unknown kind of snapshot 'htm' (did you mean html[?])", "tests/story.scenario.yaml:3: *"]
    )


def test_time_advances_in_a_story_about_time(story: Story) -> None:
    result = story(
        "dir: stopwatch\nsteps:\n  - human: {clicks: Start}\n  - advance: 2\n"
        '  - agent: {calls: {app_ui_run: {code: "return stopwatch.tenths"}}, as: tenths}\n  - not see: "99"\n'
    )
    result.assert_outcomes(passed=1)


def test_a_story_can_be_selected_by_its_node_id(pytester: pytest.Pytester, story: Story) -> None:
    story("scenario: Milk is there\nsteps:\n  - see: milk\n")
    chosen = "tests/story.scenario.yaml::Milk is there"
    pytester.runpytest_inprocess("--uimcp", chosen, "-p", "no:randomly").assert_outcomes(passed=1)


def test_an_update_removes_no_snapshot_of_a_file_with_a_mistake(pytester: pytest.Pytester, story: Story) -> None:
    text = "scenario: Milk\nsteps:\n  - see: milk\n  - snapshot: one\n"
    story(text, "--snapshot-update")
    folder = pytester.path / "tests" / "__snapshots__" / "story.scenario"
    assert [path.name for path in folder.iterdir()] == ["Milk.one.aria.yaml"]

    story(f"{text}  - sea: milk\n", "--snapshot-update").assert_outcomes(failed=1)
    assert [path.name for path in folder.iterdir()] == ["Milk.one.aria.yaml"]

    story(text.replace("Milk", "Eggs"), "--snapshot-update").assert_outcomes(passed=1)
    assert [path.name for path in folder.iterdir()] == ["Eggs.one.aria.yaml"]
