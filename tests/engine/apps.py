"""App directories for tests, written from a table of paths and texts."""

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
        path = base / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return base
