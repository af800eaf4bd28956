from __future__ import annotations

import html
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_uimcp.chat import Conversation, open_store
from pytest_uimcp.chat.web.markdown import as_html
from pytest_uimcp.chat.web.timeline import StoreTimeline


def items(timeline: StoreTimeline) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = timeline.state()["items"]
    return found


def test_the_newest_messages_are_shown_and_the_number_counts_all() -> None:
    conversation = Conversation(open_store())
    for number in range(3):
        conversation.post("user", {"content": str(number)})
    timeline = StoreTimeline(conversation.store, 3)
    changes: list[int] = []
    connection = timeline.connect("s", lambda: changes.append(timeline.seq))
    first = connection.take()
    assert first is not None
    assert (first["payload"]["seq"], first["session_id"], connection.take()) == (3, "s", None)
    assert "truncated" not in first
    posted = conversation.post("assistant", {"content": "3"})
    assert changes == [4]
    assert [item.get("text", item.get("md")) for item in items(timeline)] == ["1", "2", "3"]
    assert items(timeline)[-1] == {
        "kind": "AssistantMarkdown",
        "id": f"chat:{posted['id']}",
        "ts": posted["ts"],
        "md": "3",
    }
    assert (connection.take() or {})["truncated"] is True
    connection.close()
    timeline.close()
    conversation.post("user", {"content": "4"})
    assert (changes, timeline.seq) == ([4], 4)


@pytest.mark.parametrize("posted", [2, 3])
def test_a_page_learns_that_there_are_older_messages(posted: int) -> None:
    conversation = Conversation(open_store())
    for number in range(posted):
        conversation.post("user", {"content": str(number)})
    timeline = StoreTimeline(conversation.store, 2)
    first = timeline.connect("s", lambda: None).take()
    assert first is not None
    assert (len(first["payload"]["state"]["items"]), first.get("truncated")) == (2, True if posted > 2 else None)
    timeline.close()


def test_a_page_that_was_slow_gets_the_last_state_alone() -> None:
    conversation = Conversation(open_store())
    timeline = StoreTimeline(conversation.store, 10)
    connection = timeline.connect("s", lambda: None)
    connection.take()
    for number in range(5):
        conversation.post("user", {"content": str(number)})
    update = connection.take()
    assert update is not None
    assert (update["event_id"], update["payload"]["type"], update["payload"]["seq"]) == (2, "ui_state_updated", 5)
    assert connection.take() is None
    timeline.close()


def test_no_more_is_shown_than_a_page_can_take() -> None:
    conversation = Conversation(open_store())
    timeline = StoreTimeline(conversation.store, 1000)
    for number in range(30):
        conversation.post("user", {"content": f"{number} " + "x" * 200_000})
    assert [item["text"].split()[0] for item in items(timeline)] == [str(number) for number in range(10, 30)]
    timeline.close()


def test_indented_plain_text_is_no_code() -> None:
    conversation = Conversation(open_store())
    timeline = StoreTimeline(conversation.store, 10)
    text = "def f():\n\n    return **1**"
    conversation.post("assistant", {"content": f"    {text}", "mime": "text/plain"})
    (item,) = items(timeline)
    timeline.close()
    assert timeline.origin(item["id"]).plain == f"    {text}"
    assert "<code>" not in as_html(item["md"])
    assert "return **1**" in as_html(item["md"])


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(str.strip))
def test_plain_text_is_shown_as_it_is(text: str) -> None:
    conversation = Conversation(open_store())
    timeline = StoreTimeline(conversation.store, 10)
    conversation.post("assistant", {"content": text, "mime": "text/plain"})
    rendered = as_html(items(timeline)[0]["md"])
    timeline.close()
    assert set(re.findall(r"<[^>]*>", rendered)) <= {"<p>", "</p>"}
    assert html.unescape(re.sub(r"<[^>]*>", "", rendered)).split() == text.split()


@pytest.mark.parametrize(
    ("text", "rendered"),
    [
        ("**b** `c`", "<p><strong>b</strong> <code>c</code></p>\n"),
        ("one\ntwo", "<p>one<br />\ntwo</p>\n"),
        ("<b>x</b> &lt;", "<p>&lt;b&gt;x&lt;/b&gt; &lt;</p>\n"),
        ("<script>\nx\n</script>", "<p>&lt;script&gt;<br />\nx<br />\n&lt;/script&gt;</p>\n"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>\n"),
        ("[x](data:text/html,y)", "<p>[x](data:text/html,y)</p>\n"),
        ("[x](/y)", '<p><a href="/y" target="_blank" rel="noopener noreferrer">x</a></p>\n'),
        (
            '![a"b](http://x/y.png)',
            '<p><a href="http://x/y.png" target="_blank" rel="noopener noreferrer">a&quot;b</a></p>\n',
        ),
        (
            "![](http://x/y.png)",
            '<p><a href="http://x/y.png" target="_blank" rel="noopener noreferrer">image</a></p>\n',
        ),
        ("~~no~~", "<p><s>no</s></p>\n"),
    ],
)
def test_markdown_is_rendered_and_nothing_in_it_acts(text: str, rendered: str) -> None:
    assert as_html(text) == rendered
