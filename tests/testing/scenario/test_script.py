from __future__ import annotations

from pathlib import Path

import pytest

from pytest_uimcp import call, end, say
from pytest_uimcp.testing.scenario.errors import ScenarioError
from pytest_uimcp.testing.scenario.reading import read_script

SCRIPT = """\
variables: {folder: docs}
steps:
  - agent: {calls: {runtime_exec: {cmd: [ls, "${folder}"], answer: no, at: 12:30}, files_list: }}
  - agent: {says: There are two files.}
  - agent: yields
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "script.yaml"
    path.write_text(text)
    return path


def test_each_step_of_a_script_is_a_turn_of_the_model(tmp_path: Path) -> None:
    assert read_script(written(tmp_path, SCRIPT)) == [
        [call("runtime_exec", cmd=["ls", "docs"], answer="no", at="12:30"), call("files_list")],
        [say("There are two files.")],
        [end()],
    ]


def test_a_script_may_include_another(tmp_path: Path) -> None:
    (tmp_path / "first.yaml").write_text("steps:\n  - agent: {says: Hello.}\n")
    assert read_script(written(tmp_path, "include: first.yaml\nsteps:\n  - agent: yields\n")) == [
        [say("Hello.")],
        [end()],
    ]


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("", "script.yaml:1: expected a mapping with steps, got nothing"),
        ("steps: []", "script.yaml:1: the script does nothing: it has no steps"),
        ("turns: []", "script.yaml:1: unknown key turns; there are scenario, variables"),
        ("steps:\n  - agent: {say: hi}", "script.yaml:2: unknown step 'agent say' (did you mean says?)"),
        (
            "steps:\n  - see: hi",
            "script.yaml:2: see: a script has steps of the agent only",
        ),
        ("steps:\n  - agent: {calls: x, returns: 1}", "script.yaml:2: agent calls: only a scenario has 'returns'"),
        ('steps:\n  - agent: {says: "${who}"}', "script.yaml:2: agent says: unknown variable ${who}"),
    ],
)
def test_a_script_that_cannot_be_played_says_where_and_why(tmp_path: Path, script: str, message: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read_script(written(tmp_path, script))
    assert message in str(caught.value)


def test_a_script_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"missing\.yaml: cannot be read"):
        read_script(tmp_path / "missing.yaml")
