"""The plugin beside others that people have: each run is a process with those plugins and no other."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from pytest_uimcp.testing.faces.chromium.locate import chromium_path
from tools import neighbours

# The neighbours' own, which this pytest minds.
THEIRS = ("The configuration option .asyncio_default", "Session-scoped fixtures defined as instance methods")
INI = "\n    ".join(
    ["[pytest]\nuimcp_dir = contacts\nfilterwarnings =", "error", *(f"ignore:{words}" for words in THEIRS)]
)
FILES = {
    "pytest.ini": INI,
    "test_sync.py": """
        import pytest

        def test_page(uimcp_page):
            uimcp_page.see("No contacts yet")

        @pytest.mark.timeout(60)
        def test_server(uimcp):
            assert uimcp.tool("ui_run", code="return 6 * 7").text == "42"

        def test_both_snapshots(uimcp_page, snapshot):
            assert uimcp_page.find("New contact").name == snapshot
        """,
    "test_anyio.py": """
        import anyio
        import pytest

        pytestmark = pytest.mark.anyio

        @pytest.fixture
        async def group():
            async with anyio.create_task_group() as tasks:
                yield tasks

        async def test_page(uimcp, uimcp_page, group):
            group.start_soon(anyio.sleep, 0)
            uimcp.run("return 1")
            uimcp_page.see("No contacts yet")
        """,
    "test_asyncio.py": """
        import asyncio
        import pytest

        pytestmark = pytest.mark.asyncio

        async def test_page(uimcp, uimcp_page):
            await asyncio.sleep(0)
            uimcp_page.fill("Message", "hi")
            uimcp_page.click("Send")
            assert uimcp.events()

        async def test_again(uimcp_page):
            uimcp_page.see("No contacts yet")
        """,
}
AUTO = {
    "test_auto.py": """
        async def test_without_a_marker(uimcp_page):
            uimcp_page.see("No contacts yet")
        """
}
PLAYWRIGHT = {
    "conftest.py": """
        import pytest

        @pytest.fixture(scope="session")
        def browser_type_launch_args(browser_type_launch_args):
            return {**browser_type_launch_args, "executable_path": CHROMIUM}
        """,
    "test_browsers.py": """
        from playwright.sync_api import Page, expect

        def test_its_page_on_our_server(uimcp, page: Page):
            page.goto(uimcp.url)
            expect(page.get_by_role("heading")).to_have_text("Contacts", timeout=240_000)

        def test_ours_beside_it(uimcp, uimcp_page, page: Page):
            page.goto(uimcp.url)
            uimcp_page.fill("Search", "Ada")
            expect(page.get_by_label("Search")).to_have_value("Ada", timeout=240_000)
        """,
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    write(tmp_path, FILES)
    return tmp_path


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        lines = text.split("\n")
        body = "\n".join(line.removeprefix("        ") for line in lines)
        (folder / name).write_text(body.replace("CHROMIUM", repr(chromium_path(None, ""))))


def run(neighbour: str, folder: Path, *arguments: str) -> str:
    """What a run beside a set of plugins prints, the closing line last."""
    python = neighbours.python(neighbour)
    assert python.exists(), f"the plugins to test beside are not there ({python}); get them with: make setup"
    # This run's own plugins and settings are not that run's.
    clean = {key: text for key, text in os.environ.items() if not key.startswith(("PYTEST_", "COV_"))}
    done = subprocess.run(
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env=clean,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.rstrip().splitlines()[-1]


@pytest.mark.parametrize("neighbour", sorted(neighbours.SETS))
def test_all_of_them_in_one_run(repository: Path, neighbour: str) -> None:
    run(neighbour, repository, "--snapshot-update", "test_sync.py")
    # anyio's tests run once for each of its backends that is there: here asyncio.
    assert "6 passed" in run(neighbour, repository, "-n", "1", "--timeout", "60")


def test_the_auto_mode_of_asyncio(repository: Path) -> None:
    write(repository, AUTO)
    files = ["test_asyncio.py", "test_auto.py"]
    assert "3 passed" in run("plugins", repository, "-o", "asyncio_mode=auto", *files)


def test_the_sync_browser_of_playwright(tmp_path: Path) -> None:
    write(tmp_path, {"pytest.ini": FILES["pytest.ini"], **PLAYWRIGHT})
    assert "2 passed" in run("plugins", tmp_path, "-p", "no:asyncio")
