"""What one connection has yet to be told."""

from __future__ import annotations

import json
from collections.abc import Mapping

from pytest_uimcp.engine.wire.messages import (
    ABSENT,
    ROOT,
    Absent,
    Destroy,
    ErrorMessage,
    Json,
    Message,
    Objects,
    Properties,
    Update,
)

__all__ = ["Outbox"]


class Outbox:
    """Messages in the order they have to be read in, and the viewdefs that go before all of them.

    An update of a variable joins the last one of an earlier batch. Not across an error or a destruction of that
    variable: an update clears the error, and after a destruction the id means another variable. Within a batch
    nothing is joined: there, two updates of a variable have different priorities and stand where they belong.
    """

    __slots__ = ("_batch", "_messages", "_open", "_viewdefs")

    def __init__(self) -> None:
        self._messages: list[Message] = []
        # Variable -> where its last update stands, and of which batch that is.
        self._open: dict[int, tuple[int, int]] = {}
        self._batch = 0
        self._viewdefs: dict[str, str | None] = {}

    def __bool__(self) -> bool:
        return bool(self._messages or self._viewdefs)

    def begin(self) -> None:
        """The updates that follow were detected together."""
        self._batch += 1

    def update(self, variable: int, value: Json | Absent, properties: Properties) -> None:
        """Tell a value, properties, or (with neither) that the variable is to be drawn again."""
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

    def error(self, variable: int | None, code: str, description: str) -> None:
        """Tell that something went wrong, with a variable or at large."""
        if variable is not None:
            self._open.pop(variable, None)
        self._messages.append(ErrorMessage(variable, code, description))

    def destroy(self, variable: int) -> None:
        """Confirm that a variable is gone."""
        self._open.pop(variable, None)
        self._messages.append(Destroy(variable))

    def objects(self, objects: Mapping[str, Json]) -> None:
        """Answer a question for objects."""
        self._messages.append(Objects(objects))

    def viewdefs(self, changes: Mapping[str, str | None]) -> None:
        """Tell templates by key; None takes one back."""
        self._viewdefs.update(changes)

    def take(self) -> list[Message]:
        """All there is to tell, at most once."""
        messages, self._messages = self._messages, []
        if self._viewdefs:
            # The value of the property is itself a JSON text.
            text = json.dumps(self._viewdefs, ensure_ascii=False)
            messages.insert(0, Update(ROOT, properties={"viewdefs": text}))
            self._viewdefs = {}
        self._open.clear()
        return messages
