"""Results on the wire as a compositor passes them on: with its own URIs, and without what is about the connection."""

from __future__ import annotations

from typing import Any, Final

import mcp_types as types

from pytest_uimcp.compositor.uris import exposed_uri

# What results of 2026-07-28 must have and those of older servers lack. Older clients are not sent them.
_DEFAULTS: Final = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}


def passed_result(prefix: str, result: dict[str, Any]) -> dict[str, Any]:
    """The result of a read, a tool or a prompt; links and embedded resources get exposed URIs, too."""
    # A client of 2026-07-28 refuses a result without these, and the server behind may be of an older era.
    exposed = _DEFAULTS | result
    # The SDK stamps its own server's name on results that have none; the name of the mount would stay otherwise.
    if isinstance(meta := exposed.get("_meta"), dict):
        exposed["_meta"] = {key: value for key, value in meta.items() if key != types.SERVER_INFO_META_KEY}
    if isinstance(contents := exposed.get("contents"), list):
        exposed["contents"] = [_exposed(prefix, content) for content in contents]
    if isinstance(content := exposed.get("content"), list):
        exposed["content"] = [_block(prefix, block) for block in content]
    if isinstance(messages := exposed.get("messages"), list):
        exposed["messages"] = [_message(prefix, message) for message in messages]
    return exposed


def _message(prefix: str, message: Any) -> Any:
    if isinstance(message, dict) and isinstance(message.get("content"), dict):
        return {**message, "content": _block(prefix, message["content"])}
    return message


def _block(prefix: str, block: Any) -> Any:
    match block:
        case {"type": "resource_link"}:
            return _exposed(prefix, block)
        case {"type": "resource", "resource": dict(resource)}:
            return {**block, "resource": _exposed(prefix, resource)}
    return block


def _exposed(prefix: str, part: Any) -> Any:
    if isinstance(part, dict) and isinstance(part.get("uri"), str):
        return {**part, "uri": exposed_uri(prefix, part["uri"])}
    return part
