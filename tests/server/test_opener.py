"""`ui_open_browser`: the address that it opens, and systems without an opener."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pytest_uimcp.server.opener import OPENERS, _staying, open_in_browser, page_url
from tests.server.rig import Rig

anyio = pytest.mark.anyio
BASE = "http://127.0.0.1:4711"
ID = "0123456789abcdef" * 2

# path -> the rest of the URL after the session's address
ADDRESSES = {
    "/": "/?conserve=true",
    "": "/?conserve=true",
    "contacts": "/contacts?conserve=true",
    "/a/b": "/a/b?conserve=true",
    "/a/b/": "/a/b/?conserve=true",
    "foo?x=1": "/foo?x=1&conserve=true",
    "?x=1&y=2": "/?x=1&y=2&conserve=true",
    "a#part": "/a?conserve=true#part",
    "a b": "/a%20b?conserve=true",
    "a%20b": "/a%20b?conserve=true",
    "\u00e9\u2603": "/%C3%A9%E2%98%83?conserve=true",
    # None of these leads to another host, to another session, or out of the session.
    "//evil.example/x": "/evil.example/x?conserve=true",
    "\\\\evil.example": "/evil.example?conserve=true",
    "http://evil.example/": "/http:/evil.example/?conserve=true",
    "../../other": "/other?conserve=true",
    "%2e%2e/%2E./x": "/x?conserve=true",
    "/a/../b/./c": "/a/b/c?conserve=true",
    "//[x": "/%5Bx?conserve=true",
    "@evil.example": "/@evil.example?conserve=true",
    "a\nb\r\tc": "/a%0Ab%0D%09c?conserve=true",
    "';$(touch x)`": "/';$(touch%20x)%60?conserve=true",
    '"&calc': "/%22&calc?conserve=true",
}


@pytest.mark.parametrize("path", ADDRESSES)
def test_a_path_stays_below_the_session(path: str) -> None:
    assert page_url(BASE, ID, path, conserve=True) == f"{BASE}/{ID}{ADDRESSES[path]}"


def test_without_conserve_there_is_no_query() -> None:
    assert page_url(BASE, ID, "/", conserve=False) == f"{BASE}/{ID}/"
    assert page_url(BASE, ID, "a?x=1", conserve=False) == f"{BASE}/{ID}/a?x=1"


@anyio
@pytest.mark.skipif(sys.platform != "linux", reason="the stub is xdg-open")
async def test_the_opener_gets_the_address_of_the_session(running: Rig, opener: Path) -> None:
    said = await running.tool("ui_open_browser")
    url = f"{running.ui_url}/{running.session_id}/?conserve=true"
    assert said.text == f"Opened {url}"
    assert said.data == {"url": url}
    await running.tool("ui_open_browser", path="/deep/er", conserve=False)
    assert opener.read_text().split() == [url, f"{running.ui_url}/{running.session_id}/deep/er"]


@anyio
@pytest.mark.skipif(sys.platform != "linux", reason="the stub is xdg-open")
async def test_another_session_has_another_address(running: Rig, opener: Path) -> None:
    second = await running.server.new_session()
    await running.tool("ui_open_browser", sessionId="2")
    assert f"/{second.session.id}/" in opener.read_text()


@anyio
async def test_without_an_opener_the_error_says_what_to_install(
    running: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    refusal = await running.refused("ui_open_browser")
    assert "no browser opener found (looked for xdg-open, gio, wslview)" in refusal
    assert f"{running.ui_url}/{running.session_id}/?conserve=true" in refusal


@anyio
@pytest.mark.skipif(sys.platform != "linux", reason="the stub is xdg-open")
async def test_an_opener_that_fails_is_quoted(running: Rig, opener: Path) -> None:
    (opener.parent / "xdg-open").write_text("#!/bin/sh\necho ignored >&2\necho no display >&2\nexit 3\n")
    refusal = await running.refused("ui_open_browser")
    assert refusal.startswith("xdg-open failed with exit code 3 (no display); open http://127.0.0.1:")


@anyio
@pytest.mark.skipif(sys.platform != "linux", reason="the stub is xdg-open")
async def test_an_opener_that_cannot_be_started_is_an_error(
    running: Rig, opener: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(opener.parent))
    (opener.parent / "xdg-open").write_bytes(b"\x00\x01 no program")
    assert "xdg-open could not be started" in await running.refused("ui_open_browser")


@pytest.mark.skipif(sys.platform != "linux", reason="the stub is xdg-open")
def test_an_opener_that_keeps_running_is_not_waited_for(opener: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytest_uimcp.server.opener._WAIT", 0.05)
    (opener.parent / "xdg-open").write_text("#!/bin/sh\nexec tail -f /dev/null\n")
    open_in_browser(BASE)
    (process,) = _staying
    process.kill()
    process.wait()


def test_every_platform_of_the_contract_has_an_opener() -> None:
    assert OPENERS["darwin"] == (("open",),)
    assert OPENERS["linux"][0] == ("xdg-open",)
    assert "win32" in OPENERS
