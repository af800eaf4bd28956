"""What a check looks at: a specification, its tools, and what can be asked about both."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pytest_uimcp.openapi.endpoints import Endpoint
from pytest_uimcp.openapi.names import UniqueNames
from pytest_uimcp.openapi.quality.hosts import Host
from pytest_uimcp.openapi.search import Index
from pytest_uimcp.openapi.spec.document import SpecDocument
from pytest_uimcp.openapi.spec.operations import Operation, Selection, operations
from pytest_uimcp.openapi.target import ApiTarget
from pytest_uimcp.openapi.tools import ServedTool
from pytest_uimcp.openapi.warn import drop


@dataclass(frozen=True, slots=True)
class CheckedOperation:
    operation: Operation
    endpoint: Endpoint
    tool: ServedTool

    @property
    def place(self) -> str:
        return self.operation.place

    @property
    def id_place(self) -> str:
        """Where its operationId stands; if it has none, where the operation does."""
        return f"{self.place}/operationId" if self.operation.own_id else self.place


@dataclass(eq=False)
class Subject:
    """A specification under check. `raw` is as it was written, `document` in OpenAPI 3's form."""

    raw: dict[str, Any]
    document: SpecDocument
    target: ApiTarget
    server: str
    hosts: Sequence[Host]

    @cached_property
    def rows(self) -> tuple[CheckedOperation, ...]:
        config = self.target.config
        # The same selection as the target's, so the two lists match one to one.
        selected = operations(self.document, warn=drop, selection=Selection.of(config.include, config.exclude))
        return tuple(
            CheckedOperation(operation, endpoint, self.target.tools[endpoint.name])
            for operation, endpoint in zip(selected, self.target.endpoints, strict=True)
        )

    @cached_property
    def index(self) -> Index:
        return Index(self.target.tools.values())

    @cached_property
    def natural_names(self) -> UniqueNames:
        """Says what tools would be called if they were alone."""
        return UniqueNames(drop)

    @cached_property
    def listed(self) -> dict[str, str]:
        return {
            name: json.dumps(tool.listed(), ensure_ascii=False, separators=(",", ":"))
            for name, tool in self.target.tools.items()
        }

    @property
    def characters(self) -> int:
        return sum(map(len, self.listed.values()))

    @cached_property
    def ranks(self) -> dict[str, tuple[str, ...]]:
        """For each operation's tool the first five that its own line finds."""
        return {
            row.tool.name: tuple(hit.tool.name for hit in self.index.find(row.tool.description)) for row in self.rows
        }

    def references(self) -> Iterator[tuple[tuple[str, ...], str]]:
        # The document as it was written: in OpenAPI 3's form the places would not be those in the file.
        todo: list[tuple[tuple[str, ...], Any]] = [((), self.raw)]
        while todo:
            steps, node = todo.pop()
            if isinstance(node, list):
                todo += [((*steps, str(index)), item) for index, item in enumerate(node)]
            elif isinstance(node, dict):
                if isinstance(ref := node.get("$ref"), str):
                    yield (*steps, "$ref"), ref
                todo += [((*steps, key), item) for key, item in node.items() if key not in _NO_REFERENCES]


# Texts of the API that may look like references.
_NO_REFERENCES = frozenset({"example", "examples", "default", "enum", "const"})
