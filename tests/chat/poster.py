"""A process that shares a conversation: `python poster.py ADDRESS NAME FIRST LAST [EXPECTED]`.

Posts messages `NAME FIRST` up to `NAME LAST`, each with a client_id, and prints the id of each once it is stored.
With EXPECTED it then waits until it has heard of so many messages, its own and those of others, and prints them.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Sequence

from pytest_uimcp.chat import Conversation, Message, open_store

WAIT = 240


def main(address: str, name: str, first: str, last: str, expected: str = "0") -> None:
    store = open_store(address)
    conversation = Conversation(store)
    heard: list[Message] = []
    every = threading.Event()

    def listener(messages: Sequence[Message]) -> None:
        heard.extend(messages)
        if len(heard) >= int(expected):
            every.set()

    stop = store.listen(listener)
    say("ready")
    sys.stdin.readline()
    for number in range(int(first), int(last) + 1):
        text = f"{name} {number}"
        say(conversation.post("user", {"content": text, "client_id": text})["id"])
    if expected != "0":
        assert every.wait(WAIT), f"heard {len(heard)} of {expected}"
        say(json.dumps([[message.id, message.content] for message in heard]))
    stop()
    store.close()


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
