from __future__ import annotations

import itertools

import pytest

from pytest_uimcp.server.install import Semver

IN_ORDER = [
    "0.6.0",
    "0.10.0",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.1",
    "1.1.0-0",
    "1.1.0",
    "2.0.0",
    "10.0.0",
]


def read(text: str) -> Semver:
    version = Semver.parse(text)
    assert version is not None
    return version


@pytest.mark.parametrize(("lower", "higher"), list(itertools.combinations(IN_ORDER, 2)))
def test_versions_order_by_precedence(lower: str, higher: str) -> None:
    assert read(lower) < read(higher)
    assert not read(higher) <= read(lower)


def test_build_metadata_is_ignored_in_the_order() -> None:
    assert read("1.0.0+linux.5") == read("1.0.0")
    assert hash(read("1.0.0+linux.5")) == hash(read("1.0.0"))
    assert not read("1.0.0+a") < read("1.0.0+b")


def test_a_leading_v_is_allowed_and_not_shown() -> None:
    assert str(read("v1.2.3-rc.1+7")) == "1.2.3-rc.1+7"


@pytest.mark.parametrize(
    "text",
    ["", "1", "1.0", "1.0.0.0", "01.0.0", "1.0.0-", "1.0.0-01", "1.0.0-a..b", "one", "1.0.x", "\u0661.0.0"],
)
def test_anything_else_is_not_a_version(text: str) -> None:
    assert Semver.parse(text) is None
