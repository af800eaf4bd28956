"""Which parser an installation gets; one is enough."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[4]
PARSERS = {"turbohtml", "justhtml"}
# Makes these modules unavailable in a new process.
WITHOUT = "import sys; sys.modules.update(dict.fromkeys({absent!r})); "


def run(code: str, *absent: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    code = WITHOUT.format(absent=absent) + code
    return subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, capture_output=True, text=True, timeout=240, check=False
    )


@pytest.mark.parametrize(
    ("sys_platform", "platform_machine", "parser"),
    [
        ("linux", "x86_64", "turbohtml"),
        ("linux", "aarch64", "turbohtml"),
        ("darwin", "arm64", "turbohtml"),
        ("win32", "AMD64", "turbohtml"),
        ("darwin", "x86_64", "justhtml"),
        ("linux", "riscv64", "justhtml"),
        ("linux", "armv7l", "justhtml"),
        ("linux", "i686", "justhtml"),
        ("win32", "ARM64", "justhtml"),
        ("win32", "x86", "justhtml"),
        ("freebsd14", "amd64", "justhtml"),
        ("freebsd14", "x86_64", "justhtml"),
    ],
)
def test_every_platform_gets_one_parser(sys_platform: str, platform_machine: str, parser: str) -> None:
    environment = {"sys_platform": sys_platform, "platform_machine": platform_machine, "extra": ""}
    needs = [Requirement(text) for text in requires("pytest-uimcp") or ()]
    got = [need.name for need in needs if need.name in PARSERS and need.marker and need.marker.evaluate(environment)]
    assert got == [parser]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("absent", "module"),
    [((), "native"), (("justhtml",), "native"), (("turbohtml",), "pure")],
)
def test_the_parser_in_c_is_used_where_it_is_installed(absent: tuple[str, ...], module: str) -> None:
    code = "from pytest_uimcp.page.dom.parsers import parse; print(parse.__module__.rpartition('.')[2])"
    assert run(code, *absent).stdout == f"{module}\n"


@pytest.mark.slow
def test_without_a_parser_the_error_says_what_to_install() -> None:
    told = run("from pytest_uimcp import Page", "turbohtml", "justhtml").stderr
    assert told.endswith("`pip install justhtml` works on every platform\n")
    assert "expected an HTML parser, turbohtml or justhtml, and can import neither" in told


@pytest.mark.slow
def test_the_tests_and_checks_of_an_example_pass_without_turbohtml(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples" / "contacts", tmp_path / "contacts")
    code = "import pytest; sys.exit(pytest.main(['--uimcp', '-q', '-p', 'no:cacheprovider']))"
    done = run(code, "turbohtml", cwd=tmp_path / "contacts")
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
