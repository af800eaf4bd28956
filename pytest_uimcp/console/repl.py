"""Lua line by line, for the console on a terminal."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.engine.lua.errors import LuaError, LuaSyntaxError

if TYPE_CHECKING:
    from pytest_uimcp.console.console import Console


_HELP: Final = """\
Lua code is run and its value printed; an expression needs no return.
:app NAME    display an app            :state      print the displayed app
:watch PATH  print a path when it changes  :variables  print every variable
:reload      look at the files now     :quit       leave (or Ctrl-D)"""


class Repl:
    def __init__(self, console: Console) -> None:
        self._console = console
        self._commands: dict[str, Callable[[str], object]] = {
            "help": _plain(partial(console.say, _HELP)),
            "app": console.display,
            "watch": console.watch,
            "state": _plain(self._show_state),
            "variables": _plain(console.show_variables),
            "reload": _plain(self._reload),
        }

    def run(self) -> None:
        """Read lines until `:quit` or the end of input."""
        # Windows has none, and line editing of its own.
        if importlib.util.find_spec("readline"):
            importlib.import_module("readline")  # gives input() its history
        self._console.say(":help lists the commands")
        while True:
            try:
                line = input("> ").strip()
            except EOFError:
                return
            # Ctrl-C drops the line, as in other shells.
            except KeyboardInterrupt:
                self._console.say("")
                continue
            if line in (":quit", ":q"):
                return
            if line:
                self._do(line)

    def _do(self, line: str) -> None:
        try:
            if line.startswith(":"):
                self._command(line[1:])
            else:
                self._console.evaluate(self._chunk(line))
        except UimcpError as error:
            self._console.fail(error)

    def _command(self, line: str) -> None:
        word, _, argument = line.partition(" ")
        command = self._commands.get(word)
        if command is None:
            self._console.say(f"no command :{word}; there are :{', :'.join(self._commands)}, :quit")
        else:
            command(argument.strip())

    def _chunk(self, line: str) -> str:
        """Turn a line into a chunk: prefix an expression with return, read the remaining lines of a block."""
        if self._compiles(f"return {line}") is None:
            return f"return {line}"
        # Lua says so if the code ends too early: then the block goes on in the next line.
        while (error := self._compiles(line)) is not None and "'<eof>'" in error.message:
            try:
                line += "\n" + input("… ")
            except EOFError:
                break
        return line

    def _compiles(self, code: str) -> LuaError | None:
        host = self._console.session.host
        try:
            self._console.session.submit(lambda: host.call("compile", "=eval", code)).result()
        except LuaSyntaxError as error:
            return error
        return None

    def _show_state(self) -> None:
        self._console.show(self._console.session.state())

    def _reload(self) -> None:
        report = self._console.session.reload()
        self._console.say(f"ran {', '.join(report.ran) or 'nothing'}; viewdefs: {', '.join(report.viewdefs) or 'none'}")
        self._console.settle()


def _plain(action: Callable[[], object]) -> Callable[[str], object]:
    """A command that ignores what stands behind its name."""

    def run(_argument: str) -> object:
        return action()

    return run
