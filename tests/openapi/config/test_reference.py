"""docs/reference/nlui.md: its configuration loads, and names every setting; its commands are those there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pytest_uimcp.openapi.commands.nlui import COMMANDS, parser
from pytest_uimcp.openapi.config import models, read_config
from pytest_uimcp.openapi.documents import parse

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "reference" / "nlui.md").read_text(encoding="utf-8")
CONFIG = parse(re.findall(r"<!-- config -->\n```yaml\n(.*?)```", PAGE, re.DOTALL)[0].encode())


def test_the_configuration_loads_without_a_warning() -> None:
    warnings: list[str] = []
    config = read_config(CONFIG, environment={"PETSTORE_TOKEN": "secret"}, warn=warnings.append)
    assert warnings == []
    assert [target.name for target in config.targets] == ["petstore"]
    assert config.targets[0].auth.token.reveal() == "secret"
    assert [child.name for child in config.mcp.children] == ["files"]


def names(model: Any) -> set[str]:
    return set(model.model_fields)


def described() -> Iterator[tuple[str, Any, Any]]:
    (target,), (child,) = CONFIG["targets"], CONFIG["mcp"]["servers"]
    yield "target", models.TargetConfig, target
    yield "auth", models.AuthConfig, target["auth"]
    yield "child", models.ChildConfig, child
    yield "server", models.ServeConfig, CONFIG["mcp"]["server"]


@pytest.mark.parametrize(("what", "model", "shown"), list(described()), ids=lambda value: str(value)[:10])
def test_the_configuration_shows_every_setting(what: str, model: Any, shown: dict[str, Any]) -> None:
    assert set(shown) == names(model), what


def test_what_is_not_shown_is_named() -> None:
    for name in names(models.Config) - set(CONFIG):
        assert f"`{name}`" in PAGE


def test_the_commands_and_options_are_those_there_are() -> None:
    assert set(re.findall(r"^\| `nlui ([a-z]+) ", PAGE, re.MULTILINE)) == {command.name for command in COMMANDS}
    offered = {option for action in parser()._actions for option in action.option_strings if option.startswith("--")}  # noqa: SLF001 -- argparse has no public list
    assert set(re.findall(r"`[^`]*?(--[a-z-]+)", PAGE)) | {"--help"} >= offered - {"--help"}
