"""`--uimcp-record-model` in tests of a user."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pytest_uimcp.agent import ScriptedModel, call, text
from pytest_uimcp.agent.endpoint import ModelEndpoint
from pytest_uimcp.cli import main
from pytest_uimcp.testing.harness.loop import LoopThread
from pytest_uimcp.transport.site import HttpSite
from tests import patience
from tests.testing.repository import ALONE

pytestmark = pytest.mark.warm

TEST = """
import httpx


def ask(url, prompt):
    tools = [{"type": "function", "function": {"name": "notes_list", "parameters": {"type": "object"}}}]
    messages = [{"role": "user", "content": prompt}]
    while True:
        body = {"model": "gpt-x", "messages": messages, "tools": tools}
        answer = httpx.post(f"{url}/chat/completions", json=body, trust_env=False).raise_for_status().json()
        message = answer["choices"][0]["message"]
        messages.append(message)
        if not message.get("tool_calls"):
            return message["content"]
        for made in message["tool_calls"]:
            messages.append({"role": "tool", "tool_call_id": made["id"], "content": "milk"})


def test_it_lists(uimcp_agent):
    uimcp_agent.replays("notes.model.yaml")
    assert ask(uimcp_agent.model_url, "PROMPT") == "There is one."
    uimcp_agent.called("notes_list")
    uimcp_agent.has_said("There is one.")
"""


@pytest.fixture
def upstream(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedModel]:
    """A service on a port of this machine, named by the environment."""
    loop = LoopThread()
    script = ScriptedModel()

    async def start() -> HttpSite:
        site = HttpSite()
        site.bind("model", ModelEndpoint(script).application())
        await site.start()
        return site

    site = loop.run(start())
    monkeypatch.setenv("UIMCP_MODEL_URL", f"{site.url('model')}/v1")
    yield script
    loop.run(site.close())
    loop.close()


def write(pytester: pytest.Pytester, prompt: str) -> None:
    pytester.makepyfile(test_notes=TEST.replace("PROMPT", prompt))


def run(pytester: pytest.Pytester, *options: str) -> pytest.RunResult:
    return pytester.runpytest_inprocess(*ALONE, *options)


@pytest.mark.slow
def test_a_test_is_recorded_once_replayed_for_ever_and_recorded_on(
    pytester: pytest.Pytester, upstream: ScriptedModel
) -> None:
    write(pytester, "Which notes?")
    run(pytester).stdout.fnmatch_lines(
        ["*there is no recording notes.model.yaml in *; record it with --uimcp-record-model, and the address*"]
    )
    upstream.plays([[call("notes_list")], [text("There is one.")]])
    run(pytester, "--uimcp-record-model").assert_outcomes(passed=1)
    recording = Path(pytester.path / "notes.model.yaml")
    assert "- {calls: {notes_list: {}}}" in recording.read_text(encoding="utf-8")
    # The service has nothing more to say, and is not asked.
    run(pytester).assert_outcomes(passed=1)
    write(pytester, "Which notes are there?")
    run(pytester).stdout.fnmatch_lines(
        [
            "*asks something else than was recorded in turn 1 of notes.model.yaml, line 6 (- recorded, + asked now)*",
            '*- - {user: "Which notes?"}',
            '*+ - {user: "Which notes are there?"}',
            "*record on from here with --uimcp-record-model=new, or edit the file*",
        ]
    )
    upstream.plays([[call("notes_list")], [text("There is one.")]])
    run(pytester, "--uimcp-record-model=new").assert_outcomes(passed=1)
    run(pytester).assert_outcomes(passed=1)
    # Turns that are left over are told, too.
    first = recording.read_text(encoding="utf-8")
    recording.write_text(f"{first}  - asked: [{{user: More}}]\n    answers: [{{says: Yes.}}]\n", encoding="utf-8")
    run(pytester).stdout.fnmatch_lines(["*1 turn of 3 in notes.model.yaml left unplayed: the agent has asked less*"])


@pytest.mark.slow
def test_each_run_of_a_repeated_test_has_a_recording_of_its_own(
    pytester: pytest.Pytester, upstream: ScriptedModel
) -> None:
    head = "import pytest\npytestmark = pytest.mark.uimcp(repeat=2)\n"
    one_file = head + TEST.replace("PROMPT", "Which notes?")
    pytester.makepyfile(test_notes=one_file)
    # The second run asks nobody.
    upstream.plays([[call("notes_list")], [text("There is one.")]])
    run(pytester, "--uimcp-record-model").stdout.fnmatch_lines(
        ["*replays('notes.model.yaml'): run 2 would write over run 1; put {run} into the name*"]
    )
    pytester.makepyfile(test_notes=one_file.replace("notes.model.yaml", "notes-{run}.model.yaml"))
    upstream.plays([[call("notes_list")], [text("There is one.")], [call("notes_list")], [text("There are two.")]])
    result = run(pytester, "--uimcp-record-model")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["1 of 2 runs passed, expected all 2"])
    assert "There are two." in (pytester.path / "notes-2.model.yaml").read_text(encoding="utf-8")
    pytester.makepyfile(test_notes=one_file.replace("notes.model", "notes-{run}.model").replace("=2", "=2, at_least=1"))
    run(pytester).assert_outcomes(passed=1)


@pytest.mark.slow
def test_a_service_has_to_be_named(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UIMCP_MODEL_URL", raising=False)
    write(pytester, "Which notes?")
    run(pytester, "--uimcp-record-model").stdout.fnmatch_lines(["*which service? Set UIMCP_MODEL_URL to its address*"])


@pytest.mark.slow
def test_a_command_records_what_any_agent_asks(tmp_path: Path, upstream: ScriptedModel) -> None:
    file = tmp_path / "notes.model.yaml"
    upstream.plays([[text("Hello.")]])
    command = [sys.executable, "-c", "from pytest_uimcp.cli import run; run()", "record", str(file), "model"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[1]
            body = {"model": "gpt-x", "messages": [{"role": "user", "content": "Hi"}]}
            answer = httpx.post(f"{address}/chat/completions", json=body, trust_env=False, timeout=patience.SECONDS)
            assert answer.json()["choices"][0]["message"]["content"] == "Hello."
            process.terminate()
            _, err = process.communicate(timeout=patience.SECONDS)
        finally:
            process.kill()
    assert err == f"ui-mcp record: 1 turn in {file}\n"
    assert "{says: Hello.}" in file.read_text(encoding="utf-8")


def test_a_command_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("UIMCP_MODEL_URL", raising=False)
    file = tmp_path / "notes.model.yaml"
    assert main(["record", str(file), "model"]) == 1
    file.write_text("turns: []\n", encoding="utf-8")
    assert main(["record", str(file), "model", "--base-url", "http://127.0.0.1:1"]) == 1
    with pytest.raises(SystemExit):
        main(["record", "notes.yaml", "model"])
    err = capsys.readouterr().err
    for words in (
        "which service? Name it with --base-url",
        "exists: give another name, or --new",
        "end in .model.yaml",
    ):
        assert words in err
