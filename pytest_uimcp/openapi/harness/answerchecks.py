"""Whether an answer that a test mocks is one that the specification describes.

A mock that answers what the real server never would makes a test pass that means nothing. Only JSON is compared, and
only of statuses that the specification describes: a server may always fail in other ways.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import httpx

from pytest_uimcp.openapi.requests.arguments import mismatch
from pytest_uimcp.openapi.schemas.converter import Converter
from pytest_uimcp.openapi.schemas.pieces import definition_name
from pytest_uimcp.openapi.spec.document import SpecDocument
from pytest_uimcp.openapi.spec.media import is_json
from pytest_uimcp.openapi.spec.nodes import as_object
from pytest_uimcp.openapi.warn import drop

# What an answer is called where a schema is applied, which takes the arguments of a call.
_ANSWER: Final = "answer"


class AnswerChecks:
    """Compares answers with the responses of their operations."""

    def __init__(self, document: SpecDocument) -> None:
        self._document = document
        # Linked, so that schemas that contain themselves are checked as deeply as the answer goes.
        self._converter: Final = Converter(document.references, drop, linked=True, answers=True)

    def problem(self, operation: Mapping[str, Any], response: httpx.Response) -> str:
        """What the operation does not describe in an answer that has been read; empty if all is well."""
        described = _of_status(as_object(operation.get("responses")), response.status_code)
        media = self._json_media(described)
        if media is None:
            return ""
        try:
            answer = json.loads(response.content)
        except ValueError:
            return f"the answer is no JSON: {response.text[:80]!r}"
        return mismatch(self._schema(media.get("schema")), {_ANSWER: answer})

    def _json_media(self, response: Any) -> dict[str, Any] | None:
        content = as_object(as_object(self._document.references.follow(response)).get("content"))
        # An answer that may come in several types is not known to be JSON.
        if content and all(map(is_json, content)):
            return as_object(next(iter(content.values())))
        return None

    def _schema(self, schema: Any) -> dict[str, Any]:
        piece = self._converter.piece({} if schema is None else schema)
        linked = self._converter.definitions(sorted(piece.links))
        definitions = {definition_name(pointer): definition.schema for pointer, definition in linked}
        return {"type": "object", "properties": {_ANSWER: piece.schema}, "$defs": definitions}


def _of_status(responses: Mapping[Any, Any], status: int) -> Any:
    # YAML makes numbers of unquoted statuses.
    by_name = {str(name).upper(): response for name, response in responses.items()}
    for name in (str(status), f"{status // 100}XX"):
        if name in by_name:
            return by_name[name]
    # A default describes whatever else comes; most describe their errors so, and no success.
    if status >= 400:
        return by_name.get("DEFAULT")
    return None
