"""Reads scenario files and checks everything that can be known before they are played.

The header has a fixed shape and is read by a model (`header.py`). Steps are a grammar: which keys a step may have
depends on its verb, and every value may be a variable, so they have a reader of their own (`steps.py`, `shapes.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pytest_uimcp.agent.models.scripted import Turn
from pytest_uimcp.core.reading import ReadingError, read
from pytest_uimcp.core.regular_file import encoding_fault, read_text
from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.core.yaml import YamlError, line_at, load_yaml
from pytest_uimcp.testing.scenario.errors import InvalidValue, ScenarioError, ScenarioPlace
from pytest_uimcp.testing.scenario.grammar import step_kinds
from pytest_uimcp.testing.scenario.header import header_model
from pytest_uimcp.testing.scenario.parts import story_parts
from pytest_uimcp.testing.scenario.steps import ScenarioStep, assert_something, read_step
from pytest_uimcp.testing.scenario.story import Story
from pytest_uimcp.testing.scenario.turns import turn_of

MAX_FILE_BYTES: Final = 1024 * 1024


def read_file(path: Path) -> Story:
    """The story of a file; raises ScenarioError with the line."""
    return read_story(_data(path), path)


def read_story(data: Any, file: Path | None = None) -> Story:
    files = _files(data, file)
    main = files[-1]
    steps = [step for part in files for step in part.steps]
    if not steps:
        raise ScenarioError.at(main.place("steps"), "the scenario does nothing: it has no steps")
    if not assert_something(steps):
        checks = ", ".join(kind.name for kind in step_kinds() if kind.asserts)
        problem = f"the scenario asserts nothing: add one of {checks}, or an agent's call with returns or fails"
        raise ScenarioError.at(main.place("steps"), problem)
    header = main.header
    variables = _variables(files)
    parameters = header.parameters or ()
    _check_columns(main, parameters)
    _check_variables(steps, {*variables, *(name for row in parameters[:1] for name in row)})
    story = Story(
        name=header.scenario or _name_of(file),
        file=file,
        steps=tuple(steps),
        lines=main.lines,
        candidates=tuple(part for kind in story_parts() if (part := kind.of(header)) is not None),
        servers=header.servers or {},
        policy=header.policy,
        parameters=parameters,
        variables=variables,
    )
    story.check_steps()
    return story


def _name_of(file: Path | None) -> str:
    if file is None:
        return "scenario"
    return file.name.split(".")[0]


def read_script(path: Path) -> list[Turn]:
    """The turns of a file that only has steps of the agent, one for each; raises ScenarioError."""
    files = _files(_data(path), path, included=True)
    steps = [step for part in files for step in part.steps]
    if not steps:
        raise ScenarioError.at(files[-1].place("steps"), "the script does nothing: it has no steps")
    for step in steps:
        if not step.kind.is_turn:
            problem = f"{step.kind.name}: a script has steps of the agent only; with others it is a scenario"
            raise ScenarioError.at(step.place, f"{problem}, which `pytest --uimcp` runs as NAME.scenario.yaml")
        if step.options:
            problem = f"{step.kind.name}: only a scenario has {next(iter(step.options))!r}; assert it in the test"
            raise ScenarioError.at(step.place, problem)
    variables = _variables(files)
    _check_variables(steps, {*variables})
    return [turn_of(step.with_variables(variables)) for step in steps]


@dataclass(frozen=True, slots=True)
class _File:
    path: Path | None
    data: Mapping[str, Any]
    header: Any
    steps: tuple[ScenarioStep, ...]

    @property
    def lines(self) -> Mapping[str, int]:
        """The line of each key, if the data knows lines."""
        lines: Mapping[str, int] = getattr(self.data, "lines", {})
        return lines

    def place(self, *keys: str | int) -> ScenarioPlace:
        return ScenarioPlace(self.path, line_at(self.data, keys) or 1)


def _files(data: Any, path: Path | None, *, included: bool = False, including: tuple[Path, ...] = ()) -> list[_File]:
    """A file, after those that it includes, which come after those that they include themselves."""
    if not isinstance(data, Mapping):
        problem = f"expected a mapping with steps, got {'nothing' if data is None else repr(data)}"
        raise ScenarioError.at(ScenarioPlace(path, 1), problem)
    folder = ScenarioPlace(path, 1).folder
    try:
        header: Any = read(header_model(included=included), data, context=folder)
    except ReadingError as error:
        raise ScenarioError.at(ScenarioPlace(path, error.line or 1), error.problem) from None
    # The model has copies of the lists, which know no lines any more.
    steps = tuple(
        read_step(step, ScenarioPlace(path, line_at(data, ("steps", number)) or number + 1))
        for number, step in enumerate(header.steps or ())
    )
    file = _File(path, data, header, steps)
    if path is not None:
        including = (*including, path.resolve())
    files: list[_File] = []
    for name in header.include or ():
        included_path = folder / name
        if not included_path.is_file():
            raise ScenarioError.at(file.place("include"), f"include: there is no file {included_path}")
        # A file may be included twice, from different places, but not by itself.
        if included_path.resolve() in including:
            raise ScenarioError.at(file.place("include"), f"include: {included_path} includes itself")
        files += _files(_data(included_path), included_path, included=True, including=including)
    # Last, so that its variables win over those of included files.
    return [*files, file]


def _variables(files: Iterable[_File]) -> dict[str, Any]:
    return {name: value for file in files for name, value in (file.header.variables or {}).items()}


def _check_columns(file: _File, rows: Sequence[Mapping[str, Any]]) -> None:
    for number, row in enumerate(rows):
        if row.keys() != rows[0].keys():
            problem = f"parameters: expected the columns {', '.join(rows[0])}, got {', '.join(row)}"
            raise ScenarioError.at(file.place("parameters", number), problem)


def _check_variables(steps: Sequence[ScenarioStep], names: set[str]) -> None:
    for step in steps:
        if unknown := sorted(step.uses - names):
            name = unknown[0]
            problem = f"{step.kind.name}: unknown variable ${{{name}}}{hint_or_names(name, sorted(names))}"
            raise ScenarioError.at(step.place, problem)
        # Only the steps after it know what a step captures.
        if step.captures is not None:
            names = {*names, step.captures}


def _data(path: Path) -> Any:
    try:
        return load_yaml(read_text(path, MAX_FILE_BYTES), lines=True)
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read: {error}") from error
    except UnicodeDecodeError as error:
        line, problem = encoding_fault(error)
        raise ScenarioError.at(ScenarioPlace(path, line), problem) from None
    except YamlError as error:
        raise ScenarioError.at(ScenarioPlace(path, error.line), error.problem) from None
    except InvalidValue as error:
        raise ScenarioError.at(ScenarioPlace(path, 1), error) from None
