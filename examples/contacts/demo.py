"""A human and an agent at work on one app: what each does, and what the human's tab hears of it."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from tab import Tab

from pytest_uimcp import LuaError, LuaLimits, Session, SessionOptions

UI = Path(__file__).parent / ".claude" / "ui"


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        directory = Path(scratch) / "ui"
        shutil.copytree(UI, directory, symlinks=True)  # the play below edits the app
        with Session(directory, options=SessionOptions(limits=LuaLimits(seconds=0.5))) as session:
            play(session, directory)


def play(session: Session, directory: Path) -> None:
    session.display("contacts")
    human = Tab(session)
    for path in ("summary()", "problem", "messages.0.text", "messages.1.text"):
        tell("human", f"sees {path} = {human.see(path)!r}")

    def agent(code: str) -> None:
        tell("agent", f"runs {code}")
        try:
            result = session.eval(code).text
        except LuaError as error:
            tell("", f"error: {error}")
        else:
            tell("", f"returns {result}")
        session.settle()
        hear()

    def click(path: str) -> None:
        tell("human", f"clicks {path}")
        human.click(path)
        hear()

    def fill(path: str, value: str) -> None:
        tell("human", f"types {value!r} into {path}")
        human.fill(path, value)
        hear()

    def hear() -> None:
        for line in human.news():
            tell("", f"on screen: {line}")

    agent('contacts:add({name = "Ada Lovelace", email = "ada@example.com"})')
    agent('contacts:add({name = "Grace Hopper"})')

    fill("search", "grace")
    fill("search", "")

    click("create()")
    click("save()")
    fill("form.name", "Mary Jackson")
    click("save()")

    fill("draft", "Is that everybody?")
    click("send()")
    agent('contacts:say("Agent", #contacts.contacts .. " contacts, as you wished.")')

    agent("while true do end")
    agent("return #contacts.contacts")

    tell("agent", "edits apps/contacts/app.lua: 'contacts' becomes 'people'")
    app = directory / "apps" / "contacts" / "app.lua"
    app.write_text(app.read_text(encoding="utf-8").replace('.. " contacts"', '.. " people"'), encoding="utf-8")
    session.reload()
    session.settle()
    hear()


def tell(who: str, what: str) -> None:
    print(f"{who:>6}  {what}" if who else f"{'':>8}→ {what}")


if __name__ == "__main__":
    main()
