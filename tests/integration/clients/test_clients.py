"""Official clients run one session with both commands, over every transport, in both protocol eras."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import StdioServerParameters
from mcp.client.sse import sse_client
from mcp.client.stdio import stdio_client

from tests.integration.clients.python_client import session
from tests.integration.clients.script import ACCOUNT, account_of, steps_for
from tests.integration.clients.servers import PATIENCE, Serving, command, make_base_dir, serving
from tools import npm

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed"),  # that is what the old era has
    pytest.mark.warm,
]

PROTOCOLS = {"legacy": "2025-11-25", "modern": "2026-07-28"}
V1, V2 = "@modelcontextprotocol/sdk", "@modelcontextprotocol/client"
SDKS = {V1: ("legacy",), V2: ("legacy", "modern")}
SESSION = Path(__file__).parent / "node" / "session.mjs"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(make_base_dir(tmp_path_factory.mktemp("served"))) as served:
        yield served


@pytest.fixture
def base_dir(tmp_path: Path) -> Path:
    return make_base_dir(tmp_path)


def server_for(transport: str, request: pytest.FixtureRequest) -> tuple[Path, dict[str, Any]]:
    """The directory a server works in, and how a client gets to that server."""
    if transport == "stdio":
        base_dir: Path = request.getfixturevalue("base_dir")
        return base_dir, command("mcp", base_dir)
    served: Serving = request.getfixturevalue("served")
    return served.base_dir, {"url": getattr(served, transport)}


WAYS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "stdio": lambda server: stdio_client(StdioServerParameters(**server)),
    "sse": lambda server: sse_client(server["url"]),
    "http": lambda server: server["url"],
}


@pytest.mark.parametrize("era", PROTOCOLS)
@pytest.mark.parametrize("transport", WAYS)
async def test_the_python_client(transport: str, era: str, request: pytest.FixtureRequest) -> None:
    base_dir, server = server_for(transport, request)

    brought = await session(WAYS[transport](server), era, steps_for(base_dir))

    assert account_of(brought["account"], base_dir) == ACCOUNT
    assert brought["protocol"] == PROTOCOLS[era]


@pytest.mark.parametrize(("sdk", "era"), [(sdk, era) for sdk, eras in SDKS.items() for era in eras])
@pytest.mark.parametrize("transport", WAYS)
def test_the_typescript_client(sdk: str, transport: str, era: str, request: pytest.FixtureRequest) -> None:
    base_dir, server = server_for(transport, request)
    plan = {"sdk": sdk, "era": era, "transport": transport, "server": server, "steps": steps_for(base_dir)}

    done = subprocess.run(
        [npm.node().program, SESSION, npm.packages(SESSION.parent)],
        input=json.dumps(plan),
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    brought = json.loads(done.stdout)
    assert account_of(brought["account"], base_dir) == ACCOUNT
    # Version 1 does not tell over stdio and SSE; it knows one era only.
    assert brought["protocol"] in (PROTOCOLS[era], None if sdk == V1 else PROTOCOLS[era])
