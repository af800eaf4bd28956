from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import anyio

from pytest_uimcp.core import secrets
from pytest_uimcp.openapi.children.child import Child, ChildTool
from pytest_uimcp.openapi.config.models import ChildConfig
from pytest_uimcp.openapi.errors import ChildError
from pytest_uimcp.openapi.names import UniqueNames, target_prefix
from pytest_uimcp.openapi.warn import Warn

# Called with the name of a child and a line that it wrote to standard error.
Tell = Callable[[str, str], None]


def tell_stderr(name: str, line: str) -> None:
    sys.stderr.write(f"[{name}] {secrets.mask(line)}\n")
    sys.stderr.flush()


class Children:
    """The children that could be started. `changed` is called when the tools of one change."""

    def __init__(self, children: Sequence[Child]) -> None:
        self._children = children
        self.changed: Callable[[], None] = lambda: None
        for child in children:
            child.changed = lambda: self.changed()

    def tools(self, names: UniqueNames) -> Iterator[ChildTool]:
        """Their tools in the order of the configuration, each with a name that is free."""
        # Names are claimed in the order of the configuration, so that they do not depend on which child starts first.
        for child in self._children:
            prefix = target_prefix(child.config.name)
            for row in child.rows:
                yield ChildTool(names.claim(prefix, row["name"]), child, row)


@asynccontextmanager
async def open_children(
    configs: Sequence[ChildConfig], folder: Path, warn: Warn, *, tell: Tell = tell_stderr
) -> AsyncIterator[Children]:
    """Start all children in parallel; one that fails is skipped with a warning."""
    # An exception that leaves a task group comes in an ExceptionGroup, which no caller expects.
    failure: Exception | None = None
    async with anyio.create_task_group() as tasks:
        children = [Child(config, folder, tasks, _teller(config, tell)) for config in configs]
        try:
            yield Children(await _started(children, warn))
        except Exception as error:  # noqa: BLE001 - raised below, as it is and not in a group
            failure = error
        finally:
            for child in children:
                child.close()
    if failure is not None:
        raise failure


def _teller(config: ChildConfig, tell: Tell) -> Warn:
    return lambda line: tell(config.name, line)


async def _started(children: Sequence[Child], warn: Warn) -> list[Child]:
    # In the order in which they come up; the caller gets them in the order of the configuration.
    started: list[Child] = []

    async def start(child: Child) -> None:
        try:
            await child.start()
        except ChildError as error:
            warn(f"skip MCP {child.config.name}: {error}")
        else:
            started.append(child)

    async with anyio.create_task_group() as tasks:
        for child in children:
            tasks.start_soon(start, child)
    return [child for child in children if child in started]
