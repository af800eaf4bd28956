"""The front end in Firefox: sample apps load, draw and take typing and clicks; ten rows of the matrix.

`make firefox` runs them. Firefox is the system's and is driven over WebDriver BiDi, which it speaks by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_uimcp.server.harness.server import Server
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.testing.run import open_server
from tests.html.firefox.bidi import Bidi, firefox
from tests.html.firefox.page import FirefoxPage, namespace_of
from tests.page.matrix import records
from tests.page.matrix.stage import APP, play
from tests.page.matrix.tables import case_of

ROWS = (
    "input/plain/fill", "input/own/keypress type", "textarea/plain/fill", "checkbox/plain/click", "radio/plain/click",
    "select/plain/ends", "details/plain/click", "form/own/required button filled", "css/own/rule layers",
    "hidden/own/div flex",
)  # fmt: skip


@pytest.fixture(scope="module")
def bidi() -> Iterator[Bidi]:
    with firefox() as session:
        yield session


def test_the_counter_counts(bidi: Bidi) -> None:
    with open_server("counter") as server:
        page = FirefoxPage(bidi, server.url, server.rest)
        page.click("+")
        page.click("+")
        page.see("2")
        assert server.run("return counter.count") == 2
        server.run("counter.count = 7")
        page.see("7")
        page.close()


def test_contacts_are_typed_in_and_kept(bidi: Bidi) -> None:
    with open_server("contacts") as server:
        page = FirefoxPage(bidi, server.url, server.rest)
        before = page.aria()
        page.click("New contact")
        page.fill("Name", "Grace Hopper")
        page.fill("Email", "grace@example.com")
        page.click("Save")
        assert "Grace Hopper" in page.aria() != before
        assert "Grace Hopper" in str(server.state())
        page.close()


@pytest.fixture(scope="module")
def matrix(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    directory: Path = tmp_path_factory.mktemp("matrix")
    APP.write(directory)
    loop = LoopThread("firefox-server")
    server = Server(loop, directory)
    try:
        server.configure()
        server.start()
        server.display("matrix")
        yield server
    finally:
        server.close()
        loop.close()


def test_rows_of_the_matrix(bidi: Bidi, matrix: Server) -> None:
    page = FirefoxPage(bidi, matrix.url, matrix.rest)
    stage = namespace_of(page, matrix.session)
    different = []
    for name in ROWS:
        case = case_of(name)
        _, recorded = records.read(case.family)[name]
        for number, (theirs, ours) in enumerate(zip(recorded, play(stage, case), strict=True)):
            different += [
                f"{name}, step {number}, {part}: {theirs.get(part)!r} != {ours.get(part)!r}"
                for part in ("aria", "values", "error")
                if theirs.get(part) != ours.get(part)
            ]
    page.close()
    assert not different, "\n".join(different)
