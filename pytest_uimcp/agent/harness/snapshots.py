from __future__ import annotations

from typing import Any, Final

from pytest_uimcp.testing.snapshots.kinds import NotThisKind, SnapshotKind


def _conversation(thing: Any) -> Any:
    return getattr(thing, "conversation", thing)


def _is_conversation(thing: Any) -> bool:
    return isinstance(getattr(_conversation(thing), "lines", None), list)


def _text(thing: Any) -> str:
    if not _is_conversation(thing):
        raise NotThisKind
    return "\n".join(_conversation(thing).lines)


SNAPSHOT_KINDS: Final = (
    SnapshotKind(
        "conversation", "conversation.txt", "a conversation", "an agent or its conversation", _text, _is_conversation
    ),
)
