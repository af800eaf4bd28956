"""Answers a client on standard input while the server behind it is still being imported.

    claim the streams ── the front: reads lines, writes the first answers ── finish ── the server, from where it was
                         (on this thread what is there, then on its own)

The front reads no further than to the first line that is not for it, and stops when the server is there. Then it
leaves in the claim's `opening` what it has read and answered: the server is given the same lines, so that it is in the
state in which it would have answered them, and goes on with the rest.
"""

from __future__ import annotations

import os
import select
import threading
from typing import Final

from pytest_uimcp.mcp.first_answers import FirstAnswers
from pytest_uimcp.transport.claim import Opening, StdioClaim

_CHUNK: Final = 64 * 1024
_MAX_LINE_BYTES: Final = 64 * 1024
_TROUBLE: Final = select.POLLERR | select.POLLHUP | select.POLLNVAL


class StdioFront:
    """Both streams of the claim can be polled. Once it is made, what the client has sent by then has its answers."""

    def __init__(self, claim: StdioClaim, answers: FirstAnswers) -> None:
        self._claim = claim
        self._answers = answers
        self._answered = bytearray()
        self._unread = bytearray()
        self._unsent = bytearray()
        self._reads = True
        self._writes = True
        self._woken, self._wake = os.pipe()
        # Before the thread: while modules are imported it has to wait for its turn.
        self._serve(timeout=0)
        self._thread = threading.Thread(target=self._serve, name="uimcp-front", daemon=True)
        self._thread.start()

    def finish(self) -> None:
        """Stop reading, and leave to the server what there is. Doing so again does nothing."""
        if not self._wake:
            return
        os.write(self._wake, b"\0")
        self._thread.join()
        os.close(self._wake)
        os.close(self._woken)
        self._wake = 0
        self._claim.opening = Opening(bytes(self._answered), bytes(self._unread), bytes(self._unsent))

    def _serve(self, timeout: int | None = None) -> None:
        """Answer until the server is there; with a timeout, until the client is silent for so long."""
        while self._reads or (self._unsent and self._writes):
            events = self._events(timeout)
            if not events:
                return
            if self._woken in events or events.get(self._claim.stdout, 0) & _TROUBLE:
                self._reads = self._writes = False
            elif self._claim.stdout in events:
                self._send()
            else:
                self._receive()

    def _events(self, timeout: int | None) -> dict[int, int]:
        poll = select.poll()
        poll.register(self._woken, select.POLLIN)
        # One after the other: whoever does not read the answers is not asked for more.
        if self._unsent:
            poll.register(self._claim.stdout, select.POLLOUT)
        else:
            poll.register(self._claim.stdin, select.POLLIN)
        return dict(poll.poll(timeout))

    def _send(self) -> None:
        try:
            # No more than is accepted at once by a pipe that has room.
            del self._unsent[: os.write(self._claim.stdout, self._unsent[: select.PIPE_BUF])]
        except OSError:
            self._reads = self._writes = False

    def _receive(self) -> None:
        try:
            chunk = os.read(self._claim.stdin, _CHUNK)
        except OSError:
            chunk = b""
        self._unread += chunk
        # At the end of the input too: the server comes to it again, and acts on it.
        self._reads = bool(chunk)
        while self._reads and (end := self._unread.find(b"\n") + 1):
            self._take(bytes(self._unread[:end]))
        self._reads &= len(self._unread) <= _MAX_LINE_BYTES

    def _take(self, line: bytes) -> None:
        answer = self._answers.to(line)
        if answer is None:
            self._reads = False
            return
        self._answered += line
        del self._unread[: len(line)]
        self._unsent += answer
