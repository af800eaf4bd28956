"""Files, links and app directories for tests, written from tables of paths and texts."""

from __future__ import annotations

from pathlib import Path

CONTACTS = {
    "apps/contacts/app.lua": """
        Contact = session:prototype("Contact", {name = ""})
        Contacts = session:prototype("Contacts", {title = "Friends", list = EMPTY})
        if not session.reloading then
            contacts = Contacts:new({list = {Contact:new({name = "Ann"}), Contact:new({name = "Bob"})}})
        end
    """,
    "viewdefs/Contacts.DEFAULT.html": "<template><h1 ui-value='title'></h1></template>",
    "viewdefs/Contact.DEFAULT.html": "<template><p ui-value='name'></p></template>",
    "viewdefs/Contact.list-item.html": "<template><li ui-value='name'></li></template>",
}


def write(base: Path, files: dict[str, str]) -> Path:
    """Write files under a directory, making the folders they need."""
    for name, text in files.items():
        put(base / name, text)
    return base


def put(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def link(path: Path, target: str | Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)
    return path


def contents(root: Path) -> dict[Path, tuple[bytes, int]]:
    """Every file under a directory, with when it was last written."""
    return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in root.rglob("*") if path.is_file()}
