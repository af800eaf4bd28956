"""Ports of this machine that stay free while a test needs them so."""

from __future__ import annotations

import random
import socket
from contextlib import suppress
from typing import Final

import pytest

__all__ = ["unused_port"]

# Below those that systems give to whoever asks for any: Linux begins at 32768, others at 49152.
CHOICE: Final = range(12_000, 32_000)


def unused_port() -> int:
    """A port of which nothing listens, and that no other test is given by chance.

    One that the system gave, and that was closed again, is given to the next who asks: to another worker, perhaps,
    while a test counts on nobody being there, or a server is to come back to it.
    """
    # Not the module's own numbers, which are the same in every worker (pytest-randomly).
    for port in random.SystemRandom().sample(CHOICE, 100):
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    pytest.fail(f"all of 100 ports between {CHOICE.start} and {CHOICE.stop} are in use", pytrace=False)
