"""`ui-mcp record`."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from pytest_uimcp.cli import main
from tests.files import write
from tests.server.commands.command import RUN, command

pytestmark = pytest.mark.warm


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["story.yaml", "mcp"], "FILE has to end in .scenario.yaml, got story.yaml: try story.scenario.yaml"),
        (["none/a.scenario.yaml", "mcp"], "there is no directory "),
        (["old.scenario.yaml", "mcp"], "old.scenario.yaml exists: give another name, or --overwrite to replace it"),
        (["a.scenario.yaml", "chat"], "invalid choice: 'chat'"),
        (["--name", " ", "a.scenario.yaml", "mcp"], "--name has to be a text"),
        (["a.scenario.yaml"], "the following arguments are required: server"),
    ],
)
def test_wrong_usage_is_reported_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    write(tmp_path, {"old.scenario.yaml": "steps: []\n"})
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["record", *words])
    assert ended.value.code == 2
    assert told in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["old.scenario.yaml"]
    assert (tmp_path / "old.scenario.yaml").read_text() == "steps: []\n"


def test_a_server_without_a_session_leaves_an_earlier_recording_only_if_asked(tmp_path: Path) -> None:
    snapshots = "__snapshots__/old.scenario"
    write(
        tmp_path,
        {"old.scenario.yaml": "steps: []\n", f"{snapshots}/old.a.aria.yaml": "", f"{snapshots}/x.aria.yaml": ""},
    )
    words = ("record", "--overwrite", str(tmp_path / "old.scenario.yaml"), "serve", "--port", "0", "--mcp-port", "0")
    with command(*words, "--dir", str(tmp_path / "ui"), cwd=tmp_path) as ui:
        assert b"http://127.0.0.1:" in (ui.line() or b"")
        ui.process.send_signal(signal.SIGINT)
        code, said = ui.end()
    assert (code, said) == (0, "ui-mcp record: nothing was recorded\n")
    assert not (tmp_path / "old.scenario.yaml").exists()
    assert [path.name for path in (tmp_path / snapshots).iterdir()] == ["x.aria.yaml"]


# As if a thread kept the server from returning: it ends the process at once.
ENDED_FROM_WITHIN = f"from pytest_uimcp.server.commands import exit\nexit.THREAD_SECONDS = 0\n{RUN}"


def test_a_server_that_ends_the_process_itself_says_what_was_recorded(tmp_path: Path) -> None:
    words = ("record", str(tmp_path / "a.scenario.yaml"), "serve", "--port", "0", "--mcp-port", "0")
    with command(*words, "--dir", str(tmp_path / "ui"), code=ENDED_FROM_WITHIN) as ui:
        assert b"http://127.0.0.1:" in (ui.line() or b"")
        ui.process.send_signal(signal.SIGTERM)
        assert ui.end() == (0, "ui-mcp record: nothing was recorded\n")
