"""Whose connections a port serves, asked of the kernel before anything is read."""

from __future__ import annotations

import errno
import logging
import os
import socket
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from typing import Any

import anyio
import pytest
from aiohttp import web

from pytest_uimcp.transport import peer
from pytest_uimcp.transport.errors import PortUnavailable
from pytest_uimcp.transport.peer import cannot_tell, listener_uid, peer_uid
from pytest_uimcp.transport.ports import HttpPort, bind
from tests.second_user import NOBODY, SOMEBODY, request, second_user, second_user_running
from tests.server.rig import open_files
from tests.transport.sites import ask
from tests.transport.wires import until

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


def _has_ipv6() -> bool:
    try:
        socket.socket(socket.AF_INET6).close()
    except OSError:
        return False
    return True


needs_ipv6 = pytest.mark.skipif(not _has_ipv6(), reason="the kernel of this machine has no IPv6")

# How a program may come: the address it connects to, and what else it does.
WAYS: dict[str, dict[str, str]] = {
    "plain": {"host": "127.0.0.1"},
    "from another address of the loopback": {"host": "127.0.0.1", "source": "127.0.0.2"},
    "an IPv6 socket with a mapped address": {"host": "::ffff:127.0.0.1"},
    "bound to the device": {"host": "127.0.0.1", "device": "lo"},
}


class Served:
    """A port, and the paths it was asked for."""

    def __init__(self, listener: HttpPort, paths: list[str]) -> None:
        self.listener = listener
        self.port = listener.port
        self.paths = paths

    async def gives(self, uid: int, path: str = "/", **where: str) -> bool:
        """Whether the user is answered; nothing at all comes otherwise."""
        text = await anyio.to_thread.run_sync(lambda: request(self.port, path, uid=uid, **where))
        assert text == "" or text.endswith("hello")
        return bool(text)


@asynccontextmanager
async def serving(
    users: Collection[int] = (), sock: socket.socket | None = None, *, started: bool = True
) -> AsyncIterator[Served]:
    paths: list[str] = []

    async def hello(request: web.Request) -> web.Response:
        paths.append(request.path)
        return web.Response(text="hello")

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", hello)
    listener = HttpPort(app, sock or bind(), users=lambda: users)
    if started:
        await listener.start()
    try:
        yield Served(listener, paths)
    finally:
        await listener.stop()


@pytest.mark.parametrize(
    "way", [pytest.param(way, marks=[needs_ipv6] if ":" in WAYS[way]["host"] else []) for way in WAYS]
)
async def test_only_this_user_and_root_are_served_however_they_come(way: str) -> None:
    async with serving() as here:
        assert await here.gives(os.geteuid(), "/own", **WAYS[way])
        assert not await here.gives(NOBODY, "/nobody", **WAYS[way])
        assert here.paths == ["/own"]


async def test_it_is_the_same_on_the_address_of_ipv6() -> None:
    try:
        sock = bind(0, "::1")
    except PortUnavailable as error:
        pytest.skip(f"nothing to close: {error}")
    async with serving(sock=sock) as here:
        assert await here.gives(0, "/root", host="::1")
        assert not await here.gives(NOBODY, host="::1")
        assert here.paths == ["/root"]


@needs_ipv6
async def test_it_is_the_same_for_mapped_addresses_of_a_socket_for_both_families() -> None:
    sock = socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True)
    sock.setblocking(False)
    async with serving(sock=sock) as here:
        assert await here.gives(0, "/root")
        assert not await here.gives(NOBODY)
        assert here.paths == ["/root"]


async def test_users_who_are_named_are_served_and_may_change_while_the_port_is_open() -> None:
    users: set[int] = {NOBODY}
    async with serving(users) as here:
        assert await here.gives(NOBODY)
        assert not await here.gives(SOMEBODY)
        users.clear()
        assert not await here.gives(NOBODY)


@pytest.mark.parametrize("uid", [0, NOBODY])
@pytest.mark.parametrize("end", ["close", "reset", "exit"])
async def test_a_request_of_somebody_who_is_gone_is_not_read(
    uid: int, end: str, caplog: pytest.LogCaptureFixture
) -> None:
    code = """
port, end = GIVEN
connection = connect(port)
connection.sendall(b"GET /gone HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
if end == "reset":
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
if end != "exit":
    connection.close()
answer("sent")
"""
    caplog.set_level(logging.WARNING)
    sock = bind()
    # The system accepts for us, so that the program has come and gone before anybody looks.
    sock.listen()
    async with serving(sock=sock, started=False) as here:
        assert await anyio.to_thread.run_sync(lambda: second_user(code, here.port, end, uid=uid)) == "sent"
        await here.listener.start()
        assert (await ask(here.port, "GET", "/later")).text == "hello"
        assert here.paths == ["/later"]
    assert caplog.messages == []


def test_a_program_that_has_only_ended_its_sending_is_still_known() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
        server.accept()[0] as accepted,
    ):
        client.shutdown(socket.SHUT_WR)
        assert accepted.recv(1) == b""
        assert peer_uid(accepted) == os.geteuid()


async def test_a_refused_user_is_named_once_and_so_is_what_to_do(caplog: pytest.LogCaptureFixture) -> None:
    async with serving() as here:
        for _ in range(2):
            assert not await here.gives(NOBODY)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    (message,) = caplog.messages
    assert message == (
        f"port {here.port}: connections of the user nobody (65534) are refused; served are root (0), and --allow-users "
        "adds others (except to the publisher)"
    )


async def test_whom_the_kernel_does_not_name_is_refused(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving() as here:
        monkeypatch.setattr(peer, "_look_up", failing(errno.EMFILE))
        assert not await here.gives(os.geteuid())
        assert here.paths == []
    (message,) = caplog.messages
    assert message.startswith(f"port {here.port}: a connection is refused, because the kernel does not say whose: ")


async def test_a_refused_connection_leaves_nothing_behind() -> None:
    async with serving() as here:
        before = open_files().values()
        for _ in range(3):
            assert not await here.gives(NOBODY)
        await until(lambda: set(open_files().values()) <= set(before))


# A port in a process of another user.

IMPORTS = """
import asyncio, encodings.ascii, encodings.idna, encodings.latin_1, logging, anyio._backends._asyncio
from aiohttp import web
from pytest_uimcp.transport.ports import serve_app
logging.basicConfig(stream=sys.stdout, format="%(message)s")
"""
SERVER = """
async def serve():
    async def hello(request):
        return web.Response(text="hello")
    app = web.Application()
    app.router.add_get("/", hello)
    log = logging.getLogger()
    log.handlers[0].emit = lambda record: answer(record.getMessage())
    async with serve_app(app) as port:
        answer(port.port)
        await asyncio.Event().wait()
asyncio.run(serve())
"""


@pytest.fixture
def server_of_somebody() -> Iterator[int]:
    with second_user_running(SERVER, uid=SOMEBODY, imports=IMPORTS) as told:
        yield told()


async def test_the_server_of_another_user_serves_that_user_and_root(server_of_somebody: int) -> None:
    for uid, is_served in {SOMEBODY: True, 0: True, NOBODY: False}.items():
        text = await anyio.to_thread.run_sync(partial(request, server_of_somebody, uid=uid))
        assert text.endswith("hello") is is_served, uid


async def test_a_user_whose_number_stands_for_others_cannot_tell_them_apart_and_says_so() -> None:
    with second_user_running(SERVER, uid=NOBODY, imports=IMPORTS) as told:
        warning, port = told(), told()
        assert warning.startswith(
            "this machine cannot tell which of its users connects to a port (the number of this server's user, 65534, "
            "also stands for all users who have none here), so every user of it can"
        )
        assert warning.endswith("start servers with --api-token")
        text = await anyio.to_thread.run_sync(lambda: request(port, uid=SOMEBODY))
    assert text.endswith("hello")


# What decides whether the machine can be asked.


@pytest.fixture
def untried() -> Iterator[None]:
    peer._trial.cache_clear()  # noqa: SLF001 -- asked once for each process
    yield
    peer._trial.cache_clear()  # noqa: SLF001 -- asked once for each process


def failing(code: int) -> Any:
    def fail(*_arguments: Any, **_options: Any) -> Any:
        raise OSError(code, os.strerror(code))

    return fail


def test_this_machine_can_tell_its_users_apart() -> None:
    assert cannot_tell() is None


def test_another_user_who_connects_first_does_not_decide_what_can_be_told(
    untried: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = socket.create_connection
    with ExitStack() as programs:

        def connect_second(address: tuple[str, int], **options: Any) -> socket.socket:
            code = "connection = connect(GIVEN[0])\nanswer('connected')\nread(connection)"
            assert programs.enter_context(second_user_running(code, address[1]))() == "connected"
            return connect(address, **options)

        monkeypatch.setattr(socket, "create_connection", connect_second)
        assert cannot_tell() is None


def test_a_kernel_that_does_not_answer_is_a_reason(untried: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peer, "_look_up", failing(errno.EPROTONOSUPPORT))
    assert cannot_tell() == "the kernel was not asked: Protocol not supported"


@pytest.mark.parametrize("code", [errno.EADDRNOTAVAIL, errno.EMFILE])
async def test_what_another_user_could_cause_opens_no_port(
    untried: None, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    monkeypatch.setattr(socket, "create_connection", failing(code))
    listener = HttpPort(web.Application(), bind())
    with pytest.raises(PortUnavailable, match=f"tell users apart cannot be tried .{os.strerror(code)}"):
        await listener.start()
    assert not listener.serving


def test_who_listens_on_a_port_is_known_too() -> None:
    code = """
listener = socket.create_server(("127.0.0.1", 0))
answer(listener.getsockname()[1])
time.sleep(60)
"""
    with second_user_running(code, imports="import time") as told:
        assert listener_uid(told()) == NOBODY
    with bind() as sock:
        assert listener_uid(sock.getsockname()[1]) is None
        sock.listen()
        assert listener_uid(sock.getsockname()[1]) == os.geteuid()
