"""The install manifest: which file of the bundle goes where, in the order an install reports them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from .errors import InstallError
from .places import CLAUDE, Places

__all__ = ["MANIFEST", "Entry", "Kind", "Row", "expand"]

FILE = 0o644
SCRIPT = 0o755


class Kind(Enum):
    """How an upgrade treats an existing file."""

    ORDINARY = "rewritten if unchanged since install, kept if edited"
    FRONT_END = "always moves with the server, because it speaks the server's protocol"
    README = "always moves, and last: it states which version is installed"


@dataclass(frozen=True)
class Row:
    """One line of the manifest. `source` is a name or a glob below the bundle."""

    source: str
    in_claude: bool = False
    mode: int = FILE
    kind: Kind = Kind.ORDINARY
    with_claude_md: bool = False
    """Only installed along with the CLAUDE.md instructions."""

    @property
    def is_glob(self) -> bool:
        """Whether the row takes what it finds (a plain name must be in the bundle)."""
        return "*" in self.source


# Names first, globs after them, so that the report keeps its order while new files need no new row.
MANIFEST = (
    Row("skills/ui/SKILL.md", in_claude=True),
    Row("skills/ui-builder/SKILL.md", in_claude=True),
    Row("skills/ui-builder/examples/requirements.md", in_claude=True),
    Row("skills/ui-builder/examples/design.md", in_claude=True),
    Row("skills/ui-builder/examples/app.lua", in_claude=True),
    Row("skills/ui-builder/examples/viewdefs/ContactApp.DEFAULT.html", in_claude=True),
    Row("skills/ui-builder/examples/viewdefs/Contact.list-item.html", in_claude=True),
    Row("skills/ui-builder/examples/viewdefs/ChatMessage.list-item.html", in_claude=True),
    Row("skills/**/*", in_claude=True),
    Row("agents/ui-builder.md", in_claude=True),
    Row("agents/ui-learning.md", in_claude=True, with_claude_md=True),
    Row("resources/reference.md"),
    Row("resources/viewdefs.md"),
    Row("resources/lua.md"),
    Row("resources/mcp.md"),
    Row("resources/**/*"),
    Row("viewdefs/lua.ViewList.DEFAULT.html"),
    Row("viewdefs/lua.ViewListItem.list-item.html"),
    Row("viewdefs/MCP.DEFAULT.html"),
    Row("viewdefs/*.html"),
    Row("event", mode=SCRIPT),
    Row("state", mode=SCRIPT),
    Row("variables", mode=SCRIPT),
    Row("linkapp", mode=SCRIPT),
    Row("wait-for-state.sh", mode=SCRIPT),
    Row("lua/main.lua"),
    Row("lua/**/*.lua"),
    Row("html/**/*", kind=Kind.FRONT_END),
    Row("README.md", kind=Kind.README),
)


@dataclass(frozen=True)
class Entry:
    """One file to install."""

    name: str
    """As reported: relative to the project for what goes below `.claude/`, else to the base directory."""
    source: Path
    target: Path
    mode: int
    kind: Kind
    with_claude_md: bool

    @property
    def is_script(self) -> bool:
        """Whether the installed file is executable."""
        return bool(self.mode & 0o111)


def expand(bundle: Path, places: Places) -> list[Entry]:
    """Walk the manifest over a bundle. Every file appears once, at its first row."""
    if not bundle.is_dir():
        raise _broken(bundle, "it is not a directory")
    entries: dict[Path, Entry] = {}
    for row in MANIFEST:
        for source in _sources(bundle, row):
            if source not in entries:
                entries[source] = _entry(bundle, row, source, places)
    return list(entries.values())


def _entry(bundle: Path, row: Row, source: Path, places: Places) -> Entry:
    relative = source.relative_to(bundle).as_posix()
    name, root = (f"{CLAUDE}/{relative}", places.project) if row.in_claude else (relative, places.base_dir)
    return Entry(name, source, root / name, row.mode, row.kind, row.with_claude_md)


def _sources(bundle: Path, row: Row) -> Iterator[Path]:
    if not row.is_glob:
        source = bundle / row.source
        if not source.is_file():
            raise _broken(bundle, f"{row.source} is missing")
        yield source
        return
    for source in sorted(bundle.glob(row.source)):
        hidden = any(part.startswith(".") for part in source.relative_to(bundle).parts)
        if source.is_file() and not hidden and not source.name.endswith("~"):
            yield source


def _broken(bundle: Path, reason: str) -> InstallError:
    return InstallError(
        f"cannot install from the bundle {bundle}: {reason}. Nothing was changed. "
        "Reinstall pytest-uimcp, which brings the bundle along."
    )
