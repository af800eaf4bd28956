"""What the human's facade and the assistant's differ in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pytest_uimcp.chat.message import Author
from pytest_uimcp.chat.principals import Role


@dataclass(frozen=True, slots=True)
class Side:
    """One facade. Its `author` writes every message that is posted through it."""

    role: Role
    author: Author
    # The name of the tool that posts.
    post: str
    description: str
    instructions: str

    @property
    def aliases(self) -> tuple[str, str]:
        """The names of the post tool that other hosts use."""
        # Most providers take no dots in the names of tools.
        return ("post", self.post.replace(".", "_"))


_READING: Final = (
    "New messages of the human change the resource ui://chat/inbox; subscribe to it and read with chat_read_since from "
    "the last id you know. Messages of the assistant notify nobody."
)
SIDES: Final[dict[Role, Side]] = {
    side.role: side
    for side in (
        Side(
            "human",
            "user",
            "chat.human.post",
            "Post a message of the human to the conversation. Subscribers of the inbox are notified.",
            f"The human's side of a conversation with an assistant. Post with chat.human.post. {_READING}",
        ),
        Side(
            "assistant",
            "assistant",
            "chat.assistant.post",
            "Post a message of the assistant, which the human reads. Nobody is notified.",
            "The assistant's side of a conversation with a human. Whatever the human is to read has to be posted with "
            f"chat.assistant.post. {_READING}",
        ),
    )
}
