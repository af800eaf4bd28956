"""Topics and who listens to them; every method may be called from any thread."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from functools import partial
from typing import Final

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.core.records import dataclass
from pytest_uimcp.core.strict_json import strict_loads

MAX_BODY_BYTES: Final = 1024 * 1024
MAX_ICON_BYTES: Final = 64 * 1024
NAME: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
ICON: Final = re.compile(r"data:image/[A-Za-z0-9.+-]+[;,][\x20-\x7e]*")

# Takes a message, JSON in UTF-8; False if nobody is there any more or too much is waiting.
Deliver = Callable[[bytes], bool]
# Hands every message of a topic on, perhaps with an icon; returns a function that ends it.
Subscribe = Callable[[str, Deliver, str | None], Callable[[], None]]


class NotAllowed(UimcpError):
    """A topic, an icon or a message that breaks the rules; the text says which."""


def check_topic(topic: str) -> str:
    """Return the topic; raises NotAllowed."""
    if not topic:
        raise NotAllowed("topic name required")
    if not NAME.fullmatch(topic):
        raise NotAllowed(f"the topic {topic[:80]!r} is not valid: expected 1 to 64 of A-Z a-z 0-9 . _ -")
    return topic


def check_icon(icon: str) -> str:
    """Return the icon, a data URL of a picture; raises NotAllowed."""
    if len(icon) > MAX_ICON_BYTES:
        raise NotAllowed(f"the favicon has {len(icon)} characters: expected at most {MAX_ICON_BYTES}")
    if not ICON.fullmatch(icon):
        raise NotAllowed(f"the favicon {icon[:40]!r} is not valid: expected data:image/…")
    return icon


def check_body(body: bytes) -> bytes:
    """Return the message if it is JSON; raises NotAllowed."""
    try:
        strict_loads(body.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise NotAllowed(f"a published message has to be JSON in UTF-8: {error}") from None
    return body


@dataclass(frozen=True, slots=True)
class TopicInfo:
    name: str
    listeners: int
    icon: str | None


@dataclass(slots=True)
class _Topic:
    listeners: dict[object, Deliver] = field(default_factory=dict)
    icon: str | None = None


class Topics:
    """The listeners of every topic. A topic exists as long as it has listeners."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._topics: dict[str, _Topic] = {}
        self._expecting: dict[object, tuple[str, Callable[[], object]]] = {}

    def add(self, topic: str, deliver: Deliver, icon: str | None = None) -> Callable[[], None]:
        """Add a listener; returns a function that removes it. The newest icon of a topic is shown."""
        key = object()
        with self._lock:
            entry = self._topics.setdefault(topic, _Topic())
            entry.listeners[key] = deliver
            entry.icon = icon or entry.icon
            wakes = [wake for name, wake in self._expecting.values() if name == topic]
        # Outside of the lock: whoever is woken may ask who listens.
        for wake in wakes:
            wake()
        return partial(self._remove, topic, key)

    def publish(self, topic: str, body: bytes) -> int:
        """Give a message to every listener; returns how many took it."""
        with self._lock:
            entry = self._topics.get(topic)
            listeners = list(entry.listeners.values()) if entry else []
        # Outside of the lock, too: a listener may take its time, or end its subscription.
        return sum(deliver(body) for deliver in listeners)

    @contextmanager
    def expecting(self, topic: str, wake: Callable[[], object]) -> Iterator[None]:
        """Call `wake`, from any thread, whenever a listener of the topic is added meanwhile."""
        key = object()
        with self._lock:
            self._expecting[key] = topic, wake
        try:
            yield
        finally:
            with self._lock:
                del self._expecting[key]

    @property
    def shown(self) -> list[TopicInfo]:
        with self._lock:
            return [TopicInfo(name, len(topic.listeners), topic.icon) for name, topic in sorted(self._topics.items())]

    def __len__(self) -> int:
        with self._lock:
            return sum(len(topic.listeners) for topic in self._topics.values())

    def _remove(self, topic: str, key: object) -> None:
        with self._lock:
            entry = self._topics.get(topic)
            if entry is not None:
                # Whoever listens may say twice that it is over.
                entry.listeners.pop(key, None)
                if not entry.listeners:
                    del self._topics[topic]
