"""The instructions in a project's CLAUDE.md, between markers so that they can be found and replaced."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from pytest_uimcp.core.regular_file import read_regular

from .errors import InstallError, explain
from .paths import InstallPaths
from .plan import free_name

CLAUDE_MD = "CLAUDE.md"
MAX_FILE_BYTES = 16 * 1024 * 1024
SOURCE = "init/add-to-claude.md"
BEGIN = b"<!-- ui-mcp:begin -->"
END = b"<!-- ui-mcp:end -->"
# Instructions that were added by hand or by another server have no markers, but name the agent.
_MENTION = b"ui-builder"
_SEPARATOR = b"---"
# What the bundle calls the directory of the user interfaces.
_USUAL_DIRECTORY = b"`.claude/ui/"
_HEADING = re.compile(rb"(#{1,6}) ")
_FENCE = re.compile(rb" {0,3}(```|~~~)")


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
    # Where the file as it was is kept, if text without markers was taken out of it.
    saved: tuple[Path, bytes] | None = None

    @property
    def files(self) -> list[tuple[Path, bytes]]:
        """The files to write, with their content."""
        if self.content is None:
            return []
        return [*([self.saved] if self.saved else []), (self.path, self.content)]


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
    return merge(path, existing, instructions(bundle, paths), force=force)


def instructions(bundle: Path, paths: InstallPaths) -> bytes:
    """The bundled block, markers included; it names the directory that the user interfaces are in."""
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
    directory = paths.base_dir
    if directory.is_relative_to(paths.project):
        directory = directory.relative_to(paths.project)
    return block.replace(_USUAL_DIRECTORY, b"`" + directory.as_posix().encode() + b"/")


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
    if _MENTION in existing:
        if not force:
            return ClaudeMdChange(path, None, ClaudeMdOutcome.KEPT)
        return _replace_unmarked(path, existing, block)
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


def _replace_unmarked(path: Path, existing: bytes, block: bytes) -> ClaudeMdChange:
    lines = existing.splitlines(keepends=True)
    start, end = _section_of_mention(lines)
    content = b"".join([*lines[:start], block, *lines[end:]])
    saved = free_name(path)
    note = (
        f"{path} had instructions without markers; what they said is replaced, and {saved.name} is the file as it was"
    )
    return ClaudeMdChange(path, content, ClaudeMdOutcome.REPLACED, note, (saved, existing))


def _section_of_mention(lines: list[bytes]) -> tuple[int, int]:
    """The lines of the section that names the agent: from its heading to the next one that is not below it.

    Without a heading above, or below the one title of the whole file, the paragraph.
    """
    mention = next(number for number, line in enumerate(lines) if _MENTION in line)
    levels = dict(_headings(lines))
    start = max((number for number in levels if number <= mention), default=None)
    if start is None or (levels[start] == 1 and _MENTION not in lines[start]):
        return _paragraph(lines, mention)
    ends = (number for number, level in levels.items() if number > mention and level <= levels[start])
    end = min(ends, default=len(lines))
    # The empty lines at its end belong to what follows.
    while end > mention + 1 and not lines[end - 1].strip():
        end -= 1
    return start, end


def _headings(lines: list[bytes]) -> Iterable[tuple[int, int]]:
    """Line numbers of headings with their levels; a rule across the page ends a section as a title does."""
    is_code = False
    for number, line in enumerate(lines):
        if _FENCE.match(line):
            is_code = not is_code
        elif not is_code and (heading := _HEADING.match(line)):
            yield number, len(heading[1])
        elif not is_code and line.strip() == _SEPARATOR and (number == 0 or not lines[number - 1].strip()):
            yield number, 1


def _paragraph(lines: list[bytes], number: int) -> tuple[int, int]:
    start = number
    end = number + 1
    while start > 0 and lines[start - 1].strip() and not _HEADING.match(lines[start - 1]):
        start -= 1
    while end < len(lines) and lines[end].strip():
        end += 1
    return start, end


def _append(existing: bytes, block: bytes) -> bytes:
    if not existing.strip():
        return block
    newline = b"\r\n" if b"\r\n" in existing else b"\n"
    return existing.rstrip() + newline * 2 + _SEPARATOR + newline * 2 + block
