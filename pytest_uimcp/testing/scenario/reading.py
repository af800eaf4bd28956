"""Reads scenario files and checks everything that can be known before they are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from pytest_uimcp.core.regular_file import read_text
from pytest_uimcp.core.spelling import hint_or_names
from pytest_uimcp.core.yaml import YamlError, YamlList, load_yaml
from pytest_uimcp.testing.scenario.apis import ApiTarget, read_api
from pytest_uimcp.testing.scenario.errors import Fault, Place, ScenarioError
from pytest_uimcp.testing.scenario.grammar import KINDS
from pytest_uimcp.testing.scenario.header import HEADER
from pytest_uimcp.testing.scenario.scenes import SceneFile, read_scene
from pytest_uimcp.testing.scenario.spelling import UnknownKey, check_keys
from pytest_uimcp.testing.scenario.steps import ScenarioStep, asserts, read_step
from pytest_uimcp.testing.scenario.story import Story
from pytest_uimcp.testing.scenario.variables import is_name

__all__ = ["read_agent_steps", "read_file", "read_story"]

T = TypeVar("T")
LARGEST: Final = 1024 * 1024
_DECISIONS: Final = ("allow", "ask", "deny_continue", "deny_abort")


def read_file(path: Path) -> Story:
    """The story of a file; raises ScenarioError with the line."""
    return read_story(_data(path), path)


def read_story(data: Any, file: Path | None = None) -> Story:
    """The story that data describes."""
    header = _Header(data, file, [key.key for key in HEADER])
    included = list(_included(header, (file,) if file is not None else ()))
    steps = [step for one in included for step in one.steps()] + header.steps()
    if not steps:
        raise ScenarioError.at(header.place("steps"), "the scenario does nothing: it has no steps")
    if not asserts(steps):
        checks = ", ".join(kind.name for kind in KINDS if kind.asserts)
        told = f"the scenario asserts nothing: add one of {checks}, or an agent's call with returns or fails"
        raise ScenarioError.at(header.place("steps"), told)
    variables = {name: value for one in [*included, header] for name, value in one.variables().items()}
    parameters = header.parameters()
    _check_variables(steps, {*variables, *(parameters[0] if parameters else ())})
    story = Story(
        header.text("scenario") or (file.name.split(".")[0] if file is not None else "scenario"),
        file,
        tuple(steps),
        header.lines,
        header.text("app"),
        header.text("dir"),
        header.servers(),
        header.apis(),
        header.stage(),
        header.policy(),
        parameters,
        variables,
    )
    story.check_steps()
    return story


def read_agent_steps(path: Path) -> list[ScenarioStep]:
    """The steps of a file that only has steps of the agent, with the file's variables; raises ScenarioError."""
    header = _Header(_data(path), path, [key.key for key in HEADER if key.included])
    files = [*_included(header, (path,)), header]
    steps = [step for one in files for step in one.steps()]
    if not steps:
        raise ScenarioError.at(header.place("steps"), "the script does nothing: it has no steps")
    for step in steps:
        if not step.kind.is_turn:
            told = f"{step.kind.name}: a script has steps of the agent only; with others it is a scenario"
            raise ScenarioError.at(step.place, f"{told}, which `pytest --uimcp` runs as NAME.scenario.yaml")
        if step.more:
            told = f"{step.kind.name}: only a scenario has {next(iter(step.more))!r}; assert it in the test"
            raise ScenarioError.at(step.place, told)
    known = {name: value for one in files for name, value in one.variables().items()}
    _check_variables(steps, {*known})
    return [step.with_variables(known) for step in steps]


class _Header:
    """The keys of one file, each checked when it is asked for."""

    def __init__(self, data: Any, file: Path | None, known: Sequence[str], line: int = 1) -> None:
        self.file = file
        if not isinstance(data, Mapping):
            told = f"expected a mapping with steps, got {'nothing' if data is None else repr(data)}"
            raise ScenarioError.at(Place(file, line), told)
        self._data = data
        self.lines: Mapping[str, int] = getattr(data, "lines", {})
        try:
            check_keys(data, known, "a scenario" if "app" in known else "a file of steps")
        except UnknownKey as error:
            raise ScenarioError.at(Place(file, error.line or 1), error) from None

    def place(self, key: str) -> Place:
        return Place(self.file, self.lines.get(key, 1))

    def wrong(self, key: str, value: Any, told: str = "") -> ScenarioError:
        words = next(row.words for row in HEADER if row.key == key)
        return ScenarioError.at(self.place(key), f"{key}: {told or f'expected {words}, got {value!r}'}")

    def text(self, key: str) -> str | None:
        value = self._data.get(key)
        if value is not None and not (isinstance(value, str) and value.strip()):
            raise self.wrong(key, value)
        return value

    def files(self) -> list[str]:
        value = self._data.get("include", [])
        names = [value] if isinstance(value, str) else value
        if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
            raise self.wrong("include", value)
        return names

    def steps(self) -> list[ScenarioStep]:
        value = self._data.get("steps")
        if value is not None and not isinstance(value, list):
            raise self.wrong("steps", value)
        steps = value or []
        lines = steps.lines if isinstance(steps, YamlList) else range(1, len(steps) + 1)
        return [read_step(step, Place(self.file, line)) for step, line in zip(steps, lines, strict=True)]

    def variables(self) -> Mapping[str, Any]:
        value = self._data.get("variables", {})
        if not isinstance(value, Mapping):
            raise self.wrong("variables", value)
        self._check_names("variables", value)
        return value

    def parameters(self) -> tuple[Mapping[str, Any], ...]:
        value = self._data.get("parameters")
        if value is None:
            return ()
        if not isinstance(value, list) or not value or not all(isinstance(row, Mapping) and row for row in value):
            raise self.wrong("parameters", value)
        first = set(value[0])
        self._check_names("parameters", value[0])
        for row in value[1:]:
            if set(row) != first:
                line = getattr(row, "line", 0) or self.place("parameters").line
                told = f"parameters: expected the columns {', '.join(value[0])}, got {', '.join(row)}"
                raise ScenarioError.at(Place(self.file, line), told)
        return tuple(value)

    def _check_names(self, key: str, names: Mapping[str, Any]) -> None:
        for name in names:
            if not is_name(name):
                line = getattr(names, "lines", {}).get(name) or self.place(key).line
                told = f"{key}: expected a name of letters, digits and _, got {name!r}"
                raise ScenarioError.at(Place(self.file, line), told)

    def servers(self) -> Mapping[str, Any]:
        value = self._data.get("servers", {})
        if not isinstance(value, Mapping):
            raise self.wrong("servers", value)
        for prefix, server in value.items():
            words = isinstance(server, list) and server and all(isinstance(word, str) for word in server)
            if not words and not (isinstance(server, str) and (":" in server or server.isidentifier())):
                told = f"{prefix}: expected a URL, a command as a list, module:function or a fixture, got {server!r}"
                raise self.wrong("servers", server, told)
        return value

    def apis(self) -> Mapping[str, ApiTarget]:
        value = self._data.get("apis", {})
        if not isinstance(value, Mapping):
            raise self.wrong("apis", value)
        return {prefix: self._read("apis", value, prefix, read_api) for prefix in value}

    def stage(self) -> SceneFile | None:
        return self._read("stage", self._data, "stage", read_scene) if "stage" in self._data else None

    def _read(self, key: str, there: Mapping[str, Any], name: str, read: Callable[[Any, Path], T]) -> T:
        """What `read` makes of an entry; its faults are told with their line."""
        folder = self.file.parent if self.file is not None else Path()
        line = getattr(there, "lines", {}).get(name) or self.place(key).line
        what = key if key == name else f"{key}: {name}"
        try:
            return read(there[name], folder)
        except UnknownKey as error:
            raise ScenarioError.at(Place(self.file, error.line or line), f"{what}: {error}") from None
        except Fault as error:
            raise ScenarioError.at(Place(self.file, line), f"{what}: {error}") from None

    def policy(self) -> Any:
        value = self._data.get("policy")
        if isinstance(value, str):
            path = _beside(self.file, value)
            if not path.is_file():
                raise self.wrong("policy", value, f"there is no file {path}")
            return path
        if value is None:
            return None
        if not isinstance(value, Mapping):
            raise self.wrong("policy", value)
        for tool, decision in value.items():
            if decision not in _DECISIONS:
                line = getattr(value, "lines", {}).get(tool) or self.place("policy").line
                told = f"policy: {tool}: unknown decision {decision!r}{hint_or_names(str(decision), _DECISIONS)}"
                raise ScenarioError.at(Place(self.file, line), told)
        return dict(value)


def _included(header: _Header, above: tuple[Path, ...]) -> Iterator[_Header]:
    """The files that a file includes, each after those that it includes itself."""
    for name in header.files():
        path = _beside(header.file, name)
        if not path.is_file():
            raise header.wrong("include", name, f"there is no file {path}")
        if path.resolve() in [one.resolve() for one in above]:
            raise header.wrong("include", name, f"{path} includes itself")
        found = _Header(_data(path), path, [key.key for key in HEADER if key.included])
        yield from _included(found, (*above, path))
        yield found


def _check_variables(steps: Sequence[ScenarioStep], known: set[str]) -> None:
    for step in steps:
        if unknown := sorted(step.uses - known):
            name = unknown[0]
            told = f"{step.kind.name}: unknown variable ${{{name}}}{hint_or_names(name, sorted(known))}"
            raise ScenarioError.at(step.place, told)
        if step.captures is not None:
            known = {*known, step.captures}


def _beside(file: Path | None, name: str) -> Path:
    return (file.parent if file is not None else Path()) / name


def _data(path: Path) -> Any:
    try:
        return load_yaml(read_text(path, LARGEST), lines=True)
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{path}: cannot be read: {error}") from error
    except YamlError as error:
        raise ScenarioError.at(Place(path, error.line), error.problem) from None
    except Fault as error:
        raise ScenarioError.at(Place(path, 1), error) from None
