from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

Author = Literal["user", "assistant"]
AUTHORS: Final[tuple[Author, ...]] = get_args(Author)


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation. `number` orders it; the id is how the number is written."""

    number: int
    ts: str
    author: Author
    mime: str
    content: str

    @property
    def id(self) -> str:
        return str(self.number)

    def to_json(self) -> dict[str, str]:
        return {"id": self.id, "ts": self.ts, "author": self.author, "mime": self.mime, "content": self.content}


@dataclass(frozen=True, slots=True)
class Poster:
    """Which of several humans posted a message, as far as that is known. It is kept beside the message, not in it."""

    # Sessions of a page have no account behind them, so each is somebody of its own.
    session: str = ""
    """The session of the page it was written on; none for a program."""
    principal: str = ""
    name: str = ""
    """What the human wanted to be called then."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a post gave. `repeated` says that this message was stored by an earlier post with the same client_id."""

    message: Message
    repeated: bool = False

    def to_json(self) -> dict[str, str]:
        """The post tool's result."""
        return {"id": self.message.id, "ts": self.message.ts}
