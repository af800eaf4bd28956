from __future__ import annotations

import pytest

from pytest_uimcp import Browser, Page
from pytest_uimcp.core.lazy import resolve
from pytest_uimcp.testing.faces import ALL, AUTO, EVERY_NAME, FACES, NAMES, Face
from pytest_uimcp.testing.options import MARKER, OPTIONS


@pytest.mark.parametrize("face", FACES, ids=NAMES)
def test_every_face_can_be_opened_and_has_the_verbs_of_the_first(face: Face) -> None:
    assert callable(resolve(face.opens))
    assert resolve(face.verbs).keys() == resolve(FACES[0].verbs).keys()


def test_options_and_marker_know_every_face() -> None:
    (option,) = (option for option in OPTIONS if option.name == "face")
    assert option.choices == (*EVERY_NAME, AUTO, ALL)
    assert option.default == NAMES[0]
    assert f"{', '.join(EVERY_NAME)} or {AUTO}" in MARKER
    assert all(face.place in option.help for face in FACES)


ONLY_THE_PAGE = {
    "answer_code": "in Chromium code runs and answers itself",
    "code_runs": "in Chromium code runs; what it writes is in `console`",
    "scripts": "in Chromium scripts run; what they write is in `console`",
    "update_value": "in Chromium `playwright()` calls `uiApp.updateValue`",
    "scrolled": "in Chromium `playwright()` can ask where an element is",
    "problems": "in Chromium they are in `console` and `errors`",
    "disconnect": "nothing that a person does on a web page drops its connection; `playwright()` can reach the network",
    "reconnect": "as disconnect",
    "is_connected": "as disconnect",
}
ONLY_CHROMIUM = {
    "console": "the page runs no JavaScript",
    "errors": "the page runs no JavaScript",
    "notifications": "the page raises none",
    "screenshot": "the page has no picture",
    "playwright": "the page has no Playwright",
    "window": "the page has no browser around it",
    "small_picture": "the page has no picture",
    "box_of": "the page has no picture",
    "left": "the page leaves no files",
}
IN_THE_DRIVER = {"aria_of", "do", "expect", "find_all", "has_focus", "is_open", "look", "press_key", "step_log"}
"""What the verbs need of a face: of the page, its driver has it."""


def test_both_faces_have_the_same_public_names_but_for_those_with_a_reason() -> None:
    page, browser = ({name for name in dir(face) if not name.startswith("_")} for face in (Page, Browser))
    assert page - browser == ONLY_THE_PAGE.keys()
    assert browser - page - IN_THE_DRIVER == ONLY_CHROMIUM.keys()
