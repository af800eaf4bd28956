"""What the bridge takes from the stage without a JVM: the tools and their texts, and the names of keys."""

from __future__ import annotations

import json
from typing import Final

from pytest_uimcp.javafx import schemas
from pytest_uimcp.javafx.scene.actions import keys
from pytest_uimcp.javafx.scene.snapshot.options import Json
from pytest_uimcp.javafx.server import INSTRUCTIONS, NO_TEXT, NOT_ENABLED, SERVER_INFO, version
from pytest_uimcp.javafx.tools import TOOLS

SHIFT: Final = frozenset({"shift"})


def resources() -> dict[str, bytes]:
    """The files of the jar beside its classes, by name."""
    return {name: _bytes(data) for name, data in (("contract.json", _contract()), ("keys.json", _keys()))}


def _bytes(data: Json) -> bytes:
    return json.dumps(data, ensure_ascii=False, sort_keys=False).encode()


def _contract() -> Json:
    from pytest_uimcp.mcp.handlers import listed

    return {
        "serverInfo": {**SERVER_INFO, "version": version()},
        "instructions": INSTRUCTIONS,
        "notEnabled": NOT_ENABLED,
        "noText": NO_TEXT,
        "tools": [listed(tool) for tool in TOOLS],
        # What is wrong with one action is an error of that action, so its schema is not checked with the call's.
        "performSchema": schemas.PERFORM_CHECKED,
    }


def _keys() -> Json:
    characters = [*keys.PLAIN, *keys.SHIFTED, *map(chr, range(33, 127))]
    strokes = {character: keys.stroke_of(character) for character in characters}
    return {
        "names": keys.names_of_keys(),
        "strokes": {character: [stroke.code, stroke.shift] for character, stroke in strokes.items()},
        "typed": {code: [keys.typed_by(code, frozenset()), keys.typed_by(code, SHIFT)] for code in sorted(keys.CODES)},
    }
