from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings

# How long an example takes says more about what else the machine does than about the example.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

pytest_plugins = ["pytester"]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from tests.scheduling import make_scheduler

    return make_scheduler(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        from tests.scheduling import rank

        items.sort(key=lambda item: rank(item.nodeid))
