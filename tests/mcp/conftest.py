from __future__ import annotations

from tests.transport.conftest import anyio_backend, sample

__all__ = ["anyio_backend", "sample"]
