"""The instructions in a project's CLAUDE.md, between markers so that they can be found and replaced."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from pytest_uimcp.core.regular_file import read_regular

from .errors import InstallError, explain
from .paths import InstallPaths

CLAUDE_MD = "CLAUDE.md"
MAX_FILE_BYTES = 16 * 1024 * 1024
SOURCE = "init/add-to-claude.md"
BEGIN = b"<!-- ui-mcp:begin -->"
END = b"<!-- ui-mcp:end -->"
# Instructions that were added by hand or by another server have no markers, but name the agent.
_MENTION = b"ui-builder"
_SEPARATOR = b"---"


class ClaudeMdOutcome(Enum):
    CREATED = "created"
    APPENDED = "appended"
    REPLACED = "replaced"
    KEPT = "kept"


@dataclass(frozen=True)
class ClaudeMdChange:
    """The new content of the file (None: unchanged) and what to report."""

    path: Path
    content: bytes | None
    outcome: ClaudeMdOutcome
    note: str | None = None


def edit(bundle: Path, paths: InstallPaths, *, force: bool) -> ClaudeMdChange:
    """Determine the change to the project's CLAUDE.md, without writing it."""
    path = paths.project / CLAUDE_MD
    if path.is_symlink():  # often a link to AGENTS.md: edit its target
        path = path.resolve()
    paths.check_inside(path)
    try:
        existing = read_regular(path, MAX_FILE_BYTES)
    except FileNotFoundError:
        existing = None
    except OSError as error:
        raise explain(error, path) from error
    return merge(path, existing, instructions(bundle), force=force)


def instructions(bundle: Path) -> bytes:
    """The bundled block, markers included."""
    source = bundle / SOURCE
    try:
        block = source.read_bytes().strip() + b"\n"
    except OSError as error:
        raise explain(error, source) from error
    if not (block.startswith(BEGIN) and block.endswith(END + b"\n")):
        raise InstallError(
            f"cannot install from {source}: it must begin with {BEGIN.decode()} and end with {END.decode()}. "
            "Nothing was changed. Reinstall pytest-uimcp, which brings the bundle along."
        )
    return block


def merge(path: Path, existing: bytes | None, block: bytes, *, force: bool) -> ClaudeMdChange:
    """Create, append to, leave or replace the file, depending on its content and `force`."""
    if existing is None:
        return ClaudeMdChange(path, block, ClaudeMdOutcome.CREATED)
    # The file keeps its own ends of lines.
    if b"\r\n" in existing:
        block = block.replace(b"\n", b"\r\n")
    begin = existing.find(BEGIN)
    if begin >= 0:
        return _replace(path, existing, block, begin, force=force)
    if _MENTION in existing and not force:
        return ClaudeMdChange(path, None, ClaudeMdOutcome.KEPT)
    return ClaudeMdChange(path, _append(existing, block), ClaudeMdOutcome.APPENDED)


def _replace(path: Path, existing: bytes, block: bytes, begin: int, *, force: bool) -> ClaudeMdChange:
    if not force:
        return ClaudeMdChange(path, None, ClaudeMdOutcome.KEPT)
    end = existing.find(END, begin)
    if end < 0:
        return ClaudeMdChange(
            path,
            None,
            ClaudeMdOutcome.KEPT,
            f"{path} has {BEGIN.decode()} without {END.decode()}, so what to replace is not clear: "
            "put the end marker back or delete the begin marker",
        )
    content = existing[:begin] + block.rstrip() + existing[end + len(END) :]
    return ClaudeMdChange(path, content, ClaudeMdOutcome.REPLACED)


def _append(existing: bytes, block: bytes) -> bytes:
    if not existing.strip():
        return block
    newline = b"\r\n" if b"\r\n" in existing else b"\n"
    return existing.rstrip() + newline * 2 + _SEPARATOR + newline * 2 + block
