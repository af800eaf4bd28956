"""The install manifest: which file of the bundle goes where, in the order an install reports them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from .errors import InstallError
from .paths import CLAUDE, InstallPaths

# The app that `shell` puts in place.
SHELL = "apps/mcp"

FILE = 0o644
SCRIPT = 0o755


class FileKind(Enum):
    """How an upgrade treats an existing file."""

    ORDINARY = "rewritten if unchanged since install, kept if edited"
    FRONT_END = "moves with the server, because it speaks the server's protocol: an edited file makes room for it"
    README = "always moves, and last: it states which version is installed"


@dataclass(frozen=True)
class ManifestRow:
    """One line of the manifest. `source` is a name or a glob below the bundle."""

    source: str
    in_claude: bool = False
    mode: int = FILE
    kind: FileKind = FileKind.ORDINARY
    # Only installed along with the CLAUDE.md instructions.
    with_claude_md: bool = False
    # The installed name, if it is another than `source`.
    target: str | None = None

    @property
    def is_glob(self) -> bool:
        """Whether the source is a pattern, which may match nothing; a plain name must exist in the bundle."""
        return "*" in self.source


# Names come before globs, so that the report has a fixed order and new files need no row of their own.
MANIFEST = (
    ManifestRow("skills/ui/SKILL.md", in_claude=True),
    ManifestRow("skills/ui-builder/SKILL.md", in_claude=True),
    ManifestRow("skills/ui-builder/examples/requirements.md", in_claude=True),
    ManifestRow("skills/ui-builder/examples/design.md", in_claude=True),
    ManifestRow("skills/ui-builder/examples/app.lua", in_claude=True),
    ManifestRow("skills/ui-builder/examples/viewdefs/ContactApp.DEFAULT.html", in_claude=True),
    ManifestRow("skills/ui-builder/examples/viewdefs/Contact.list-item.html", in_claude=True),
    ManifestRow("skills/ui-builder/examples/viewdefs/ChatMessage.list-item.html", in_claude=True),
    ManifestRow("skills/**/*", in_claude=True),
    ManifestRow("agents/ui-builder.md", in_claude=True),
    ManifestRow("agents/ui-learning.md", in_claude=True, with_claude_md=True),
    ManifestRow("resources/reference.md"),
    ManifestRow("resources/viewdefs.md"),
    ManifestRow("resources/lua.md"),
    ManifestRow("resources/mcp.md"),
    ManifestRow("resources/**/*"),
    ManifestRow("patterns/**/*"),
    ManifestRow("viewdefs/lua.ViewList.DEFAULT.html"),
    ManifestRow("viewdefs/lua.ViewListItem.list-item.html"),
    ManifestRow("viewdefs/MCP.DEFAULT.html"),
    ManifestRow("viewdefs/*.html"),
    ManifestRow("event", mode=SCRIPT),
    ManifestRow("state", mode=SCRIPT),
    ManifestRow("variables", mode=SCRIPT),
    ManifestRow("linkapp", mode=SCRIPT),
    ManifestRow("wait-for-state.sh", mode=SCRIPT),
    ManifestRow("mcp", mode=SCRIPT),
    ManifestRow("lua/main.lua"),
    ManifestRow("lua/**/*.lua"),
    ManifestRow("html/**/*", kind=FileKind.FRONT_END),
    # Without its dot in the bundle, where git and the build of the wheel would obey it.
    ManifestRow("gitignore", target=".gitignore"),
    ManifestRow("README.md", kind=FileKind.README),
)


@dataclass(frozen=True)
class InstallEntry:
    # The path to report: relative to the project for files below `.claude/`, else to the base directory.
    name: str
    source: Path
    target: Path
    mode: int
    kind: FileKind
    with_claude_md: bool

    @property
    def is_script(self) -> bool:
        return bool(self.mode & 0o111)


def expand(bundle: Path, paths: InstallPaths) -> list[InstallEntry]:
    """Apply the manifest to a bundle. Every file appears once, at the first row that matches it."""
    if not bundle.is_dir():
        raise _broken(bundle, "it is not a directory")
    entries: dict[Path, InstallEntry] = {}
    for row in MANIFEST:
        for source in _sources(bundle, row):
            if source not in entries:
                entries[source] = _entry(bundle, row, source, paths)
    return list(entries.values())


def may_be_installed(name: str) -> bool:
    """Whether an install could have written a file or link of this name: a record may come from somebody else."""
    in_claude = name.startswith(f"{CLAUDE}/")
    relative = name.removeprefix(f"{CLAUDE}/") if in_claude else name
    if relative.startswith(f"{SHELL}/") and not in_claude:
        return True
    rows = (row for row in MANIFEST if row.in_claude == in_claude)
    return any(
        relative.startswith(row.source.partition("*")[0]) if row.is_glob else relative == (row.target or row.source)
        for row in rows
    )


def _entry(bundle: Path, row: ManifestRow, source: Path, paths: InstallPaths) -> InstallEntry:
    relative = row.target or source.relative_to(bundle).as_posix()
    name, root = (f"{CLAUDE}/{relative}", paths.project) if row.in_claude else (relative, paths.base_dir)
    return InstallEntry(name, source, root / name, row.mode, row.kind, row.with_claude_md)


def _sources(bundle: Path, row: ManifestRow) -> Iterator[Path]:
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
