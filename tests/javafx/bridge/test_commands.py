"""`ui-mcp stage bridge` and `ui-mcp stage --program`, as somebody types them."""

from __future__ import annotations

import os
import signal
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from pytest_uimcp.cli import main
from pytest_uimcp.javafx.bridge import building
from pytest_uimcp.javafx.tools import TOOLS
from tests.javafx.bridge.classes import compiled, on_module_path
from tests.javafx.stages import COMMAND, EXAMPLES

pytestmark = [pytest.mark.anyio, pytest.mark.warm]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_the_jar_is_written_with_all_that_it_needs(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["stage", "bridge", str(tmp_path / "new")]) == 0
    jar = tmp_path / "new" / "uimcp-stage.jar"
    assert capfd.readouterr().out == f"{jar}\n"
    with zipfile.ZipFile(jar) as archive:
        names = set(archive.namelist())
        assert "Premain-Class: uimcp.stage.StageBridge" in archive.read("META-INF/MANIFEST.MF").decode()
    assert {"uimcp/stage/StageBridge.class", "uimcp/stage/fx/FxScenes.class", "uimcp/stage/contract.json"} <= names
    # Nothing of the JDK but `java.base` and the agent's own module: trimmed runtimes have no more.
    assert jar.stat().st_size < 200_000


def test_without_a_compiler_the_jar_of_the_release_is_written(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    built = tmp_path / "built.jar"
    monkeypatch.setattr(building, "BUILT", built)
    assert main(["stage", "bridge", str(tmp_path / "new")]) == 1
    assert "no `javac`: set JAVA_HOME to a JDK, or install one" in capfd.readouterr().err
    built.write_bytes(b"a jar")
    assert main(["stage", "bridge", str(tmp_path / "new")]) == 0
    assert (tmp_path / "new" / "uimcp-stage.jar").read_bytes() == b"a jar"


@pytest.mark.slow
def test_the_same_sources_make_the_same_jar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = building.bridge_jar()
    monkeypatch.setenv("UIMCP_CACHE", str(tmp_path))
    anew = building.bridge_jar()
    assert anew != kept
    assert anew.read_bytes() == kept.read_bytes()


def test_a_folder_without_javafx_is_an_error_in_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["stage", "bridge", str(tmp_path), "--javafx", str(tmp_path)]) == 1
    out, error = capfd.readouterr()
    assert (out, error.count("\n")) == ("", 1)
    assert error.startswith(
        f"ui-mcp stage bridge: --javafx (of pytest --uimcp-javafx) {tmp_path}: expected javafx.base.jar"
    )


def test_a_scene_or_a_program_is_needed(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["stage"])
    assert "expected FILE.fxml or --program COMMAND" in capfd.readouterr().err


async def test_a_client_that_starts_servers_drives_a_program_and_is_told_when_it_has_ended() -> None:
    classes = compiled((EXAMPLES / "program").glob("*.java"))
    command = on_module_path(Path(f"{classes}{os.pathsep}{EXAMPLES / 'scenes'}"), "Program login")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    parameters = StdioServerParameters(
        command=sys.executable, args=[*COMMAND, "stage", "--program", command, "--enable"], env=environment
    )
    async with Client(stdio_client(parameters)) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == [tool.name for tool in TOOLS]
        ref = await _until_shown(client, "#login")
        done = await client.call_tool("ui_perform", {"actions": [{"type": "click", "target": {"ref": ref}}]})
        assert done.structured_content == {"results": [{"ok": True, "type": "click"}]}
        snapshot = (await client.call_tool("ui_get_snapshot", {"mode": "compact"})).structured_content
        assert snapshot is not None
        assert "User name or password is wrong" in str(snapshot)
        os.kill(snapshot["app"]["pid"], signal.SIGKILL)
        told = ""
        # Its end may be seen by a call a little later.
        while "the program has ended" not in told:
            result = await client.call_tool("ui_get_snapshot", {})
            assert result.is_error
            told = str(result.content[0])


async def _until_shown(client: Client, css: str) -> Any:
    while True:
        answer = (await client.call_tool("ui_query", {"selector": {"css": css}})).structured_content or {}
        if answer.get("matches"):
            return answer["matches"][0]["ref"]
        # The program has loaded JavaFX, and shows its stage a little later.
        assert answer.get("error", {}).get("code") in (None, "MCP_UI_NO_STAGES")
