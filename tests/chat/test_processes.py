from __future__ import annotations

import json
from contextlib import ExitStack

import pytest

from pytest_uimcp.chat import ChatStore
from tests.chat.conftest import Open
from tests.chat.processes import started
from tests.storage.places import DATABASES

pytestmark = [pytest.mark.parametrize("kind", DATABASES, indirect=True), pytest.mark.slow, pytest.mark.warm]

POSTS = 150


def contents(store: ChatStore) -> list[str]:
    return [message.content for message in store.since(0)]


@pytest.mark.parametrize("survives", [1, 137, 500])
def test_every_acknowledged_message_survives_a_kill_in_the_middle_of_1000_posts(
    address: str, opened: Open, survives: int
) -> None:
    with started(address, "ada", 1, 1000) as poster:
        poster.begin()
        acknowledged = [poster.line() for _ in range(survives)]
        acknowledged += poster.kill()
    store = opened()
    stored = [message.id for message in store.since(0)]
    assert stored[: len(acknowledged)] == acknowledged
    assert len(stored) - len(acknowledged) in (0, 1)  # one may have been stored, and its poster killed before it knew
    again = [store.append("user", "text/markdown", text, client_id=text).message.id for text in texts(len(stored) + 20)]
    assert again[: len(stored)] == stored
    assert again == sorted(set(again), key=int)
    assert contents(store) == texts(len(stored) + 20)


def texts(count: int) -> list[str]:
    return [f"ada {number}" for number in range(1, count + 1)]


def test_edge_03_two_processes_on_one_database_have_one_order_and_hear_everything_once(
    address: str, opened: Open
) -> None:
    store = opened()
    with ExitStack() as stack:
        posters = [stack.enter_context(started(address, name, 1, POSTS, 2 * POSTS)) for name in ("ada", "bob")]
        for poster in posters:
            poster.begin()
        ids = [[poster.line() for _ in range(POSTS)] for poster in posters]
        heard = [json.loads(poster.line()) for poster in posters]
        for poster in posters:
            poster.finish()
    stored = [[message.id, message.content] for message in store.since(0)]
    assert len(stored) == len({message_id for message_id, _ in stored}) == 2 * POSTS
    assert heard == [stored, stored]
    assert [message.ts for message in store.since(0)] == sorted(message.ts for message in store.since(0))
    for name, own in zip(("ada", "bob"), ids, strict=True):
        assert own == sorted(own, key=int)
        assert [text for _, text in stored if text.startswith(name)] == [f"{name} {n}" for n in range(1, POSTS + 1)]
