"""The messages that wait to be sent on one connection."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from pytest_uimcp.engine.wire.messages import (
    ABSENT,
    ROOT,
    Absent,
    Destroy,
    DestroyMany,
    ErrorMessage,
    Json,
    Message,
    Objects,
    OpenProblems,
    Properties,
    Update,
)

__all__ = ["Outbox"]


class Outbox:
    """Messages in sending order, preceded by viewdefs.

    An update of a variable is merged into the waiting one of an earlier batch. Not across an error or a destruction of
    that variable: an update clears the error, and after a destruction the id means another variable. Within a batch
    nothing is merged: there, two updates of a variable have different priorities and keep their places.
    """

    __slots__ = ("_batch", "_messages", "_open", "_viewdefs")

    def __init__(self) -> None:
        self._messages: list[Message] = []
        # Variable -> index and batch of its last update.
        self._open: dict[int, tuple[int, int]] = {}
        self._batch = 0
        self._viewdefs: dict[str, str | None] = {}

    def __bool__(self) -> bool:
        return bool(self._messages or self._viewdefs)

    def begin_batch(self) -> None:
        """Begin a batch: the updates that follow were detected together."""
        self._batch += 1

    def update(self, variable: int, value: Json | Absent, properties: Properties) -> None:
        """Queue a value, properties, or (with neither) a request to draw the variable again."""
        place, batch = self._open.get(variable, (0, self._batch))
        if batch == self._batch:
            self._open[variable] = len(self._messages), batch
            self._messages.append(Update(variable, value, properties))
            return
        self._open[variable] = place, self._batch
        earlier = self._messages[place]
        assert isinstance(earlier, Update)
        self._messages[place] = Update(
            variable,
            earlier.value if value is ABSENT else value,
            {**earlier.properties, **properties},
        )

    def forget_value(self, variable: int) -> None:
        """The tab has written the variable: a value that waits is older, and what comes of the write follows it."""
        if self._open.pop(variable, None) is None:
            return
        for place, message in enumerate(self._messages):
            if isinstance(message, Update) and message.id == variable:
                self._messages[place] = Update(variable, ABSENT, message.properties)

    def append(self, variable: int, value: Json | Absent, properties: Properties) -> None:
        """Queue an update that is merged with no other, for variables of which each value counts."""
        self._open.pop(variable, None)
        self._messages.append(Update(variable, value, properties))

    def error(self, variable: int | None, code: str, description: str) -> None:
        if variable is not None:
            self._open.pop(variable, None)
        self._messages.append(ErrorMessage(variable, code, description))

    def problem(self, code: str, description: str, problem: int) -> None:
        """Queue a problem of a file, by its id."""
        self._messages.append(ErrorMessage(None, code, description, problem))

    def open_problems(self, problems: Iterable[int]) -> None:
        """Queue which problems are open: a tab shows no other any longer."""
        self._messages.append(OpenProblems(tuple(problems)))

    def destroy(self, variable: int) -> None:
        self._open.pop(variable, None)
        self._messages.append(Destroy(variable))

    def destroy_many(self, variables: Iterable[int]) -> None:
        """Queue the confirmation that variables are gone, all in one message."""
        ids = tuple(variables)
        for variable in ids:
            self._open.pop(variable, None)
        self._messages.append(DestroyMany(ids))

    def objects(self, objects: Mapping[str, Json]) -> None:
        self._messages.append(Objects(objects))

    def viewdefs(self, changes: Mapping[str, str | None]) -> None:
        """Queue templates by key; None withdraws one."""
        self._viewdefs.update(changes)

    def take(self) -> list[Message]:
        messages = self._messages
        self._messages = []
        if self._viewdefs:
            # Before everything else, since what follows is drawn with them.
            # The value of the property is itself a JSON text.
            text = json.dumps(self._viewdefs, ensure_ascii=False)
            messages.insert(0, Update(ROOT, properties={"viewdefs": text}))
            self._viewdefs = {}
        # What was sent is past: later updates are messages of their own.
        self._open.clear()
        return messages
