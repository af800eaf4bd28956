from __future__ import annotations

import pytest

from tests.bytecode import compile_tests, is_compiled


def test_pytest_takes_the_bytecode_that_was_written_for_it(pytester: pytest.Pytester) -> None:
    path = pytester.makepyfile(test_sums="def test_sum():\n    total = 3\n    assert total == 4\n")
    assert not is_compiled(path)
    config = pytester.parseconfigure()
    assert compile_tests(config, pytester.path) == 1
    [bytecode] = (pytester.path / "__pycache__").iterdir()
    before = bytecode.stat()
    pytester.runpytest("-p", "no:cacheprovider").stdout.fnmatch_lines(["*assert 3 == 4"])
    after = bytecode.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_only_what_has_changed_is_written_again(pytester: pytest.Pytester) -> None:
    first = pytester.makepyfile(test_first="def test_first():\n    assert True\n")
    pytester.makepyfile(test_second="def test_second():\n    assert True\n", helpers="words = ['one']\n")
    config = pytester.parseconfigure()
    assert compile_tests(config, pytester.path) == 2
    assert compile_tests(config, pytester.path) == 0
    first.write_text("def test_first():\n    assert not False\n", encoding="utf-8")
    assert not is_compiled(first)
    assert compile_tests(config, pytester.path) == 1


def test_where_bytecode_is_forbidden_none_is_written(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makepyfile(test_sums="def test_sum():\n    assert True\n")
    config = pytester.parseconfigure()
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert compile_tests(config, pytester.path) == 0
    assert not (pytester.path / "__pycache__").exists()
