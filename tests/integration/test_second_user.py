"""docs/security.md, as far as it speaks of other users of the machine: each of its cells, tried by such a user."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from anyio import to_thread

from pytest_uimcp import AgentHarness, ChatHarness, CompositorHarness
from pytest_uimcp.server.options import ServerOptions
from pytest_uimcp.server.ports.http_server import HttpUiServer
from pytest_uimcp.server.publisher.topic_publisher import TopicPublisher
from tests.agent.test_command import started as agent_started
from tests.chat.served import served as chat_served
from tests.javafx.stages import serving as stage_serving
from tests.openapi.commands.test_nlui import started as nlui_started
from tests.second_user import NOBODY, SOMEBODY, second_user
from tests.server.commands.command import command
from tests.server.rig import ports_written

pytestmark = pytest.mark.warm

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "security.md"
ANOTHER: Final = "a program of another user"
NAMED: Final = "of one whom `--allow-users` names"
CLOSED: Final = ("no", "no connection")

# A request: the port, the address of the loopback, its first line, and what else is in its head.
Request = tuple[int, str, str, dict[str, str]]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def tables() -> Iterator[tuple[str, list[dict[str, str]]]]:
    """Every table of the page, with the heading above it; a row is its cells by column."""
    for section in re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading, _, text = section.partition("\n")
        for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
            head, _, *rows = [[cell.strip() for cell in line.strip("|\n").split(" |")] for line in block.splitlines()]
            yield heading, [dict(zip(head, row, strict=True)) for row in rows]


def cells(heading: str) -> dict[str, str]:
    """What the table below a heading says of another user, by column."""
    for name, rows in tables():
        for row in rows:
            first, *columns = row
            if name == heading and row[first].startswith(ANOTHER):
                return {column: row[column] for column in columns}
    raise AssertionError(f"{heading}: no row {ANOTHER!r}")


def answers(requests: list[Request], uid: int) -> list[str]:
    """The first that a user gets for each request; an empty text if the connection is ended."""
    texts = []
    for port, host, line, head in requests:
        name = f"[{host}]" if ":" in host else host
        lines = [
            f"{line} HTTP/1.1",
            f"Host: {name}:{port}",
            *(f"{key}: {value}" for key, value in head.items()),
            "",
            "",
        ]
        texts.append((port, host, "\r\n".join(lines)))
    code = """
def first(port, host, text):
    connection = connect(port, host)
    try:
        connection.sendall(text.encode())
        return connection.recv(65536).decode("latin-1")
    except ConnectionError:
        return ""

answer([first(*request) for request in GIVEN[0]])
"""
    found: list[str] = second_user(code, texts, uid=uid)
    assert len(found) == len(requests)
    return found


def assert_closed(requests: list[Request], uid: int = NOBODY) -> None:
    """No request is answered, and each is one that root gets an answer for."""
    assert answers(requests, uid) == [""] * len(requests)
    assert [text.partition(" ")[0] for text in answers(requests, 0)] == ["HTTP/1.1"] * len(requests)


def get(url: str, **head: str) -> Request:
    """A GET of an address; underscores in the names of headers are hyphens."""
    return asked("GET", url, **head)


def asked(method: str, url: str, **head: str) -> Request:
    parts = re.fullmatch(r"http://(?P<host>[^:/]+):(?P<port>\d+)(?P<path>.*)", url)
    assert parts is not None, url
    fields = {name.replace("_", "-"): value for name, value in head.items()}
    return int(parts["port"]), "127.0.0.1", f"{method} {parts['path'] or '/'}", fields


# The page itself.


def test_every_table_that_says_who_may_do_something_says_it_of_other_users() -> None:
    about_them = [
        heading for heading, rows in tables() if any(ANOTHER in " ".join((*row, *row.values())) for row in rows)
    ]
    assert about_them == ["Users of one machine", *TABLES]


def test_what_the_tables_say_of_another_user_is_that_nothing_is_answered() -> None:
    for heading in TABLES:
        assert {cell.partition(",")[0] for cell in cells(heading).values()} <= {*CLOSED}, heading


def test_who_is_not_root_is_told_how_to_run_these_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(pytest.fail.Exception, match=r"only root can: run it with `sudo .* -m pytest …`"):
        second_user("answer(1)")


# Access by client and port.


@asynccontextmanager
async def ui_server(base_dir: Path, **options: Any) -> AsyncIterator[HttpUiServer]:
    http = HttpUiServer(base_dir, options=replace(ServerOptions(), **options))
    await http.open()
    try:
        yield http
    finally:
        await http.close()


@pytest.mark.anyio
@pytest.mark.parametrize("api_token", [False, True])
async def test_the_ports_of_a_server_are_closed_to_another_user(tmp_path: Path, api_token: bool) -> None:
    async with ui_server(tmp_path / "ui", api_token=api_token) as http:
        ui, session = http.server.url, http.server.ui_session().session.id
        assert http.listener is not None
        mcp = http.listener.url
        token = {"Authorization": f"Bearer {(tmp_path / 'ui' / 'mcp-token').read_text().strip()}"} if api_token else {}
        requests = {
            "pages and files, both ports": [get(f"{ui}/"), get(f"{ui}/{session}"), get(f"{mcp}/variables")],
            "UI port: socket, `variables.json`": [
                get(f"{ui}/{session}/variables.json"),
                get(f"{ui}/ws/{session}", Upgrade="websocket", Connection="Upgrade", Sec_WebSocket_Version="13",
                    Sec_WebSocket_Key="MDEyMzQ1Njc4OWFiY2RlZg=="),
            ],
            "MCP port: `/variables`": [get(f"{mcp}/variables")],
            "MCP port: `/state`, `/wait`, `/api/ui_…`": [
                get(f"{mcp}/state", **token), get(f"{mcp}/wait?timeout=1", **token),
                get(f"{mcp}/api/ui_status", **token), asked("POST", f"{mcp}/api/ui_run", Content_Length="0", **token),
            ],
            "MCP port of `ui-mcp serve`: `/mcp`, `/sse`, `/message`": [
                asked("POST", f"{mcp}/mcp", Content_Length="0", **token), get(f"{mcp}/sse", **token),
                asked("POST", f"{mcp}/message", Content_Length="0", **token),
            ],
        }  # fmt: skip
        assert [*requests] == [*cells("Access by client and port")]
        await to_thread.run_sync(assert_closed, [one for some in requests.values() for one in some])


# The JavaFX stage, the chat, the publisher.


def test_the_port_of_the_stage_is_closed_to_another_user_with_the_token() -> None:
    assert [*cells("The JavaFX stage")] == ["`ui-mcp stage` over stdio", "`ui-mcp stage --http`"]
    with stage_serving() as at:
        assert_closed([asked("POST", at.url, Authorization=f"Bearer {at.token}", Content_Length="0"), get(at.url)])


def test_the_port_of_the_chat_is_closed_to_another_user_with_a_token(tmp_path: Path) -> None:
    with chat_served(tmp_path, str(tmp_path / "talk.db")) as at:
        token = {"Authorization": f"Bearer {at.tokens['human']}"}
        requests = {
            "`/mcp`, `/sse`, `/message`": [
                asked("POST", f"{at.url}/mcp", Content_Length="0", **token), get(f"{at.url}/sse", **token),
                asked("POST", f"{at.url}/message", Content_Length="0", **token),
            ],
            "`/open/{key}`": [get(at.page)],
            "`/`, `/session`": [get(f"{at.url}/"), get(f"{at.url}/session")],
            "`/live` (WebSocket)": [get(f"{at.url}/live", **token)],
            "`POST /open`": [asked("POST", f"{at.url}/open", Content_Length="0", **token)],
        }  # fmt: skip
        assert [*requests] == [*cells("The port of `ui-mcp chat`")]
        assert_closed([one for some in requests.values() for one in some])


@pytest.mark.anyio
async def test_the_publisher_is_closed_to_another_user_on_both_addresses() -> None:
    publisher = TopicPublisher()
    await publisher.open()
    try:
        url = await publisher.serve()
        requests = {
            "`POST /publish/TOPIC`": [asked("POST", f"{url}/publish/page", Content_Length="0")],
            "`GET /subscribe/TOPIC`": [get(f"{url}/subscribe/page?favicon=none")],
            "`GET /relay/TOPIC`, `GET /`": [get(f"{url}/relay/page"), get(f"{url}/")],
        }
        assert [*requests] == [*cells("The publisher")]
        first = [one for some in requests.values() for one in some]
        hosts = ["127.0.0.1", "::1"][: len(publisher._listeners)]  # noqa: SLF001 -- one for each address
        both = [(port, host, line, head) for host in hosts for port, _, line, head in first]
        await to_thread.run_sync(assert_closed, both)
    finally:
        await publisher.close()


TABLES: Final = ("Access by client and port", "The JavaFX stage", "The port of `ui-mcp chat`", "The publisher")


# Users of one machine: a row for each port.


@contextmanager
def ui_mcp(tmp_path: Path, *options: str) -> Iterator[list[Request]]:
    base_dir = tmp_path / "ui"
    with command("serve", "--port", "0", "--mcp-port", "0", "--publisher-port", "0", "--dir", str(base_dir),
                 *options) as ui:  # fmt: skip
        assert ui.line() is not None  # written when both ports are open
        ports = ports_written(base_dir)
        yield [get(f"http://127.0.0.1:{ports['ui-port']}"), get(f"http://127.0.0.1:{ports['mcp-port']}/state")]


@contextmanager
def ui_mcp_over_stdio(tmp_path: Path, *options: str) -> Iterator[list[Request]]:
    """`ui-mcp mcp`, whose options are in its `config.toml`."""
    base_dir = tmp_path / "ui"
    base_dir.mkdir()
    lines = [
        f'{option.removeprefix("--")} = "{value}"\n' for option, value in zip(options[::2], options[1::2], strict=True)
    ]
    (base_dir / "config.toml").write_text("".join([*lines, "publisher-port = 0\n"]))
    with command("mcp", "--dir", str(base_dir)) as ui:
        ui.initialize()
        ui.tool("ui_start")
        ports = ports_written(base_dir)
        yield [get(f"http://127.0.0.1:{ports['ui-port']}"), get(f"http://127.0.0.1:{ports['mcp-port']}/state")]


@contextmanager
def chat(tmp_path: Path, *options: str) -> Iterator[list[Request]]:
    with chat_served(tmp_path, str(tmp_path / "talk.db"), *options) as at:
        yield [get(f"{at.url}/session")]


@contextmanager
def agent(tmp_path: Path, *options: str) -> Iterator[list[Request]]:
    (tmp_path / "agent.yaml").write_text("model: {scripted: turns.yaml}\n")
    (tmp_path / "turns.yaml").write_text("steps:\n  - agent: {says: Hello.}\n")
    with agent_started(tmp_path, *options) as (_, lines):
        yield [get(lines["page"].split("/open/")[0] + "/session"), get(lines["approvals"].split()[0])]


@contextmanager
def stage(_tmp_path: Path, *options: str) -> Iterator[list[Request]]:
    with stage_serving(*options) as at:
        yield [get(at.url)]


@contextmanager
def nlui(tmp_path: Path, *options: str) -> Iterator[list[Request]]:
    config = tmp_path / "nlui.yaml"
    config.touch()
    with nlui_started("--mcp-sse", "--mcp-port", "0", *options, str(config)) as process:
        assert process.stderr is not None
        while (said := re.search(rb"on (127\.0\.0\.1:\d+)", process.stderr.readline())) is None:
            assert process.poll() is None
        yield [get(f"http://{said[1].decode()}/mcp")]


COMMANDS: Final[dict[str, Callable[..., AbstractContextManager[list[Request]]]]] = {
    "the UI port of `ui-mcp mcp`, `serve` and `record`": ui_mcp,
    "the MCP port of `ui-mcp mcp`, `serve` and `record`": ui_mcp_over_stdio,
    "`ui-mcp chat`": chat,
    "`ui-mcp agent`, both ports": agent,
    "`ui-mcp stage --http`": stage,
    "`nlui --mcp-sse`": nlui,
}
FIXTURES: Final = (
    "`uimcp_compositor.url` in a test",
    "`uimcp_agent.model_url` in a test",
    "`uimcp_agent.page_address()` in a test",
    "the sides of `uimcp_chat` in a test",
)


def test_the_table_of_ports_is_what_is_tried_here() -> None:
    (rows,) = (rows for heading, rows in tables() if heading == "Users of one machine")
    assert {row["port"]: row[NAMED].partition(";")[0] for row in rows} == {
        **dict.fromkeys(COMMANDS, "yes"),
        "the publisher": "no connection",
        **dict.fromkeys(FIXTURES, "no such option"),
    }
    assert {row[ANOTHER] for row in rows} == {"no connection"}


@pytest.mark.parametrize("row", COMMANDS)
def test_a_command_serves_the_users_who_are_named_and_no_other(tmp_path: Path, row: str) -> None:
    with COMMANDS[row](tmp_path, "--allow-users", "nobody") as requests:
        assert_closed(requests, SOMEBODY)
        assert all(answers(requests, NOBODY))


def test_the_ports_of_tests_are_closed_to_another_user(
    uimcp_compositor: CompositorHarness, uimcp_chat: ChatHarness, uimcp_agent: AgentHarness
) -> None:
    assert_closed(
        [
            get(uimcp_compositor.url),
            get(f"{uimcp_agent.model_url}/models"),
            get(uimcp_agent.page_address()),
            get(uimcp_chat.human.url, **uimcp_chat.human.headers),
            get(uimcp_chat.assistant.url, **uimcp_chat.assistant.headers),
        ]
    )


# The attack: Lua by the root's property, with the session's id from the page that the UI port shows everybody.

ATTACK = """
port, source = GIVEN
page = exchange(port, f"GET / HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\nConnection: close\\r\\n\\r\\n")
cookie = page.partition("ui-session=")[2]
session = cookie[:32] if cookie else "0" * 32
connection = connect(port)
frame = json.dumps({"type": "update", "data": {"varId": 1, "properties": {"lua": source}}}).encode()
watch = json.dumps({"type": "watch", "data": {"varId": 1}}).encode()
try:
    connection.sendall((
        f"GET /ws/{session} HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n"
        "Sec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\\r\\n\\r\\n"
    ).encode())
    for data in (frame, watch):
        # A masked text frame, of a length that fits into 16 bits.
        connection.sendall(struct.pack("!BBH", 0x81, 0xFE, len(data)) + bytes(4) + data)
    heard = b""
    while b'"varId":1' not in heard.replace(b" ", b"").partition(b"update")[2] and (more := connection.recv(65536)):
        heard += more
except ConnectionError:
    heard = b""
answer({"session": cookie[:32], "heard": heard.decode("latin-1")})
"""


async def attack(http: HttpUiServer, folder: Path) -> tuple[dict[str, str], bool]:
    """What another user finds out, and whether its Lua ran."""
    mark = folder / "ran"
    port = int(http.server.url.rpartition(":")[2])
    found = await to_thread.run_sync(second_user, ATTACK, port, f"io.open({json.dumps(str(mark))}, 'w'):close()")
    return found, mark.exists()


@pytest.mark.anyio
@pytest.mark.parametrize("api_token", [False, True])
async def test_another_user_neither_learns_the_session_nor_runs_lua(tmp_path: Path, api_token: bool) -> None:
    async with ui_server(tmp_path / "ui", api_token=api_token) as http:
        assert await attack(http, tmp_path) == ({"session": "", "heard": ""}, False)


@pytest.mark.anyio
@pytest.mark.parametrize("api_token", [False, True])
async def test_a_user_who_is_let_in_sees_the_app_and_runs_no_lua(tmp_path: Path, api_token: bool) -> None:
    async with ui_server(tmp_path / "ui", api_token=api_token, allow_users=frozenset({NOBODY})) as http:
        found, ran = await attack(http, tmp_path)
        assert found["session"] == http.server.ui_session().session.id
        assert "no connection may run Lua by the root's property lua" in found["heard"]
        assert not ran


@pytest.mark.anyio
async def test_the_attack_is_one_where_both_protections_are_off(tmp_path: Path) -> None:
    options = {"allow_users": frozenset({NOBODY}), "lua_property": True}
    async with ui_server(tmp_path / "ui", **options) as http:
        _, ran = await attack(http, tmp_path)
        assert ran
