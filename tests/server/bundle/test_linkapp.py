from __future__ import annotations

import os
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

from pytest_uimcp.engine.lua.output import MemoryOutput, Stream
from pytest_uimcp.engine.session import Session

SHELLS = [shell for shell in ("sh", "dash", "bash") if shutil.which(shell)]


@pytest.fixture(params=SHELLS)
def shell(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def linkapp(base_dir: Path, *arguments: str, shell: str = "sh") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [shell, str(base_dir / "linkapp"), *arguments],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        cwd="/",
    )


def make_app(base_dir: Path, name: str, *viewdefs: str) -> Path:
    app = base_dir / "apps" / name
    (app / "viewdefs").mkdir(parents=True)
    (app / "app.lua").write_text("-- app")
    for viewdef in viewdefs:
        (app / "viewdefs" / viewdef).write_text("<template></template>")
    return app


def links(base_dir: Path) -> dict[str, str]:
    return {
        path.relative_to(base_dir).as_posix(): str(path.readlink())
        for folder in ("lua", "viewdefs")
        for path in (base_dir / folder).glob("*")
        if path.is_symlink()
    }


CONTACTS = {
    "lua/contacts": "../apps/contacts",
    "lua/contacts.lua": "../apps/contacts/app.lua",
    "viewdefs/Contact.DEFAULT.html": "../apps/contacts/viewdefs/Contact.DEFAULT.html",
    "viewdefs/Contacts.DEFAULT.html": "../apps/contacts/viewdefs/Contacts.DEFAULT.html",
}


@pytest.fixture
def contacts(base_dir: Path) -> Path:
    return make_app(base_dir, "contacts", "Contact.DEFAULT.html", "Contacts.DEFAULT.html")


def test_add_makes_relative_links_for_the_code_and_every_viewdef(shell: str, base_dir: Path, contacts: Path) -> None:
    done = linkapp(base_dir, "add", "contacts", shell=shell)

    assert (done.stderr, done.returncode) == ("", 0)
    assert "linked lua/contacts.lua -> ../apps/contacts/app.lua\n" in done.stdout
    assert links(base_dir) == CONTACTS
    assert (base_dir / "lua/contacts.lua").read_text() == "-- app"


def test_add_again_changes_nothing(base_dir: Path, contacts: Path) -> None:
    linkapp(base_dir, "add", "contacts")

    done = linkapp(base_dir, "add", "contacts")

    assert (done.stdout, done.returncode) == ("contacts is linked already\n", 0)
    assert links(base_dir) == CONTACTS


def test_add_again_updates_the_links_to_added_and_removed_viewdefs(base_dir: Path, contacts: Path) -> None:
    linkapp(base_dir, "add", "contacts")
    (contacts / "viewdefs/Contact.DEFAULT.html").rename(contacts / "viewdefs/Contact.list-item.html")

    done = linkapp(base_dir, "add", "contacts")

    assert done.stdout.splitlines() == [
        "removed viewdefs/Contact.DEFAULT.html",
        "linked viewdefs/Contact.list-item.html -> ../apps/contacts/viewdefs/Contact.list-item.html",
    ]


def test_names_with_spaces_and_dots_work(base_dir: Path) -> None:
    make_app(base_dir, "my app", "Contacts.Contact.list item.html")

    assert linkapp(base_dir, "add", "my app").returncode == 0
    assert (base_dir / "lua/my app.lua").read_text() == "-- app"
    assert (base_dir / "viewdefs/Contacts.Contact.list item.html").is_symlink()
    assert linkapp(base_dir, "remove", "my app").returncode == 0
    assert links(base_dir) == {}


def test_an_app_without_viewdefs_is_linked(base_dir: Path) -> None:
    make_app(base_dir, "bare")

    assert linkapp(base_dir, "add", "bare").returncode == 0
    assert links(base_dir) == {"lua/bare": "../apps/bare", "lua/bare.lua": "../apps/bare/app.lua"}


def test_add_refuses_to_replace_foreign_files_and_links_nothing(shell: str, base_dir: Path, contacts: Path) -> None:
    make_app(base_dir, "other", "Contact.DEFAULT.html")
    linkapp(base_dir, "add", "other")
    (base_dir / "lua/contacts.lua").write_text("-- mine")

    done = linkapp(base_dir, "add", "contacts", shell=shell)

    assert (done.stdout, done.returncode) == ("", 1)
    assert done.stderr == (
        "linkapp: contacts was not linked, because these names are taken:\n"
        "  lua/contacts.lua is a file of its own\n"
        "  viewdefs/Contact.DEFAULT.html is a link to ../apps/other/viewdefs/Contact.DEFAULT.html\n"
        "Move them away (or 'linkapp remove' the app they belong to), "
        "then run linkapp add contacts again.\n"
    )
    assert (base_dir / "lua/contacts.lua").read_text() == "-- mine"
    assert not (base_dir / "viewdefs/Contacts.DEFAULT.html").exists()


def test_a_dangling_foreign_link_is_not_replaced(base_dir: Path, contacts: Path) -> None:
    (base_dir / "viewdefs").mkdir()
    (base_dir / "viewdefs/Contact.DEFAULT.html").symlink_to("/nowhere/Contact.DEFAULT.html")

    done = linkapp(base_dir, "add", "contacts")

    assert done.returncode == 1
    assert "viewdefs/Contact.DEFAULT.html is a link to /nowhere/Contact.DEFAULT.html" in done.stderr


def test_a_link_to_the_same_file_by_another_path_counts_as_linked(base_dir: Path, contacts: Path) -> None:
    (base_dir / "lua").mkdir()
    (base_dir / "lua/contacts.lua").symlink_to(contacts / "app.lua")

    done = linkapp(base_dir, "add", "contacts")

    assert (done.stderr, done.returncode) == ("", 0)
    assert (base_dir / "lua/contacts.lua").readlink() == contacts / "app.lua"


def test_remove_takes_only_the_apps_own_links(base_dir: Path, contacts: Path) -> None:
    make_app(base_dir, "contacts2", "Contact2.DEFAULT.html")
    linkapp(base_dir, "add", "contacts")
    linkapp(base_dir, "add", "contacts2")
    (base_dir / "viewdefs/Mine.DEFAULT.html").write_text("<template></template>")

    done = linkapp(base_dir, "remove", "contacts")

    assert done.returncode == 0
    assert set(links(base_dir)) == {"lua/contacts2", "lua/contacts2.lua", "viewdefs/Contact2.DEFAULT.html"}
    assert (base_dir / "viewdefs/Mine.DEFAULT.html").is_file()
    assert (contacts / "app.lua").is_file()
    assert linkapp(base_dir, "remove", "contacts").stdout == "contacts has no links\n"


def test_remove_works_for_a_deleted_app(base_dir: Path, contacts: Path) -> None:
    linkapp(base_dir, "add", "contacts")
    shutil.rmtree(contacts)

    assert linkapp(base_dir, "remove", "contacts").returncode == 0
    assert links(base_dir) == {}


def test_list_distinguishes_linked_partly_linked_and_unlinked_apps(shell: str, base_dir: Path, contacts: Path) -> None:
    make_app(base_dir, "fresh", "Fresh.DEFAULT.html")
    partly = make_app(base_dir, "partly", "Partly.DEFAULT.html")
    linkapp(base_dir, "add", "contacts")
    linkapp(base_dir, "add", "partly")
    (partly / "viewdefs/New.DEFAULT.html").write_text("<template></template>")
    (base_dir / "lua/gone.lua").symlink_to("../apps/gone/app.lua")
    (base_dir / "apps/notes").mkdir()

    done = linkapp(base_dir, "list", shell=shell)

    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.splitlines() == [
        "contacts: linked",
        "fresh: not linked",
        "partly: 3 of 4 links are there; linkapp add partly makes the rest",
        "lua/gone.lua leads to ../apps/gone/app.lua, which is gone",
    ]


def test_list_of_an_app_shows_its_links(base_dir: Path, contacts: Path) -> None:
    linkapp(base_dir, "add", "contacts")
    (base_dir / "viewdefs/Contact.DEFAULT.html").unlink()

    assert linkapp(base_dir, "list", "contacts").stdout.splitlines() == [
        "lua/contacts.lua -> ../apps/contacts/app.lua",
        "lua/contacts -> ../apps/contacts",
        "viewdefs/Contact.DEFAULT.html is not linked",
        "viewdefs/Contacts.DEFAULT.html -> ../apps/contacts/viewdefs/Contacts.DEFAULT.html",
    ]


def test_list_without_apps_prints_nothing(base_dir: Path) -> None:
    done = linkapp(base_dir, "list")

    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@pytest.mark.parametrize("where", ["../../src", "../../src/deep/er", "inside"])
def test_links_are_right_when_viewdefs_is_itself_a_link(base_dir: Path, contacts: Path, where: str) -> None:
    folder = Path(os.path.normpath(base_dir / where / "viewdefs"))
    folder.mkdir(parents=True)
    (base_dir / "viewdefs").symlink_to(Path(where) / "viewdefs")

    assert linkapp(base_dir, "add", "contacts").returncode == 0

    link = folder / "Contact.DEFAULT.html"
    assert not link.readlink().is_absolute()
    assert link.read_text() == "<template></template>"
    assert linkapp(base_dir, "list").stdout == "contacts: linked\n"
    linkapp(base_dir, "remove", "contacts")
    assert list(folder.iterdir()) == []


def test_the_directory_can_move_with_its_links(base_dir: Path, contacts: Path, tmp_path: Path) -> None:
    linkapp(base_dir, "add", "contacts")
    moved = tmp_path / "moved"
    base_dir.rename(moved)

    assert (moved / "lua/contacts.lua").read_text() == "-- app"
    assert linkapp(moved, "list").stdout == "contacts: linked\n"


@pytest.mark.parametrize("verb", ["add", "list"])
def test_an_unknown_app_is_reported_with_the_existing_apps(base_dir: Path, contacts: Path, verb: str) -> None:
    make_app(base_dir, "tasks")

    done = linkapp(base_dir, verb, "contact")

    assert done.returncode == 1
    assert done.stderr == (f"linkapp: there is no app {base_dir}/apps/contact. The apps are: contacts tasks\n")


def test_a_directory_without_app_lua_is_not_an_app(base_dir: Path) -> None:
    (base_dir / "apps/notes").mkdir(parents=True)

    done = linkapp(base_dir, "add", "notes")

    assert done.returncode == 1
    assert "has no app.lua, which is what makes it an app" in done.stderr


@pytest.mark.parametrize("name", ["../x", ".", "..", "a/b", "-x", "/etc", ""])
def test_a_name_that_is_a_path_or_an_option_is_refused(base_dir: Path, name: str) -> None:
    for verb in ("add", "remove", "list"):
        done = linkapp(base_dir, verb, name)
        assert (done.stdout, done.returncode) == ("", 1)
        assert "linkapp: " in done.stderr


@pytest.mark.parametrize("arguments", [(), ("add",), ("remove",), ("add", "a", "b"), ("link", "a"), ("--help",)])
def test_wrong_usage_prints_the_usage(base_dir: Path, arguments: tuple[str, ...]) -> None:
    done = linkapp(base_dir, *arguments)

    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr.startswith("linkapp add APP       Link an app into place")
    assert len(done.stderr.splitlines()) == 5


class Printed(MemoryOutput):
    """The output of a session, and a count of its lines that can be waited for."""

    def __init__(self) -> None:
        super().__init__()
        self._arrived = threading.Condition()

    def write(self, stream: Stream, data: bytes) -> None:
        with self._arrived:
            super().write(stream, data)
            self._arrived.notify_all()

    def of_app(self) -> list[str]:
        """Without the lines in which the session says what it ran again."""
        return [line for line in self.lines() if not line.startswith("[")]

    def wait_for(self, count: int) -> list[str]:
        with self._arrived:
            assert self._arrived.wait_for(lambda: len(self.of_app()) >= count, 240), self.lines()
        return self.of_app()


def test_after_add_a_saved_file_is_one_change_and_init_lua_runs_once(base_dir: Path) -> None:
    """The link lua/APP shows every file of the app a second time, below lua/."""
    app = make_app(base_dir, "x", "X.DEFAULT.html")
    (app / "init.lua").write_text("print('init', session.reloading)")
    (app / "part.lua").write_text("print('part') return {}")
    (app / "app.lua").write_text("require('x.part') x = x or {type = 'X'} print('app')")
    assert linkapp(base_dir, "add", "x").returncode == 0
    printed = Printed()
    with Session(base_dir, output=printed) as session:
        session.display("x")
        expected = ["init\tfalse", "part", "app"]
        assert printed.of_app() == expected
        session.watch()
        for file, line in (("init.lua", "init\ttrue"), ("app.lua", "app")):
            (app / file).write_text((app / file).read_text() + "\n")
            expected.append(line)
            assert printed.wait_for(len(expected)) == expected
            # Whatever was still to be noticed is done by now.
            session.reload()
            assert printed.of_app() == expected
