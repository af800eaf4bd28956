"""Which wheels a target gets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from tools.makerelease.index import NoWheel, PipIndex
from tools.makerelease.resolve import resolve
from tools.makerelease.targets import PYTHONS, TARGETS, Python, Target
from tools.makerelease.wheelhouse import Wheelhouse

MakeWheel = Callable[..., Path]
LINUX, ARM, _, MAC, WINDOWS = TARGETS
OLD, NEW = PYTHONS[0], PYTHONS[-1]


@pytest.fixture
def house(tmp_path: Path, index: Any) -> Wheelhouse:
    return Wheelhouse(tmp_path / "house", index=index)


def names(wheels: list[Path]) -> list[str]:
    return [wheel.name.removesuffix(".whl") for wheel in wheels]


def ask(house: Wheelhouse, *roots: str, target: Target = LINUX, python: Python = OLD) -> list[str]:
    return names(resolve(map(Requirement, roots), target, python, house))


def test_requirements_are_followed_to_the_end(make_wheel: MakeWheel, house: Wheelhouse) -> None:
    make_wheel("a", "1", requires=("b>=1",))
    make_wheel("b", "1", requires=("c",))
    make_wheel("b", "2", requires=("c",))
    make_wheel("c", "3", requires=("a",))

    assert ask(house, "a") == ["a-1-py3-none-any", "b-2-py3-none-any", "c-3-py3-none-any"]


def test_markers_are_the_targets_not_this_machines(make_wheel: MakeWheel, house: Wheelhouse) -> None:
    make_wheel("a", "1", requires=("onwin; sys_platform == 'win32'", "onmac; platform_machine == 'arm64'", "always"))
    for name in ("onwin", "onmac", "always"):
        make_wheel(name, "1")

    assert ask(house, "a", target=WINDOWS) == ["a-1-py3-none-any", "always-1-py3-none-any", "onwin-1-py3-none-any"]
    assert ask(house, "a", target=MAC) == ["a-1-py3-none-any", "always-1-py3-none-any", "onmac-1-py3-none-any"]
    assert ask(house, "a", target=ARM) == ["a-1-py3-none-any", "always-1-py3-none-any"]


def test_markers_see_the_python_version_and_any_patch_of_it(make_wheel: MakeWheel, house: Wheelhouse) -> None:
    make_wheel("a", "1", requires=("old; python_version < '3.12'", "early; python_full_version < '3.11.3'"))
    make_wheel("old", "1")
    make_wheel("early", "1")

    assert ask(house, "a", python=OLD) == ["a-1-py3-none-any", "early-1-py3-none-any", "old-1-py3-none-any"]
    assert ask(house, "a", python=NEW) == ["a-1-py3-none-any"]


def test_extras_bring_what_they_ask_for_and_no_more(make_wheel: MakeWheel, house: Wheelhouse) -> None:
    make_wheel("a", "1", requires=("b[fast]",))
    make_wheel("b", "1", requires=("speed; extra == 'fast'", "colour; extra == 'pretty'", "base"))
    for name in ("speed", "colour", "base"):
        make_wheel(name, "1")

    assert ask(house, "a") == ["a-1-py3-none-any", "b-1-py3-none-any", "base-1-py3-none-any", "speed-1-py3-none-any"]


def test_a_constraint_met_late_replaces_what_was_taken_early(make_wheel: MakeWheel, house: Wheelhouse) -> None:
    make_wheel("a", "1", requires=("shared", "b"))
    make_wheel("b", "1", requires=("c",))
    make_wheel("c", "1", requires=("shared<2",))
    make_wheel("shared", "1")
    make_wheel("shared", "2")

    assert "shared-1-py3-none-any" in ask(house, "a")
    assert "shared-2-py3-none-any" not in ask(house, "a")


def test_each_python_and_platform_gets_the_wheel_made_for_it(make_wheel: MakeWheel, house: Wheelhouse) -> None:
    make_wheel("ext", "1", "cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64")
    make_wheel("ext", "1", "cp314-cp314-manylinux_2_28_x86_64")
    make_wheel("ext", "1", "cp39-abi3-win_amd64")
    make_wheel("ext", "1", "cp311-cp311-musllinux_1_2_x86_64")

    assert ask(house, "ext", python=OLD) == ["ext-1-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64"]
    assert ask(house, "ext", python=NEW) == ["ext-1-cp314-cp314-manylinux_2_28_x86_64"]
    assert ask(house, "ext", python=NEW, target=WINDOWS) == ["ext-1-cp39-abi3-win_amd64"]


def test_a_wheel_with_extension_modules_is_taken_before_one_without(make_wheel: MakeWheel, house: Wheelhouse) -> None:
    make_wheel("ext", "1", "py3-none-any")
    make_wheel("ext", "1", "cp311-cp311-manylinux_2_17_x86_64")

    assert ask(house, "ext") == ["ext-1-cp311-cp311-manylinux_2_17_x86_64"]


def test_a_target_without_wheels_of_the_newest_version_gets_an_older_one(
    make_wheel: MakeWheel, house: Wheelhouse
) -> None:
    make_wheel("ext", "2", "cp311-cp311-manylinux_2_17_x86_64")
    make_wheel("ext", "1", "cp314-cp314-manylinux_2_17_x86_64")
    make_wheel("ext", "1", "cp311-cp311-manylinux_2_17_x86_64")

    assert ask(house, "ext", python=OLD) == ["ext-2-cp311-cp311-manylinux_2_17_x86_64"]
    assert ask(house, "ext", python=NEW) == ["ext-1-cp314-cp314-manylinux_2_17_x86_64"]


def test_a_wheel_for_newer_systems_than_we_promise_is_not_taken(make_wheel: MakeWheel, house: Wheelhouse) -> None:
    make_wheel("ext", "1", "cp311-cp311-manylinux_2_35_x86_64")

    with pytest.raises(NoWheel, match=r"no wheels for linux-amd64 with Python 3\.11 of: ext"):
        ask(house, "ext")


def test_what_only_tests_import_is_left_out_with_all_it_requires(make_wheel: MakeWheel, house: Wheelhouse) -> None:
    make_wheel("a", "1")

    roots = ("a", "pytest>=8", "playwright", "syrupy>=4", "respx")
    assert ask(house, *roots) == ["a-1-py3-none-any"]


def test_every_platform_gets_the_html_parser_in_python(make_wheel: MakeWheel, house: Wheelhouse) -> None:
    make_wheel("a", "1", requires=("turbohtml; sys_platform == 'linux'", "justhtml>=2; sys_platform != 'linux'"))
    make_wheel("justhtml", "1")
    make_wheel("justhtml", "2")

    for target in TARGETS:
        assert ask(house, "a", target=target) == ["a-1-py3-none-any", "justhtml-2-py3-none-any"]


def test_wheels_are_kept_and_asked_for_again_only_when_updating(
    make_wheel: MakeWheel, house: Wheelhouse, index: Any, tmp_path: Path
) -> None:
    make_wheel("a", "1")
    ask(house, "a")
    make_wheel("a", "2")

    assert ask(Wheelhouse(tmp_path / "house", index=index), "a") == ["a-1-py3-none-any"]
    assert index.asked == 1
    updating = Wheelhouse(tmp_path / "house", index=index, update=True)
    assert ask(updating, "a") == ["a-2-py3-none-any"]
    assert ask(updating, "a", python=NEW) == ["a-2-py3-none-any"]
    assert index.asked == 2


def test_what_other_targets_needed_is_fetched_in_one_request(
    make_wheel: MakeWheel, house: Wheelhouse, index: Any
) -> None:
    for target in ("manylinux_2_17_x86_64", "win_amd64"):
        make_wheel("a", "1", f"cp311-cp311-{target}", requires=("b",))
        make_wheel("b", "1", f"cp311-cp311-{target}", requires=("c",))
        make_wheel("c", "1", f"cp311-cp311-{target}", requires=("only; sys_platform == 'linux'",))
    make_wheel("only", "1")
    assert len(ask(house, "a")) == 4
    assert index.asked == 4

    assert ask(house, "a", target=WINDOWS) == [f"{name}-1-cp311-cp311-win_amd64" for name in "abc"]
    assert index.asked == 5


def test_a_wrong_guess_of_what_is_needed_does_no_harm(make_wheel: MakeWheel, house: Wheelhouse) -> None:
    make_wheel("a", "1", "cp311-cp311-manylinux_2_17_x86_64", requires=("b", "c"))
    make_wheel("a", "1", "cp311-cp311-win_amd64", requires=("b",))
    make_wheel("b", "1", "cp311-cp311-manylinux_2_17_x86_64")
    make_wheel("b", "1", "cp311-cp311-win_amd64")
    make_wheel("c", "1", "cp311-cp311-manylinux_2_17_x86_64")
    assert len(ask(house, "a")) == 3

    assert ask(house, "a", target=WINDOWS) == ["a-1-cp311-cp311-win_amd64", "b-1-cp311-cp311-win_amd64"]


def test_pip_downloads_only_wheels_of_the_target(
    make_wheel: MakeWheel, index: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("PIP_EXTRA_INDEX_URL", "PIP_INDEX_URL"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(index.folder))
    make_wheel("plain", "1", requires=("absent",))
    make_wheel("ext", "1", "cp314-cp314-win_amd64")
    make_wheel("ext", "2", "cp314-cp314-macosx_11_0_arm64")
    into = tmp_path / "into"

    PipIndex().fetch(list(map(Requirement, ["ext", "plain>=1"])), WINDOWS, NEW, into)

    assert sorted(path.name for path in into.iterdir()) == [
        "ext-1-cp314-cp314-win_amd64.whl",
        "plain-1-py3-none-any.whl",
    ]
    with pytest.raises(NoWheel, match=r"no wheels for windows-amd64 with Python 3\.11 of: ext\n.*ext"):
        PipIndex().fetch([Requirement("ext")], WINDOWS, OLD, into)
