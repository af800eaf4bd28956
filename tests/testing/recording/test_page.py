"""Reports of pages, as frames of their WebSocket."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.testing.recording.document import RecordedStory
from pytest_uimcp.testing.recording.masking import Secrets
from pytest_uimcp.testing.recording.page import ReportingPage
from pytest_uimcp.testing.recording.recorder import RecordedMoment, ScenarioRecorder
from pytest_uimcp.testing.recording.storing import RecordingFiles
from pytest_uimcp.testing.scenario.reading import read_file


class Desk:
    """A recorder with pages, whose app has been shown."""

    def __init__(self, root: Path) -> None:
        secrets = Secrets()
        self.story = RecordedStory(RecordingFiles(root / "a.scenario.yaml", "a"), "a", secrets, None)
        self.recorder = ScenarioRecorder(secrets, self.story.write)
        self.recorder.app = "desk"
        self.recorder.moments.append(RecordedMoment(is_first_of_app=True))
        self._actions: dict[int, int] = {}

    def page(self) -> ReportingPage:
        page = self.recorder.page(lambda frame: None)
        self.report(page, opens="new")
        return page

    def report(self, page: ReportingPage, *others: Any, **data: Any) -> Any:
        frame = json.dumps({"userEvent": True, "messages": [{"type": "recording", "data": data}, *others]})
        rest = page.take(frame)
        return None if rest is None else json.loads(rest)

    def does(self, page: ReportingPage, text: str, **what: Any) -> None:
        number = self._actions[page.number] = self._actions.get(page.number, 0) + 1
        self.report(page, number=number, document=document(text), **what)

    def shows(self, page: ReportingPage, text: str, *, counts: bool = True) -> None:
        self.report(page, shows=document(text), number=self._actions.get(page.number, 0), asked=0, counts=counts)

    @property
    def lines(self) -> list[str]:
        text = self.story.files.file.read_text(encoding="utf-8").partition("steps:\n")[2]
        return [line.strip() for line in text.splitlines()]


def document(text: str) -> str:
    """The document of a page with a button, a field, and a text."""
    button = [3, "button", "html", {}, ["Save"], {"display": "block"}]
    field = [4, "input", "html", {"aria-label": "Name"}, [], {"display": "block", "control": {"value": text}}]
    papers = [5, "input", "html", {"type": "file", "aria-label": "Papers"}, [], {"display": "block"}]
    paragraph = [6, "p", "html", {}, [text], {"display": "block"}]
    body = [2, "body", "html", {}, [button, field, papers, paragraph], {"display": "block"}]
    return json.dumps([0, [1, "html", "html", {}, [body], {"display": "block"}], [], None])


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_other_messages_of_a_frame_go_on_to_the_session(desk: Desk) -> None:
    page = desk.page()
    update = {"type": "update", "data": {"varId": 2}}
    assert desk.report(page, update, shows=document(""), number=0, asked=0, counts=True) == {
        "userEvent": True,
        "messages": [update],
    }
    assert page.take(b"no JSON") == b"no JSON"
    assert page.take('[{"type": "watch"}]') == '[{"type": "watch"}]'
    assert page.take('{"messages": [7]}') == '{"messages": [7]}'


def test_typing_is_one_step_and_a_snapshot_shows_what_came_to_rest(desk: Desk) -> None:
    page = desk.page()
    for text in ("A", "Ad", "Ada"):
        desk.does(page, text, verb="fill", element=4, value=text)
    desk.does(page, "Ada", verb="click", element=3)
    desk.shows(page, "saved")
    desk.does(page, "saved", verb="click", element=3)
    desk.shows(page, "saved")
    assert desk.lines == [
        "- human: {fills: {Name: Ada}}",
        "- human: {clicks: Save}",
        "- snapshot: Save clicked",
        "- human: {clicks: Save}",
    ]
    assert [step.kind.name for step in read_file(desk.story.files.file).steps][:3] == [
        "human fills", "human clicks", "snapshot",
    ]  # fmt: skip


def test_a_click_where_nothing_takes_clicks_is_no_step(desk: Desk) -> None:
    page = desk.page()
    desk.does(page, "x", verb="fill", element=4, value="x")
    desk.does(page, "x", verb="click", element=6)
    # Leaving the field has sent what is in it, which a replay does at its next step.
    desk.shows(page, "sent")
    desk.does(page, "sent", verb="click", element=3)
    desk.shows(page, "menu", counts=False)
    assert desk.lines == ["- human: {fills: {Name: x}}", "- human: {clicks: Save}"]


def test_a_field_that_is_left_before_the_click_beside_it_has_ended_is_left_by_the_next_step(desk: Desk) -> None:
    page = desk.page()
    desk.does(page, "x", verb="fill", element=4, value="x")
    desk.shows(page, "x")
    # The button of the mouse is still down when the page shows what the field has sent.
    desk.does(page, "sent", verb="click", element=6)
    desk.shows(page, "sent")
    desk.does(page, "sent", verb="click", element=3)
    desk.shows(page, "saved")
    assert desk.lines == [
        "- human: {fills: {Name: x}}",
        "- snapshot: Name filled in",
        "- human: {clicks: Save}",
        "- snapshot: Save clicked",
    ]


def test_a_change_without_a_step_is_said(desk: Desk) -> None:
    page = desk.page()
    desk.does(page, "1", verb="click", element=3)
    desk.shows(page, "1")
    desk.does(page, "2", verb="click", element=3)
    assert desk.lines[2].startswith("# The page had changed before the person went on: a timer, ")


def test_a_second_tab_ends_the_snapshots_and_a_page_that_is_loaded_again_does_not(desk: Desk) -> None:
    first = desk.page()
    desk.does(first, "1", verb="click", element=3)
    desk.shows(first, "1")
    first.close()
    second = desk.page()
    desk.does(second, "1", verb="click", element=3)
    desk.shows(second, "2")
    assert desk.lines[-1] == "- snapshot: Save clicked 2"
    third = desk.page()
    desk.does(third, "2", verb="click", element=3)
    desk.shows(third, "3")
    assert desk.lines[-3:] == [
        "# From here on the person used more than one tab; a test uses only one.",
        "# No snapshots from here on: the page may look different in a test.",
        "- human: {clicks: Save}",
    ]


@pytest.mark.parametrize(
    "data",
    [
        {"verb": "click", "element": 99}, {"verb": "click"}, {"verb": "fill", "element": 4, "value": [1]},
        {"verb": "dance", "element": 4}, {"verb": "choose", "element": 4, "options": "ab"}, {"verb": [], "element": 4},
    ],
    ids=str,
)  # fmt: skip
def test_a_report_that_cannot_be_read_is_said_and_loses_nothing(desk: Desk, data: dict[str, Any]) -> None:
    page = desk.page()
    desk.does(page, "x", verb="click", element=3)
    desk.does(page, "x", **data)
    assert desk.lines[0] == "- human: {clicks: Save}"
    assert desk.lines[1] == "# The person did something here that could not be read; see the server's log."
    desk.report(page, shows=7)
    assert page.take("{}") == "{}"


def test_what_a_scenario_has_no_step_for_is_said(desk: Desk) -> None:
    page = desk.page()
    desk.does(page, "x", verb="drop", element=3)
    desk.does(page, "x", verb="upload", element=4, files=[])
    assert desk.lines == [
        '# The person dropped something on button "Save": not recorded.',
        "# No snapshots from here on: the page may look different in a test.",
        '# The person took the files out of textbox "Name": not recorded.',
    ]


def test_a_double_click_is_one_step_and_a_right_click_too(desk: Desk) -> None:
    page = desk.page()
    for verb in ("click", "click", "click", "dblclick", "contextmenu"):
        desk.does(page, "x", verb=verb, element=3)
    assert desk.lines == [
        "- human: {clicks: Save}",
        "- human: {double clicks: Save}",
        "- human: {right clicks: Save}",
    ]


def test_clicks_with_something_between_them_stay_beside_the_double_click(desk: Desk) -> None:
    page = desk.page()
    desk.does(page, "x", verb="click", element=3)
    desk.does(page, "x", verb="fill", element=4, value="Ada")
    desk.does(page, "x", verb="click", element=3)
    desk.does(page, "x", verb="dblclick", element=3)
    assert desk.lines == [
        "- human: {clicks: Save}",
        "- human: {fills: {Name: Ada}}",
        "- human: {double clicks: Save}",
    ]


def test_several_options_and_files_are_lists_and_files_have_no_folder(desk: Desk) -> None:
    page = desk.page()
    for options in (["a", "b"], ["a"], []):
        desk.does(page, "x", verb="choose", element=4, options=options)
    desk.does(page, "x", verb="upload", element=5, files=["../../cat.png"])
    desk.does(page, "x", verb="upload", element=5, files=["cat.png", "dog.png"])
    assert [line for line in desk.lines if line.startswith("- human")] == [
        "- human: {chooses: {Name: [a, b]}}",
        "- human: {chooses: {Name: a}}",
        "- human: {chooses: {Name: []}}",
        "- human: {uploads: {Papers: cat.png}}",
        "- human: {uploads: {Papers: [cat.png, dog.png]}}",
    ]
    desk.shows(page, "filed")
    assert "# Put these files beside the scenario; otherwise a test uploads empty ones." in desk.lines
    read_file(desk.story.files.file)


def test_a_recording_that_is_full_ends_with_a_whole_step_and_says_so(desk: Desk) -> None:
    desk.story.largest = 4000
    page = desk.page()
    for number in range(100):
        desk.does(page, "x", verb="fill", element=4, value=f"{number}")
        desk.does(page, "x", verb="click", element=3)
        desk.shows(page, f"{number}")
    full = desk.story.files.file.read_text(encoding="utf-8")
    assert 2000 < len(full.encode()) <= 4000
    remark = " ".join(line.removeprefix("# ") for line in desk.lines if line.startswith("# The recording"))
    assert remark.startswith("The recording ends here, though the session went on: a scenario has at most 4,000 bytes.")
    assert desk.story.problem == remark
    steps = read_file(desk.story.files.file).steps
    assert len(steps) == desk.story.steps
    folder = desk.story.files.file.parent / "__snapshots__" / "a.scenario"
    assert len([*folder.iterdir()]) == sum(step.kind.key == "snapshot" for step in steps)


def test_a_recording_that_cannot_be_written_says_so_until_it_can(desk: Desk) -> None:
    page = desk.page()
    file = desk.story.files.file
    file.mkdir()
    desk.does(page, "x", verb="click", element=3)
    assert desk.story.problem.startswith("The last steps could not be written: ")
    file.rmdir()
    desk.does(page, "x", verb="click", element=3)
    assert desk.story.problem == ""
    assert len(desk.lines) == 2


def test_a_page_that_does_not_report_is_said(desk: Desk) -> None:
    page = desk.recorder.page(lambda frame: None)
    frame = json.dumps({"messages": [{"type": "watch", "data": {"varId": 1}}]})
    assert page.take(frame) == page.take(frame) == frame
    assert len(desk.lines) == 1
    assert "`ui-mcp install --force` replaces." in desk.lines[0]


@pytest.mark.parametrize(
    "attributes",
    [
        {"type": "password", "aria-label": "Entry"},
        {"autocomplete": "one-time-code", "aria-label": "Six digits"},
        {"aria-label": "API key"},
        {"name": "access_token"},
    ],
)
def test_a_secret_that_a_page_shows_by_itself_is_masked(desk: Desk, attributes: dict[str, str]) -> None:
    page = desk.page()
    shown = [4, "input", "html", attributes, [], {"display": "block", "control": {"value": "kept-from-before"}}]
    again = [5, "p", "html", {}, ["It is kept-from-before."], {"display": "block"}]
    body = [2, "body", "html", {}, [shown, again], {"display": "block"}]
    whole = json.dumps([0, [1, "html", "html", {}, [body], {"display": "block"}], [], None])
    desk.report(page, shows=whole, number=0, asked=0, counts=True)
    written = [path.read_text() for path in desk.story.files.file.parent.rglob("*") if path.is_file()]
    assert any("masked-" in text for text in written)
    assert not any("kept-from-before" in text for text in written)
