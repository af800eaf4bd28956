"""The options of a server, which come from the command line, from `{base_dir}/config.toml`, or from code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.server.errors import ConfigError
from pytest_uimcp.transport.errors import UnknownUser
from pytest_uimcp.transport.users import ALLOW_USERS, USERS, user_ids

if TYPE_CHECKING:
    from pytest_uimcp.core.backdrop import Backdrop
    from pytest_uimcp.engine.options import SessionOptions


MIB: Final = 1024 * 1024
DAY: Final = 24 * 60 * 60.0
MANY: Final = 1e9
# The port that the bookmarklets of apps name.
PUBLISHER_PORT: Final = 25283
# Tells scripts that the server has started them: what they ask of it would wait for the app that waits for them.
ENVIRONMENT: Final = {"FRICTIONLESS_MCP": "true"}


@dataclass(frozen=True, slots=True)
class ServerOption:
    """One option: its name on the command line (`--name`) and in the file, its values, and its purpose."""

    name: str
    takes: type | tuple[str, ...]
    help: str
    field: str
    minimum: float = -inf
    maximum: float = inf
    # `least` to `most` in words.
    span: str = ""
    metavar: str = ""
    # Makes the value of a text; may raise UnknownUser.
    parse: Callable[[str], Any] | None = None

    def read(self, value: Any) -> Any:
        """Check a value from a configuration file; raises ConfigError."""
        if isinstance(self.takes, tuple):
            if value in self.takes:
                return value
            raise ConfigError(f"{self.name} = {value!r}: expected one of {', '.join(self.takes)}")
        if self.takes is float:
            right = isinstance(value, int | float)
        else:
            right = isinstance(value, self.takes)
        if not right or (isinstance(value, bool) and self.takes is not bool):
            raise ConfigError(f"{self.name} = {value!r}: expected {TYPE_NAMES[self.takes]}")
        if self.span and not self.minimum <= value <= self.maximum:
            raise ConfigError(f"{self.name} = {value!r}: expected {self.span}")
        if self.parse is None:
            return value
        try:
            return self.parse(value)
        except UnknownUser as error:
            raise ConfigError(f"{self.name} = {value!r}: {error}") from None


TYPE_NAMES: Final[dict[type, str]] = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}

OPTIONS: Final = (
    ServerOption("port", int, "port of the UI server (0: any free one)", "port", 0, 65535, "0 to 65535"),
    ServerOption("mcp-port", int, "port of the MCP server (0: any free one)", "mcp_port", 0, 65535, "0 to 65535"),
    ServerOption(
        "publisher-port",
        int,
        "port of the machine's publisher, for mcp:subscribe (0: none)",
        "publisher_port",
        0,
        65535,
        "0 to 65535",
    ),
    ServerOption("lua", ("auto", "5.1", "5.2"), "Lua dialect; 5.2 has goto; auto selects it if a file needs it", "lua"),
    ServerOption("lua-io", ("all", "base-dir", "none"), "what io, os and require may access", "lua_io"),
    ServerOption(
        "time-limit", float, "time limit of a unit of Lua work, in seconds", "time_limit", 0.001, MANY, "0.001 or more"
    ),
    ServerOption("memory-limit", int, "memory limit of a session's Lua, in MiB", "memory_limit", 1, MANY, "1 or more"),
    ServerOption(
        "session-timeout",
        float,
        "seconds until an unused session is closed (0: never)",
        "session_timeout",
        0,
        MANY,
        "0 or more",
    ),
    ServerOption("hotload", bool, "reload changed files automatically", "hotload"),
    ServerOption("fault-badges", bool, "show broken bindings in the page", "fault_badges"),
    ServerOption("api-token", bool, "require the token in the file mcp-token on the MCP port", "api_token"),
    ServerOption("allow-users", str, ALLOW_USERS, "allow_users", metavar=USERS, parse=user_ids),
    ServerOption("lua-property", bool, "let pages run Lua by the root's property lua", "lua_property"),
    ServerOption("app", str, "the app to show at once", "app"),
    ServerOption("auto-start", bool, "start without waiting for ui_start, and again after ui_configure", "auto_start"),
)


@dataclass(frozen=True, slots=True)
class ServerOptions:
    port: int = 0
    mcp_port: int = 0
    # 0 here: the machine's publisher is a matter of the commands, not of servers in tests.
    publisher_port: int = 0
    lua: str = "auto"
    lua_io: str = "all"
    time_limit: float = 5.0
    memory_limit: int = 256
    session_timeout: float = DAY
    hotload: bool = True
    fault_badges: bool = True
    api_token: bool = False
    # Who may use the ports besides root and the server's own user.
    allow_users: frozenset[int] = frozenset()
    # For clients of the original, which set it: then whoever has a session's id runs Lua.
    lua_property: bool = False
    # The app that every session shows from its start.
    app: str = ""
    auto_start: bool = False
    auto_configure: bool = True
    verbosity: int = 0
    # Environment variables for apps and their commands. Not on the command line: set them before.
    environment: dict[str, str] = field(default_factory=dict)
    # The directory for relative paths in apps; by default the working directory. Not on the command line: use `cd`.
    directory: Path | None = None

    def session(self, *, shell_is_app: bool, backdrop: Backdrop | None = None) -> SessionOptions:
        # Imported late: a command needs its options before it answers `initialize`, and the engine only afterwards.
        from pytest_uimcp.engine.lua.access import LuaIo
        from pytest_uimcp.engine.lua.limits import LuaLimits
        from pytest_uimcp.engine.lua.runtime import Dialect
        from pytest_uimcp.engine.options import SessionOptions

        return SessionOptions(
            limits=LuaLimits(seconds=self.time_limit, memory=self.memory_limit * MIB),
            dialect=Dialect(self.lua),
            lua_io=LuaIo(self.lua_io),
            directory=self.directory,
            verbosity=self.verbosity,
            environment=ENVIRONMENT | self.environment,
            lua_property=self.lua_property,
            shell_is_app=shell_is_app,
            backdrop=backdrop,
        )

    def changes(self) -> str:
        """The options that are not as by default, for the log."""
        defaults = ServerOptions()
        changed = [key for key in OPTIONS if getattr(self, key.field) != getattr(defaults, key.field)]
        values = {key.name: getattr(self, key.field) for key in changed}
        if self.allow_users:
            values["allow-users"] = ",".join(map(str, sorted(self.allow_users)))
        return ", ".join(f"{name} = {value}" for name, value in values.items())

    def with_keys(self, values: dict[str, Any]) -> ServerOptions:
        """A copy, updated with the values of a configuration file; raises ConfigError."""
        keys = {key.name: key for key in OPTIONS}
        return replace(self, **{keys[name].field: keys[name].read(value) for name, value in values.items()})
