"""The Lua chunks that make up the engine, in the order they are loaded."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from pytest_uimcp.core.records import dataclass

__all__ = ["BASE_PARTS", "BOOT", "ENGINE_PARTS", "LuaPart"]

SOURCES = Path(__file__).parent / "src"


@dataclass(frozen=True, eq=False)
class LuaPart:
    """`src/<name>.lua`: a chunk that is called with the table E. Each is made once: states are compared by theirs."""

    name: str

    @property
    def chunkname(self) -> str:
        """The name Lua gives its functions; frames of such names are not shown to apps."""
        return f"=uimcp/{self.name}"

    @cached_property
    def source(self) -> bytes:
        return (SOURCES / f"{self.name}.lua").read_bytes()


BOOT = LuaPart("boot")
BASE_PARTS = tuple(
    LuaPart(name)
    for name in (
        "errors", "guard", "protected", "varargs", "chunks", "stdlib", "tables", "streams", "files", "io", "os",
    )
)  # fmt: skip
ENGINE_PARTS = (
    *BASE_PARTS,
    *(
        LuaPart(name)
        for name in (
            "caller_errors", "classes", "json", "objects", "paths", "prototypes", "schedule", "variables", "rows",
            "shared", "texts", "requests", "wrappers", "updates", "detect", "debug_rows", "broken", "modules", "timers",
            "marshal", "session", "viewlist",
        )
    ),
)  # fmt: skip
