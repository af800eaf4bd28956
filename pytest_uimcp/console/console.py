"""The console: loads an app directory without a server, evaluates Lua, shows variables."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TextIO

from pytest_uimcp.console.repl import Repl
from pytest_uimcp.core.base_dir import default_base_dir
from pytest_uimcp.core.errors import UimcpError
from pytest_uimcp.engine.lua.access import LuaIo
from pytest_uimcp.engine.lua.errors import LuaError
from pytest_uimcp.engine.lua.limits import MIB, LuaLimits
from pytest_uimcp.engine.lua.output import Stream
from pytest_uimcp.engine.lua.runtime import Dialect
from pytest_uimcp.engine.options import SessionOptions
from pytest_uimcp.engine.session import Session
from pytest_uimcp.engine.wire.codec import decode, encode
from pytest_uimcp.engine.wire.messages import ABSENT, Create, ErrorMessage, Message, Update

OK = 0
FAILED = 1
INTERRUPTED = 130
_SETTLE: Final = 60.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line; returns 0, 1 when something failed, 130 when interrupted (usage errors exit with 2)."""
    options = _parse(arguments)
    with Session(options.dir, options=_options(options), output=_ToStderr()) as session:
        console = Console(session, sys.stdout, sys.stderr)
        try:
            console.run(options)
        except KeyboardInterrupt:
            return INTERRUPTED
        # A file that fails does not stop the session, but scripts should notice.
        if console.failed or session.problems:
            return FAILED
        return OK


class Console:
    """Carries out a command line on one session; results go to `out`, everything else to `err`."""

    def __init__(self, session: Session, out: TextIO, err: TextIO) -> None:
        self.session = session
        self.failed = False
        self._out = out
        self._err = err
        self._paths: dict[int, str] = {}
        # Frames are delivered on the session's thread and shown on this one: printing must not hold up the session.
        self._messages: SimpleQueue[Message] = SimpleQueue()
        # The console is a tab without a page: it watches paths and gets updates like a browser.
        self._connection = session.connect(self._deliver)
        self._listed: set[str] = set()

    def run(self, options: argparse.Namespace) -> None:
        """Carry out all options in order, up to the first code that fails."""
        self.say(f"session on {self.session.base_dir} with Lua {self.session.dialect.value}")
        self._say_what_is_loaded()
        if options.app is not None and not self.display(options.app):
            return
        for path in options.watch:
            self.watch(path)
        if options.reload:
            self.session.watch()
        for code in options.eval:
            if not self.evaluate(sys.stdin.read() if code == "-" else code):
                return
        self._show_what_is_asked_for(options)
        # Line by line only for people: a script that pipes nothing in must not wait.
        if not (options.eval or options.state or options.variables) and sys.stdin.isatty():
            Repl(self).run()
        elif options.reload:
            self._follow_changes()

    def _show_what_is_asked_for(self, options: argparse.Namespace) -> None:
        if options.state:
            self.show(self.session.state())
        if options.variables:
            self.show_variables()

    def _follow_changes(self) -> None:
        with suppress(KeyboardInterrupt):
            while True:
                self._show_message(self._messages.get())

    def evaluate(self, code: str) -> bool:
        """Run code, show its result and what it changed; returns whether it succeeded."""
        try:
            result = self.session.eval(code)
        except UimcpError as error:
            self.fail(error)
            return False
        self._line(self._out, result.text)
        if result.omitted:
            self.say(f"(left out: {', '.join(result.omitted)})")
        self.settle()
        return True

    def display(self, app: str) -> bool:
        try:
            self.session.display(app)
        except UimcpError as error:
            self.fail(error)
            return False
        self._say_what_is_loaded()
        self.settle()
        return True

    def watch(self, path: str) -> None:
        """Show the value of a path below the root, now and whenever it changes."""
        # Ids of variables are the connection's own. 1 is the root, which exists already.
        variable = len(self._paths) + 2
        self._paths[variable] = path
        self._connection.receive(encode([Create(variable, 1, properties={"path": path, "access": "r"})]))
        self.settle()

    def settle(self) -> None:
        """Settle the session, then show what changed."""
        self.session.settle(_SETTLE)
        while not self._messages.empty():
            self._show_message(self._messages.get())

    def show_variables(self) -> None:
        for row in self.session.variables():
            self.show(row)

    def show(self, value: Any) -> None:
        self._line(self._out, json.dumps(value, ensure_ascii=False))

    def say(self, text: str) -> None:
        self._line(self._err, text)

    def fail(self, error: UimcpError) -> None:
        """Print an error with its traceback, and record the failure."""
        self.failed = True
        self.say(f"error: {error}")
        if isinstance(error, LuaError) and error.traceback:
            self.say(error.traceback)

    def _deliver(self, frame: str) -> None:
        for message in decode(frame).messages:
            self._messages.put(message)

    def _show_message(self, message: Message) -> None:
        # Errors about no variable are problems with files: the session has logged them.
        path = self._paths.get(getattr(message, "id", None) or 0)
        if path is None:
            return
        if isinstance(message, ErrorMessage):
            self.show({"path": path, "error": {"code": message.code, "description": message.description}})
        elif isinstance(message, Update) and message.value is not ABSENT:
            self.show({"path": path, "value": message.value})

    def _say_what_is_loaded(self) -> None:
        # A file that runs again is not listed again; hot reload logs that.
        for file in self.session.loaded:
            if file not in self._listed:
                self._listed.add(file)
                self.say(f"loaded {file}")

    def _line(self, stream: TextIO, text: str) -> None:
        # A character that the terminal's encoding lacks must not fail the output.
        encoding = stream.encoding or "utf-8"
        stream.write(text.encode(encoding, "replace").decode(encoding) + "\n")
        stream.flush()


class _ToStderr:
    """Sends the app's output to standard error; standard output is for results."""

    def write(self, stream: Stream, data: bytes) -> None:
        sys.stderr.write(data.decode("utf-8", "replace"))
        sys.stderr.flush()


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m pytest_uimcp.console",
        description="Load an app directory, evaluate Lua in it, print results as JSON. Without --eval, --state and "
        "--variables, and on a terminal, code is read line by line.",
        epilog="example: python -m pytest_uimcp.console .claude/ui --app contacts --eval 'return 1 + 1' --state",
    )
    parser.add_argument(
        "dir",
        metavar="DIR",
        nargs="?",
        type=_directory,
        default=str(default_base_dir(Path())),
        help="the app directory: lua/, viewdefs/, apps/ (default: .ui if that is there, else .claude/ui)",
    )
    parser.add_argument("--eval", metavar="CODE", action="append", default=[], help="Lua to run; - is standard input")
    parser.add_argument("--app", metavar="NAME", help="an app to display first")
    parser.add_argument("--watch", metavar="PATH", action="append", default=[], help="a path to print when it changes")
    parser.add_argument("--variables", action="store_true", help="print every variable, one JSON object per line")
    parser.add_argument("--state", action="store_true", help="print the displayed app as nested JSON")
    parser.add_argument("--lua", choices=[dialect.value for dialect in Dialect], default="auto", help="which Lua")
    parser.add_argument("--lua-io", choices=[io.value for io in LuaIo], default="all", help="what Lua may open")
    parser.add_argument("--time-limit", metavar="S", type=_positive, default=5.0, help="seconds per piece of work")
    parser.add_argument("--memory-limit", metavar="MIB", type=_mebibytes, default=256, help="MiB of Lua data")
    parser.add_argument("--reload", action="store_true", help="run changed files again, until interrupted")
    return parser.parse_args(arguments)


def _options(options: argparse.Namespace) -> SessionOptions:
    return SessionOptions(
        limits=LuaLimits(options.time_limit, options.memory_limit * MIB),
        dialect=Dialect(options.lua),
        lua_io=LuaIo(options.lua_io),
    )


def _directory(text: str) -> Path:
    path = Path(text)
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"expected a directory, got {text!a}")
    return path


def _positive(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds < 1e9:
        raise argparse.ArgumentTypeError(f"expected seconds above 0, got {text}")
    return seconds


def _mebibytes(text: str) -> int:
    size = int(text)
    if size < 1:
        raise argparse.ArgumentTypeError(f"expected 1 MiB or more, got {text}")
    return size
