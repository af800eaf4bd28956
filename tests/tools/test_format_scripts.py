from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import npm
from tools.format_scripts.__main__ import PROJECT, scripts

pytestmark = pytest.mark.slow

UNTIDY_LUA = "function  add( a,b )\n  if not a then return 'none' end\n  return a+b end\n"
UNTIDY_JS = "const a = {b:'c'}\n"


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    check, files = arguments[:-1], arguments[-1]
    command = [str(npm.node().program), str(PROJECT / "format.mjs"), *check, str(npm.packages(PROJECT)), files]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240, check=False)


def test_lua_of_apps_is_opened_and_that_of_the_engine_keeps_its_guards(tmp_path: Path) -> None:
    for name in ("app.lua", "pytest_uimcp/guard.lua"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(UNTIDY_LUA, encoding="utf-8")
        assert run(tmp_path, name).returncode == 0
    assert (tmp_path / "app.lua").read_text(encoding="utf-8") == (
        'function add(a, b)\n    if not a then\n        return "none"\n    end\n    return a + b\nend\n'
    )
    assert '    if not a then return "none" end\n' in (tmp_path / "pytest_uimcp/guard.lua").read_text(encoding="utf-8")


def test_javascript_has_two_spaces_and_double_quotes(tmp_path: Path) -> None:
    (tmp_path / "page.js").write_text(UNTIDY_JS, encoding="utf-8")
    assert run(tmp_path, "page.js").returncode == 0
    assert (tmp_path / "page.js").read_text(encoding="utf-8") == 'const a = { b: "c" };\n'


def test_a_check_changes_nothing_and_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "page.js").write_text(UNTIDY_JS, encoding="utf-8")
    result = run(tmp_path, "--check", "page.js")
    assert (result.returncode, result.stderr) == (1, "not formatted: page.js\n")
    assert (tmp_path / "page.js").read_text(encoding="utf-8") == UNTIDY_JS


def test_a_file_with_an_error_of_syntax_is_named_and_stays(tmp_path: Path) -> None:
    (tmp_path / "broken.lua").write_text("function (", encoding="utf-8")
    result = run(tmp_path, "broken.lua")
    assert result.returncode == 1
    assert result.stderr.startswith("broken.lua: ")
    assert (tmp_path / "broken.lua").read_text(encoding="utf-8") == "function ("


def test_recorded_and_broken_fixtures_are_left_as_they_are() -> None:
    paths = ["bundle/lua/main.lua", "fixtures/broken/restless/app.lua", "fixtures/oracle/x.js", "README.md"]
    assert scripts(paths) == ["bundle/lua/main.lua"]
