"""What a scenario file may say, and what is told of a file that may not."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_uimcp.testing.scenario.errors import ScenarioError
from pytest_uimcp.testing.scenario.reading import read_file, read_story

File = Callable[[str], Path]
STEPS = "steps:\n  - see: milk\n"
SCENE = Path(__file__).parents[3] / "examples" / "javafx" / "scenes" / "login.fxml"


def told(path: Path) -> str:
    with pytest.raises(ScenarioError) as error:
        read_file(path)
    return str(error.value).replace(str(path), "story")


def test_words_that_older_yaml_takes_for_booleans_are_text(scenario_file: File) -> None:
    story = read_file(scenario_file("steps:\n  - human: {says: no}\n  - see: on\n"))
    assert [step.value for step in story.steps] == ["no", "on"]


def test_zeros_in_front_of_a_number_are_kept(scenario_file: File) -> None:
    story = read_file(scenario_file("steps:\n  - human: {fills: {PIN: 007}}\n  - see: 007\n"))
    assert [step.value for step in story.steps] == [{"PIN": "007"}, "007"]


def test_what_several_steps_share_is_written_once(scenario_file: File) -> None:
    call = "  - agent: {calls: {app_ui_run: &run {code: x}}}\n  - agent: {calls: {app_ui_run: {<<: *run, wait: 1}}}\n"
    story = read_file(scenario_file(f"{STEPS}{call}"))
    assert [step.value for step in story.steps[1:]] == [
        {"app_ui_run": {"code": "x"}},
        {"app_ui_run": {"code": "x", "wait": 1}},
    ]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "story:1: expected a mapping with steps, got nothing"),
        ("[1]", "story:1: expected a mapping with steps, got [1]"),
        ("scenario: nothing\n", "story:1: the scenario does nothing: it has no steps"),
        ("scenario: x\nsteps: []\n", "story:2: the scenario does nothing: it has no steps"),
        (f"ap: notes\n{STEPS}", "story:1: unknown key ap (did you mean app?)"),
        (f"{STEPS}  - sea: milk\n", "story:3: unknown step 'sea' (did you mean see?)"),
        (f"{STEPS}  - human: {{click: x}}\n", "story:3: unknown step 'human click' (did you mean clicks?)"),
        (f"{STEPS}  - agent: yield\n", "story:3: unknown step 'agent yield' (did you mean yields?)"),
        (
            f"{STEPS}  - human:\n      denies: x\n      resaon: y\n",
            "story:5: unknown key 'resaon' of the step 'human denies' (did you mean reason?)",
        ),
        (f"{STEPS}  - see: 3\n", "story:3: see: expected text, got 3; put it in quotes: \"3\""),
        (f"{STEPS}  - human: {{fills: {{Age: 3}}}}\n", "story:3: human fills: expected a mapping of labels to texts"),
        (f"{STEPS}  - human: {{fills: eggs}}\n", "story:3: human fills: no field is named: write {LABEL: eggs}"),
        (f"{STEPS}  - human: {{chooses: [a, b]}}\n", "story:3: human chooses: no field is named"),
        (f"{STEPS}  - human: {{chooses: {{Tags: [1]}}}}\n", "story:3: human chooses: expected a mapping of labels to"),
        (f"{STEPS}  - human: {{uploads: {{Picture: []}}}}\n", "story:3: human uploads: expected a mapping of"),
        (f"{STEPS}  - human: {{fills: {{Text: eggs}}, in: Text}}\n", "story:3: human fills: in: expected no field"),
        (f"{STEPS}  - human: {{selects: x}}\n", "story:3: human selects: expected a mapping with a label, got 'x'"),
        (
            f"stage: {SCENE}\n{STEPS}  - human: {{uploads: {{Picture: x}}}}\n",
            "story:4: human uploads: only a page has this; a stage has clicks",
        ),
        (
            f"stage: {SCENE}\n{STEPS}  - human: {{chooses: {{Tags: [a, b]}}}}\n",
            "story:4: human chooses: a stage takes one option at a time",
        ),
        (f"{STEPS}  - human: {{clicks: {{rol: x}}}}\n", "story:3: human clicks: unknown key 'rol' (did you mean"),
        (f"{STEPS}  - see: a\n    not see: b\n", "story:3: expected one thing in a step, got see and not see"),
        (f"{STEPS}  - hello\n", "story:3: expected a step, a mapping with human, agent, see"),
        (f"{STEPS}  - advance: 0\n", "story:3: advance: expected a number of seconds above 0, got 0"),
        (f'{STEPS}  - see: "${{nme}}"\nvariables: {{name: x}}\n', "story:3: see: unknown variable ${nme} (did you"),
        (f"{STEPS}policy: {{a: alow}}\n", "story:3: policy.a: expected one of allow, ask, deny_continue"),
        (f"policy: none.yaml\n{STEPS}", "story:1: policy: there is no file"),
        (f"include: none.yaml\n{STEPS}", "story:1: include: there is no file"),
        (f"include: story.scenario.yaml\n{STEPS}", "story:1: include: story includes itself"),
        (f"servers: {{a: 3}}\n{STEPS}", "story:1: servers.a: expected a URL, a command as a list, module"),
        (f"parameters:\n  - {{a: 1}}\n  - {{b: 1}}\n{STEPS}", "story:3: parameters: expected the columns a, got b"),
        ("steps:\n  - see: [\n", "story:3: did not find expected node content"),
        ("steps:\n  - see: Agent: Hi.\n", "story:2: mapping values are not allowed in this context; a text with such"),
        ("steps: \0", "story:1: the character U+0000 is not allowed"),
        (f"variables:\n  a-b: 1\n{STEPS}", "story:2: variables.a-b: expected a name of letters, digits and"),
        (f"{STEPS}  - agent: {{waits for: x, as: a b}}\n", "story:3: agent waits for: as: expected a name of letters"),
        ("steps:\n  - human: {says: x}\n", "story:1: the scenario asserts nothing: add one of human approves"),
        ("steps: x\n", "story:1: steps: expected a list of steps, each with a dash: `- see: text`, got 'x'"),
        (f"apis: store.yaml\n{STEPS}", "story:1: apis: expected a mapping, got 'store.yaml'"),
        (f"apis:\n  pets: store.yaml\n{STEPS}", "story:2: apis.pets: there is no file"),
        (f"apis:\n  pets: {{spec: a, base_ur: b}}\n{STEPS}", "story:2: unknown key apis.pets.base_ur (did you mean"),
        (f"apis: {{pets: 3}}\n{STEPS}", "story:1: apis.pets: expected a file with a specification, or a mapping"),
        (f"stage: none.fxml\n{STEPS}", "story:1: stage: there is no file"),
        (f"stage:\n  scene: x\n  contoller: y\n{STEPS}", "story:3: unknown key stage.contoller (did you mean"),
        (f"stage: {{scene: {SCENE}, controller: y}}\n{STEPS}", "story:1: stage.controller: expected module:Class"),
        (f"stage: {{scene: {SCENE}, width: -1}}\n{STEPS}", "story:1: stage.width: expected a number above 0, got -1"),
        (f"{STEPS}  - human: {{clicks: x, on: stage}}\n", "story:3: human clicks: the story has no stage:"),
        (f"{STEPS}  - human: {{clicks: x, on: stge}}\n", "story:3: human clicks: on: expected page or stage"),
        (f"{STEPS}  - human: {{types: x}}\n", "story:3: human types: only a stage has this; a page has"),
        (f"{STEPS}  - requested: GET /pets\n", "story:3: requested: GET /pets: a path is one of an API; name its"),
        (f"{STEPS}  - http: {{GET https://a.b: {{}}}}\n    of: pets\n", "story:3: http: of: there is no API 'pets'"),
        (f"{STEPS}  - requested: GOT /pets\n", "story:3: requested: expected a request, such as `GET /pets/7` or"),
    ],
)  # fmt: skip
def test_a_mistake_is_reported_with_its_line(scenario_file: File, text: str, error: str) -> None:
    assert told(scenario_file(text)).startswith(error)


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"none\.scenario\.yaml: cannot be read: .*No such file"):
        read_file(tmp_path / "none.scenario.yaml")


def test_an_included_file_comes_first_and_its_mistakes_are_its_own(scenario_file: File, tmp_path: Path) -> None:
    path = scenario_file(f"include: [first.yaml]\n{STEPS}")
    (tmp_path / "first.yaml").write_text("variables: {who: Ada}\nsteps:\n  - see: ${who}\n", encoding="utf-8")
    story = read_file(path)
    assert ([step.value for step in story.steps], story.variables) == (["${who}", "milk"], {"who": "Ada"})

    (tmp_path / "first.yaml").write_text("app: notes\nsteps: []\n", encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"first\.yaml:1: unknown key app; there are scenario, variables"):
        read_file(path)


def test_a_variable_is_known_only_after_it_was_set(scenario_file: File) -> None:
    call = "  - agent: {calls: {app_ui_run: {code: x}}, as: found}\n"
    seen = '  - see: "${found}"\n'
    assert len(read_file(scenario_file(f"steps:\n{call}{seen}")).steps) == 2
    assert told(scenario_file(f"steps:\n{seen}{call}")).startswith("story:2: see: unknown variable ${found}")


KEYS = ["human", "agent", "see", "says", "calls", "steps", "app", "policy", "x"]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["human", "agent", "see", "says", "calls", "steps", "app", "policy", "x"]), inner
        )
    ),
    max_leaves=12,
)


@pytest.mark.slow
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(ANYTHING)
def test_whatever_data_is_given_is_a_story_or_a_scenario_error(data: object) -> None:
    with suppress(ScenarioError):
        read_story({"steps": data} if isinstance(data, list) else data)
