"""Programs that a test runs as its agent, and the same two URLs without a test."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pytest_uimcp import AgentHarness, HumanHarness, call, end, say
from pytest_uimcp.agent.errors import RunError
from pytest_uimcp.agent.harness.programs import command_of, environment_of, interpreter
from pytest_uimcp.agent.harness.serve_agent import main
from pytest_uimcp.core.errors import UimcpError
from tests.agent.harness.notes import Notes
from tests.testing.repository import run

ROOT = Path(__file__).parents[3]
AGENT = [sys.executable, str(ROOT / "docs" / "examples" / "foreign_agent.py"), "{model_url}", "{mcp_url}", "Go"]


@pytest.mark.slow
def test_a_program_runs_until_it_ends_or_the_human_is_asked(
    uimcp_agent: AgentHarness, uimcp_human: HumanHarness, notes: Notes
) -> None:
    uimcp_agent.plays([call("notes_read", id=1), call("notes_delete", id=1), [say("Done."), end()]])
    program = uimcp_agent.runs(AGENT)
    assert (program.exit_code, notes.deleted) == (None, [])
    uimcp_human.approves("notes_delete", id=1)
    assert (program.exit_code, program.output, notes.deleted) == (0, "Done.\n", [1])
    uimcp_agent.has_said("Done.")


@pytest.mark.slow
def test_a_turn_that_only_ends_needs_no_request_of_a_program(uimcp_agent: AgentHarness, notes: Notes) -> None:
    # The test's end would tell of turns that are left.
    uimcp_agent.plays([call("notes_read", id=1), say("Done."), end()])
    assert uimcp_agent.runs(AGENT).output == "Done.\n"
    assert uimcp_agent.left == []


FAILING = """
    import sys

    def test_it(uimcp_agent):
        uimcp_agent.runs([sys.executable, "-c", "print('it begins'); raise SystemExit('no model for me')"])
"""


@pytest.mark.slow
def test_a_program_that_fails_fails_the_test_with_what_it_wrote(pytester: pytest.Pytester) -> None:
    result = run(pytester, FAILING)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*ended with the exit code 1; it wrote:*", "*it begins*", "*no model for me*"])
    result.stdout.fnmatch_lines(["*uimcp output of agents*", "*no model for me*"])


def test_a_program_that_is_not_there_is_an_error(uimcp_agent: AgentHarness) -> None:
    with pytest.raises(UimcpError, match="cannot run no-such-program --now: No such file"):
        uimcp_agent.runs("no-such-program --now")
    with pytest.raises(UimcpError, match=r'expected a command such as "python agent\.py"'):
        uimcp_agent.runs([])
    with pytest.raises(UimcpError, match=r"make it with `python -m venv"):
        uimcp_agent.runs("python agent.py", python="no-such-environment")


def test_a_command_has_the_interpreter_of_an_environment_and_the_urls(tmp_path: Path) -> None:
    with pytest.raises(UimcpError, match="there is no Python in"):
        interpreter(tmp_path)
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.touch()
    urls = {"model_url": "http://m/v1", "mcp_url": "http://t/mcp"}
    assert command_of("python 'my agent.py' {mcp_url}", tmp_path, urls) == [
        str(python),
        "my agent.py",
        "http://t/mcp",
    ]
    assert command_of(["node", "agent.js"], tmp_path, urls) == ["node", "agent.js"]


def test_a_program_gets_the_urls_and_no_keys_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-a-person")
    monkeypatch.setenv("PYTHONPATH", "/ours")
    environment = environment_of("http://m/v1", "http://t/mcp", {"MODE": "fast"})
    assert "sk-of-a-person" not in environment.values()
    assert "PYTHONPATH" not in environment
    assert (environment["OPENAI_BASE_URL"], environment["UIMCP_MCP_URL"]) == ("http://m/v1", "http://t/mcp")
    assert environment["MODE"] == "fast"


SCRIPT = """\
steps:
  - agent: {calls: {notes_add: {numbers: [1, 2]}}}
  - agent: {says: Three.}
"""


@pytest.mark.slow
def test_the_two_urls_are_served_without_a_test(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "script.yaml"
    script.write_text(SCRIPT, encoding="utf-8")
    monkeypatch.chdir(ROOT)
    mount = f"notes={sys.executable} -m tests.mcp.counting"
    policy = tmp_path / "policy.yaml"
    policy.write_text("default: ask", encoding="utf-8")
    person = tmp_path / "person.yaml"
    person.write_text("rules: [{asked: notes_add, decision: approve}]", encoding="utf-8")
    options = ["--policy", str(policy), "--human", str(person), "--mount", mount]
    assert main([str(script), *options, "--", *AGENT]) == 0
    output = capsys.readouterr().out
    assert "UIMCP_MODEL_URL=http://127.0.0.1:" in output
    assert output.endswith(
        "prompt: Go\nagent calls notes_add(numbers=[1, 2])\n  human: approve\n"
        '  -> { "count": 3 }\nagent: Three.\nagent ends its turn\n'
    )


def test_turns_that_are_left_are_a_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "script.yaml"
    script.write_text(SCRIPT, encoding="utf-8")
    assert main([str(script), "--", "true"]) == 1
    assert "2 turns of 2 left unplayed" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([str(script), "--mount", "notes"])
    assert "expected PREFIX=URL or PREFIX=COMMAND" in capsys.readouterr().err


def test_a_mistake_of_the_test_is_no_error_of_a_program(uimcp_agent: AgentHarness) -> None:
    uimcp_agent.plays([])
    with uimcp_agent.expects_error("exit code 3"):
        uimcp_agent.runs(["sh", "-c", "exit 3"])
    assert issubclass(RunError, UimcpError)
