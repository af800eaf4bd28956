"""The app that the page of an empty server makes on request: two small files to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pytest_uimcp.core.folders import ENTRY

NAME: Final = "hello"
FILES: Final = {
    ENTRY: """\
-- Your first app. Change it and save: the page follows, and what is typed on it stays.

local Hello = session:prototype("Hello", {
    name = "",
})

function Hello:greeting()
    if self.name == "" then
        return "Hello! Who are you?"
    end
    return "Hello, " .. self.name .. "!"
end

function Hello:forget()
    self.name = ""
end

-- The app is an object of its name. A saved file runs again; the object stays.
if not session.reloading then
    hello = session:create(Hello, {})
end
""",
    "viewdefs/Hello.DEFAULT.html": """\
<template>
  <main>
    <h1 ui-value="greeting()"></h1>
    <p><label>Your name <input ui-value="name?keypress"></label></p>
    <button ui-action="forget()">Forget me</button>
  </main>
</template>
""",
}


def make_first_app(base_dir: Path) -> str:
    """Write the files and return the app's name; raises OSError, FileExistsError if there is such a folder."""
    folder = base_dir / "apps" / NAME
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return NAME
