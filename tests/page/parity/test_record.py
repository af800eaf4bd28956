"""What need not be played in Chromium: what it was seen to do before, but for a tenth; everything else is played."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.page.parity import record
from tests.page.parity.app import App
from tests.page.parity.pair import Pair
from tests.page.parity.record import RECORD, WHOLE, Digest, is_seen

APP = App("t", "t = {}", {"T.DEFAULT": "<p>text</p>"})


def digest_of(app: App = APP, step: str = "open", state: object = "text") -> Digest:
    digest = Digest(app)
    digest.add(step, state)
    return digest


@pytest.mark.parametrize(
    "other",
    [
        digest_of(App("t", "t = {} ", APP.viewdefs)),
        digest_of(App("t", "t = {}", {"T.DEFAULT": "<p>texts</p>"})),
        digest_of(App("contacts")),
        digest_of(step="press('x')"),
        digest_of(state="texts"),
    ],
    ids=["Lua", "view", "sample", "step", "state"],
)
def test_a_story_that_differs_in_anything_has_another_digest(other: Digest) -> None:
    assert str(digest_of()) == str(digest_of())
    assert str(other) != str(digest_of())


def test_another_front_end_makes_all_stories_new(monkeypatch: pytest.MonkeyPatch) -> None:
    before = str(digest_of())
    monkeypatch.setattr(record, "front_end", lambda: b"another")
    assert str(digest_of()) != before


def test_what_is_not_recorded_is_played() -> None:
    assert not is_seen(digest_of())


def test_of_what_is_recorded_another_tenth_is_played_with_each_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(WHOLE, raising=False)
    names = RECORD.read_text(encoding="ascii").split()
    played: list[set[str]] = []
    for commit in ("a1", "b2"):
        monkeypatch.setattr(record, "_turn", lambda commit=commit: commit)
        played.append({name for name in names if not is_seen(name)})
    assert all(len(names) / 30 < len(chosen) < len(names) / 4 for chosen in played)
    assert played[0] != played[1]
    monkeypatch.setenv(WHOLE, "all")
    assert not any(map(is_seen, names))


def test_a_page_that_does_something_else_than_chromium_fails_at_the_end(
    pair: Callable[[App], Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.page.parity.pair.PATIENCE", 0)
    story = pair(App("t", 'T = session:prototype("T", {v = "a"}) t = T:new()', {"T.DEFAULT": '<p ui-value="v"></p>'}))
    story._sessions[0].eval("t.v = 'b'")  # noqa: SLF001 -- behind one face only
    story.compare("a change on one face")
    with pytest.raises(pytest.fail.Exception, match="after a change on one face: text differ"):
        story.finish()
