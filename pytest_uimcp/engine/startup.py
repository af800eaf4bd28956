"""How a session starts: it makes the Lua state, then runs the files of the app directory.

The order: `lua/main.lua`, the shell (the global `mcp`), what extensions add to it, `lua/mcp.lua`, and every
`apps/*/init.lua` by name. Then `mcp` becomes the app variable, unless one of them made its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from pytest_uimcp.engine.context import SessionContext
from pytest_uimcp.engine.files.sources import Source, SourceError
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.parts import LuaPart
from pytest_uimcp.engine.problems import Problem

if TYPE_CHECKING:
    from pytest_uimcp.engine.session import Session

__all__ = ["Extension", "Startup"]


# Python functions by the names they have in Lua.
Functions = Mapping[str, Callable[..., Any]]

_SHELL: Final = LuaPart("shell")


class Extension(Protocol):
    """Adds to what a session's Lua has; the server's half of `mcp` is one."""

    @property
    def part(self) -> tuple[str, bytes] | None:
        """Name and source of a trusted chunk, run after the shell's and before `lua/mcp.lua`."""

    def functions(self, session: Session) -> Functions:
        """Host functions for that chunk."""


class Startup:
    """Runs the files that a session starts with; a file that fails becomes a problem and stops no other."""

    def __init__(self, context: SessionContext, extensions: Sequence[Extension]) -> None:
        self._context = context
        self._extensions = extensions
        # Files that have never run to their end: what they do only on the first load is still to be done.
        self.unfinished: dict[Path, None] = {}
        # Whether there is a file that could not be read.
        self.unread = False

    def run(self, timers: Functions, session: Session) -> None:
        """Run everything, on the worker."""
        context = self._context
        context.boot(self._functions(timers, session))
        options = context.options
        context.host.call("start", context.vended_id, str(context.base_dir), options.verbosity, options.lua_property)
        # main.lua comes first and may prepare what the shell and the apps use.
        self._run_each(_single(context.sources.main))
        context.host.load_part(_SHELL.name, _SHELL.source)
        for extension in self._extensions:
            if extension.part is not None:
                context.host.load_part(*extension.part)
        self._run_each(_single(context.sources.mcp))
        self._run_each(context.sources.inits())
        if options.shell_is_app:
            context.host.call("finish_open")

    def _functions(self, timers: Functions, session: Session) -> Functions:
        sources = self._context.sources

        def forget(name: bytes, directory: bool) -> tuple[str, str]:
            forgotten = sources.forget(name, directory=directory)
            modules = [module for file in forgotten for module in file.modules]
            return "\n".join(file.chunkname for file in forgotten), "\n".join(modules)

        functions: dict[str, Callable[..., Any]] = {
            "log": self._context.log.from_lua,
            "app_failed": self._context.app_failed_from_lua,
            "find_module": sources.find_module,
            "find_app": sources.find_app,
            "read_source": sources.read_source,
            "forget_module": forget,
            **timers,
        }
        for extension in self._extensions:
            functions |= extension.functions(session)
        return functions

    def retry_unread(self) -> None:
        paths = {file.path for file in self._context.sources.files}
        self.unread = False
        for sources in (_single(self._context.sources.main), _single(self._context.sources.mcp)):
            self._run_each(source for source in sources if _is_new(source, paths))
        self._run_each(source for source in self._context.sources.inits() if _is_new(source, paths))

    def _run_each(self, sources: Iterator[Source | SourceError]) -> None:
        unread = []
        for source in sources:
            if isinstance(source, SourceError):
                unread.append(source)
            else:
                self.run_file(source, reloading=False)
        for error in unread:
            self.unread = True
            self._context.report(Problem("read", str(error), str(error)), "reload", error)

    def run_file(self, source: Source, *, reloading: bool) -> bool:
        """Run one file; returns whether it ran to its end, which clears the problem it had."""
        file = source.chunkname.removeprefix("@")
        try:
            modules = "\n".join(source.file.modules)
            self._context.host.call("run_file", source.chunkname, source.text, reloading, modules)
        except LuaError as error:
            if not reloading:
                self.unfinished[source.file.path] = None
            self._context.report(Problem("lua", file, error.message, error.line, error.traceback), "reload", error)
            return False
        self.unfinished.pop(source.file.path, None)
        self._context.problems.clear("lua", file)
        return True


def _single(find: Callable[[], Source | None]) -> Iterator[Source | SourceError]:
    try:
        source = find()
    except SourceError as error:
        yield error
    else:
        if source is not None:
            yield source


def _is_new(source: Source | SourceError, loaded_paths: set[Path]) -> bool:
    return isinstance(source, SourceError) or source.file.path not in loaded_paths
