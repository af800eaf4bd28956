"""The fixture of web APIs, and the checks of `--uimcp-spec`.

pytest imports this module when it starts, so it imports only pytest.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_uimcp.openapi.harness.openapi import OpenApiHarness


def pytest_configure(config: pytest.Config) -> None:
    from pytest_uimcp.testing.options import value

    if value(config, "spec") is not None:
        from pytest_uimcp.openapi.harness.collecting import SpecCollecting

        config.pluginmanager.register(SpecCollecting(config), "uimcp-specs")


@pytest.fixture
def uimcp_openapi(request: pytest.FixtureRequest) -> Iterator[Callable[..., OpenApiHarness]]:
    """Makes web APIs from specifications, their HTTP mocked: `api = uimcp_openapi("openapi.yaml")`, `api.tool(…)`,
    `api.mock`, `api.requested("GET", "/pets/7")`."""
    from pytest_uimcp.openapi.harness.openapi import OpenApiHarness, spec_of
    from pytest_uimcp.testing.participating import participating

    with ExitStack() as stack:

        def make(
            spec: Mapping[str, Any] | str | Path,
            name: str = "api",
            *,
            examples: bool = True,
            check_requests: bool = True,
            check_answers: bool = True,
            **settings: Any,
        ) -> OpenApiHarness:
            """The API of a specification, a file or a dict. `settings` are those of a target in `nlui.yaml`, and
            `surface`, `confirm`, `max_result_chars`, `name_charset` of `mcp.server`."""
            # Files are looked for in the root of the run, then beside the test.
            document = spec_of(spec, request.config.rootpath, request.path.parent)
            make_harness = partial(
                OpenApiHarness, examples=examples, check_requests=check_requests, check_answers=check_answers
            )
            return stack.enter_context(participating(request, make_harness, document, name, settings))

        yield make
