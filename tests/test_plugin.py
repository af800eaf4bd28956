from __future__ import annotations

import pytest


def test_pytest_finds_the_plugin_by_its_entry_point(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_subprocess("--trace-config")
    result.stdout.re_match_lines([r".*active plugins:", r".*\buimcp\b.*pytest_uimcp.plugin.*"])


def test_the_plugin_can_be_switched_off(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_subprocess("--trace-config", "-p", "no:uimcp")
    result.stdout.no_re_match_line(r".*pytest_uimcp.plugin.*")


def test_a_run_that_uses_nothing_of_ours_loads_nothing_heavy(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_modules():
            heavy = {"aiohttp", "lupa", "mcp", "playwright", "pydantic"}
            assert "pytest_uimcp.plugin" in sys.modules
            assert not heavy & set(sys.modules)
        """
    )
    # The neighbours bring in what they like; this is about us.
    neighbours = ["-p", "no:anyio", "-p", "no:respx", "-p", "no:syrupy", "-p", "no:hypothesispytest"]
    pytester.runpytest_subprocess(*neighbours).assert_outcomes(passed=1)


def test_a_run_that_uses_nothing_of_ours_loads_few_modules_of_ours(pytester: pytest.Pytester) -> None:
    # Each takes about 0.15 ms of every start. A new one is worth it only if most runs need it.
    pytester.makepyfile(
        """
        import sys

        def test_modules():
            ours = sorted(name for name in sys.modules if name.startswith("pytest_uimcp"))
            assert len(ours) <= 32, ours
        """
    )
    pytester.runpytest_subprocess("-p", "no:hypothesispytest").assert_outcomes(passed=1)
