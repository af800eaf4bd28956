"""Whose socket is at the other end of a connection on this machine: Linux tells it to everybody (sock_diag).

An answer counts only if both ends are alive afterwards. A socket without a process has no inode, and then the kernel
says root instead of its user. After a reset, the bytes that came before can still be read, while somebody else may
get the same port. And if no connected socket fits, the kernel answers with one that listens on that port.
"""

from __future__ import annotations

import errno
import os
import socket
import struct
import sys
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from pytest_uimcp.transport.errors import PeerUnknown, PortUnavailable

LOOPBACK: Final = "127.0.0.1"
LOOPBACK_IPV6: Final = "::1"
OVERFLOW_UID: Final = Path("/proc/sys/kernel/overflowuid")
USUAL_OVERFLOW_UID: Final = 65534
TRIAL_SECONDS: Final = 5

# Names and layouts of linux/netlink.h, linux/sock_diag.h and linux/inet_diag.h.
NETLINK_SOCK_DIAG: Final = 4
SOCK_DIAG_BY_FAMILY: Final = 20
NLM_F_REQUEST: Final = 1
NLMSG_ERROR: Final = 2
ANY: Final = 0xFFFFFFFF
_HEADER: Final = struct.Struct("=IHHII")
_QUESTION: Final = struct.Struct("=BBBxI 2s2s16s16s III")
_ANSWER: Final = struct.Struct("=BBBB 2s2s16s16s III IIIII")
_ERROR: Final = struct.Struct("=i")

# States of TCP, as in net/tcp_states.h.
ESTABLISHED = 1
FIN_WAIT1 = 4
FIN_WAIT2 = 5
CLOSE_WAIT = 8
LISTEN = 10
# States of a peer that may have shut down its sending side, but still reads.
ALIVE_THERE: Final = frozenset({ESTABLISHED, FIN_WAIT1, FIN_WAIT2})
ALIVE_HERE: Final = frozenset({ESTABLISHED, CLOSE_WAIT})

# Errors that say nothing about the machine. Another user can cause some of them, so they must not open a port.
SHORTAGES: Final = frozenset(
    {
        *(errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS, errno.EAGAIN),
        *(errno.EADDRINUSE, errno.EADDRNOTAVAIL, errno.ETIMEDOUT),
    }
)


class _Socket(NamedTuple):
    state: int
    port: int
    remote_port: int
    uid: int
    inode: int


def peer_uid(accepted: socket.socket) -> int:
    """The user whose socket is at the other end; raises PeerUnknown if that socket is gone, OSError otherwise."""
    try:
        local = accepted.getsockname()[:2]
        remote = accepted.getpeername()[:2]
    except OSError as error:
        if error.errno != errno.ENOTCONN:
            raise
        raise PeerUnknown("the other end has reset the connection") from error
    peer = _look_up(accepted.family, remote, local)
    if peer is None or (peer.port, peer.remote_port) != (remote[1], local[1]) or peer.state not in ALIVE_THERE:
        raise PeerUnknown("no connected socket of this machine is at the other end")
    # Its program has closed it, and the kernel answers with root's number; see the beginning of this module.
    if peer.inode == 0:
        raise PeerUnknown("the other end is closed, and no longer anybody's")
    if accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] not in ALIVE_HERE:
        raise PeerUnknown("the other end has reset the connection meanwhile")
    return peer.uid


def listener_uid(port: int, address: str = LOOPBACK) -> int | None:
    """The user who listens on a port; None if nobody does, or if this machine cannot tell."""
    if cannot_tell() is not None:
        return None
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = _look_up(family, (address, port), (address, 0))
    if listener is not None and listener.state == LISTEN:
        return listener.uid
    return None


def cannot_tell() -> str | None:
    """Why this machine cannot tell users apart, or None if it can. Tried once, on a connection of our own.

    Raises PortUnavailable if not even that can be tried.
    """
    if sys.platform != "linux":
        return "only Linux tells it"
    return _trial(os.geteuid())


@cache
def _trial(own_uid: int) -> str | None:
    if own_uid == overflow_uid():
        return f"the number of this server's user, {own_uid}, also stands for all users who have none here"
    try:
        with (
            socket.create_server((LOOPBACK, 0)) as server,
            socket.create_connection(server.getsockname(), timeout=TRIAL_SECONDS) as client,
            _accept(server, client) as accepted,
        ):
            uid = peer_uid(accepted)
    except OSError as error:
        if error.errno in SHORTAGES or isinstance(error, TimeoutError):
            raise PortUnavailable(
                f"whether this machine can tell users apart cannot be tried ({error.strerror or error}); end what "
                "occupies so many ports or files, then start again",
                0,
            ) from error
        return f"the kernel was not asked: {error.strerror}"
    except PeerUnknown as error:
        return f"of a connection of our own the kernel says that {error}"
    if uid == own_uid:
        return None
    return f"a connection of our own, that is of {own_uid}, is said to be that of {uid}"


def _accept(server: socket.socket, client: socket.socket) -> socket.socket:
    """The client's connection. Another user may have been faster, and is not to decide what this machine can tell."""
    server.settimeout(TRIAL_SECONDS)
    while True:
        accepted, address = server.accept()
        if address == client.getsockname():
            return accepted
        accepted.close()


def overflow_uid() -> int:
    """The number that stands for users who have none here."""
    try:
        return int(OVERFLOW_UID.read_bytes())
    except OSError:  # without /proc
        return USUAL_OVERFLOW_UID


def _look_up(family: int, local: tuple[str, int], remote: tuple[str, int]) -> _Socket | None:
    """What the kernel knows of the TCP socket with these two ends; raises OSError if it does not answer."""
    question = _QUESTION.pack(
        *(family, socket.IPPROTO_TCP, 0, ANY),
        *(local[1].to_bytes(2, "big"), remote[1].to_bytes(2, "big")),
        *(_packed(family, local[0]), _packed(family, remote[0])),
        # A socket that is bound to a device is found only by its number; others are found by any number.
        *(_loopback_device(), ANY, ANY),
    )
    head = _HEADER.pack(_HEADER.size + len(question), SOCK_DIAG_BY_FAMILY, NLM_F_REQUEST, 0, 0)
    # The kernel answers before `sendto` returns, so nothing has to wait.
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW | socket.SOCK_NONBLOCK, NETLINK_SOCK_DIAG) as netlink:
        netlink.sendto(head + question, (0, 0))
        answer = netlink.recv(4096)
    if _HEADER.unpack_from(answer)[1] == NLMSG_ERROR:
        code = -_ERROR.unpack_from(answer, _HEADER.size)[0]
        if code == errno.ENOENT:
            return None
        raise OSError(code, os.strerror(code))
    _, state, _, _, port, remote_port, *_, uid, inode = _ANSWER.unpack_from(answer, _HEADER.size)
    return _Socket(state, int.from_bytes(port, "big"), int.from_bytes(remote_port, "big"), uid, inode)


def _packed(family: int, address: str) -> bytes:
    return socket.inet_pton(family, address.partition("%")[0]).ljust(16, b"\0")


@cache
def _loopback_device() -> int:
    try:
        return socket.if_nametoindex("lo")
    except OSError:
        return 0
