"""What a page sends next: requests of one kind that follow each other become one message (see docs/protocol.md)."""

from __future__ import annotations

import json
from collections import defaultdict
from json.encoder import encode_basestring
from typing import Any

__all__ = ["Outgoing", "VariableShape"]


class VariableShape:
    """What many variables have in common: a binding of a template has one for all rows."""

    __slots__ = ("is_watched", "properties", "text", "varying")

    def __init__(self, properties: dict[str, str], *varying: str, is_watched: bool = True) -> None:
        self.properties = properties
        # The names of the properties that each has for itself.
        self.varying = varying
        self.is_watched = is_watched
        shape: dict[str, Any] = {"properties": properties, "varying": varying}
        if not is_watched:
            shape["nowatch"] = True
        self.text = _json(shape)


class Outgoing:
    """The messages of the next frame, as JSON."""

    def __init__(self) -> None:
        self._messages: list[str] = []
        self.is_user_event = False
        # What the message at the end is made of: destructions alone, or creations and then properties.
        self._destroyed: list[int] = []
        self._shapes: dict[str, int] = {}
        self._created: list[str] = []
        self._described: dict[int, str] = {}

    def __bool__(self) -> bool:
        return bool(self._messages or self._created or self._described or self._destroyed)

    def mark_user_event(self) -> None:
        self.is_user_event = True

    def create(self, shape: VariableShape, number: int, parent: int, *texts: str) -> None:
        """A new variable, with the texts of its shape's varying properties."""
        if self._destroyed:
            self._close()
        place = self._shapes.get(shape.text)
        if place is None:
            place = self._shapes[shape.text] = len(self._shapes)
        if texts:
            encoded = ",".join(map(encode_basestring, texts))
            self._created.append(f"[{place},{number},{parent},{encoded}]")
        else:
            self._created.append(f"[{place},{number},{parent}]")

    def describe(self, number: int, properties: dict[str, str]) -> None:
        """New properties of a variable that nothing is read by."""
        if self._destroyed or number in self._described:
            self._close()
        texts = [f"{encode_basestring(name)}:{encode_basestring(text)}" for name, text in properties.items()]
        self._described[number] = f"{{{','.join(texts)}}}"

    def destroy(self, number: int) -> None:
        if self._created or self._described:
            self._close()
        self._destroyed.append(number)

    def send(self, kind: str, **data: Any) -> None:
        """A message of its own."""
        self._close()
        self._put(kind, _json(data))

    def clear(self) -> None:
        self._close()
        self._messages = []

    def take(self) -> str | None:
        """The next frame, if there is anything to say."""
        self._close()
        if not self._messages:
            return None
        frame = f'{{"userEvent":{_json(self.is_user_event)},"messages":[{",".join(self._messages)}]}}'
        self._messages = []
        self.is_user_event = False
        return frame

    def _close(self) -> None:
        """Make messages of what was collected; what follows must not come before it."""
        if self._destroyed:
            self._put("destroy", f'{{"varIds":{_json(self._destroyed)}}}')
            self._destroyed = []
        if self._created:
            variables = ",".join(self._created)
            self._put("create", f'{{"shapes":[{",".join(self._shapes)}],"variables":[{variables}]}}')
            self._shapes = {}
            self._created = []
        if self._described:
            numbers: dict[str, list[int]] = defaultdict(list)
            for number, properties in self._described.items():
                numbers[properties].append(number)
            for properties, ids in numbers.items():
                self._put("update", f'{{"varIds":{_json(ids)},"properties":{properties}}}')
            self._described = {}

    def _put(self, kind: str, data: str) -> None:
        self._messages.append(f'{{"type":"{kind}","data":{data}}}')


_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
