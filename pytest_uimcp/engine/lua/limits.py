"""The limits on time and memory of one unit of work."""

from __future__ import annotations

from pytest_uimcp.core.records import dataclass

__all__ = ["LuaLimits"]

MIB = 2**20


@dataclass(frozen=True)
class LuaLimits:
    """`seconds` per unit of work and `memory` bytes of live data per session."""

    seconds: float = 5.0
    memory: int = 256 * MIB

    def __post_init__(self) -> None:
        if not self.seconds > 0:
            raise ValueError(f"expected a time limit above 0 seconds, got {self.seconds!r}")
        if self.memory < MIB:
            raise ValueError(f"expected a memory limit of at least {MIB} bytes, got {self.memory!r}")

    @property
    def headroom(self) -> int:
        """Bytes above the live data that the allocator always grants: room for garbage not yet collected."""
        return 16 * MIB + self.memory

    def ceiling(self, bytes_used: int) -> int:
        """The hard limit of a unit of work that starts with `bytes_used` allocated.

        Garbage is part of that, and a session that is full must still be able to run code that empties it.
        """
        # Above the live data by as much again: Lua's collector lets garbage grow to the size of what lives.
        return max(self.memory, bytes_used) + self.headroom
