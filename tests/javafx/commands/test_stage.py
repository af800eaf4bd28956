"""`ui-mcp stage` over HTTP, and what it says of a start that cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pytest_uimcp.cli import main
from tests.javafx.stages import LOGIN, Serving, serving

pytestmark = pytest.mark.warm

INITIALIZE = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}  # fmt: skip
HEADERS = {"Accept": "application/json, text/event-stream"}


@pytest.fixture(scope="module")
def served() -> Iterator[Serving]:
    with serving() as served:
        yield served


def initialized(served: Serving, **headers: str) -> httpx.Response:
    return httpx.post(served.url, json=INITIALIZE, headers=HEADERS | headers, timeout=30)


@pytest.mark.slow
def test_it_says_where_it_serves_and_which_token_it_wants(served: Serving) -> None:
    assert served.said == f"stage: {served.url}\ntoken: {served.token}\n"
    assert served.url.startswith("http://127.0.0.1:")
    assert len(served.token) >= 40


@pytest.mark.slow
def test_a_client_without_the_token_is_turned_away(served: Serving) -> None:
    assert initialized(served).status_code == 401
    assert initialized(served, Authorization="Bearer wrong").status_code == 401
    assert initialized(served, Authorization=f"Bearer {served.token}").status_code == 200


@pytest.mark.slow
def test_a_foreign_page_is_turned_away_even_with_the_token(served: Serving) -> None:
    said = initialized(served, Authorization=f"Bearer {served.token}", Origin="http://evil.example")
    assert said.status_code == 403


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.fxml"], "ui-mcp stage: no file missing.fxml\n"),
        ([str(LOGIN), "--controller", "Login"], "--controller: expected module:Class, such as"),
        ([str(LOGIN), "--controller", "no.such.module:Login"], "--controller: 'no.such.module' cannot be imported"),
        ([str(LOGIN), "--controller", "json:Decoder"], "--controller: 'json' has no 'Decoder'. Did you mean"),
        ([str(LOGIN), "--strict"], "fx:controller='LoginController' is not known"),
    ],
)
def test_a_failed_start_is_one_line_without_a_traceback(
    arguments: list[str], message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["stage", *arguments, "--http", "0"]) == 1
    out, error = capfd.readouterr()
    assert (out, message in error, "Traceback" in error) == ("", True, False), error


def test_a_document_with_entities_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bomb.fxml"
    file.write_text('<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><VBox>&a;</VBox>')
    assert main(["stage", str(file), "--http", "0"]) == 1
    assert "bomb.fxml" in capfd.readouterr().err


def test_an_invalid_port_is_a_usage_error(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["stage", str(LOGIN), "--http", "70000"])
    assert exit_.value.code == 2
    assert "--http: expected a port from 0 to 65535; got 70000" in capfd.readouterr().err
