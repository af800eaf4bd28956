"""The shell, an app that frames the others: where somebody wants it, it is put into `apps/mcp` and linked into place.

Either all of it is put in place or nothing. Another shell, and files that somebody has edited, stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from .carry_out import carry_out
from .errors import InstallError
from .lock import exclusive
from .manifest import FILE, SHELL, FileKind, InstallEntry
from .paths import InstallPaths
from .plan import free_name, plan, present_content
from .record import InstallRecord
from .transaction import FileTransaction

SOURCE: Final = "shell"


@dataclass(frozen=True, slots=True)
class _Link:
    """A link as `linkapp` makes it: its name in the base directory, and where it leads from there."""

    name: str
    to: str

    def is_there(self, base_dir: Path) -> bool:
        link = base_dir / self.name
        target = link.parent / self.to
        return link.is_symlink() and link.exists() and target.exists() and link.samefile(target)


def install_shell(bundle: Path, base_dir: Path) -> tuple[str, ...]:
    """Put the shell of a bundle in place, or bring an unedited one up to date; raises InstallError.

    Returns the names of the files and links that are new.
    """
    paths = InstallPaths.of(base_dir)
    entries = list(_entries(bundle, paths))
    with FileTransaction() as changes:
        changes.make_directory(paths.base_dir)
        with exclusive(paths.project):
            record = InstallRecord.load(paths.base_dir)
            # `prune` would take every other front-end file for obsolete.
            decided = plan(entries, paths, record, force=False, prune=False)
            # All questions before the first change.
            _refuse(_objections(paths, record, decided.edited))
            links = [link for link in _links(entries) if not link.is_there(paths.base_dir)]
            _refuse([problem for link in links if (problem := _taken(bundle, paths, record, link))])
            in_the_way = {
                link.name: free_name(paths.base_dir / link.name) for link in links if _is_foreign(paths, record, link)
            }
            moved = {name: str(Path(name).with_name(saved.name)) for name, saved in in_the_way.items()}
            record = record.with_more(moved, {}, ())
            carry_out(changes, paths, record, record.version, decided, links={link.name: link.to for link in links})
            for link in links:
                place = paths.base_dir / link.name
                paths.check_inside(place)
                # A file of somebody else keeps its content under another name; one of ours is in the bundle.
                if link.name in in_the_way:
                    changes.stage_move(place, in_the_way[link.name])
                    changes.apply()
                else:
                    changes.remove(place)
                changes.link(place, link.to)
    return tuple(write.entry.name for write in decided.writes if not write.in_place) + tuple(
        link.name for link in links
    )


def _entries(bundle: Path, paths: InstallPaths) -> Iterator[InstallEntry]:
    root = bundle / SOURCE
    sources = [source for source in sorted((root / SHELL).rglob("*")) if source.suffix in (".lua", ".html", ".md")]
    if not sources:
        raise InstallError(f"the bundle {bundle} has no shell. Reinstall pytest-uimcp, which brings it along.")
    for source in sources:
        name = source.relative_to(root).as_posix()
        yield InstallEntry(name, source, paths.base_dir / name, FILE, FileKind.ORDINARY, with_claude_md=False)


def _links(entries: list[InstallEntry]) -> Iterator[_Link]:
    yield _Link("lua/mcp.lua", f"../{SHELL}/app.lua")
    yield _Link("lua/mcp", f"../{SHELL}")
    for entry in entries:
        folder, _, file = entry.name.rpartition("/")
        if folder == f"{SHELL}/viewdefs":
            yield _Link(f"viewdefs/{file}", f"../{entry.name}")


def _objections(paths: InstallPaths, record: InstallRecord, skipped: tuple[str, ...]) -> list[str]:
    """What stands in `apps/mcp` that is not ours as we wrote it."""
    edited = [name for name in skipped if name in record.files]
    if edited:
        return [f"{name} has been edited" for name in edited]
    if (paths.base_dir / SHELL / "app.lua").exists() and "apps/mcp/app.lua" not in record.files and skipped:
        return [f"{SHELL} is another shell"]
    return [f"{name} is a file of its own" for name in skipped]


def _taken(bundle: Path, paths: InstallPaths, record: InstallRecord, link: _Link) -> str | None:
    """What stands where a link belongs, unless it is a file that an install wrote and nobody has edited."""
    target = paths.base_dir / link.name
    if target.is_symlink():
        return f"{link.name} is a link to {target.readlink()}"
    if target.is_dir():
        return f"{link.name} is a directory"
    present = present_content(target)
    if present is None or record.knows(link.name, present) or _is_bundled(bundle, link, present):
        return None
    return f"{link.name} is a file of its own"


def _is_bundled(bundle: Path, link: _Link, present: bytes) -> bool:
    bundled = bundle / link.name
    return bundled.is_file() and bundled.read_bytes() == present


def _is_foreign(paths: InstallPaths, record: InstallRecord, link: _Link) -> bool:
    """Whether a file stands there that no install of ours has written."""
    present = present_content(paths.base_dir / link.name)
    return present is not None and not record.knows(link.name, present)


def _refuse(objections: list[str]) -> None:
    if objections:
        raise InstallError(
            f"the shell was not installed, and nothing of it was changed: {'; '.join(objections)}. To use the shell of "
            "pytest-uimcp, move that away, then run `ui-mcp install --shell` again; or keep what you have."
        )
