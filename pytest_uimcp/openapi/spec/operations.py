"""The operations of a specification, in its order, and which of them become tools.

That is chosen by globs on the operationId, on `METHOD /path`, or on `tag:name`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import translate
from functools import cached_property
from typing import Any, Final

from pytest_uimcp.core.spelling import hint
from pytest_uimcp.openapi.names import operation_name
from pytest_uimcp.openapi.spec.document import SpecDocument
from pytest_uimcp.openapi.spec.methods import METHODS
from pytest_uimcp.openapi.spec.nodes import as_text, texts
from pytest_uimcp.openapi.spec.parameters import merge_parameters
from pytest_uimcp.openapi.spec.references import pointer
from pytest_uimcp.openapi.warn import Warn, drop


@dataclass(frozen=True, slots=True)
class Selection:
    """Takes what is included and not excluded; without `include` everything is."""

    include: tuple[re.Pattern[str], ...] = ()
    exclude: tuple[re.Pattern[str], ...] = ()

    @classmethod
    def of(cls, include: Sequence[str], exclude: Sequence[str]) -> Selection:
        return cls(tuple(map(_pattern, include)), tuple(map(_pattern, exclude)))

    def takes(self, operation_id: str, method: str, path: str, tags: Iterable[str]) -> bool:
        if not self.include and not self.exclude:
            return True
        labels = labels_of(operation_id, method, path, tags)
        return (not self.include or _any(self.include, labels)) and not _any(self.exclude, labels)


def labels_of(operation_id: str, method: str, path: str, tags: Iterable[str]) -> list[str]:
    """The three ways in which people name operations: by id, as `GET /pets/*`, and by tag."""
    return [operation_id, f"{method.upper()} {path}", *(f"tag:{tag}" for tag in tags)]


def _pattern(glob: str) -> re.Pattern[str]:
    return re.compile(translate(glob))


def _any(patterns: Iterable[re.Pattern[str]], labels: Sequence[str]) -> bool:
    return any(pattern.match(label) for pattern in patterns for label in labels)


EVERYTHING = Selection()


MAX_DESCRIPTION_CHARS: Final = 1024
IGNORE: Final = "x-nlui-ignore"
CONFIRM: Final = "x-nlui-confirm"


@dataclass(eq=False)
class Operation:
    """One operation; what costs time is worked out when it is asked for."""

    document: SpecDocument
    method: str
    path: str
    item: dict[str, Any]
    node: dict[str, Any]

    @property
    def own_id(self) -> str:
        return as_text(self.node.get("operationId"))

    @property
    def name(self) -> str:
        return self.own_id or operation_name(self.method, self.path)

    @property
    def place(self) -> str:
        return pointer(("paths", self.path, self.method))

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple(texts(self.node.get("tags")))

    @property
    def description(self) -> str:
        # A summary is written for lists; only without one is the description taken, and cut.
        text = self._text("summary") or self._text("description") or f"{self.method.upper()} {self.path}"
        if len(text) <= MAX_DESCRIPTION_CHARS:
            return text
        return text[: MAX_DESCRIPTION_CHARS - 1] + "…"

    @property
    def details(self) -> str:
        return self._text("description")

    def _text(self, key: str) -> str:
        return as_text(self.node.get(key)).strip()

    @property
    def group(self) -> str:
        """Where it belongs: its first tag, else the first step of its path."""
        return next(iter(self.tags), "") or next((step for step in self.path.split("/") if step), "default")

    @property
    def confirm(self) -> bool | None:
        """Whether it says itself that its calls are to be confirmed."""
        flag = self.node.get(CONFIRM)
        if isinstance(flag, bool):
            return flag
        return None

    @cached_property
    def parameters(self) -> tuple[dict[str, Any], ...]:
        """Its parameters, those of its path with them."""
        return tuple(
            merge_parameters(self.document.references.follow, self.item.get("parameters"), self.node.get("parameters"))
        )

    @cached_property
    def body(self) -> dict[str, Any] | None:
        return self.document.references.follow(self.node.get("requestBody"))


def operations(document: SpecDocument, *, warn: Warn, selection: Selection = EVERYTHING) -> Iterator[Operation]:
    """The operations that are to become tools: paths in the document's order, methods in the path's."""
    for path, node in document.paths.items():
        # Extensions (x-…) may stand beside paths and are none.
        if not path.startswith("/"):
            if not path.startswith("x-"):
                warn(f"the path {path!r} does not begin with a slash; it is left out")
            continue
        # A path item may be a reference, since 3.0, and then what stands beside it wins.
        item = document.references.follow(node)
        if item is None:
            warn(f"the path {path} is expected to be an object, got {node!r:.40}; it is left out")
            continue
        yield from _of_item(document, path, item, warn, selection)


def _of_item(
    document: SpecDocument, path: str, item: dict[str, Any], warn: Warn, selection: Selection
) -> Iterator[Operation]:
    for method, node in item.items():
        if method not in METHODS:
            continue
        if not isinstance(node, dict):
            warn(f"{method.upper()} {path} is expected to be an object, got {node!r:.40}; it is left out")
            continue
        operation = Operation(document, method, path, item, node)
        # The API's own author may keep an operation from agents; that needs no configuration at the user's side.
        if node.get(IGNORE) is not True and selection.takes(operation.own_id, method, path, operation.tags):
            yield operation


def idle_patterns(document: SpecDocument, **globs: Sequence[str]) -> Iterator[str]:
    """A line about each pattern that names no operation at all; `globs` are those of `include` and of `exclude`."""
    if not any(globs.values()):
        return
    labels = [
        label
        for operation in operations(document, warn=drop)
        for label in labels_of(operation.own_id, operation.method, operation.path, operation.tags)
    ]
    for key, patterns in globs.items():
        for glob in patterns:
            if not any(map(_pattern(glob).match, labels)):
                yield f"{key}: {glob!r} fits no operation{hint(glob, labels)}"
