"""Pictures of every page, light, dark and as a phone shows it: `python tests/looks/shots.py FOLDER`.

It takes those of the tree in which it is started, which may be older than this file: `tests.looks.pictures` puts both
beside each other. So it uses only what both have; a page that a tree does not have is left out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, Literal

# Before what this file's own tree has.
sys.path.insert(0, str(Path.cwd()))

from playwright.sync_api import Browser, ViewportSize, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from pytest_uimcp.testing.harness.loop import LoopThread
from tests.browser import ARGUMENTS, chromium_path
from tests.chat.web.desk import desk
from tests.chat.web.pictures import play
from tests.html.devserver import DevServer
from tests.html.pictures import FILL
from tests.html.screen import Screen

HERE: Final = Path(__file__).resolve().parent
TREE: Final = Path.cwd()
SECONDS: Final = 120
SETTLING: Final = 700
DESK: Final[ViewportSize] = {"width": 1180, "height": 760}
PHONE: Final[ViewportSize] = {"width": 390, "height": 760}
SHOTS: Final[tuple[tuple[str, ViewportSize, Literal["light", "dark"]], ...]] = (
    ("light", DESK, "light"),
    ("dark", DESK, "dark"),
    ("phone", PHONE, "light"),
)
# What an agent does beside the app of the shell; not every tree can show all of it.
WORK: Final = """
if mcp.createTodos then
    mcp:createTodos({ "Read the notes", "Improve the text", "Show it" }, "drafts")
    mcp:startTodoStep(2)
end
mcp.shell.thinking = "Reading your notes"
mcp:addAgentMessage("Milk is first now: **milk**, bread")
mcp.shell.thinking = "Writing the second note"
mcp:notify("The note is kept", "success")
"""


def main(folder: Path) -> None:
    """Take all of them; each file is named for its page and how it is shown."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch, ExitStack() as open_pages:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        for name, address, complete in addresses(browser, Path(scratch), open_pages):
            page = browser.new_page(viewport=DESK)
            page.goto(address)
            try:
                page.locator(complete).first.wait_for()
            except PlaywrightTimeout:
                sys.stdout.write(f"{name}: not in this tree\n")
                page.close()
                continue
            for how, size, scheme in SHOTS:
                page.set_viewport_size(size)
                page.emulate_media(color_scheme=scheme)
                page.locator(complete).first.scroll_into_view_if_needed()
                page.wait_for_timeout(SETTLING)
                page.screenshot(path=folder / f"{name}-{how}.png", animations="disabled")
            page.close()
            sys.stdout.write(f"{name}\n")
        open_pages.close()
        browser.close()


def addresses(browser: Browser, scratch: Path, stack: ExitStack) -> Iterator[tuple[str, str, str]]:
    """Names of pages, their addresses, and what is there when they are complete."""
    server = DevServer()
    server.start()
    stack.callback(server.stop)
    contacts = shown(server, browser, scratch / "contacts", "contacts", FILL)
    yield "app", contacts, ".row >> nth=3"
    yield "variables", f"{contacts}/variables#search", "text=Ada Lovelace"
    plain = shown(server, browser, scratch / "plain", "plain", "")
    yield "plain", plain, "h1"
    yield "charts", plain, "svg[data-chart]"
    port = stack.enter_context(served(scratch / "empty"))
    yield "empty", port, "h1"
    yield "not-found", f"{port}/variable", "h1"
    shutil.copytree(TREE / "examples" / "workbench" / ".ui", scratch / "shell", symlinks=True)
    (scratch / "shell" / "apps" / "drafts" / "init.lua").write_text(WORK, encoding="utf-8")
    yield "shell", stack.enter_context(served(scratch / "shell", "--app", "drafts")), "text=Milk is first now"
    loop = LoopThread()
    stack.callback(loop.close)
    at = stack.enter_context(desk(loop, agent=True))
    play(at)
    yield "chat", at.address(), "button.approve"
    yield "report", reported(scratch / "stories").as_uri(), "main h2"
    if (TREE / "pytest_uimcp" / "testing" / "gallery").is_dir():
        workbench = TREE / "examples" / "workbench" / ".ui"
        gallery = stack.enter_context(started("stories", str(workbench), "--port", "0"))
        yield "gallery", gallery, ".preview iframe >> nth=1"
        view = "jobs/Jobs.Offer.row/rejected, with a long title"
        yield "gallery-view", f"{gallery}/#/{view}", ".fields input"


def shown(server: DevServer, browser: Browser, directory: Path, app: str, code: str) -> str:
    """An app of this tree in a session, or the one without CSS that stands beside this file."""
    shutil.copytree(TREE / "examples" / "contacts" / ".claude" / "ui", directory)
    if app == "plain":
        shutil.copytree(HERE / "plain", directory / "apps" / "plain")
    screen = Screen(server, browser.new_context(), directory)
    screen.session.open()
    screen.session.display(app)
    screen.session.eval(code)
    return str(screen.url)


@contextmanager
def served(directory: Path, *options: str) -> Iterator[str]:
    """A server of a directory, without an app if no option names one."""
    ports = ("--port", "0", "--mcp-port", "0", "--publisher-port", "0")
    with started("serve", "--dir", str(directory), *ports, *options) as address:
        yield address


@contextmanager
def started(*arguments: str) -> Iterator[str]:
    """A command that serves, and the first address that it prints."""
    code = "import sys; from pytest_uimcp.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-u", "-c", code, *arguments]
    environment = os.environ | {"PYTHONPATH": str(TREE)}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, cwd=TREE
    )
    try:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if address := re.search(r"http://127\.0\.0\.1:\d+", line):
                yield address[0]
                break
        else:
            raise SystemExit(f"{' '.join(command)} has printed no address: {''.join(said)}")
    finally:
        process.terminate()
        process.wait(SECONDS)


def reported(folder: Path) -> Path:
    """The report of a run in which a story has newly failed."""
    folder.mkdir()
    shutil.copy(HERE / "stories.py", folder / "test_contacts.py")
    options = ["-q", "-p", "no:randomly", "-p", "no:cacheprovider", "--uimcp-report=report", f"--rootdir={folder}"]
    for run in "123":
        environment = os.environ | {"PYTHONPATH": str(TREE), "RUN": run}
        subprocess.run(
            [sys.executable, "-m", "pytest", *options, "--uimcp-face=page", "test_contacts.py"],
            cwd=folder, env=environment, timeout=SECONDS, check=False, capture_output=True,
        )  # fmt: skip
    return folder / "report" / "report.html"


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
