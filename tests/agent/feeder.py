"""A process that feeds an event log from a chat in the same database: `python feeder.py ADDRESS EXPECTED`.

It prints a line for every message it has delivered, and ends once it knows of EXPECTED messages.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial

import anyio
from anyio.from_thread import BlockingPortal

from pytest_uimcp.agent import Orchestrator, SqlEventLog, Timeline, UserText
from pytest_uimcp.agent.eventlog import Mark
from pytest_uimcp.chat import Conversation, open_store
from pytest_uimcp.storage import open_database
from tests.agent.chatclient import DirectChat


async def main(address: str, expected: str) -> None:
    store = open_store(address)
    timeline = Timeline(SqlEventLog(open_database(address)))
    known = sum(isinstance(event, UserText) for event in timeline.log.read())

    def deliver(events: Sequence[UserText], mark: Mark) -> None:
        nonlocal known
        for event in events:  # one by one, so that there is much to interrupt
            assert event.source is not None
            timeline.emit(event, mark=Mark(mark.key, event.source["id"]))
            known += 1
            sys.stdout.write(f"{event.text}\n")
            sys.stdout.flush()

    async with BlockingPortal() as portal, anyio.create_task_group() as tasks:
        chat = DirectChat(Conversation(store), portal=portal)
        orchestrator = Orchestrator(chat.connect, deliver, timeline)
        tasks.start_soon(orchestrator.run)
        await orchestrator.changed.wait_until(lambda: known >= int(expected) and orchestrator.settled)
        tasks.cancel_scope.cancel()
    store.close()


if __name__ == "__main__":
    anyio.run(partial(main, *sys.argv[1:]))
