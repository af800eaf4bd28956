"""`ui_audit`: the checks of an app, asked for over MCP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pytest_uimcp.checks.audit import audit_app
from pytest_uimcp.engine.lua.access import LuaIo
from pytest_uimcp.engine.startup import Extension
from pytest_uimcp.server.errors import ServerError
from pytest_uimcp.server.harness.standalone_mcp import StandaloneMcp
from pytest_uimcp.server.lua.services import app_services
from pytest_uimcp.server.pages.documents import is_plain
from pytest_uimcp.server.publisher.topics import Topics


class AuditError(ServerError):
    """There is no app of that name."""


def audit(base_dir: Path, bundle: Path, app: str, lua_io: LuaIo) -> dict[str, Any]:
    """The faults of an app, found in its files and in sessions on a copy of the directory; raises AuditError.

    In the copy, the app may touch no more than in the sessions of the server.
    """
    apps = base_dir / "apps"
    if not is_plain(app) or not (apps / app).is_dir():
        names = ", ".join(sorted(path.name for path in apps.glob("*") if path.is_dir())) or "none"
        raise AuditError(f"there is no app {app!r} in {apps}; there are: {names}")

    if lua_io is not LuaIo.ALL and not (apps / app).resolve().is_relative_to(base_dir.resolve()):
        raise AuditError(f"{apps / app} leads out of {base_dir}, where apps may not go with --lua-io {lua_io.value}")

    def extensions(copy: Path) -> list[Extension]:
        # The copy's sessions publish to nobody and wait for no agent.
        return [StandaloneMcp(copy), *app_services(copy, bundle, Topics().add)]

    return audit_app(base_dir, app, extensions, lua_io)
