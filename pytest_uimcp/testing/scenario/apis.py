"""The web APIs of a story: specifications whose operations are tools of the agent, their HTTP answered by the story."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pytest_uimcp.testing.scenario.errors import Fault
from pytest_uimcp.testing.scenario.spelling import check_keys

if TYPE_CHECKING:
    from pytest_uimcp.openapi.harness.openapi import OpenApiHarness

__all__ = ["ApiTarget", "read_api"]

_OURS: Final = ("spec", "name", "examples")
_OF_THE_SERVER: Final = ("surface", "confirm", "max_result_chars", "name_charset")


@dataclass(frozen=True, slots=True)
class ApiTarget:
    """An API as the header of a file names it."""

    spec: Path
    name: str = "api"
    examples: bool = True
    settings: Mapping[str, Any] = field(default_factory=dict)

    def made(self, make: Callable[..., OpenApiHarness]) -> OpenApiHarness:
        """The API itself; `make` is the value of the fixture `uimcp_openapi`."""
        return make(self.spec, self.name, examples=self.examples, **self.settings)


def read_api(value: Any, folder: Path) -> ApiTarget:
    """An API from the data of a file, a specification or a mapping; raises Fault."""
    given = {"spec": value} if isinstance(value, str) else value
    if not isinstance(given, Mapping) or not isinstance(given.get("spec"), str):
        raise Fault(f"expected a file with a specification, or a mapping with spec and settings, got {value!r}")
    check_keys(given, (*_OURS, *_settings()), "an API")
    name = given.get("name", "api")
    examples = given.get("examples", True)
    if not isinstance(name, str) or not name:
        raise Fault(f"name: expected text, got {name!r}")
    if not isinstance(examples, bool):
        raise Fault(f"examples: expected true or false, got {examples!r}")
    spec = folder / given["spec"]
    if not spec.is_file():
        raise Fault(f"there is no file {spec}")
    return ApiTarget(spec, name, examples, {key: item for key, item in given.items() if key not in _OURS})


def _settings() -> list[str]:
    """The settings of a target in `nlui.yaml`, and those of the server that a test may have."""
    from pytest_uimcp.openapi.config.models import TargetConfig

    return [*(name for name in TargetConfig.model_fields if name not in _OURS), *_OF_THE_SERVER]
