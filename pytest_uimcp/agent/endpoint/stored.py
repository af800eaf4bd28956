"""Responses that the service keeps, so that a client can go on from one by its id: `previous_response_id`, `store`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pytest_uimcp.agent.endpoint.errors import BadRequest
from pytest_uimcp.agent.endpoint.reading import optional_text
from pytest_uimcp.agent.endpoint.responses import input_items

MAX_RESPONSES: Final = 1000


class StoredResponses:
    """The newest responses with all the items before them."""

    def __init__(self) -> None:
        self._items: dict[str, list[Any]] = {}
        self._responses: dict[str, Mapping[str, Any]] = {}

    def earlier(self, body: Mapping[str, Any]) -> list[Any]:
        """The items before those of a request; BadRequest if it names a response that is not kept."""
        name = optional_text(body.get("previous_response_id"), "previous_response_id")
        if not name:
            return []
        if name not in self._items:
            raise BadRequest(
                f"Previous response with id '{name}' not found.", "previous_response_id", "previous_response_not_found"
            )
        return self._items[name]

    def resolved(self, body: dict[str, Any]) -> dict[str, Any]:
        """The request with what it refers to by id (`item_reference`) in its place."""
        items = [self._resolved(item, f"input[{n}]") for n, item in enumerate(input_items(body))]
        return {**body, "input": items}

    def keep(self, body: Mapping[str, Any], response: Mapping[str, Any]) -> None:
        if not response["store"]:
            return
        self._responses[response["id"]] = response
        self._items[response["id"]] = [*self.earlier(body), *input_items(body), *response["output"]]
        if len(self._items) > MAX_RESPONSES:
            oldest = next(iter(self._items))
            del self._items[oldest]
            del self._responses[oldest]

    def find(self, name: str) -> Mapping[str, Any] | None:
        return self._responses.get(name)

    def _resolved(self, item: Any, param: str) -> Any:
        if not isinstance(item, Mapping) or item.get("type") != "item_reference":
            return item
        name = item.get("id")
        for response in self._responses.values():
            for output in response["output"]:
                if output["id"] == name:
                    return output
        raise BadRequest(f"Item with id '{name}' not found.", f"{param}.id")
